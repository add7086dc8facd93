"""What several raters said of the same items: a table of items x raters on one scale, with gaps.

The scale is a list of categories in order. A category that nobody used stays in, where the scale
is given: it changes weighted figures. Rows that are equal are kept once, with how often they occur,
so that a table of counts of a million pairs is as small as its cells.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import Any

import numpy as np

from reports.estimation.arrays import FloatArray, IntArray
from reports.raters.tally import Tally

MISSING = -1
"""The code of a rating that is not there."""


@dataclass(frozen=True)
class Ratings:
    """Codes of categories by item and rater."""

    categories: tuple[Hashable, ...]
    """In order of the scale; a category's position is its code."""
    codes: IntArray
    """(rows, raters), `MISSING` where a rater gave none."""
    times: IntArray
    """How many items have this row, (rows,)."""

    @property
    def raters(self) -> int:
        """How many columns there are."""
        return int(self.codes.shape[1])

    @cached_property
    def tally(self) -> Tally:
        """The ratings counted by category, whoever gave them."""
        rows, back = np.unique(np.sort(self.codes, axis=1), axis=0, return_inverse=True)
        times = np.bincount(back.ravel(), weights=self.times, minlength=len(rows))
        counts = np.zeros((len(rows), len(self.categories)), dtype=np.int64)
        row, _ = np.nonzero(rows >= 0)
        np.add.at(counts, (row, rows[rows >= 0]), 1)
        return Tally(
            categories=self.categories, counts=counts, times=times.astype(np.int64)
        ).distinct

    def table(self, first: int, second: int) -> IntArray:
        """Items by what two raters said, the first in the rows, (q, q); gaps are in none."""
        return self.pair(first, second).crossed

    def pair(self, first: int, second: int) -> "Ratings":
        """Two of the raters, over the items that both rated."""
        codes = self.codes[:, [first, second]]
        both = (codes >= 0).all(axis=1)
        return Ratings(categories=self.categories, codes=codes[both], times=self.times[both])

    @property
    def crossed(self) -> IntArray:
        """Items by what the first two raters said, (q, q)."""
        q = len(self.categories)
        table = np.zeros((q, q), dtype=np.int64)
        both = (self.codes[:, :2] >= 0).all(axis=1)
        np.add.at(table, (self.codes[both, 0], self.codes[both, 1]), self.times[both])
        return table


def is_missing(value: Any) -> bool:
    """Whether a cell holds no rating: null, an empty text, or NaN."""
    return value is None or value == "" or (isinstance(value, float) and isnan(value))


def scale_of(values: Iterable[Hashable]) -> tuple[Hashable, ...]:
    """The categories among some values: numbers by size, then texts by the alphabet."""
    found = {value for value in values if not is_missing(value)}
    return tuple(sorted(found, key=lambda value: (isinstance(value, str), value)))


def ratings_of(
    units: Sequence[Sequence[Any]], categories: Sequence[Hashable] | None = None
) -> Ratings:
    """Ratings from rows of an item each, shorter rows filled with gaps.

    Args:
        units: what each rater said of each item; null, an empty text or NaN for nothing.
        categories: the scale in order; None takes the values that occur (`scale_of`).

    Raises:
        ValueError: a value is not on the scale.
    """
    if categories is None:
        categories = scale_of(value for unit in units for value in unit)
    code = {category: number for number, category in enumerate(categories)}
    width = max((len(unit) for unit in units), default=0)
    codes = np.full((len(units), width), MISSING, dtype=np.int64)
    for row, unit in enumerate(units):
        for column, value in enumerate(unit):
            if not is_missing(value):
                if value not in code:
                    raise ValueError(f"{value!r} is not on the scale {list(categories)!r}")
                codes[row, column] = code[value]
    return Ratings(
        categories=tuple(categories), codes=codes, times=np.ones(len(units), dtype=np.int64)
    )


def ratings_of_table(
    table: Sequence[Sequence[int]] | IntArray, categories: Sequence[Hashable] | None = None
) -> Ratings:
    """Two raters from a square table of counts: the first in the rows.

    Args:
        categories: of rows and columns alike; None numbers them from 0.

    Raises:
        ValueError: the table is not square, or a cell is no count.
    """
    counts = _whole(table)
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1]:
        raise ValueError(f"the table has the shape {counts.shape} and is not square")
    first, second = np.nonzero(counts)
    return Ratings(
        categories=tuple(range(len(counts)) if categories is None else categories),
        codes=np.stack([first, second], axis=1).astype(np.int64),
        times=counts[first, second],
    )


def tally_of_counts(
    counts: Sequence[Sequence[int]] | IntArray, categories: Sequence[Hashable] | None = None
) -> Tally:
    """A tally from counts, items x categories: how many raters gave each item each category.

    Raises:
        ValueError: a cell is no count.
    """
    whole = _whole(counts)
    return Tally(
        categories=tuple(range(whole.shape[1]) if categories is None else categories),
        counts=whole,
        times=np.ones(len(whole), dtype=np.int64),
    ).distinct


def _whole(table: Sequence[Sequence[int]] | IntArray) -> IntArray:
    values: FloatArray = np.asarray(table, dtype=np.float64)
    counts = np.rint(values).astype(np.int64)
    if (counts < 0).any() or not np.array_equal(counts, values):
        raise ValueError("a cell is no whole number of 0 or more")
    return counts
