"""Intervals for one binary total of the frame: how many of S verdicts have some property.

Nothing here knows of judges or people. Each interval is honest at few labels: it is made by
inverting exact tests, so that an error nobody has seen yet still has room in it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, lgamma, sqrt

import numpy as np
from scipy.special import betaincinv  # type: ignore[import-untyped]

from reports.estimation.arrays import FloatArray

SLACK = 1e-14
"""Times S: a tail probability so near to the limit is inside, for rounding, which grows with the
logarithms of the factorials, must never exclude."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A lower and an upper limit."""

    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Labels of one stratum: `count` of `n` labelled have the property, among `size` verdicts."""

    count: int
    n: int
    size: int
    weight: float = 1.0
    """What one of its verdicts counts for; below 1 in a raw figure."""

    @property
    def mass(self) -> float:
        """The weight of all its verdicts."""
        return self.size * self.weight


def hypergeometric(share: Share, *, level: float) -> Interval:
    """Exact two-sided interval for the number M of verdicts with the property.

    M is inside iff P(X >= x | M) > a and P(X <= x | M) > a, X ~ hypergeometric(S, M, n),
    a = (1 - level) / 2, ties inside. Range x to S - (n - x); a census has no width; n = 0 gives
    0 to S. Konijn 1973; Wright 1991.
    """
    tail = (1 - level) / 2
    return Interval(low=at_least(share, tail=tail), high=at_most(share, tail=tail))


def at_least(share: Share, *, tail: float) -> int:
    """The one-sided lower limit: the least M with P(X >= x | M) > tail, by bisection."""
    return _least(share.count, share.n, share.size, tail)


def at_most(share: Share, *, tail: float) -> int:
    """The one-sided upper limit: the greatest M with P(X <= x | M) > tail.

    It is the lower limit of the verdicts without the property, taken from S.
    """
    return share.size - _least(share.n - share.count, share.n, share.size, tail)


@lru_cache(maxsize=10_000)  # one stratum bears on many figures
def _least(x: int, n: int, size: int, tail: float) -> int:
    low, high = x, size - (n - x)
    limit = tail - SLACK * max(size, 100)
    while low < high:
        middle = (low + high) // 2
        if chance_of_as_many(x, n=n, size=size, total=middle) > limit:
            high = middle
        else:
            low = middle + 1
    return low


def chance_of_as_many(x: int, *, n: int, size: int, total: int) -> float:
    """P(X >= x), X ~ hypergeometric(S, M, n), summed over the shorter side.

    By logarithms and ratios of neighbours: scipy's takes twenty times as long for one value.
    """
    least, most = max(0, n + total - size), min(n, total)
    if x <= least:
        return 1.0
    if x > most:
        return 0.0
    first, last = (least, x - 1) if x - least <= most - x + 1 else (x, most)
    i = np.arange(first, last)
    steps = np.log((total - i) * (n - i) / ((i + 1.0) * (size - total - n + i + 1)))
    start = _log_choose(total, first) + _log_choose(size - total, n - first) - _log_choose(size, n)
    mass = float(np.exp(np.concatenate(([start], start + np.cumsum(steps)))).sum())
    return mass if first == x else 1 - mass


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def proportional(shares: list[Share]) -> bool:
    """Whether strata were labelled in proportion to their sizes, up to rounding.

    Each n_h is less than one label from its quota n N_h / S, and all of them together less than a
    tenth of the labels: then the pooled exact interval holds (Hoeffding 1956), and is conservative.
    """
    n = sum(share.n for share in shares)
    size = sum(share.size for share in shares)
    gaps = [abs(share.n - n * share.size / size) for share in shares]
    return max(gaps) < 1 and sum(gaps) <= 0.1 * n


def pooled(shares: list[Share]) -> Share:
    """Several strata as one; its weight is their mean one."""
    size = sum(share.size for share in shares)
    return Share(
        count=sum(share.count for share in shares),
        n=sum(share.n for share in shares),
        size=size,
        weight=sum(share.mass for share in shares) / size,
    )


def estimate(shares: list[Share]) -> float:
    """The stratified proportion p = sum of W_h x_h / n_h, W_h = N_h / S. Cochran 1977, ch. 5."""
    mass = sum(share.mass for share in shares)
    return sum(share.mass / mass * share.count / share.n for share in shares)


def effective_labels(shares: list[Share]) -> float:
    """n_eff: the simple random sample that would tell as much.

    n_hom = 1 / sum W_h^2 (1 - f_h) / n_h, and p (1 - p) / v where that is smaller, with v the
    stratified variance. A stratum with a single label has no variance; its greatest possible one,
    1/4, is taken. All strata labelled whole: infinite.
    """
    mass = sum(share.mass for share in shares)
    p = estimate(shares)
    homogeneous = variance = 0.0
    for share in shares:
        scale = (share.mass / mass) ** 2 * (1 - share.n / share.size)
        homogeneous += scale / share.n
        rate = share.count / share.n
        variance += scale * (rate * (1 - rate) / (share.n - 1) if share.n > 1 else 0.25)
    if homogeneous == 0:
        return float("inf")
    if variance > 0 and 0 < p < 1:
        return min(1 / homogeneous, p * (1 - p) / variance)
    return 1 / homogeneous


def korn_graubard(shares: list[Share], *, level: float) -> Interval:
    """Clopper-Pearson on the effective number of labels, for the proportion.

    Range 0 to 1; low = 0 where no label has the property, high = 1 where all have. Korn & Graubard
    1998, with n_eff as in `effective_labels` and no adjustment for degrees of freedom.
    """
    p, n = estimate(shares), effective_labels(shares)
    if n == float("inf"):
        return Interval(low=p, high=p)
    tail = (1 - level) / 2
    x = min(max(p * n, 0.0), n)
    low = 0.0 if x <= 0 else float(betaincinv(x, n - x + 1, tail))
    high = 1.0 if n - x <= 1e-12 else float(betaincinv(x + 1, n - x, 1 - tail))
    return Interval(low=low, high=high)


def mover_exact(shares: list[Share], *, level: float) -> Interval:
    """Exact limits of each stratum, combined by squared distances, for the proportion.

    low = p - sqrt(sum W_h^2 (p_h - l_h)^2), high likewise; cut to 0..1. Zou & Donner 2008.
    """
    mass = sum(share.mass for share in shares)
    p = estimate(shares)
    below = above = 0.0
    for share in shares:
        limits = hypergeometric(share, level=level)
        scale, rate = (share.mass / mass) ** 2, share.count / share.n
        below += scale * (rate - limits.low / share.size) ** 2
        above += scale * (limits.high / share.size - rate) ** 2
    return Interval(low=max(0.0, p - sqrt(below)), high=min(1.0, p + sqrt(above)))


def hull(shares: list[Share], *, level: float) -> Interval:
    """The smaller low and the larger high of Korn-Graubard and MOVER-exact.

    For strata labelled in unequal shares. Either alone fails there: Korn-Graubard covers .87 where
    all errors lie in the largest stratum, MOVER .79 where in the smallest; the hull .97.
    """
    first = korn_graubard(shares, level=level)
    second = mover_exact(shares, level=level)
    return Interval(low=min(first.low, second.low), high=max(first.high, second.high))


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalInterval:
    """Limits of a total over the random strata, in their weights, and whether they are exact."""

    low: float
    high: float
    exact: bool


Exact = Callable[..., Interval]
"""An exact interval of one stratum: `hypergeometric`, or `reports.estimation.blaker.blaker`."""


def total(shares: list[Share], *, level: float, exact: Exact) -> TotalInterval:
    """The interval for the number M over all strata: pooled exact where it holds, else the hull.

    The hull is cut to what the labels leave possible: M is at least what was seen, and at most S
    less what was seen without the property.
    """
    whole = pooled(shares)
    if len(shares) == 1 or proportional(shares):
        limits = exact(whole, level=level)
        # Strata in proportion up to rounding weigh a little differently, and the verdicts counted
        # may be the light ones.
        lightest = min(share.weight for share in shares)
        return TotalInterval(
            low=limits.low * lightest,
            high=whole.mass - (whole.size - limits.high) * lightest,
            exact=True,
        )
    limits = hull(shares, level=level)
    seen = sum(share.count * share.weight for share in shares)
    seen_without = sum((share.n - share.count) * share.weight for share in shares)
    return TotalInterval(
        low=max(limits.low * whole.mass, seen),
        high=min(limits.high * whole.mass, whole.mass - seen_without),
        exact=False,
    )


def values_between(limits: TotalInterval, *, most: int) -> FloatArray:
    """The limits and the whole numbers between them, evenly thinned to about `most`, ascending."""
    first, last = ceil(limits.low), floor(limits.high)
    step = max(1, (last - first) // most)
    inside = np.arange(first, last + 1, step)
    return np.unique(np.concatenate(([limits.low], inside, [limits.high])))
