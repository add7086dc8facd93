"""Which of the two BM25 engines searches: rank-bm25, the reference, or bm25s, for size.

Both give the same passages with the same scores (`tests/corpus/test_fast_retrieval.py`), so the
choice is one of time alone. bm25s answers in a hundredth of it, and takes a fifth of a second to be
imported: that is repaid where a corpus is large.
"""

from collections.abc import Collection, Iterable
from typing import Protocol

from corpus.document import Passage
from corpus.retrieval import Hit, Index
from corpus.settings import Retrieval
from corpus.tokenisers import SHIPPED, Tokeniser

LARGE = 2_000
"""Passages from which `auto` takes bm25s; rank-bm25 needs some 5 ms a query there."""


class Searcher(Protocol):
    """What either engine does; `corpus.retrieval.Index` says it in full."""

    def search(
        self,
        query: str,
        k: int,
        document_id: str | None = None,
        *,
        within: Collection[str] | None = None,
    ) -> list[Hit]:
        """The `k` best passages, best first."""

    def describe(self) -> str:
        """Engine, parameters and tokeniser."""


def index_of(
    passages: Iterable[Passage], size: int, chosen: Retrieval, tokeniser: Tokeniser = SHIPPED
) -> Searcher:
    """An index of the engine that the settings name, or that the size calls for.

    Args:
        passages: what is searched; the order breaks ties. They are taken one by one.
        size: how many there are.
        chosen: the settings.
        tokeniser: of passages and queries.
    """
    fast = size >= LARGE if chosen.engine == "auto" else chosen.engine == "bm25s"
    if not fast:
        return Index(passages, chosen.k1, chosen.b, tokeniser)
    from corpus.fast_retrieval import FastIndex  # bm25s imports scipy

    return FastIndex(passages, chosen.k1, chosen.b, tokeniser)
