"""Time and memory of the search engines on a synthetic practice, up to a million passages.

    python benchmarks/retrieval_size.py --passages 50000 --passages 200000 --passages 1000000

The passages go from the generator into the index and are stored nowhere. Each engine and size has
a process of its own; building leaves out the time in which passages were made and cut. rank-bm25 is
asked up to --reference-up-to passages, since it holds a dictionary for each. Asked are synthetic
golden questions: whole, as they are typed (each beginning of three letters or more of the first
ten), and whole within the matter of their answer.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from corpus.chunking import passages
from corpus.document import Passage
from corpus.engines import Searcher, index_of
from corpus.settings import EngineName, Retrieval
from corpus.synthetic.practice import Practice
from labels.golden import GoldenQuestion
from labels.synthetic.questions import Amount, questions
from labels.synthetic.sizes import wanted

WORDS = 350
QUESTIONS = 48
TYPED = 10
SLOW = 20
"""Searches by the reference: a fair mean, in minutes rather than hours."""
COLUMNS = (
    "engine", "passages", "made s", "built s", "held MB", "peak MB",
    "ms whole", "95 %", "ms typed", "95 %", "ms in matter", "in five",
)  # fmt: skip


def main() -> None:
    """Measure each engine at each size, in processes of their own."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--passages", type=int, action="append", required=True)
    options.add_argument("--reference-up-to", type=int, default=50_000)
    options.add_argument("--engine", choices=("bm25s", "rank-bm25"), help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.engine:
        print(json.dumps(_measured(chosen.engine, chosen.passages[0])))
        return
    print(" | ".join(COLUMNS))
    for size in chosen.passages:
        for engine in ("bm25s", "rank-bm25"):
            if engine == "bm25s" or size <= chosen.reference_up_to:
                command = [sys.executable, __file__, "--engine", engine, "--passages", str(size)]
                ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
                print(" | ".join(json.loads(ran.stdout)), flush=True)


def _measured(engine: EngineName, size: int) -> list[str]:
    practice = wanted(size=None, matters=None, passages=size, words=WORDS, seed=1).practice
    making = _Making(practice)
    started = time.perf_counter()
    index = index_of(making, size, Retrieval(engine=engine))
    built = time.perf_counter() - started - making.seconds
    held = _held()
    asked = list(questions(practice, Amount(present=QUESTIONS, absent=0), WORDS))
    found = sum(_finds(index, one) for one in asked)
    typed = [one.question[:end] for one in asked[:TYPED] for end in range(3, len(one.question))]
    most = SLOW if engine == "rank-bm25" else len(typed)
    whole = _times(lambda words: index.search(words, 5), [one.question for one in asked][:most])
    typing = _times(lambda words: index.search(words, 30), typed[:: -(-len(typed) // most)])
    within = [
        seconds
        for one in asked[:most]
        for seconds in _times(_within(index, making.matter_of(one)), [one.question])
    ]
    return [
        engine,
        f"{making.count:,}",
        f"{making.seconds:.0f}",
        f"{built:.1f}",
        f"{held:,.0f}",
        f"{_peak():,.0f}",
        *_spread(whole),
        *_spread(typing),
        _spread(within)[0],
        f"{found / len(asked):.1%}",
    ]


class _Making:
    """The passages of a practice, with the time that making them took."""

    def __init__(self, practice: Practice) -> None:
        self.practice = practice
        self.seconds = 0.0
        self.count = 0
        self._documents: dict[str, list[str]] = {}

    def __iter__(self) -> Iterator[Passage]:
        started = time.perf_counter()
        for made in self.practice.documents():
            document = made.document
            matter = document.metadata.get("matter", "")
            self._documents.setdefault(matter, []).append(document.id)
            for passage in passages(document, WORDS):
                self.count += 1
                self.seconds += time.perf_counter() - started
                yield passage
                started = time.perf_counter()
        self.seconds += time.perf_counter() - started

    def matter_of(self, question: GoldenQuestion) -> frozenset[str]:
        """The ids of all documents of the matter that its answer is in."""
        document = question.supports[0].passage.rpartition(":")[0]
        return frozenset(next(ids for ids in self._documents.values() if document in ids))


def _finds(index: Searcher, question: GoldenQuestion) -> bool:
    wanted_ids = {support.passage for support in question.supports}
    return any(hit.passage.id in wanted_ids for hit in index.search(question.question, 5))


def _within(index: Searcher, documents: frozenset[str]) -> Callable[[str], object]:
    return lambda words: index.search(words, 5, within=documents)


def _times(search: Callable[[str], object], queries: list[str]) -> list[float]:
    """Seconds of each search."""
    found = []
    for words in queries:
        started = time.perf_counter()
        search(words)
        found.append(time.perf_counter() - started)
    return found


def _spread(seconds: list[float]) -> tuple[str, str]:
    """The median in milliseconds, and what 95 % stay below."""
    last = sorted(seconds)[int(0.95 * (len(seconds) - 1))]
    return f"{1000 * statistics.median(seconds):.1f}", f"{1000 * last:.1f}"


def _held() -> float:
    """Megabytes in memory now; those of the peak where the system does not tell."""
    status = Path("/proc/self/statm")
    if not status.is_file():
        return _peak()
    return int(status.read_text().split()[1]) * resource.getpagesize() / 2**20


def _peak() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (2**20 if sys.platform == "darwin" else 2**10)


if __name__ == "__main__":
    main()
