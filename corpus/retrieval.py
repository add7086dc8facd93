"""BM25 over passages: rank-bm25's Okapi, with its pitfalls closed and its settings printed.

Only passages that share a word with the query are hits; the best first, ties in passage order.
Where rank-bm25 would go wrong it is not asked: no passages, or none with a word (it divides by
zero); a passage without words (it divides zero by zero at b = 1); and a handful of passages whose
mean inverse document frequency is not positive, where its floor would make a shared word lower
the score: there Lucene's non-negative form is used, and `describe` says so.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version

from rank_bm25 import BM25Okapi

from corpus.document import Passage
from corpus.tokens import TOKENISER, tokenise


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
        passages: what is searched; the order breaks ties.
        k1: how soon a repeated word stops counting; 0 or more.
        b: how far long passages are held back, 0 to 1.
    """

    def __init__(self, passages: Sequence[Passage], k1: float, b: float) -> None:
        self._settings = f"k1 {k1:g}, b {b:g}"
        self._passages: list[Passage] = []
        self._positions: dict[str, list[int]] = {}
        tokens: list[list[str]] = []
        for passage in passages:
            words = tokenise(passage.text)
            if words:
                self._positions.setdefault(passage.document_id, []).append(len(tokens))
                self._passages.append(passage)
                tokens.append(words)
        self._engine = BM25Okapi(tokens, k1=k1, b=b) if tokens else None
        self._small = self._engine is not None and self._engine.average_idf <= 0
        if self._engine is not None and self._small:
            self._engine.idf = _lucene_idf(self._engine)

    def search(self, query: str, k: int, document_id: str | None = None) -> list[Hit]:
        """The `k` best passages, of one document where `document_id` is given.

        Fewer where fewer share a word with the query; none where the query has no word.
        """
        engine = self._engine
        if engine is None:
            return []
        words = [word for word in tokenise(query) if word in engine.idf]
        positions = self._searched(document_id)
        if not words or not positions:
            return []
        asked = set(words)
        scored = [
            (score, position)
            for position, score in zip(positions, self._scores(words, document_id), strict=True)
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
        return f"BM25 Okapi (rank-bm25 {version('rank-bm25')}), {self._settings}{idf}; {TOKENISER}"

    def _searched(self, document_id: str | None) -> Sequence[int]:
        if document_id is None:
            return range(len(self._passages))
        return self._positions.get(document_id, [])

    def _scores(self, words: Sequence[str], document_id: str | None) -> list[float]:
        if self._engine is None:
            return []
        if document_id is None:
            return list(map(float, self._engine.get_scores(words)))
        return self._engine.get_batch_scores(words, self._positions[document_id])


def _lucene_idf(engine: BM25Okapi) -> dict[str, float]:
    """`ln(1 + (N - n + 0.5) / (n + 0.5))`: positive for every word, however small the corpus."""
    total = engine.corpus_size
    found = dict.fromkeys(engine.idf, 0)
    for frequencies in engine.doc_freqs:
        for word in frequencies:
            found[word] += 1
    return {word: math.log(1 + (total - n + 0.5) / (n + 0.5)) for word, n in found.items()}
