"""Intervals for figures of a tally: the bootstrap of items, and draws of what further items may be.

Items are what is drawn again, with all their ratings: ratings of one item are not independent. The
bootstrap cannot draw what it never saw, so where all resamples are alike (no two raters differ), or
many of them have no value, further items are drawn from a Dirichlet distribution instead: the items
as they are, and a prior of the mass of one item over every pair of categories that two raters can
give. That interval has room for a difference nobody has seen yet.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from reports.estimation.arrays import FloatArray
from reports.estimation.figure import Figure, Method
from reports.estimation.intervals import Interval
from reports.raters.estimate import FEWEST_UNITS, Basis
from reports.raters.tally import Statistic, Tally

DRAWS = 2_000
"""Resamples, and draws of further items."""

UNDEFINED_AT_MOST = 0.05
"""The share of resamples without a value up to which the bootstrap is taken."""

MOST_FOR_DRAWS = 30
"""Categories up to which further items are drawn: there are as many pairs as their square."""

_CELLS = 4_000_000
"""Weights that are held at once."""

Build = Callable[[Tally], Statistic]
"""A figure's definition: from a tally to its statistic."""

FEW = f"Fewer than {FEWEST_UNITS} items have two ratings: too few to be drawn again."
ALIKE = "All resamples of the items are alike, and there are too many categories to draw others."


def with_intervals(
    tally: Tally, figures: Sequence[tuple[Build, str]], basis: Basis
) -> list[Figure]:
    """Figures of a tally with their intervals; one pass over the resamples serves them all.

    Args:
        figures: each one's definition, and the sentence for where it has no value.
    """
    values = [tally.value(build(tally)) for build, _ in figures]
    drawn = _resampled(tally, [build(tally) for build, _ in figures], basis.seed)
    found = []
    for (build, why), value, draws in zip(figures, values, drawn, strict=True):
        if value is None:
            found.append(basis.nothing(why, n=tally.units))
        elif tally.units < FEWEST_UNITS:
            found.append(basis.plain(value, FEW, n=tally.units))
        else:
            found.append(_figure(tally, build, value, draws, basis))
    return found


def _figure(tally: Tally, build: Build, value: float, draws: FloatArray, basis: Basis) -> Figure:
    defined = draws[~np.isnan(draws)]
    enough = defined.size >= (1 - UNDEFINED_AT_MOST) * draws.size
    if enough and np.ptp(defined) > 1e-12:
        limits = quantiles(defined, level=basis.level)
        return basis.within(value, limits, Method.BOOTSTRAP, n=tally.units)
    if len(tally.categories) > MOST_FOR_DRAWS:
        return basis.plain(value, ALIKE, n=tally.units)
    further = _further(tally, build, basis.seed)
    return basis.within(value, quantiles(further, level=basis.level), Method.FURTHER, n=tally.units)


def quantiles(draws: FloatArray, *, level: float) -> Interval:
    """The middle part of some draws, as large as the level."""
    tail = (1 - level) / 2
    low, high = np.quantile(draws, [tail, 1 - tail])
    return Interval(low=float(low), high=float(high))


def _resampled(tally: Tally, statistics: Sequence[Statistic], seed: int) -> list[FloatArray]:
    """The values of each statistic over the resamples; empty where there are too few items."""
    if tally.units < FEWEST_UNITS:
        return [np.empty(0) for _ in statistics]
    chunks = [[statistic(w) for statistic in statistics] for w in _weights(tally, seed)]
    return [np.concatenate(values) for values in zip(*chunks, strict=True)]


def _weights(tally: Tally, seed: int) -> Iterator[FloatArray]:
    """How often each row of the tally occurs in a resample of its items, chunk by chunk."""
    generator = np.random.default_rng(seed)
    rows, n = len(tally.times), int(tally.times.sum())
    chunk = max(1, min(DRAWS, _CELLS // max(rows, 1)))
    owner = np.repeat(np.arange(rows), tally.times) if n <= 20 * rows else None
    for start in range(0, DRAWS, chunk):
        size = min(chunk, DRAWS - start)
        if owner is None:  # few rows stand for many items
            yield generator.multinomial(n, tally.times / n, size=size).astype(np.float64)
        else:
            yield np.stack(
                [
                    np.bincount(owner[generator.integers(n, size=n)], minlength=rows)
                    for _ in range(size)
                ]
            ).astype(np.float64)


def _further(tally: Tally, build: Build, seed: int) -> FloatArray:
    """The values over draws of further items."""
    q = len(tally.categories)
    first, second = np.triu_indices(q)
    pairs = np.zeros((len(first), q), dtype=np.int64)
    np.add.at(pairs, (np.arange(len(first)), first), 1)
    np.add.at(pairs, (np.arange(len(first)), second), 1)
    whole = Tally(
        categories=tally.categories,
        counts=np.concatenate([tally.counts, pairs]),
        times=np.concatenate([tally.times, np.zeros(len(first), dtype=np.int64)]),
    )
    mass = np.concatenate([tally.times, np.where(first == second, 1, 2) / q**2])
    drawn = np.random.default_rng(seed).dirichlet(mass, size=DRAWS) * tally.times.sum()
    values = build(whole)(drawn)
    return np.asarray(values[~np.isnan(values)])
