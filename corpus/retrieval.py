"""BM25 over passages: rank-bm25's Okapi, with its pitfalls closed and its settings printed.

Only passages that share a word with the query are hits; the best first, ties in passage order.
Where rank-bm25 would go wrong it is not asked: no passages, or none with a word (it divides by
zero); a passage without words (it divides zero by zero at b = 1); and a handful of passages whose
mean inverse document frequency is not positive, where its floor would make a shared word lower
the score: there Lucene's non-negative form is used, and `describe` says so.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain

from rank_bm25 import BM25Okapi

from corpus.document import Passage
from corpus.tokenisers import SHIPPED, Tokeniser


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that a query found."""

    passage: Passage
    score: float
    """BM25, 0 or more; comparable within one query only."""
    rank: int
    """1 for the best."""


class Index:
    """A BM25 index over passages, built in memory.

    Args:
        passages: what is searched; the order breaks ties. They are taken one by one.
        k1: how soon a repeated word stops counting; 0 or more.
        b: how far long passages are held back, 0 to 1.
        tokeniser: of passages and queries.
    """

    def __init__(
        self, passages: Iterable[Passage], k1: float, b: float, tokeniser: Tokeniser = SHIPPED
    ) -> None:
        self._settings = f"k1 {k1:g}, b {b:g}"
        self._tokeniser = tokeniser
        self._passages: list[Passage] = []
        self._positions: dict[str, list[int]] = {}
        tokens: list[list[str]] = []
        for passage in passages:
            words = tokeniser.words(passage.text)
            if words:
                self._positions.setdefault(passage.document_id, []).append(len(tokens))
                self._passages.append(passage)
                tokens.append(words)
        self._engine = BM25Okapi(tokens, k1=k1, b=b) if tokens else None
        self._small = self._engine is not None and self._engine.average_idf <= 0
        if self._engine is not None and self._small:
            self._engine.idf = _lucene_idf(self._engine)

    def search(
        self,
        query: str,
        k: int,
        document_id: str | None = None,
        *,
        within: Collection[str] | None = None,
    ) -> list[Hit]:
        """The `k` best passages, of one document where `document_id` is given.

        Fewer where fewer share a word with the query; none where the query has no word.

        Args:
            query: in plain words.
            k: how many at most.
            document_id: the only document to search.
            within: ids of the only documents to search; empty finds nothing.
        """
        engine = self._engine
        if engine is None:
            return []
        words = [word for word in self._tokeniser.words(query) if word in engine.idf]
        only = positions_in(self._positions, document_id, within)
        positions = range(len(self._passages)) if only is None else only
        if not words or not positions:
            return []
        asked = set(words)
        scored = [
            (score, position)
            for position, score in zip(positions, _scores(engine, words, only), strict=True)
            if score > 0 or not asked.isdisjoint(engine.doc_freqs[position])
        ]
        scored.sort(key=lambda pair: (-pair[0], pair[1]))
        return [
            Hit(self._passages[position], score, rank)
            for rank, (score, position) in enumerate(scored[:k], start=1)
        ]

    def describe(self) -> str:
        """Engine, parameters and tokeniser: what a figure needs beside it to be repeated."""
        idf = ", Lucene's idf (a small corpus)" if self._small else ""
        engine = f"BM25 Okapi (rank-bm25 {version('rank-bm25')})"
        return f"{engine}, {self._settings}{idf}; {self._tokeniser.description}"


def positions_in(
    positions: Mapping[str, Sequence[int]],
    document_id: str | None,
    within: Collection[str] | None,
) -> list[int] | None:
    """The positions, ascending, of what a restricted search may see; None where it may see all.

    Args:
        positions: by document id.
        document_id: the only document.
        within: the only documents; with `document_id`, both restrict.
    """
    if document_id is None and within is None:
        return None
    ids = set(within) if within is not None else {document_id}
    if document_id is not None:
        ids &= {document_id}
    return sorted(chain.from_iterable(positions.get(one, ()) for one in ids if one is not None))


def _scores(engine: BM25Okapi, words: Sequence[str], only: Sequence[int] | None) -> list[float]:
    if only is None:
        return list(map(float, engine.get_scores(words)))
    return engine.get_batch_scores(words, only)


def lucene_weight(total: int, having: int) -> float:
    """`ln(1 + (N - n + 0.5) / (n + 0.5))`: positive for every word, however small the corpus."""
    return math.log(1 + (total - having + 0.5) / (having + 0.5))


def _lucene_idf(engine: BM25Okapi) -> dict[str, float]:
    total = engine.corpus_size
    found = dict.fromkeys(engine.idf, 0)
    for frequencies in engine.doc_freqs:
        for word in frequencies:
            found[word] += 1
    return {word: lucene_weight(total, having) for word, having in found.items()}
