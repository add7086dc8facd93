"""Passages: offsets that hold, every word in one of them, none across two parts."""

from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.chunking import passages
from corpus.document import Document, Part

SENTENCES = st.lists(
    st.sampled_from(
        [
            "The court affirmed. ",
            "See 42 U.S.C. § 1983. ",
            "No.\n\n",
            "\x00",
            "“So,” he said. ",
            "…",
            "word " * 70,
            "\u2028",
            "J. ",
            "\u00a0",
            "e\u0301",
        ]
    ),
    max_size=30,
).map("".join)


@settings(deadline=None, max_examples=60)
@given(st.lists(SENTENCES | st.text(max_size=60), min_size=1, max_size=3), st.integers(20, 60))
def test_every_character_that_is_not_white_space_is_in_one_passage(
    texts: list[str], words: int
) -> None:
    parts, start = [], 0
    for number, text in enumerate(texts):
        parts.append(Part(kind=f"part {number}", start=start, end=start + len(text)))
        start += len(text) + 2
    whole = "\n\n".join(texts)
    document = Document(id="d", title="d", text=whole, parts=tuple(parts))
    cut = passages(document, words)
    assert [passage.index for passage in cut] == list(range(len(cut)))
    end = 0
    for passage in cut:
        assert passage.start >= end
        assert not whole[end : passage.start].strip()
        assert whole[passage.start : passage.end] == passage.text
        assert passage.text == passage.text.strip() != ""
        assert len(passage.text.split()) <= 4 * words
        (part,) = (part for part in parts if part.kind == passage.part)
        assert part.start <= passage.start < passage.end <= part.end
        end = passage.end
    assert not whole[end:].strip()
