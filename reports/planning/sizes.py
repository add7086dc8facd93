"""Sample sizes that have a formula: the first guess, and the labels that "no error" takes."""

from dataclasses import dataclass
from math import ceil, floor, log

import numpy as np
from scipy.special import ndtri  # type: ignore[import-untyped]

from corpus.errors import InputError
from reports.estimation.blaker import count_chances
from reports.estimation.intervals import Share, at_most

SLACK = 1e-12
"""A chance that equals the limit to 12 digits is no greater than it."""

_ROUNDING = 1e-9
"""What floating point adds to a number of labels that is whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleSize:
    """Labels by Cochran's formula."""

    infinite: int
    """n_0, for a population without end."""
    finite: int
    """n, for the population as it is; `infinite` where it has no end."""


def normal_quantile(level: float) -> float:
    """z of a two-sided interval: 1.96 at 95 %."""
    return float(-ndtri((1 - level) / 2))


def cochran(p: float, half_width: float, *, size: int | None, z: float) -> SampleSize:
    """n_0 = z^2 p (1 - p) / E^2, n = n_0 / (1 + (n_0 - 1) / N), both rounded up.

    The normal approximation: a first guess, too small for a rare p. Cochran 1977, 4.4.

    Args:
        p: the rate that is expected.
        half_width: E, of the wanted interval, more than 0.
        size: N; None for a population without end.
        z: of the level.
    """
    infinite = z**2 * p * (1 - p) / half_width**2
    finite = infinite if size is None else infinite / (1 + (infinite - 1) / size)
    return SampleSize(infinite=ceil(infinite - _ROUNDING), finite=ceil(finite - _ROUNDING))


def fewest_without_failure(bound: float, *, size: int | None, level: float) -> int:
    """The fewest labels that, with no failure among them, show a rate of at most `bound`.

    Without end: the least n with (1 - bound)^n <= 1 - level. Among S: the least n for which none
    of floor(bound S) + 1 failures being found is as unlikely (hypergeometric).

    Raises:
        InputError: the bound is not between 0 and 1 (0 itself takes a census).
    """
    if not 0 <= bound < 1 or (bound == 0 and size is None):
        raise InputError(
            f"A rate of at most {bound} is no promise to label for; give more than 0 and less "
            "than 1."
        )
    if size is None:
        return ceil(log(1 - level) / log(1 - bound) - _ROUNDING)
    failures = floor(bound * size + _ROUNDING) + 1
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        none = count_chances(n=middle, size=size, totals=np.array([failures]), span=(0, 0))
        if none.item() <= 1 - level + SLACK:
            high = middle
        else:
            low = middle + 1
    return low


def at_most_rate(share: Share, *, level: float) -> float:
    """The one-sided upper limit of the rate among S verdicts, of which n are labelled. 0 to 1."""
    if share.size == 0:
        return 0.0
    return at_most(share, tail=1 - level) / share.size
