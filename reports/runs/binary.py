"""Two arms on the same questions, each passed or failed: the test and the interval.

Counts are of questions: passed by both, by the first arm alone, by the second alone, by neither.
"""

from dataclasses import dataclass
from math import sqrt

from scipy.stats import binomtest  # type: ignore[import-untyped]

from reports.estimation.proportions import ProportionMethod, proportion


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedCounts:
    """The 2 x 2 table of a paired binary figure."""

    both: int
    first_only: int
    second_only: int
    neither: int

    @property
    def n(self) -> int:
        """All questions."""
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def discordant(self) -> int:
        """Questions on which the arms differ: the only ones that can tell them apart."""
        return self.first_only + self.second_only


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifference:
    """Rate of the first arm less that of the second."""

    value: float
    """-1 to 1."""
    low: float
    high: float


def mcnemar(counts: PairedCounts) -> float:
    """The exact two-sided p-value of McNemar's test.

    2 P(X <= min(b, c)), X ~ binomial(b + c, 1/2), at most 1; b and c are the discordant counts.
    1 where nothing is discordant. Below 6 discordant questions it cannot fall under .05
    (2 x .5^6 = .031). McNemar 1947, exact form.
    """
    if counts.discordant == 0:
        return 1.0
    return float(binomtest(counts.first_only, counts.discordant).pvalue)


def paired_difference_ci(counts: PairedCounts, *, level: float) -> PairedDifference:
    """Interval for a difference of paired proportions. Newcombe 1998 (paired), method 10.

    The distances from each rate to its Wilson limits are combined with the correlation phi of the
    arms, continuity-corrected towards 0 where it is positive; phi is 0 where a margin is empty.
    Range -1 to 1; it has a width even where nothing is discordant.

    Args:
        counts: at least one question.
        level: of the interval.
    """
    n = counts.n
    passed = counts.both + counts.first_only, counts.both + counts.second_only
    first, second = (count / n for count in passed)
    of_first, of_second = (
        proportion(count, n, level=level, method=ProportionMethod.WILSON) for count in passed
    )
    phi = _phi(counts)
    value = (counts.first_only - counts.second_only) / n
    low = _distance(first - of_first.low, of_second.high - second, phi)
    high = _distance(of_first.high - first, second - of_second.low, phi)
    return PairedDifference(value=value, low=max(-1.0, value - low), high=min(1.0, value + high))


def _phi(counts: PairedCounts) -> float:
    a, b, c, d = counts.both, counts.first_only, counts.second_only, counts.neither
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    if margins == 0:
        return 0.0
    cross = float(a * d - b * c)
    if cross > 0:
        cross = max(0.0, cross - counts.n / 2)
    return cross / sqrt(margins)


def _distance(one: float, other: float, phi: float) -> float:
    # Never negative: |phi| <= 1; but for rounding.
    return sqrt(max(0.0, one**2 - 2 * phi * one * other + other**2))
