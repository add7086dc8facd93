"""Krippendorff's alpha for any number of raters, with gaps, on four levels of measurement."""

from enum import StrEnum

import numpy as np

from reports.estimation.arrays import FloatArray
from reports.estimation.measures import divide
from reports.raters.tally import Statistic, Tally


class Level(StrEnum):
    """What the difference of two categories means."""

    NOMINAL = "nominal"
    """They are the same or they are not."""
    ORDINAL = "ordinal"
    """They are in an order; how far apart they are is told by how many ratings lie between."""
    INTERVAL = "interval"
    """They are numbers with differences."""
    RATIO = "ratio"
    """They are numbers of 0 or more with a true zero."""


def alpha(tally: Tally, level: Level) -> Statistic:
    """alpha = 1 - D_o / D_e over the coincidences of the items with two ratings or more.

    o_ck = sum over items of (pairs c, k) / (m - 1), n_c = sum_k o_ck, n = sum n_c;
    D_o = sum o d^2, D_e = sum n_c n_k d^2 / (n - 1). d^2: 0 or 1; the squared difference of
    mid-ranks (ordinal) or of numbers (interval); ((c - k) / (c + k))^2 (ratio). Range -1 to 1
    but for tiny data, 0 is what chance gives. Undefined where no item has two ratings or only one
    value occurs among those that have. Krippendorff 2011.
    """
    counts = tally.counts[tally.pairable].astype(np.float64)
    given = tally.given[tally.pairable].astype(np.float64)
    if level is Level.ORDINAL:
        return _by_ranks(tally, counts, given)
    distances = _distances(tally, level)
    within = ((counts @ distances) * counts).sum(axis=1) / (given - 1)

    def statistic(weights: FloatArray) -> FloatArray:
        weights = weights[:, tally.pairable]
        values = weights @ counts
        expected = ((values @ distances) * values).sum(axis=1)
        return 1 - divide((weights @ within) * (values.sum(axis=1) - 1), expected)

    return statistic


def _by_ranks(tally: Tally, counts: FloatArray, given: FloatArray) -> Statistic:
    """Ordinal: the squared difference of mid-ranks, which each resample has of its own."""

    def statistic(weights: FloatArray) -> FloatArray:
        weights = weights[:, tally.pairable]
        values = weights @ counts
        n = values.sum(axis=1)
        ranks = np.cumsum(values, axis=1) - values / 2
        ranks -= divide((ranks * values).sum(axis=1), n)[:, None]  # centred: nothing cancels
        ranks = np.nan_to_num(ranks)
        squares, sums = ranks**2 @ counts.T, ranks @ counts.T
        within = 2 * (given * squares - sums**2) / (given - 1)
        expected = 2 * n * (values * ranks**2).sum(axis=1)
        expected[(values > 0).sum(axis=1) < 2] = 0
        return 1 - divide((weights * within).sum(axis=1) * (n - 1), expected)

    return statistic


def _distances(tally: Tally, level: Level) -> FloatArray:
    """d^2 of every two categories, (q, q).

    Raises:
        ValueError: the level asks for numbers, and a category is none or below 0.
    """
    q = len(tally.categories)
    if level is Level.NOMINAL:
        return 1.0 - np.eye(q)
    if not tally.numeric:
        raise ValueError(f"the {level} level needs numbers")
    difference = np.subtract.outer(tally.scores, tally.scores)
    if level is Level.INTERVAL:
        return np.asarray(difference**2)
    if (tally.scores < 0).any():
        raise ValueError("the ratio level needs numbers of 0 or more")
    total = np.add.outer(tally.scores, tally.scores)
    return np.divide(difference, total, out=np.zeros((q, q)), where=total > 0) ** 2
