"""Blaker's exact interval for a total of the frame: the narrower of the two exact ones.

It inverts one two-sided test instead of two one-sided ones, so it lies within the equal-tailed
interval (Konijn), keeps the coverage at every total, and shrinks as the level falls. At two errors
in 79 labels of 1,921 verdicts it is 5 % narrower. Blaker 2000; its hull is taken, as usual.

One more label that agrees can lower its low end by a verdict, which the equal-tailed one's never
does: what a gate decides on is equal-tailed.
"""

from functools import lru_cache
from math import ceil, floor, sqrt

import numpy as np
from scipy.special import gammaln  # type: ignore[import-untyped]

from reports.estimation.arrays import FloatArray, IntArray
from reports.estimation.intervals import SLACK, Interval, Share, at_least

POINTS = 65
"""Totals that one step of the search looks at."""


def blaker(share: Share, *, level: float) -> Interval:
    """The interval for the number M of verdicts with the property.

    M is inside iff its acceptability is above 1 - level. Range x to S - (n - x); a census has no
    width.
    """
    x, n, size = share.count, share.n, share.size
    return Interval(
        low=_first_accepted(x, n, size, level),
        high=size - _first_accepted(n - x, n, size, level),
    )


@lru_cache(maxsize=10_000)  # one stratum bears on many figures
def _first_accepted(x: int, n: int, size: int, level: float) -> int:
    """The least accepted total, from the equal-tailed limit upwards."""
    low = at_least(Share(count=x, n=n, size=size), tail=(1 - level) / 2)
    high = max(low, round(x / n * size))
    limit = 1 - level - SLACK * max(size, 100)
    while low < high:
        totals = np.unique(np.linspace(low, high, POINTS).astype(np.int64))
        accepted = acceptability(x, n=n, size=size, totals=totals) > limit
        first = int(np.argmax(accepted)) if accepted.any() else len(totals) - 1
        if first == 0:
            return low
        low, high = int(totals[first - 1]) + 1, int(totals[first])
    return low


def acceptability(x: int, *, n: int, size: int, totals: IntArray) -> FloatArray:
    """The p-value of Blaker's test of each total, (T,).

    The smaller tail at x, and the greatest tail on the other side that is no greater.
    """
    first, last = _span(x, n, size, totals)
    chances = count_chances(n=n, size=size, totals=totals, span=(first, last))
    at_most, at_least_ = chances.cumsum(axis=1), chances[:, ::-1].cumsum(axis=1)[:, ::-1]
    low, high = at_most[:, x - first], at_least_[:, x - first]
    smaller = np.minimum(low, high)[:, None] * (1 + 1e-12)
    others = np.where((high <= low)[:, None], at_most, at_least_)
    other = np.where(others <= smaller, others, 0.0).max(axis=1)
    return np.asarray(np.minimum(1.0, np.minimum(low, high) + other))


def _span(x: int, n: int, size: int, totals: IntArray) -> tuple[int, int]:
    """The counts that have any chance worth counting under one of the totals, and x."""
    means = n * totals / size
    reach = 12 * sqrt(float((means * (1 - means / n)).max())) + 40
    return (
        max(0, min(x, floor(means.min() - reach))),
        min(n, max(x, ceil(means.max() + reach))),
    )


def count_chances(*, n: int, size: int, totals: IntArray, span: tuple[int, int]) -> FloatArray:
    """Hypergeometric probabilities of the counts first to last for each total, (T, K)."""
    count, total = np.arange(span[0], span[1] + 1), totals[:, None]
    without = size - total - n + count
    inside = (count <= total) & (without >= 0)
    logs = (
        gammaln(total + 1)
        - gammaln(count + 1)
        - gammaln(np.where(inside, total - count, 0) + 1)
        + gammaln(size - total + 1)
        - gammaln(n - count + 1)
        - gammaln(np.where(inside, without, 0) + 1)
        - (gammaln(size + 1) - gammaln(n + 1) - gammaln(size - n + 1))
    )
    return np.where(inside, np.exp(np.where(inside, logs, 0.0)), 0.0)
