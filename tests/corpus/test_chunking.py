"""Passages: offsets that hold, every word in one of them, none across two parts."""

import base64
from hashlib import sha512

from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.chunking import passages, sentences
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
            "裁判所は原告の請求を棄却した。",
            "原告诉称，被告未按合同约定支付货款" * 9,
            "iVBORw0KGgoAAAANSUhEUgAA" * 90,
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
        assert len(passage.text.split()) <= 2 * words
        assert len("".join(passage.text.split())) < (2 * words + 1) * 12
        (part,) = (part for part in parts if part.kind == passage.part)
        assert part.start <= passage.start < passage.end <= part.end
        end = passage.end
    assert not whole[end:].strip()


def cut(text: str, words: int = 350) -> list[str]:
    part = Part(kind="text", start=0, end=len(text))
    return [
        one.text for one in passages(Document(id="d", title="d", text=text, parts=(part,)), words)
    ]


def test_text_without_blanks_is_cut_at_its_full_stops() -> None:
    chinese = "原告诉称，被告未按合同约定支付货款。"
    found = cut(chinese * 500)
    assert all(passage.endswith("。") for passage in found)
    # 16 characters and two signs: 8 or 9 words a sentence, of which about 350 are wanted.
    assert {len(passage) // len(chinese) for passage in found[:-1]} <= {39, 40, 41, 42, 43, 44}
    assert "".join(found) == chinese * 500


def test_the_sentences_of_chinese_and_japanese() -> None:
    text = "彼は「行く。」と言った。本当か？はい。 End."
    assert [text[start:end] for start, end in sentences(text)] == [
        "彼は「行く。」",
        "と言った。",
        "本当か？",
        "はい。",
        "End.",
    ]


def test_what_has_neither_blanks_nor_words_is_cut_all_the_same() -> None:
    word = "x" * 3_000_000
    assert {len(passage) for passage in cut(word)} == {8400, 3_000_000 % 8400}
    digits = b"".join(sha512(bytes([n])).digest() for n in range(255)) * 20
    picture = base64.encodebytes(digits).decode()  # lines of 76 letters
    assert max(map(len, cut(f"See the picture.\n{picture}\nThat was it."))) < 8600
    accents = "e\u0301" * 9000
    assert all(passage.startswith("e") for passage in cut(accents, 35))


def test_long_words_among_others_move_nothing() -> None:
    sentence = "The Bundesverfassungsgericht held so: https://example.org/a/page?of=that, then. "
    assert {len(passage.split()) for passage in cut(sentence * 600)[:-1]} <= set(range(340, 361))
