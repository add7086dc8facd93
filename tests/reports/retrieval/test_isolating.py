"""Isolation checks hold, and fail where a search sees what it must not."""

from collections.abc import Collection

import pytest

from corpus.document import Passage
from corpus.engines import Searcher
from corpus.fast_retrieval import FastIndex
from corpus.retrieval import Hit, Index
from labels.golden import Support
from labels.isolation import IsolationCheck
from reports.retrieval.figures import Isolated
from reports.retrieval.isolating import isolated

TEXTS = {
    "ours": "The trial is set for the ninth of May.",
    "theirs": "The trial is set for the second of June.",
    "statute": "A trial is held in the county.",
    "far-1": "Invoices are due in thirty days.",
    "far-2": "The deposit is returned.",
    "far-3": "Nothing else was said.",
}
METADATA = {"ours": {"matter": "M-1"}, "theirs": {"matter": "M-2"}} | {
    name: {} for name in TEXTS if name not in ("ours", "theirs")
}
PASSAGES = [
    Passage(document_id=id_, index=0, start=0, end=len(text), text=text, part="text")
    for id_, text in TEXTS.items()
]


class Leaky(Index):
    """An index that forgets what it was restricted to."""

    def search(
        self,
        query: str,
        k: int,
        document_id: str | None = None,
        *,
        within: Collection[str] | None = None,
    ) -> list[Hit]:
        """Everything."""
        return super().search(query, k, document_id)


def made(index: Searcher, matter: str = "M-1", *, elsewhere: str = "theirs:0") -> Isolated:
    check = IsolationCheck(
        id="i1",
        question="When is the trial set?",
        within={"matter": matter},
        supports=(),
        elsewhere=(Support(passage=elsewhere, start=None, end=None, quote=""),),
        author="ann",
        written_by="human",
    )
    own = frozenset({"ours:0"})
    return isolated(
        check,
        index,
        METADATA,
        own=own,
        elsewhere=frozenset({elsewhere}),
        passages=len(PASSAGES),
    )


@pytest.mark.parametrize("engine", [Index, FastIndex])
def test_a_search_within_a_matter_sees_that_matter_alone(
    engine: type[Index] | type[FastIndex],
) -> None:
    found = made(engine(PASSAGES, 1.5, 0.75))
    assert found.holds
    assert (found.documents, found.found, found.own_rank, found.foreign) == (1, 1, 1, ())
    assert found.unrestricted_rank == 2  # the restriction had something to keep out


def test_a_search_that_leaks_fails_and_what_it_saw_is_named() -> None:
    found = made(Leaky(PASSAGES, 1.5, 0.75))
    assert not found.holds
    assert [passage.id for passage in found.foreign] == ["theirs:0", "statute:0"]
    assert found.why == "2 passages of other documents were found"


def test_a_passage_that_the_check_names_fails_it_whatever_its_metadata_say() -> None:
    found = made(Index(PASSAGES, 1.5, 0.75), elsewhere="ours:0")
    assert [passage.id for passage in found.foreign] == ["ours:0"]


def test_a_check_of_no_document_shows_nothing_and_fails() -> None:
    found = made(Index(PASSAGES, 1.5, 0.75), "M-9")
    assert not found.holds
    assert "nothing was searched" in found.why


def test_where_nothing_had_to_be_kept_out_that_is_said() -> None:
    found = made(Index(PASSAGES, 1.5, 0.75), elsewhere="far-1:0")
    assert found.holds
    assert found.unrestricted_rank is None
