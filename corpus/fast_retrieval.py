"""BM25 for large corpora and for search as you type: bm25s, with rank-bm25's scores to the bit.

bm25s weighs every word of every passage once and adds the columns of a query's words. Its own
forms of BM25 give a word of most passages another weight than rank-bm25's Okapi does, so the
weights are ours: the same expressions in the same order, in 64 bits. So are ties and pitfalls
those of `corpus.retrieval`, whose `Index` is the reference; a query costs a hundredth.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import accumulate
from typing import NamedTuple

import bm25s
import numpy as np
from numpy.typing import NDArray

from corpus.document import Passage
from corpus.retrieval import Hit, lucene_weight, positions_in
from corpus.tokenisers import SHIPPED, Tokeniser

EPSILON = 0.25
"""rank-bm25's: what a word of more than half of the passages weighs, of the mean."""

BLOCK = 20_000
"""Passages whose words are counted at a time."""

Positions = NDArray[np.intp]


class FastIndex:
    """A BM25 index over passages, built in memory; gives what `corpus.retrieval.Index` gives.

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
        self._vocabulary: dict[str, int] = {}
        self._positions: dict[str, list[int]] = {}
        words = [self._entered(passage, tokens) for passage, tokens in self._with_words(passages)]
        self._engine = _Okapi(k1=k1, b=b) if words else None
        if self._engine is not None:
            self._engine.index(
                (words, self._vocabulary), create_empty_token=False, show_progress=False
            )

    def _with_words(self, passages: Iterable[Passage]) -> Iterator[tuple[Passage, list[str]]]:
        for passage in passages:
            if words := self._tokeniser.words(passage.text):
                yield passage, words

    def _entered(self, passage: Passage, tokens: Sequence[str]) -> NDArray[np.int32]:
        self._positions.setdefault(passage.document_id, []).append(len(self._passages))
        self._passages.append(passage)
        known = self._vocabulary
        return np.fromiter((known.setdefault(word, len(known)) for word in tokens), np.int32)

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
        known = self._vocabulary
        words = [known[word] for word in self._tokeniser.words(query) if word in known]
        if self._engine is None or not words:
            return []
        found = self._engine.passages_with(words)
        only = positions_in(self._positions, document_id, within)
        if only is not None:
            found = found[np.isin(found, np.array(only, np.intp))]
        scores = self._engine.get_scores_from_ids(words)[found]
        best = _best(found, scores, k)
        return [
            Hit(self._passages[found[at]], float(scores[at]), rank)
            for rank, at in enumerate(best, start=1)
        ]

    def describe(self) -> str:
        """Engine, parameters and tokeniser: what a figure needs beside it to be repeated."""
        small = self._engine is not None and self._engine.is_small
        idf = ", Lucene's idf (a small corpus)" if small else ""
        engine = f"BM25 Okapi (bm25s {version('bm25s')})"
        return f"{engine}, {self._settings}{idf}; {self._tokeniser.description}"


class _Okapi(bm25s.BM25):
    """bm25s with rank-bm25's weights."""

    is_small = False
    """Whether the mean weight of a word is not positive, so that Lucene's form stands in."""

    def __init__(self, *, k1: float, b: float) -> None:
        super().__init__(k1=k1, b=b, method="atire", dtype="float64", backend="numpy")

    def build_index_from_ids(
        self,
        unique_token_ids: Sequence[int],
        corpus_token_ids: Sequence[NDArray[np.int32]],
        show_progress: bool = True,  # noqa: ARG002 - bm25s' own
        leave_progress: bool = False,  # noqa: ARG002
    ) -> dict[str, object]:
        """bm25s': the weight of every word in every passage that has it, by word."""
        self.nonoccurrence_array = None  # Okapi gives nothing for a word that is not there
        total = len(corpus_token_ids)
        lengths = np.array([len(words) for words in corpus_token_ids])
        mean = int(lengths.sum()) / total
        blocks = list(_counted(corpus_token_ids, lengths))
        words = np.concatenate([block.words for block in blocks])
        having = np.bincount(words, minlength=len(unique_token_ids))
        idf = self._idf(having.tolist(), total)
        weights = [self._weights(block, idf, lengths, mean) for block in blocks]
        # Each block is sorted by word: a stable sort merges them, passages in order.
        order = np.argsort(words, kind="stable")
        return {
            "data": np.concatenate(weights)[order],
            "indices": np.concatenate([block.passages for block in blocks])[order],
            "indptr": np.concatenate(([0], np.cumsum(having))),
            "num_docs": total,
        }

    def _weights(
        self, block: "_Counted", idf: NDArray[np.float64], lengths: NDArray[np.intp], mean: float
    ) -> NDArray[np.float64]:
        """Of each word in each passage of a block."""
        share = 1 - self.b + self.b * lengths[block.passages] / mean
        weights: NDArray[np.float64] = idf[block.words] * (
            block.counts * (self.k1 + 1) / (block.counts + self.k1 * share)
        )
        return weights

    def passages_with(self, words: Sequence[int]) -> Positions:
        """The positions of the passages that have one of the words, in order."""
        starts, passages = self.scores["indptr"], self.scores["indices"]
        has_one = np.zeros(self.scores["num_docs"], np.bool_)
        for word in words:
            has_one[passages[starts[word] : starts[word + 1]]] = True
        return np.flatnonzero(has_one)

    def _idf(self, having: Sequence[int], total: int) -> NDArray[np.float64]:
        """By word; `having` in the order in which rank-bm25 meets the words, and adds them up."""
        idf = [math.log(total - n + 0.5) - math.log(n + 0.5) for n in having]
        *_, added = accumulate(idf)
        mean = added / len(idf)
        self.is_small = mean <= 0
        if self.is_small:
            return np.array([lucene_weight(total, n) for n in having])
        return np.array([EPSILON * mean if weight < 0 else weight for weight in idf])


class _Counted(NamedTuple):
    """How often each word is in each of some passages: by word, then by passage."""

    words: NDArray[np.int32]
    passages: NDArray[np.int32]
    """Their positions."""
    counts: NDArray[np.int32]
    """1 or more."""


def _counted(
    token_ids: Sequence[NDArray[np.int32]], lengths: NDArray[np.intp]
) -> Iterator[_Counted]:
    """Block by block: of a million passages at once the numbers would take twice the memory."""
    for start in range(0, len(token_ids), BLOCK):
        size = len(token_ids[start : start + BLOCK])
        places = np.repeat(np.arange(size, dtype=np.int64), lengths[start : start + BLOCK])
        words = np.concatenate(token_ids[start : start + BLOCK]).astype(np.int64)
        pairs, counts = np.unique(words * size + places, return_counts=True)
        words, places = np.divmod(pairs, size)
        yield _Counted(
            words=words.astype(np.int32),
            passages=(places + start).astype(np.int32),
            counts=counts.astype(np.int32),
        )


def _best(positions: Positions, scores: NDArray[np.float64], k: int) -> Positions:
    """Where the k best scores are, best first, ties by position."""
    at = np.arange(len(scores))
    if k < len(scores):
        at = at[scores >= np.partition(scores, -k)[-k]]
    best: Positions = at[np.lexsort((positions[at], -scores[at]))][:k]
    return best
