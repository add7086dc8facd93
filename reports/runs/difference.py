"""A difference of two runs in one figure, and what can be said of it."""

from dataclasses import dataclass
from enum import StrEnum
from math import floor, log2
from typing import Literal

from labels.scores import Score


def fewest_differing(level: float) -> int:
    """Questions that must differ, all one way, for a p-value below 1 - level.

    The least k with 2 x .5^k < 1 - level; 6 at 95 %: .031.
    """
    return floor(log2(2 / (1 - level))) + 1


class Compared(StrEnum):
    """The figures that are compared besides the rates of `Score`; both binary."""

    FAULTLESS = "faultless"
    """The answer is sound, or a right refusal."""
    REFUSAL_RIGHT = "refusal_right"
    """Refused where the corpus holds no answer, and not where it does."""


RATES = tuple(s for s in Score if s not in (Score.RIGHT_REFUSAL, Score.FALSE_REFUSAL))
"""Scores compared as rates; refusals of both kinds are in `refusal_right`. More is better."""


class Conclusion(StrEnum):
    """What can be said of a difference."""

    SETTLED = "settled"
    NOT_SETTLED = "not settled"
    TOO_FEW = "too few questions"
    """Too few questions differ for any result to settle it."""
    UNDEFINED = "undefined"
    """No question has the figure in both runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One figure in both runs."""

    figure: Compared | Score
    first: float | None
    """Over the questions where both runs have it; None where there is none."""
    second: float | None
    value: float | None
    """Second less first, -1 to 1."""
    low: float | None
    """None where it is undefined, or a bootstrap would have too few questions that differ."""
    high: float | None
    questions: int
    """Where both runs have the figure."""
    differing: int
    """Of these, where the two are not alike."""
    left_out: int
    """Common questions where at least one run has it not."""
    p: float | None
    adjusted: float | None
    """Holm, over all the comparison's tests."""
    finding: Conclusion
    why: str = ""
    """Why a value or an interval is None; empty otherwise."""

    @property
    def method(self) -> Literal["McNemar, Newcombe", "randomisation, bootstrap"]:
        """The test and the interval."""
        return "McNemar, Newcombe" if self.figure in set(Compared) else "randomisation, bootstrap"
