"""The quote check: exact first, then under named changes, always with verbatim offsets."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.document import Document, Page, Part
from corpus.errors import InputError
from corpus.presenting import quote_line
from corpus.quoting.page_heads import page_heads
from corpus.quoting.quotes import NAMES, find_quote, locate
from corpus.readers.detect import read

SPACE, QUOTES, HYPHENS, HEADS = NAMES


def document(text: str, identity: str = "d", pages: tuple[Page, ...] = ()) -> Document:
    part = Part(kind="text", start=0, end=len(text))
    return Document(id=identity, title=identity, text=text, parts=(part,), pages=pages)


PLACES = [
    # text, quote, verbatim stretch, what it took
    ("We hold that it is so.", "hold that", "hold that", ()),
    ("We hold\n   that it is", "hold that", "hold\n   that", (SPACE,)),
    ("We hold that it is", " hold\tthat ", "hold that", (SPACE,)),
    ("non\u00a0breaking space", "non breaking", "non\u00a0breaking", (SPACE,)),
    ("a “fair use” defense", 'a "fair use"', "a “fair use”", (QUOTES,)),
    ("the court’s view", "the court's view", "the court’s view", (QUOTES,)),
    ("at 594–595, and", "at 594-595", "at 594–595", (QUOTES,)),
    ("him -- the man", "him — the", "him -- the", (QUOTES,)),
    ("prop-\n  erty law", "property law", "prop-\n  erty law", (HYPHENS,)),
    ("com\u00ad\npany law", "company", "com\u00ad\npany", (HYPHENS,)),
    ("service-\nrelated", "service-related", "service-\nrelated", (HYPHENS,)),
    ("property law", "prop- erty law", "property law", (HYPHENS,)),  # a copied line end
    ("at 136–\n137, and", "at 136-137", "at 136–\n137", (QUOTES, HYPHENS)),
    (
        "it di-\nvides\nall “prop-\nerty”.",
        'divides all "property"',
        "di-\nvides\nall “prop-\nerty”",
        (SPACE, QUOTES, HYPHENS),
    ),
    (
        "as divisible\n\f2     HOWELL v. HOWELL\n\n       Syllabus\n\n  community property",
        "divisible community",
        "divisible\n\f2     HOWELL v. HOWELL\n\n       Syllabus\n\n  community",
        (SPACE, HEADS),
    ),
    (
        "re-\n\f    Cite as: 581 U. S. ____ (2017)     3\n\n   SCALIA, J., dissenting\n\nceive pay",
        "receive pay",
        "re-\n\f    Cite as: 581 U. S. ____ (2017)     3\n\n   SCALIA, J., dissenting\n\nceive pay",
        (HYPHENS, HEADS),
    ),
]


@pytest.mark.parametrize(("text", "quote", "verbatim", "took"), PLACES)
def test_a_quote_is_found(text: str, quote: str, verbatim: str, took: tuple[str, ...]) -> None:
    (found,) = locate(text, quote)
    assert text[found.start : found.end] == verbatim
    assert found.normalisations == took


NOWHERE = [
    ("service-related", "servicerelated"),  # a hyphen inside a line is the author's
    ("recover costs", "re-cover costs"),
    ("We hold that", "we hold that"),  # letters are never touched
    ("We hold that", "hold"[::-1]),
    ("It is not so", "It is so"),
    ("page one\n\f3 more words of text\n\nof the page", "page one of the page"),  # no running head
]


@pytest.mark.parametrize(("text", "quote"), NOWHERE)
def test_another_text_is_not_found(text: str, quote: str) -> None:
    assert locate(text, quote) == []


@pytest.mark.parametrize("quote", ["", "  ", "\n", "—", "“”", "§", "..."])
def test_a_quote_without_a_word_is_refused(quote: str) -> None:
    with pytest.raises(InputError, match="holds no word"):
        find_quote([document("Some text.")], quote)
    with pytest.raises(InputError, match="holds no word"):
        locate("Some text.", quote)
    with pytest.raises(InputError, match="holds no word"):
        find_quote([], quote)


def test_every_place_is_reported_up_to_a_bound() -> None:
    documents = [document("so it is, so it is", "a"), document("so it is", "b")]
    found = find_quote(documents, "so it is")
    assert [(match.document_id, match.start) for match in found] == [("a", 0), ("a", 10), ("b", 0)]
    assert len(find_quote([document("word " * 100)], "word")) == 20
    assert len(find_quote(documents, "so it is", most=2)) == 2


def test_an_exact_place_wins_over_one_that_takes_more() -> None:
    documents = [document("so it\nis", "a"), document("so it is", "b"), document("so  it is", "c")]
    (match,) = find_quote(documents, "so it is")
    assert (match.document_id, match.normalisations) == ("b", ())


def test_the_pages_are_those_on_which_the_quote_begins_and_ends() -> None:
    pages = (Page(label="1", start=0), Page(label="2", start=9))
    (match,) = find_quote([document("page one\fpage two", pages=pages)], "two")
    assert (match.page, match.last_page) == ("2", "2")
    assert ", page 2: " in quote_line(match)
    (match,) = find_quote([document("page one\fpage two", pages=pages)], "one page")
    assert (match.page, match.last_page) == ("1", "2")
    assert ", pages 1-2: " in quote_line(match)
    (match,) = find_quote([document("no pages")], "pages")
    assert (match.page, match.last_page) == (None, None)
    assert "page" not in quote_line(match)


def test_page_labels_with_hyphens_stay_whole() -> None:
    pages = (Page(label="A-1", start=0), Page(label="A-2", start=9))
    (match,) = find_quote([document("page one\fpage two", pages=pages)], "one page")
    assert ", pages A-1 to A-2: " in quote_line(match)


WORDS = st.lists(
    st.sampled_from(["the", "court", "prop", "erty", "J.", "it’s", "“so”", "§1983", "(a)", "a–b"]),
    min_size=3,
    max_size=30,
)
GAPS = st.sampled_from([" ", "  ", "\n", "\n   ", "\u00a0", "-\n ", "\r\n", "\n\n"])


@settings(deadline=None)
@given(st.data(), WORDS)
def test_a_mangled_quote_is_found_where_it_was_cut(data: st.DataObject, words: list[str]) -> None:
    """The text is joined by any gaps, the quote by single spaces with plain quotes and dashes."""
    words = ["begin", *words, "end"]
    gaps = [data.draw(GAPS) for _ in words[1:]]
    # a hyphen at a line end joins word characters only
    gaps = [
        gap if not gap.startswith("-") or (left[-1].isalnum() and right[0].isalnum()) else " "
        for gap, left, right in zip(gaps, words[:-1], words[1:], strict=True)
    ]
    text = words[0] + "".join(gap + word for gap, word in zip(gaps, words[1:], strict=True))
    quote = words[0] + "".join(
        ("" if gap.startswith("-") else " ") + word
        for gap, word in zip(gaps, words[1:], strict=True)
    )
    quote = quote.translate(str.maketrans("’“”–", '\'""-'))
    before, after = data.draw(st.text(max_size=20)), data.draw(st.text(max_size=20))
    whole = f"{before} # {text} # {after}"
    found = locate(whole, quote)
    assert (len(before) + 3, len(before) + 3 + len(text)) in {(m.start, m.end) for m in found}


@settings(deadline=None)
@given(st.text(max_size=30), st.text(max_size=10), st.text(max_size=10), st.text(max_size=30))
def test_a_stretch_of_any_text_is_found_exactly(
    before: str, left: str, right: str, after: str
) -> None:
    quote = f"{left}word{right}"
    text = before + quote + after
    found = locate(text, quote)
    assert found
    assert all(text[match.start : match.end] == quote for match in found)
    assert all(match.normalisations == () for match in found)


@pytest.mark.shared
class TestSlipOpinions:
    """The 22 opinions: running heads, line-end hyphens, and speed."""

    def test_text_across_page_turns_is_found(self, shared_data: Path) -> None:
        documents = [source.document for source in read(shared_data / "scotus")]
        turns = found = 0
        for opinion in documents:
            for start, end in page_heads(opinion.text):
                before = opinion.text[max(0, start - 80) : start].split()[1:]
                after = opinion.text[end : end + 80].split()[:-1]
                quote = " ".join((*before, *after))
                if "\f" in opinion.text[end : end + 80] or not before or not after:
                    continue
                turns += 1
                found += any(m.start < start and m.end > end for m in find_quote([opinion], quote))
        assert turns > 400
        assert found / turns > 0.95  # the others end inside a word that the slice cut

    def test_a_quote_of_howell(self, shared_data: Path) -> None:
        documents = [source.document for source in read(shared_data / "scotus")]
        quote = "waived military retirement pay as divisible community property. Id., at 594-595."
        (match,) = find_quote(documents, quote)
        assert (match.document_id, match.page) == ("cl-4168364", "1")
        assert match.normalisations == (SPACE, QUOTES, HEADS)

    def test_22_opinions_are_searched_in_well_under_a_second(self, shared_data: Path) -> None:
        documents = [source.document for source in read(shared_data / "scotus")]
        find_quote(documents, "words that are nowhere to be found")
        start = time.perf_counter()
        assert find_quote(documents, "other words that are nowhere to be found") == []
        assert time.perf_counter() - start < 10
