"""The interval that a report is to be expected to give, before a label is given.

The run is assumed (`reports.planning.population`); what a sample of it finds is hypergeometric.
Each thing it may find goes through the estimator that a report uses, and the limits are averaged
by how likely it is: no normal approximation, and every method of interval as it will be used.

Strata of one verdict in proportion are pooled, as the estimator pools them: then one number is
random, its distribution is known, and the average is taken over all of it (of many values the
interval is computed at some, with straight lines between). Where several numbers are random, it is
an average over `POINTS` samples spread evenly over what is likely.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from labels.outcome import Support
from reports.estimation.arrays import FloatArray, IntArray
from reports.estimation.blaker import count_chances
from reports.estimation.estimate import Estimator
from reports.estimation.intervals import Share, proportional
from reports.estimation.predictive import Kept
from reports.planning.figures import PlannedFigure, figure_named
from reports.planning.population import Assumed, Labelled, cells_of

NODES = 16
"""Values of one random number at which a share's interval is computed, at most."""

COEFFICIENT_NODES = 5
"""Those of a coefficient, which may take 10,000 draws each."""

POINTS = 100
"""Samples that stand for all, where several numbers are random."""

NEGLIGIBLE = 1e-7
"""Finds that are less likely than this, by the likeliest, are left out."""

_SEED = 1

_KEPT = Kept(most=400)
"""Draws, which samples that find the same in a stratum share; 400 take up to 100 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """The mean of the intervals that a sample may give."""

    low: float
    high: float
    half_width: float
    """Half the mean width. An undefined figure counts as its whole range: nothing is known."""
    undefined: float
    """How likely it is that the figure will be undefined, 0 to 1."""

    def chance(self, *, at_least: float) -> float:
        """How likely it is that the whole interval lies on one side of a value, 0 to 1."""
        return float(self.weights[(self.lows >= at_least) | (self.highs < at_least)].sum())

    lows: FloatArray
    """The low ends themselves, (K,)."""
    highs: FloatArray
    weights: FloatArray
    """How likely each is, (K,); sums to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """One stratum, or several in proportion, with the distribution of what is found wrong."""

    verdict: Support
    size: int
    n: int
    mix: tuple[float, float, float]
    values: IntArray
    """Numbers found wrong, ascending, (V,)."""
    chances: FloatArray
    """(V,), sums to 1."""

    def found(self, wrong: int) -> Labelled:
        return Labelled(verdict=self.verdict, size=self.size, n=self.n, wrong=wrong, mix=self.mix)


def expected(
    figure: PlannedFigure,
    strata: Sequence[Assumed],
    labels: Sequence[int],
    *,
    level: float,
    nodes: int | None = None,
) -> Expected:
    """The interval to be expected of a figure.

    Args:
        figure: which one.
        strata: the run as it is assumed.
        labels: n_h, one a stratum, 0 to N_h.
        level: of the interval.
        nodes: values of one random number at which the interval is computed, at most; by default
            `NODES`, or `COEFFICIENT_NODES`.
    """
    groups = _groups(strata, labels)
    most = nodes or (NODES if figure.share else COEFFICIENT_NODES)
    random = [group for group in groups if len(group.values) > 1]
    if len(random) == 1:
        lows, highs, weights = _along(figure, groups, random[0], level, most)
    else:
        finds = _spread(groups)
        ends = np.array([_limits(figure.name, level, _state(groups, one)) for one in finds])
        lows, highs = ends.T
        weights = np.full(len(finds), 1 / len(finds))
    least = 0.0 if figure.share else -1.0
    unknown = np.isnan(lows)
    lows, highs = np.where(unknown, least, lows), np.where(unknown, 1.0, highs)
    low, high = float(weights @ lows), float(weights @ highs)
    return Expected(
        low=low,
        high=high,
        half_width=(high - low) / 2,
        undefined=float(weights[unknown].sum()),
        lows=lows,
        highs=highs,
        weights=weights,
    )


def limits_at(
    figure: PlannedFigure,
    strata: Sequence[Assumed],
    labels: Sequence[int],
    *,
    level: float,
    quantile: float,
) -> tuple[float, float] | None:
    """The interval of the sample than which this share of all samples finds no more wrong.

    For what moves in one direction with the number found: one interval is computed, not all. None
    where several numbers are random, which have no one order; nan where the figure is undefined.
    """
    groups = _groups(strata, labels)
    if sum(len(group.values) > 1 for group in groups) > 1:
        return None
    places = [int(np.searchsorted(np.cumsum(group.chances), quantile)) for group in groups]
    finds = [
        group.values[min(place, len(group.values) - 1)]
        for group, place in zip(groups, places, strict=True)
    ]
    return _limits(figure.name, level, _state(groups, np.array(finds)))


def limits_finding(
    figure: PlannedFigure,
    strata: Sequence[Assumed],
    labels: Sequence[int],
    *,
    level: float,
    misses: int,
) -> tuple[float, float]:
    """The interval where the supported labels find so many wrong ones; nan where undefined.

    In strata that are not in proportion they are all in the largest, where they weigh most.
    """
    groups = _groups(strata, labels)
    supported = [group for group in groups if group.verdict is Support.SUPPORTED]
    largest = max(supported, key=lambda group: group.size, default=None)
    finds = [
        (min(misses, group.n) if group is largest else 0)
        if group.verdict is Support.SUPPORTED
        else int(group.values[len(group.values) // 2])
        for group in groups
    ]
    return _limits(figure.name, level, _state(groups, np.array(finds)))


def _along(
    figure: PlannedFigure, groups: list[_Group], random: _Group, level: float, most: int
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Limits at every value of the one random number."""
    values = random.values
    nodes = values
    if len(values) > most:
        steps = np.linspace(0, 1, most) ** 2  # denser where little is found: there it bends
        nodes = np.unique(values[0] + np.round(steps * (values[-1] - values[0])).astype(np.int64))
    fixed = np.array([group.values[0] for group in groups])
    place = [group is random for group in groups]
    finds = [np.where(place, node, fixed) for node in nodes]
    ends = np.array([_limits(figure.name, level, _state(groups, find)) for find in finds])
    lows, highs = (np.interp(values, nodes, ends[:, side]) for side in (0, 1))
    return lows, highs, random.chances


def _spread(groups: list[_Group]) -> IntArray:
    """What samples find, (K, G): one where nothing is random, else `POINTS` of them.

    Each number takes its quantiles in an order of its own (Latin hypercube), always the same one,
    so that two designs are compared on like finds.
    """
    points = POINTS if any(len(group.values) > 1 for group in groups) else 1
    generator = np.random.default_rng(_SEED)
    finds = []
    for group in groups:
        quantiles = (generator.permutation(points) + 0.5) / points
        places = np.searchsorted(np.cumsum(group.chances), quantiles)
        finds.append(group.values[np.minimum(places, len(group.values) - 1)])
    return np.array(finds, dtype=np.int64).T


def _state(groups: list[_Group], finds: IntArray) -> tuple[Labelled, ...]:
    return tuple(group.found(int(wrong)) for group, wrong in zip(groups, finds, strict=True))


@lru_cache(maxsize=20_000)
def _limits(name: str, level: float, found: tuple[Labelled, ...]) -> tuple[float, float]:
    """The interval that a report gives for these labels; nan where the figure is undefined."""
    measure = figure_named(name).measure
    cells = cells_of(found, measure.scale)
    figure = Estimator(cells, level=level, seed=_SEED, kept=_KEPT).weighted(measure)
    if figure.low is None or figure.high is None:
        return float("nan"), float("nan")
    return figure.low, figure.high


def _groups(strata: Sequence[Assumed], labels: Sequence[int]) -> list[_Group]:
    groups = []
    for verdict in Support:
        members = [
            (one, n) for one, n in zip(strata, labels, strict=True) if one.verdict is verdict
        ]
        whole = [(one, n) for one, n in members if n == one.size]
        parts = [(one, n) for one, n in members if n < one.size]
        shares = [Share(count=0, n=n, size=one.size) for one, n in parts]
        together = [parts] if parts and proportional(shares) else [[part] for part in parts]
        groups += [_group(some) for some in ([whole] if whole else []) + together]
    return groups


def _group(members: list[tuple[Assumed, int]]) -> _Group:
    """Strata as one: what is found wrong in all of them is a sum of independent numbers."""
    chances = np.ones(1)
    first = 0
    for one, n in members:
        span = max(0, n - (one.size - one.wrong)), min(n, one.wrong)
        (mass,) = count_chances(n=n, size=one.size, totals=np.array([one.wrong]), span=span)
        keep = np.flatnonzero(mass > NEGLIGIBLE * mass.max())
        chances = np.convolve(chances, mass[keep[0] : keep[-1] + 1])
        first += span[0] + int(keep[0])
    keep = np.flatnonzero(chances > NEGLIGIBLE * chances.max())
    chances = chances[keep[0] : keep[-1] + 1]
    wrong = sum(one.wrong for one, _ in members)
    mixes = np.array([one.mix for one, _ in members])
    weights = np.array([one.wrong for one, _ in members]) / wrong if wrong else None
    supported, partial, unsupported = np.average(mixes, axis=0, weights=weights)
    return _Group(
        verdict=members[0][0].verdict,
        size=sum(one.size for one, _ in members),
        n=sum(n for _, n in members),
        mix=(float(supported), float(partial), float(unsupported)),
        values=first + int(keep[0]) + np.arange(len(chances)),
        chances=np.asarray(chances / chances.sum()),
    )
