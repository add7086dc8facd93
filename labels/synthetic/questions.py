"""The golden questions of a synthetic practice: asked of known facts, made by machine."""

from collections.abc import Iterator
from dataclasses import dataclass

from corpus.synthetic.absent import CLASSES, Absent, absent
from corpus.synthetic.draws import Draws
from corpus.synthetic.fact import EXACT, QueryClass
from corpus.synthetic.practice import Practice
from corpus.synthetic.wording import bank, say
from labels.golden import GoldenQuestion, Support
from labels.isolation import IsolationCheck
from labels.synthetic.choosing import Located, chosen, facts_of

WRITTEN_BY = "machine"


@dataclass(frozen=True, slots=True)
class Amount:
    """How many questions are asked."""

    present: int
    """Whose answer is in the corpus."""
    absent: int
    """Whose answer is nowhere in it."""


SMALL = Amount(present=63, absent=9)
LARGE = Amount(present=43, absent=7)


def questions(practice: Practice, amount: Amount, words: int) -> Iterator[GoldenQuestion]:
    """The questions with an answer, then those without.

    Args:
        practice: of at least `choosing.FEWEST_MATTERS` matters.
        amount: how many of each.
        words: the target length of a passage, on which the passages' ids depend.
    """
    for number, one in enumerate(chosen(practice, amount.present, words), start=1):
        yield _present(practice, one, f"g{number:03}")
    for number in range(amount.absent):
        yield _absent(practice, number, amount)


def isolation(practice: Practice, words: int) -> Iterator[IsolationCheck]:
    """Two searches within a matter whose words lead into the matter beside it.

    The first asks for an invoice of the neighbour: nothing within answers it. The second names
    nobody, and both matters have an answer.
    """
    ours, theirs = 0, 1
    draws = Draws(practice.seed, "isolation")

    def first(index: int, query_class: QueryClass, kind: str) -> Located:
        found = facts_of(practice, index, query_class, words, draws)
        return next(one for one in found if one.fact.told.kind == kind)

    invoice = first(theirs, QueryClass.INVOICE_NUMBER, "invoice_total")
    yield IsolationCheck(
        id="i1",
        question=_asked("invoice_total", dict(invoice.fact.told.about), draws),
        within={"matter": practice.matter(ours).number},
        supports=(),
        elsewhere=(_support(invoice),),
        author=practice.origin,
        written_by=WRITTEN_BY,
    )
    trial, other = (first(at, QueryClass.CASE_NUMBER, "trial") for at in (ours, theirs))
    yield IsolationCheck(
        id="i2",
        question="What date did the court set for trial, and before which judge?",
        within={"matter": practice.matter(ours).number},
        supports=(_support(trial),),
        elsewhere=(_support(other),),
        author=practice.origin,
        written_by=WRITTEN_BY,
    )


def _present(practice: Practice, one: Located, identity: str) -> GoldenQuestion:
    told = one.fact.told
    return GoldenQuestion(
        id=identity,
        question=_asked(told.kind, dict(told.about), Draws(practice.seed, "asked", identity)),
        answerable=True,
        supports=(_support(one),),
        reference=told.answer,
        query_class=told.query_class,
        difficulty=difficulty(told.query_class),
        author=practice.origin,
        written_by=WRITTEN_BY,
    )


def _absent(practice: Practice, number: int, amount: Amount) -> GoldenQuestion:
    made_up = absent_fact(practice, number, amount)
    identity = f"g{amount.present + number + 1:03}"
    draws = Draws(practice.seed, "asked", identity)
    return GoldenQuestion(
        id=identity,
        question=_asked(f"absent_{made_up.query_class}", made_up.about, draws),
        answerable=False,
        supports=(),
        reference=f"The corpus does not say: {made_up.key} is nowhere in it.",
        query_class=made_up.query_class,
        difficulty=difficulty(made_up.query_class),
        author=practice.origin,
        written_by=WRITTEN_BY,
        absence=f"by construction: {made_up.key} is kept from every document of {practice.origin}",
    )


def absent_fact(practice: Practice, number: int, amount: Amount) -> Absent:
    """What the absent question of a number asks for: the classes in turn."""
    matter = practice.matter(number * practice.matters // amount.absent)
    turn, place = divmod(number, len(CLASSES))
    return absent(CLASSES[place], matter, practice.register, turn)


def difficulty(query_class: QueryClass) -> str:
    """`easy` where a rare word decides, `medium` for a term, `hard` for other words and twins."""
    if query_class in EXACT:
        return "easy"
    return "medium" if query_class is QueryClass.DEFINED_TERM else "hard"


def _asked(kind: str, about: dict[str, str], draws: Draws) -> str:
    return say(draws.pick(bank("questions", "labels.synthetic")[kind]), about, draws)


def _support(one: Located) -> Support:
    return Support(
        passage=one.passage.id,
        start=one.fact.start,
        end=one.fact.end,
        quote=one.fact.told.quote,
        page=one.page,
    )
