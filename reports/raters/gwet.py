"""Plain agreement, Gwet's AC1 and AC2, and Brennan-Prediger, for any number of raters, with gaps.

All are (p_a - p_e) / (1 - p_e) with the same observed agreement p_a and another chance p_e. An item
counts once, however many raters it has: p_a is the mean over the items with two ratings or more.
"""

from math import sqrt

import numpy as np

from reports.estimation.arrays import FloatArray
from reports.estimation.measures import divide
from reports.raters.tally import Statistic, Tally
from reports.raters.weighting import Weighting, agreement_weights


def percent_agreement(tally: Tally, weighting: Weighting = "nominal") -> Statistic:
    """p_a: of every two ratings of an item the share that agree, averaged over the items.

    With weights a near miss counts in part. Range 0 to 1. Undefined where no item has two ratings.
    """
    agreed = _agreed(tally, weighting)
    two = tally.pairable.astype(np.float64)

    def statistic(weights: FloatArray) -> FloatArray:
        return divide(weights @ agreed, weights @ two)

    return statistic


def gwet(tally: Tally, weighting: Weighting = "nominal") -> Statistic:
    """AC1, or AC2 with weights: p_e = T_w sum pi_k (1 - pi_k) / (q (q - 1)).

    pi_k is the mean over the items of the share of raters who said k, T_w the sum of all weights
    (q for AC1). About -1 to 1; stays near the plain agreement where nearly everything is one
    category. Undefined on a scale of one category. The weights of AC2 go by the categories'
    numbers where they are numbers, by their positions otherwise. Gwet 2008, 2014.
    """
    observed = percent_agreement(tally, weighting)
    shares = tally.counts / np.maximum(tally.given, 1)[:, None]
    rated = (tally.given > 0).astype(np.float64)
    factor = _chance_factor(tally, weighting)

    def statistic(weights: FloatArray) -> FloatArray:
        pi = divide(weights @ shares, (weights @ rated)[:, None])
        chance = factor * (pi * (1 - pi)).sum(axis=1)
        return np.asarray((observed(weights) - chance) / (1 - chance))

    return statistic


def gwet_se(tally: Tally, weighting: Weighting = "nominal") -> float | None:
    """The standard error of AC1 or AC2 over items like these, for these raters.

    The variance of each item's influence, as irrCAC has it (Gwet 2008, 2014). None where the
    coefficient is undefined or there are fewer than two items. 0 where all items are alike: that
    is no certainty, but no figure either.
    """
    times = tally.times[None, :].astype(np.float64)
    value = tally.value(gwet(tally, weighting))
    n, pairs = tally.items, tally.units
    if value is None or n < 2:
        return None
    rated = tally.given > 0
    shares = (tally.counts / np.maximum(tally.given, 1)[:, None])[rated]
    pi = (times[0, rated] @ shares) / n
    factor = _chance_factor(tally, weighting)
    chance = factor * float((pi * (1 - pi)).sum())
    agreed = _agreed(tally, weighting)[rated] - chance * tally.pairable[rated]
    by_item = (n / pairs) * agreed / (1 - chance)
    by_item -= 2 * (1 - value) * (factor * (shares @ (1 - pi)) - chance) / (1 - chance)
    return sqrt(float(times[0, rated] @ (by_item - value) ** 2) / (n * (n - 1)))


def brennan_prediger(tally: Tally, weighting: Weighting = "nominal") -> Statistic:
    """p_e = T_w / q^2: chance is a rater who takes each of the q categories equally often.

    Range -1 / (q - 1) to 1. Undefined on a scale of one category. Brennan & Prediger 1981.
    """
    observed = percent_agreement(tally, weighting)
    q = len(tally.categories)
    chance = float(agreement_weights(tally.scores, weighting).sum()) / q**2 if q > 1 else np.nan

    def statistic(weights: FloatArray) -> FloatArray:
        return np.asarray((observed(weights) - chance) / (1 - chance))

    return statistic


def _agreed(tally: Tally, weighting: Weighting) -> FloatArray:
    """The share of agreeing pairs of ratings in one item of each row, 0 without a pair, (rows,)."""
    counts = tally.counts.astype(np.float64)
    near = counts @ agreement_weights(tally.scores, weighting)
    pairs = tally.given * (tally.given - 1)
    return np.asarray((counts * (near - 1)).sum(axis=1) / np.where(pairs > 0, pairs, np.inf))


def _chance_factor(tally: Tally, weighting: Weighting) -> float:
    """T_w / (q (q - 1)); nan on a scale of one category."""
    q = len(tally.categories)
    if q < 2:
        return float("nan")
    return float(agreement_weights(tally.scores, weighting).sum()) / (q * (q - 1))
