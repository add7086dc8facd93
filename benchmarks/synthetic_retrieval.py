"""How often BM25 finds the passage of a synthetic golden question, by class and tokeniser.

    python benchmarks/synthetic_retrieval.py --matters 50 --questions 300 --seeds 1,2,3

More questions are asked than the command writes, so that a class has more than a handful.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator

import numpy
from rank_bm25 import BM25Okapi

from corpus.chunking import passages
from corpus.settings import Retrieval
from corpus.synthetic.practice import Practice
from corpus.tokens import tokenise
from labels.synthetic.questions import Amount, questions

WORDS = 350
TOKENISERS: dict[str, Callable[[str], list[str]]] = {
    "the shipped tokeniser": tokenise,
    "text.lower().split()": lambda text: text.lower().split(),
}


def main() -> None:
    """Ask each seed's questions, with each tokeniser."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--matters", type=int, default=50)
    options.add_argument("--questions", type=int, default=300)
    options.add_argument("--seeds", default="1,2,3")
    chosen = options.parse_args()
    ranks: dict[str, dict[str, list[int]]] = {name: defaultdict(list) for name in TOKENISERS}
    for seed in map(int, chosen.seeds.split(",")):
        practice = Practice(seed, chosen.matters)
        for name, query_class, rank in _ranks(practice, chosen.questions):
            ranks[name][query_class].append(rank)
    for name, by_class in ranks.items():
        by_class["all"] = [rank for found in by_class.values() for rank in found]
        print(f"{name}\n{'class':18} {'n':>5} {'first':>8} {'in five':>8} {'MRR':>6}")
        for query_class, found in by_class.items():
            first = sum(rank == 1 for rank in found) / len(found)
            five = sum(rank <= 5 for rank in found) / len(found)
            mean = sum(1 / rank for rank in found) / len(found)
            print(f"{query_class:18} {len(found):5} {first:8.1%} {five:8.1%} {mean:6.3f}")


def _ranks(practice: Practice, count: int) -> Iterator[tuple[str, str, int]]:
    """Tokeniser, class and rank of each question's passage, ties in its disfavour."""
    cut = [one for made in practice.documents() for one in passages(made.document, WORDS)]
    place = {passage.id: number for number, passage in enumerate(cut)}
    asked = list(questions(practice, Amount(present=count, absent=0), WORDS))
    settings = Retrieval()
    for name, split in TOKENISERS.items():
        engine = BM25Okapi([split(one.text) for one in cut], k1=settings.k1, b=settings.b)
        for question in asked:
            scores = engine.get_scores(split(question.question))
            own = scores[place[question.supports[0].passage]]
            yield name, question.query_class, int(numpy.sum(scores >= own))


if __name__ == "__main__":
    main()
