"""How far a figure can move with the undecided items: over all ways of giving them an outcome.

Every stratum and judge class is one group of u items, each of which counts w = N_h / (n_h + u_h)
once it is decided. A figure then takes one of three ways to its least and greatest value:

    a fraction of two totals linear in the cells    the ends lie where each group is given one
                                                    class, and Dinkelbach's steps find them
    any other, few ways                             all of them are tried
    any other, many ways                            an enclosure: limits that no way exceeds

A harness bug is not among the ways: taking an item out of a fraction moves it less than the worst
outcome does. Dinkelbach 1967.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np

from reports.estimation.arrays import BoolArray, FloatArray, IntArray
from reports.estimation.design import Cells
from reports.estimation.figure import UndecidedRange
from reports.estimation.intervals import Interval
from reports.estimation.measures import Measure

WAYS = 50_000
"""Up to so many ways are tried one by one."""


@dataclass(frozen=True)
class _Ways:
    """The undecided items as groups, beside what is decided."""

    known: FloatArray
    """The decided labels, weighted as they are once all is decided, (q + 1, q)."""
    judged: IntArray
    """The judge's class of each group, (G,)."""
    weights: FloatArray
    """w of each group, (G,)."""
    items: IntArray
    """u of each group, 1 or more, (G,)."""

    @cached_property
    def number(self) -> int:
        """How many different tables they can give, or more."""
        q = self.known.shape[1]
        return prod(comb(int(u) + q - 1, q - 1) for u in self.items)

    @cached_property
    def columns(self) -> FloatArray:
        """The judge's totals over all that is no harness bug, (q,): the same in every way."""
        totals = self.known[:-1].sum(axis=0)
        np.add.at(totals, self.judged, self.weights * self.items)
        return np.asarray(totals)

    def cells(self) -> tuple[FloatArray, FloatArray]:
        """The least and the greatest total of each cell, both (q, q)."""
        low = self.known[:-1]
        more = np.zeros(low.shape[1])
        np.add.at(more, self.judged, self.weights * self.items)
        return low, low + more


def undecided_range(
    measure: Measure, cells: Cells, touched: BoolArray, value: float | None, *, ways: int = WAYS
) -> UndecidedRange | None:
    """The range of a figure, which holds its present value too; None where nothing can move it.

    Args:
        touched: the strata that bear on the figure, (H,).
        value: with the undecided items left out; None where it is undefined so.
        ways: up to how many are tried one by one.
    """
    columns = (measure.parts != 0).any(axis=(0, 2))
    items = int(cells.undecided[touched][:, columns].sum())
    after = cells.decided + cells.undecided.sum(axis=1)
    if items == 0 or measure.counts_bugs or (after[touched] == 0).any():
        return None
    groups = _groups(cells, after)
    fraction = measure.as_fraction(groups.columns)
    if fraction is not None:
        limits = _ends_of_fraction(groups, fraction)
    elif groups.number <= ways or measure.enclosure is None:
        limits = _tried(groups, measure)
    else:
        limits = measure.enclosure(*groups.cells())
    ends = [] if limits is None else [limits.low, limits.high]
    ends += [] if value is None else [value]
    if not ends:
        return None
    return UndecidedRange(items=items, low=min(ends), high=max(ends))


def _groups(cells: Cells, after: IntArray) -> _Ways:
    weights = np.where(after > 0, cells.sizes / np.maximum(after, 1), 0.0)
    merged: dict[tuple[int, float], int] = {}
    for h, j in zip(*np.nonzero(cells.undecided), strict=True):
        key = (int(j), float(weights[h]))
        merged[key] = merged.get(key, 0) + int(cells.undecided[h, j])
    return _Ways(
        known=np.asarray(np.einsum("h,hkj->kj", weights, cells.counts.astype(np.float64))),
        judged=np.array([j for j, _ in merged], dtype=np.int64),
        weights=np.array([weight for _, weight in merged], dtype=np.float64),
        items=np.array(list(merged.values()), dtype=np.int64),
    )


def _ends_of_fraction(groups: _Ways, fraction: FloatArray) -> Interval | None:
    """Least and greatest numerator / denominator; None where the denominator is always 0.

    Args:
        fraction: what a verdict in each cell adds to both, (q + 1, q, 2).
    """
    base = np.einsum("kj,kjf->f", groups.known, fraction)
    choices = fraction[:-1, groups.judged, :] * (groups.weights * groups.items)[:, None]
    starts = [base + choice.sum(axis=0) for choice in choices]
    ratios = [top / bottom for top, bottom in starts if bottom > 0]
    if not ratios:
        return None
    return Interval(
        # 0.0 is added so that nothing is minus nought.
        low=0.0 - _greatest(base * [-1, 1], choices * [-1, 1], -min(ratios)),
        high=_greatest(base, choices, max(ratios)),
    )


def _greatest(base: FloatArray, choices: FloatArray, ratio: float) -> float:
    """The greatest fraction, from one that can be had; each step raises it, so it ends."""
    while True:
        best = (choices[..., 0] - ratio * choices[..., 1]).argmax(axis=0)
        top, bottom = base + choices[best, np.arange(choices.shape[1])].sum(axis=0)
        if bottom <= 0 or top / bottom <= ratio + 1e-12:
            return ratio
        ratio = float(top / bottom)


def _tried(groups: _Ways, measure: Measure) -> Interval | None:
    """Every way of giving the items of each group to the classes."""
    q = len(measure.scale)
    parts = np.einsum("kj,kjf->f", groups.known, measure.parts)[None, :]
    for judged, weight, items in zip(groups.judged, groups.weights, groups.items, strict=True):
        bars = np.array(list(combinations_with_replacement(range(q), int(items))))
        split = np.stack([(bars == k).sum(axis=1) for k in range(q)], axis=1)
        added = weight * split @ measure.parts[:-1, judged]
        parts = (parts[:, None, :] + added[None, :, :]).reshape(-1, parts.shape[-1])
    values = measure.formula(parts)
    values = values[~np.isnan(values)]
    return Interval(low=float(values.min()), high=float(values.max())) if values.size else None
