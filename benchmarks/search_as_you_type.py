"""What a key costs in the authoring app's search, at 50,000 passages, beside rank-bm25.

Passages of 350 words are drawn from 60,000 made-up words, frequent ones as often as in a language
(Zipf's law). Queries of six words are typed letter by letter; after each letter everything is done
that the app does before it paints: the search, and the ten lines with their snippets. The goal:
under 50 ms a key at the 95th percentile. Then the same whole queries through rank-bm25, and whether
the hits are the same.

    python benchmarks/search_as_you_type.py [--passages 50000] [--queries 20]
"""

import argparse
import itertools
import random
import statistics
import time
from collections.abc import Iterator

from annotator.authoring.results import passage_results
from annotator.authoring.sources import Named, Sources
from corpus.document import Passage
from corpus.fast_retrieval import FastIndex
from corpus.retrieval import Hit, Index

WORDS = 60_000
LENGTH = 350
QUERY = 6
REFERENCE_QUERIES = 3
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Made(Sources):
    """The app's view of passages that lie in no study."""

    def __init__(self, passages: list[Passage]) -> None:
        """Build the index, as the app does on a thread."""
        self.index = FastIndex(passages, k1=1.5, b=0.75)

    def documents(self) -> tuple[Named, ...]:
        """One document."""
        return (Named("made", "Made up", 1),)

    def search(self, words: str, k: int = 10) -> list[Hit]:
        """The best passages."""
        return self.index.search(words, k)


def main() -> None:
    """Measure, and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--passages", type=int, default=50_000)
    options.add_argument("--queries", type=int, default=20)
    chosen = options.parse_args()
    chance = random.Random(1)
    words = ["".join(chance.choices(LETTERS, k=chance.randint(3, 9))) for _ in range(WORDS)]
    weights = list(itertools.accumulate(1 / rank for rank in range(1, WORDS + 1)))

    def some(count: int) -> str:
        return " ".join(chance.choices(words, cum_weights=weights, k=count))

    passages = [_passage(number, some(LENGTH)) for number in range(chosen.passages)]
    queries = [some(QUERY) for _ in range(chosen.queries)]
    began = time.perf_counter()
    made = Made(passages)
    print(f"{chosen.passages:,} passages, index built in {time.perf_counter() - began:.1f} s")
    keys = [_timed(made, typed) for query in queries for typed in _typed(query)]
    _tell("a key in the app (search and lines)", keys)
    _beside_rank_bm25(made, passages, queries[:REFERENCE_QUERIES])


def _beside_rank_bm25(made: Made, passages: list[Passage], queries: list[str]) -> None:
    reference = Index(passages, k1=1.5, b=0.75)
    times: dict[str, list[float]] = {"bm25s, a query": [], "rank-bm25, a query": []}
    for query in queries:
        fast = _kept(times["bm25s, a query"], made.index, query)
        slow = _kept(times["rank-bm25, a query"], reference, query)
        assert fast == slow, query
    for name, kept in times.items():
        _tell(name, kept)
    print("Both gave the same hits, scores and order.")


def _kept(times: list[float], index: FastIndex | Index, query: str) -> list[Hit]:
    """The hits; the time that they took goes to the others."""
    began = time.perf_counter()
    hits = index.search(query, 10)
    times.append(time.perf_counter() - began)
    return hits


def _passage(number: int, text: str) -> Passage:
    return Passage(document_id="made", index=number, start=0, end=len(text), text=text, part="text")


def _typed(query: str) -> Iterator[str]:
    """What stands in the field after each key."""
    return (query[:end] for end in range(1, len(query) + 1))


def _timed(made: Made, typed: str) -> float:
    began = time.perf_counter()
    passage_results(made, typed)
    return time.perf_counter() - began


def _tell(what: str, seconds: list[float]) -> None:
    milliseconds = sorted(1000 * each for each in seconds)
    at95 = milliseconds[int(0.95 * (len(milliseconds) - 1))]
    print(
        f"{what}: median {statistics.median(milliseconds):.1f} ms, 95th percentile {at95:.1f} ms, "
        f"most {milliseconds[-1]:.1f} ms ({len(milliseconds):,} times)"
    )


if __name__ == "__main__":
    main()
