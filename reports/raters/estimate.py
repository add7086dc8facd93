"""A figure of raters with what a reader needs beside it: its standard error, and what is amiss."""

from dataclasses import dataclass

from reports.estimation.figure import Figure, Method, Target, undefined
from reports.estimation.intervals import Interval

FEWEST_UNITS = 20
"""Items with two ratings or more below which no interval is made by resampling them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A figure, and how far it can be leaned on."""

    figure: Figure
    se: float | None = None
    """Its standard error for items like these; None where the figure has none."""
    normal: Interval | None = None
    """value -/+ z se, which may pass the figure's range; None where there is no error above 0."""
    cautions: tuple[str, ...] = ()
    """Why its interval is not to be leaned on: sentences, empty where nothing is amiss."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What all figures of one set of ratings share."""

    level: float
    """Of the intervals, strictly between 0 and 1."""
    seed: int
    """Of resamples and draws: the same seed gives the same intervals."""
    target: Target = Target.ITEMS

    def nothing(self, why: str, *, n: int) -> Figure:
        """The figure that has no value."""
        return undefined(why, n=n, level=self.level, target=self.target)

    def plain(self, value: float, why: str, *, n: int) -> Figure:
        """A value without an interval."""
        return Figure(
            value=value,
            low=None,
            high=None,
            n=n,
            method=Method.NONE,
            level=self.level,
            target=self.target,
            why=why,
        )

    def within(self, value: float, limits: Interval, method: Method, *, n: int) -> Figure:
        """A value with its interval, which holds it and stays within -1 to 1."""
        return Figure(
            value=value,
            low=max(-1.0, min(limits.low, value)),
            high=min(1.0, max(limits.high, value)),
            n=n,
            method=method,
            level=self.level,
            target=self.target,
        )
