"""Ratings counted by category: what the figures are computed from that ask not who said what.

Each figure is a function of weights, one for each row of the tally. With the rows' own numbers of
items as weights it gives the figure; with the weights of two thousand resamples, two thousand
figures at once.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from numbers import Real

import numpy as np

from reports.estimation.arrays import BoolArray, FloatArray, IntArray

Statistic = Callable[[FloatArray], FloatArray]
"""Weights (draws, rows) to values (draws,), nan where undefined."""


@dataclass(frozen=True)
class Tally:
    """How many ratings of each category an item got."""

    categories: tuple[Hashable, ...]
    """In order of the scale."""
    counts: IntArray
    """(rows, q)."""
    times: IntArray
    """How many items have this row, (rows,)."""

    @cached_property
    def given(self) -> IntArray:
        """m: the ratings of one item of each row, (rows,)."""
        return np.asarray(self.counts.sum(axis=1), dtype=np.int64)

    @cached_property
    def pairable(self) -> BoolArray:
        """Rows with two ratings or more: only these say anything of agreement, (rows,)."""
        return self.given >= 2

    @property
    def items(self) -> int:
        """Items with a rating."""
        return int(self.times[self.given > 0].sum())

    @property
    def units(self) -> int:
        """Items with two ratings or more."""
        return int(self.times[self.pairable].sum())

    @property
    def ratings(self) -> int:
        """All ratings."""
        return int(self.times @ self.given)

    @property
    def totals(self) -> IntArray:
        """Ratings by category, (q,)."""
        return np.asarray(self.times @ self.counts, dtype=np.int64)

    @property
    def complete(self) -> bool:
        """Whether every item has equally many ratings, two or more."""
        given = self.given[self.times > 0]
        return bool(len(given)) and given.min() >= 2 and given.min() == given.max()

    @property
    def numeric(self) -> bool:
        """Whether every category is a number."""
        return all(_is_number(category) for category in self.categories)

    @cached_property
    def scores(self) -> FloatArray:
        """The numbers that the categories are; their positions where one is no number, (q,)."""
        if self.numeric:
            return np.array([float(category) for category in self.categories])  # type: ignore[arg-type]
        return np.arange(len(self.categories), dtype=np.float64)

    @cached_property
    def distinct(self) -> "Tally":
        """The same with equal rows as one."""
        rows, back = np.unique(self.counts, axis=0, return_inverse=True)
        times = np.bincount(back.ravel(), weights=self.times, minlength=len(rows))
        return Tally(categories=self.categories, counts=rows, times=np.rint(times).astype(np.int64))

    def value(self, statistic: Statistic) -> float | None:
        """A statistic of these ratings; None where it is undefined."""
        found = float(statistic(self.times[None, :].astype(np.float64))[0])
        return None if np.isnan(found) else found


def _is_number(category: Hashable) -> bool:
    return isinstance(category, Real) and not isinstance(category, bool)
