"""Supports stay where they are, however the documents are cut."""

from itertools import pairwise

import pytest

from corpus.document import Passage
from corpus.errors import InputError
from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels import golden
from labels.golden import Support
from reports.retrieval.cut import Cut, cut_anew, stored_cut
from reports.retrieval.spans import Finder, Span
from tests.reports.retrieval.conftest import RENT


def cut(*bounds: int) -> Cut:
    """One document of passages that end at the bounds."""
    made = [
        Passage(document_id="d", index=n, start=start, end=end, text="x", part="text")
        for n, (start, end) in enumerate(pairwise((0, *bounds)))
    ]
    return Cut(words=20, stored=False, passages=made)


@pytest.mark.parametrize(
    ("start", "end", "holder", "cut_in_two"),
    [
        (0, 10, "d:0", 0),
        (2, 8, "d:0", 0),
        (8, 14, "d:1", 1),  # 2 characters here, 4 there
        (6, 14, "d:0", 1),  # as many in both: the first
        (5, 25, "d:1", 1),  # over all three
    ],
)
def test_a_support_is_in_the_passage_that_holds_most_of_it(
    start: int, end: int, holder: str, cut_in_two: int
) -> None:
    found = cut(10, 20, 30).holders({"q": [Span("d", start, end)]})
    assert found.passages == {"q": frozenset({holder})}
    assert found.cut_in_two == cut_in_two


def test_two_supports_in_one_passage_are_one_answer() -> None:
    found = cut(10, 20).holders({"q": [Span("d", 0, 3), Span("d", 4, 9)]})
    assert found.passages == {"q": frozenset({"d:0"})}


def test_a_support_in_no_passage_is_refused() -> None:
    with pytest.raises(InputError, match="30 to 35 of 'd' are in no passage"):
        cut(10, 20).holders({"q": [Span("d", 30, 35)]})


def test_cut_anew_every_quote_is_in_the_passage_it_is_said_to_be_in(practice: Workspace) -> None:
    library = Library(practice)
    asked = [one for one in golden.load(practice.golden) if one.answerable]
    finder = Finder(library)
    spans = {one.id: [finder.span(one.id, support) for support in one.supports] for one in asked}
    anew = cut_anew(library, 120)
    assert len(anew.passages) > 2 * len(stored_cut(library).passages)
    holders = anew.holders(spans)
    text = {passage.id: passage.text for passage in anew.passages}
    whole = sum(
        any(support.quote in text[id_] for id_ in holders.passages[one.id])
        for one in asked
        for support in one.supports
    )
    assert whole == sum(len(one.supports) for one in asked) - holders.cut_in_two
    assert whole > 50


def test_the_stored_cut_is_what_the_questions_name(practice: Workspace) -> None:
    library = Library(practice)
    finder = Finder(library)
    stored = stored_cut(library)
    assert (stored.words, stored.stored) == (350, True)
    for one in golden.load(practice.golden):
        spans = [finder.span(one.id, support) for support in one.supports]
        named = {support.passage for support in one.supports}
        assert stored.holders({one.id: spans}).passages[one.id] == named


def support(
    passage: str, quote: str = "", start: int | None = None, end: int | None = None
) -> Support:
    return Support(passage=passage, start=start, end=end, quote=quote)


def test_without_offsets_the_quote_is_looked_for_and_without_it_the_passage_stands(
    lease: Workspace,
) -> None:
    finder = Finder(Library(lease))
    assert finder.span("q", support("lease:0", "the rent")) == Span("lease", 21, 29)
    assert finder.span("q", support("lease:0")) == Span("lease", 0, len(RENT))
    # The offsets hold, whatever has become of the passage's number.
    assert finder.span("q", support("lease:7", "the rent", 21, 29)) == Span("lease", 21, 29)


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (support("nowhere:0"), "'nowhere:0', which the corpus does not have"),
        (support("lease:1"), "'lease:1', which the corpus does not have"),
        (support("lease:x"), "'lease:x', which the corpus does not have"),
        (support("lease:0", "the rant"), "quotes 'the rant' from lease:0"),
        (support("lease:0", "the rent", 20, 28), "and there stands ' the ren'"),
        (support("lease:0", "", 9000, 9001), "characters 9000 to 9001 of 'lease', which has 71"),
        (support("lease:0", "", -5, 4), "characters -5 to 4 of 'lease', which has 71"),
        (support("lease:0", "", 4, 4), "characters 4 to 4 of 'lease', which has 71"),
    ],
)
def test_a_support_that_is_not_there_is_refused_by_name(
    lease: Workspace, one: Support, words: str
) -> None:
    with pytest.raises(InputError, match="'q'") as refused:
        Finder(Library(lease)).span("the question 'q'", one)
    assert words in str(refused.value)


def test_no_document_is_refused(study: Workspace) -> None:
    with pytest.raises(InputError, match="corpus add"):
        stored_cut(Library(study))


def test_cut_anew_as_it_was_stored_is_the_same(practice: Workspace) -> None:
    library = Library(practice)
    assert cut_anew(library, 350).passages == stored_cut(library).passages
