"""What `crosssource retrieval` found: its questions, its figures, its isolation checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corpus.document import Passage
from corpus.retrieval import Hit
from corpus.tokenisers import SHIPPED, Tokeniser
from labels.golden import GoldenQuestion
from labels.isolation import IsolationCheck
from reports.retrieval.measures import Scores
from reports.retrieval.rates import Rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question, searched for."""

    question: GoldenQuestion
    answers: frozenset[str]
    """Ids of the passages that hold a support."""
    rank: int | None
    """Of the first of them; None where it is not among the first `DEPTH`."""
    best: tuple[Hit, ...]
    """The first few found."""
    scores: Scores


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The figures of some questions."""

    name: str | None
    """The class, or who wrote them; empty for questions of no class, None for all."""
    questions: int
    hits: Mapping[int, int]
    """By k: questions with a passage that answers among the first k."""
    found: Mapping[int, Rate]
    """By k: these as a share."""
    share: Mapping[int, Rate]
    """By k: the mean share of a question's answering passages among the first k."""
    mrr: Rate
    ndcg: Rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """One way of cutting and searching the corpus."""

    words: int | None
    """The target length of a passage; None where stored documents were cut to several."""
    stored: bool
    """Whether the passages are those of the corpus itself."""
    tokeniser: Tokeniser
    passages: int
    engine: str
    """As the index describes itself: engine, parameters, tokeniser."""
    cut_in_two: int
    """Supports that no passage holds whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The figures of one arrangement."""

    arrangement: Arrangement
    asked: tuple[Asked, ...]
    whole: Group
    classes: tuple[Group, ...]
    """In the order in which the questions first have them."""
    writers: tuple[Group, ...]
    """`human` and `machine` always, others where there are some."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolated:
    """An isolation check, made."""

    check: IsolationCheck
    why: str
    """Why it does not hold; empty where it holds."""
    documents: int
    """That the restricted search may see."""
    found: int
    """Passages that it found."""
    own_rank: int | None
    """Of its own answer; None where it has none or did not find it."""
    foreign: tuple[Passage, ...]
    """Passages found that must not be seen."""
    unrestricted_rank: int | None
    """Of the first passage of another matter that answers, without the restriction; None where
    none is among the first `DEPTH`: then the check shows little."""

    @property
    def holds(self) -> bool:
        """Whether nothing was seen that must not be."""
        return not self.why


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A share of questions to be found among the first k, and what was found."""

    name: str | None
    """The class; None for all questions."""
    least: float
    """0 to 1."""
    hits: int
    questions: int
    """1 or more."""

    @property
    def share(self) -> float:
        """Found of the questions."""
        return self.hits / self.questions

    @property
    def met(self) -> bool:
        """Whether as many were found as were wanted."""
        return self.missing == 0

    @property
    def missing(self) -> int:
        """Questions more that should have been found."""
        exact = self.least * self.questions
        needed = round(exact) if abs(exact - round(exact)) < 1e-9 else int(exact) + 1
        return max(0, needed - self.hits)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalReport:
    """Everything that is printed."""

    k: int
    """The k of figures that are given for one only: that of the settings, if it is among `ks`."""
    ks: tuple[int, ...]
    """Ascending."""
    level: float
    only: tuple[str, ...]
    """Classes that were asked for; empty for all."""
    absent: int
    """Questions without an answer in the corpus, which are in no figure."""
    written_by: Mapping[str, int]
    """Of the questions with an answer."""
    measured: tuple[Measured, ...]
    """At least one."""
    isolation: tuple[Isolated, ...]
    goals: tuple[Goal, ...]

    @property
    def base(self) -> int:
        """Which of `measured` the others are held against."""
        return base(self.measured)

    @property
    def fails(self) -> bool:
        """Whether an isolation check or a goal does."""
        return not all(one.holds for one in self.isolation) or not all(
            goal.met for goal in self.goals
        )


def base(measured: Sequence[Measured]) -> int:
    """The place of the study's own search: stored passages, shipped tokeniser; else the first."""
    own = (
        place
        for place, one in enumerate(measured)
        if one.arrangement.stored and one.arrangement.tokeniser is SHIPPED
    )
    return next(own, 0)
