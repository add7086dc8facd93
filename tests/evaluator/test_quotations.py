"""Quotations of an answer, held against what it cites for them."""

import pytest

from corpus.answers.claims import claim_spans
from corpus.document import Document, Page, Part, Passage
from evaluator.claims.quotations import ELISION, check_quotation, quotations
from labels.case import Quoting

TEXT = (
    "We hold that notice in writing\nis a condition of termination. An oral report, however clear, "
    "does not start the period. The termination was ineffective."
)
OTHER = "A carrier who delays by a day owes the stipulated sum of $650."


def _document(name: str, text: str) -> Document:
    return Document(
        id=name,
        title=name,
        text=text,
        parts=(Part(kind="text", start=0, end=len(text)),),
        pages=(Page(label="7", start=0), Page(label="8", start=60)),
    )


DOCUMENTS = {name: _document(name, text) for name, text in (("a", TEXT), ("b", OTHER))}
CUT = TEXT.index("An oral")
PASSAGES = {
    passage.id: passage
    for passage in (
        Passage(document_id="a", index=0, start=0, end=CUT - 1, text=TEXT[: CUT - 1], part="text"),
        Passage(document_id="a", index=1, start=CUT, end=len(TEXT), text=TEXT[CUT:], part="text"),
        Passage(document_id="b", index=0, start=0, end=len(OTHER), text=OTHER, part="text"),
    )
}


@pytest.mark.parametrize(
    ("answer", "texts"),
    [
        ('It said "the sum of money" [a:0].', ["the sum of money"]),
        ("It said “the sum of money” [a:0].", ["the sum of money"]),
        ("It said «the sum of money» [a:0].", ["the sum of money"]),
        ('Two: "one of the two" and "two of the two" [a:0].', ["one of the two", "two of the two"]),
        # a line end inside, but no empty line
        ('It said "the sum\nof money" [a:0].', ["the sum\nof money"]),
        ('A "stray mark\n\nand "another one here" [a:0].', ["another one here"]),
        # a marker is no part of it
        ('It said "the sum of money [a:0]".', ["the sum of money"]),
        # fewer than three words name a term
        ('The "bare metal" clause and "laches" [a:0].', []),
        # inches, a quote that is never closed
        ('A 5" pipe and a 6" pipe were laid [a:0].', []),
        ('It said "the sum of money [a:0].', []),
        ("It's the court's own and nobody's rule [a:0].", []),
        ("", []),
    ],
)
def test_quotations(answer: str, texts: list[str]) -> None:
    found = quotations(answer, claim_spans(answer).claims)
    assert [quotation.text for quotation in found] == texts
    for quotation in found:
        assert answer[quotation.start : quotation.end].startswith(quotation.text)


@pytest.mark.parametrize(
    ("quote", "cited", "quoting", "place", "took"),
    [
        # character for character
        ("The termination was ineffective", "a:1", Quoting.EXACT, ("a", "a:1", "8"), ()),
        # the comma is the answer's own
        ("The termination was ineffective,", "a:1", Quoting.EXACT, ("a", "a:1", "8"), ()),
        # over a line end
        (
            "notice in writing is a condition",
            "a:0",
            Quoting.NORMALISED,
            ("a", "a:0", "7"),
            ("white space",),
        ),
        # words left out, words put in
        (
            "An oral report … does not start the period",
            "a:1",
            Quoting.NORMALISED,
            ("a", "a:1", "8"),
            (ELISION,),
        ),
        (
            "[a]n oral report, however clear, . . . start [its] period",
            "a:1",
            Quoting.NORMALISED,
            ("a", "a:1", "8"),
            (ELISION,),
        ),
        # words put in that hide others
        ("oral report, however long, [did] start", "a:1", Quoting.REJECTED, None, ()),
        (
            "oral report ... start the period ... was ineffective.",
            "a:1",
            Quoting.NORMALISED,
            ("a", "a:1", "8"),
            (ELISION,),
        ),
        # in the other order
        ("was ineffective ... An oral report", "a:1", Quoting.REJECTED, None, ()),
        # another passage, another document: the right words, the wrong citation
        ("The termination was ineffective", "a:0", Quoting.REJECTED, ("a", None, "8"), ()),
        ("owes the stipulated sum", "a:0", Quoting.REJECTED, ("b", None, "7"), ()),
        ("owes the stipulated sum", "nowhere:3", Quoting.REJECTED, ("b", None, "7"), ()),
        # a word that differs
        ("The termination was effective", "a:1", Quoting.REJECTED, None, ()),
        ("… [and so on] ... forth it goes", "a:1", Quoting.REJECTED, None, ()),
    ],
)
def test_check_quotation(
    quote: str,
    cited: str,
    quoting: Quoting,
    place: tuple[str, str | None, str] | None,
    took: tuple[str, ...],
) -> None:
    answer = f"The court said “{quote}” [{cited}]."
    (quotation,) = quotations(answer, claim_spans(answer).claims)
    assert quotation.cited == (cited,)
    checked = check_quotation(quotation, PASSAGES, DOCUMENTS)
    assert (checked.quoting, checked.normalisations) == (quoting, took)
    found = checked.place
    assert (found and (found.document_id, found.passage_id, found.page)) == place
    if found:
        stretch = DOCUMENTS[found.document_id].text[found.start : found.end]
        assert stretch.split()[-1].strip(".,") == quote.split()[-1].strip(".,")


def test_a_quotation_of_two_sentences_has_the_marker_behind_it() -> None:
    answer = "It held: “It does not start the period. The termination was ineffective.” [a:1]"
    (quotation,) = quotations(answer, claim_spans(answer).claims)
    assert quotation.cited == ("a:1",)


def test_a_quotation_without_a_citation_is_looked_for_everywhere() -> None:
    answer = "The court said “The termination was ineffective”."
    (quotation,) = quotations(answer, claim_spans(answer).claims)
    checked = check_quotation(quotation, PASSAGES, DOCUMENTS)
    assert quotation.cited == ()
    assert checked.quoting is Quoting.REJECTED
    assert checked.place is not None
