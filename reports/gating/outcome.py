"""The three answers of a gate, and how each check comes by its own.

A figure with an interval is held against a bound: the whole interval on the good side passes, the
whole of it on the bad side fails, and one that straddles the bound is not enough evidence. Of the
checks together the worst answer stands, and a failure is worse than not knowing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from corpus.errors import ExitCode

SLACK = 1e-9
"""A limit that meets its bound but for rounding meets it."""

MAKE_WHOLE = (
    "Make the run whole: the command that made it (crosssource run, judge or rescore), given "
    "again, asks for what is left."
)
"""What to do where verdicts, or whole answers, are missing."""


class Answer(StrEnum):
    """What a check says, and the gate; in order, the worse later."""

    PASSED = "passed"
    OPEN = "not enough evidence"
    FAILED = "failed"

    @property
    def exit_code(self) -> ExitCode:
        """0, 3 or 1."""
        return {
            Answer.PASSED: ExitCode.DONE,
            Answer.OPEN: ExitCode.UNDECIDED,
            Answer.FAILED: ExitCode.FAILED,
        }[self]


def worst(answers: Iterable[Answer]) -> Answer:
    """The answer of several together; of none, not enough evidence."""
    order = tuple(Answer)
    return max(answers, key=order.index, default=Answer.OPEN)


def at_most(low: float, high: float, bound: float) -> Answer:
    """A figure of which less is better, by its interval."""
    if high <= bound + SLACK:
        return Answer.PASSED
    return Answer.FAILED if low > bound + SLACK else Answer.OPEN


def at_least(low: float, high: float, bound: float) -> Answer:
    """A figure of which more is better, by its interval."""
    return at_most(-high, -low, -bound)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check with everything that a reader or a program wants of it."""

    name: str
    """Of the policy's key: `regression.faithfulness`, `agreement`."""
    title: str
    """In plain words."""
    answer: Answer
    figure: str
    """What was found, in words; empty where nothing was."""
    bound: str
    """What is wanted, in words: `at most 10.0 %`."""
    reason: str
    """Why this answer, in a sentence or two."""
    todo: str = ""
    """What to do now; empty where it passed."""
    value: float | None = None
    low: float | None = None
    high: float | None = None
    limit: float
    """The bound as a number."""
    n: int | None = None
    """Labels, questions, citations or claims that it rests on; None where there is nothing."""
    needed: int | None = None
    """How many of them would decide, were the rate to stay as it is; None: it is decided, or no
    number would."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateOutcome:
    """What a gate came to."""

    run: str
    judge: str
    """With the letters of its id."""
    sample: str | None
    """Whose labels were used; None where none were."""
    baseline: str | None
    """What the candidate was held against, in words."""
    level: float
    """Of the intervals."""
    checks: tuple[Check, ...]
    """1 or more."""
    notes: tuple[str, ...]
    """What a reader must know before any figure."""

    @property
    def answer(self) -> Answer:
        """The worst of all checks."""
        return worst(check.answer for check in self.checks)

    def with_answer(self, answer: Answer) -> tuple[Check, ...]:
        """The checks that gave it."""
        return tuple(check for check in self.checks if check.answer is answer)
