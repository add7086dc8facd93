"""BEIR SciFact by the shipped BM25, with each tokeniser; its folder is named on the command line.

    python benchmarks/scifact_retrieval.py ../shared/data/scifact

Both engines are asked all 300 queries, and it says whether they rank their first hundred alike.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from corpus.fast_retrieval import FastIndex
from corpus.retrieval import Hit, Index
from corpus.tokenisers import SHIPPED, TOKENISERS
from reports.retrieval.measures import scores
from tests import scifact

PARAMETERS = ((0.9, 0.4), (1.5, 0.75))
DEPTH = 100


def main() -> None:
    """Print a row for each tokeniser and each pair of parameters."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folder", type=Path)
    collection = scifact.read(options.parse_args().folder)
    print(
        f"{'tokeniser':14} {'k1':>4} {'b':>5} {'nDCG@10':>8} {'R@100':>7} {'MRR':>7} {'found@5':>8}"
    )
    for tokeniser in TOKENISERS.values():
        for k1, b in PARAMETERS:
            index = FastIndex(collection.passages, k1, b, tokeniser)
            found = {id_: index.search(text, DEPTH) for id_, text in collection.queries.items()}
            if tokeniser is SHIPPED:
                _compare(collection, found, k1, b)
            ranked = {id_: [hit.passage.id for hit in hits] for id_, hits in found.items()}
            got = list(scores(collection.grades, ranked, (5, DEPTH)).values())
            means = [
                sum(one.ndcg for one in got) / len(got),
                sum(one.share[DEPTH] for one in got) / len(got),
                sum(one.reciprocal_rank for one in got) / len(got),
                sum(one.any[5] for one in got) / len(got),
            ]
            print(
                f"{tokeniser.name:14} {k1:4} {b:5} {means[0]:8.4f} {means[1]:7.4f} {means[2]:7.4f} "
                f"{means[3]:8.4f}",
                flush=True,
            )


def _compare(
    collection: scifact.Scifact, found: Mapping[str, Sequence[Hit]], k1: float, b: float
) -> None:
    reference = Index(collection.passages, k1, b)
    alike = sum(
        reference.search(text, DEPTH) == found[id_] for id_, text in collection.queries.items()
    )
    print(f"rank-bm25 and bm25s rank the first {DEPTH} alike: {alike} of {len(found)} queries")


if __name__ == "__main__":
    main()
