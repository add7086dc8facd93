"""How often `golden check` doubts an absent question: where nothing answers it, and where a passage
does that was put there for it.

    python benchmarks/answered_absent.py --seeds 1,2,3

The questions are those without an answer of the synthetic practice, each as it is made and with
each of `FILLERS` around it. The planted answers are sentences of one passage each, in words of
their own.
"""

import argparse
from collections.abc import Callable

from corpus.chunking import passages
from corpus.document import Document, Part, Passage
from corpus.engines import Searcher, index_of
from corpus.settings import Retrieval
from corpus.synthetic.fact import QueryClass
from corpus.synthetic.practice import Practice
from labels.collection.answering import RARE_COUNT, RARE_SHARE, may_answer
from labels.collection.check import LOOKED_AT
from labels.synthetic.questions import Amount, absent_fact, questions

WORDS = 350
AMOUNT = Amount(present=43, absent=49)
RULES: dict[str, Callable[[str, str, Callable[[str], bool]], bool]] = {"the rule": may_answer}

FILLERS = (
    "{}",
    "{} Explain.",
    "{} Please explain in detail.",
    "Could you tell me: {}",
    "I would like to know the following. {}",
    "{} Be specific, please.",
    "{} Thank you!",
    "{} Enlighten me.",
    "Hello! {}",
    "Curious: {}",
    "{} Kindly elaborate, citing chapter and verse.",
)
"""The last four hold words that no list of words that ask has."""

SAID = {
    QueryClass.INVOICE_NUMBER: "Invoice {number} comes to a total of $4,310.00, all in.",
    QueryClass.CASE_NUMBER: (
        "In No. {case} the court set trial for May 4 before Judge Roe, and struck the same clause."
    ),
    QueryClass.DOLLAR_AMOUNT: (
        "The demand put to the court for {value} comes from the plaintiff, on account of work."
    ),
    QueryClass.STATUTE_CITATION: (
        "Calloway Rev. Stat. § {section}(1) gives ninety days, counted from notice."
    ),
    QueryClass.RARE_NAME: "{person} is a surveyor whom the lender hired.",
    QueryClass.DEFINED_TERM: (
        "“{term}” is defined in the {client} papers to mean the ten days after closing."
    ),
    QueryClass.PARAPHRASE: (
        "According to {witness}, a {object} was left behind the {place} at the {site}."
    ),
}


def main() -> None:
    """Print, for each filler, how many questions are doubted without and with a planted answer."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seeds", default="1,2,3")
    options.add_argument("--matters", type=int, default=50)
    chosen = options.parse_args()
    counts = {(rule, filler): [0, 0, 0] for rule in RULES for filler in FILLERS}
    for seed in map(int, chosen.seeds.split(",")):
        _count(Practice(seed, chosen.matters), counts)
    for (rule, filler), (asked, doubted, found) in counts.items():
        print(f"{rule:<12} {filler:<50} {asked:>4} asked, {doubted:>3} doubted, {found:>4} found")


def _count(practice: Practice, counts: dict[tuple[str, str], list[int]]) -> None:
    plain = [one for source in practice.documents() for one in passages(source.document, WORDS)]
    absent = [one for one in questions(practice, AMOUNT, WORDS) if not one.answerable]
    planted = [_planted(practice, number) for number in range(AMOUNT.absent)]
    bare, full = _index(plain), _index([*plain, *planted])
    for rule, holds in RULES.items():
        for filler in FILLERS:
            for question, answer in zip(absent, planted, strict=True):
                text = filler.format(question.question)
                count = counts[rule, filler]
                count[0] += 1
                count[1] += bool(_doubted(text, bare, len(plain), holds))
                count[2] += answer.id in _doubted(text, full, len(plain), holds)


def _index(found: list[Passage]) -> Searcher:
    return index_of(found, len(found), Retrieval())


def _planted(practice: Practice, number: int) -> Passage:
    fact = absent_fact(practice, number, AMOUNT)
    text = f"A later letter. {SAID[fact.query_class].format(**fact.about)} Yours truly."
    part = Part(kind="text", start=0, end=len(text))
    name = f"planted-{number}"
    (one,) = passages(Document(id=name, title=name, text=text, parts=(part,)), WORDS)
    return one


def _doubted(
    text: str, index: Searcher, size: int, holds: Callable[[str, str, Callable[[str], bool]], bool]
) -> set[str]:
    """As `labels.collection.check` looks."""
    rare = max(RARE_COUNT, int(RARE_SHARE * size))
    hits = index.search(text, LOOKED_AT)
    return {
        hit.passage.id
        for hit in hits
        if holds(text, hit.passage.text, lambda word: len(index.search(word, rare + 1)) > rare)
    }


if __name__ == "__main__":
    main()
