"""Cohen's kappa of two raters: its standard error, and an interval where that error misleads."""

import numpy as np
from scipy.special import ndtri  # type: ignore[import-untyped]

from reports import agreement
from reports.estimation.arrays import FloatArray, IntArray
from reports.estimation.figure import Figure, Method
from reports.estimation.intervals import Interval
from reports.estimation.scales import Scale
from reports.raters.estimate import Basis, Estimate
from reports.raters.resampling import MOST_FOR_DRAWS, quantiles
from reports.raters.weighting import Weighting

FEWEST_ITEMS = 30
"""Below so many items the normal interval is not to be leaned on."""

SMALLEST_MARGIN = 5
"""Nor where a rater gave a category, that either of them uses, less often than this."""

DRAWS = 20_000

NOTHING = "No item was rated by both."
ONE_VALUE = "Both raters gave one and the same value to everything, so chance explains it all."
ONE_CATEGORY = "The scale has one category only."


def kappa(table: IntArray, weighting: Weighting, basis: Basis) -> Estimate:
    """kappa = (p_o - p_e) / (1 - p_e), with weights by steps on the scale (Cohen 1960, 1968).

    Range -1 to 1; 0 is what chance gives. Undefined where both raters used one category only. The
    standard error is that of Fleiss, Cohen & Everitt (1969), by statsmodels. The interval is
    normal; with few items, a rare category or an error of 0 it is a quantile of draws of further
    items, theta ~ Dirichlet(x + 1 / q^2), and the caution says which.

    Args:
        table: items by the first rater's category (rows) and the second's (columns), in the order
            of the scale, unused categories included.
    """
    n = int(table.sum())
    why = _undefined(table)
    if why:
        return Estimate(figure=basis.nothing(why, n=n))
    # Half a second of imports, which a report on one person's labels need not wait for.
    from statsmodels.stats.inter_rater import cohens_kappa

    with np.errstate(divide="ignore", invalid="ignore"):
        found = cohens_kappa(table, wt=None if weighting == "nominal" else weighting)
    value, variance = min(1.0, float(found.kappa)), float(found.var_kappa)
    se = float(np.sqrt(variance)) if variance > 1e-15 else 0.0
    cautions = _cautions(table, se)
    half = float(ndtri((1 + basis.level) / 2)) * se
    normal = Interval(low=value - half, high=value + half) if se else None
    if normal is not None and not cautions:
        figure = basis.within(value, normal, Method.NORMAL, n=n)
    else:
        figure = _further(table, weighting, value, basis)
    return Estimate(figure=figure, se=se, normal=normal, cautions=cautions)


def _undefined(table: IntArray) -> str:
    if table.sum() == 0:
        return NOTHING
    if len(table) < 2:
        return ONE_CATEGORY
    rows, columns = np.flatnonzero(table.sum(axis=1)), np.flatnonzero(table.sum(axis=0))
    return ONE_VALUE if len(rows) == len(columns) == 1 and rows[0] == columns[0] else ""


def _cautions(table: IntArray, se: float) -> tuple[str, ...]:
    n, rows, columns = int(table.sum()), table.sum(axis=1), table.sum(axis=0)
    least = int(np.minimum(rows, columns)[(rows + columns) > 0].min())
    found = []
    if n < FEWEST_ITEMS:
        found.append(f"{n} items are fewer than {FEWEST_ITEMS}.")
    if least < SMALLEST_MARGIN:
        found.append(
            f"A rater gave one of the categories {least} times, fewer than {SMALLEST_MARGIN}."
        )
    if se == 0:
        found.append("The standard error is 0, which is no certainty.")
    return tuple(found)


def _further(table: IntArray, weighting: Weighting, value: float, basis: Basis) -> Figure:
    """The interval of draws of further items."""
    q, n = len(table), int(table.sum())
    if q > MOST_FOR_DRAWS:
        why = (
            "Its standard error is not to be leaned on, and there are too many categories to draw."
        )
        return basis.plain(value, why, n=n)
    mass = table.ravel() + 1 / q**2
    drawn = np.random.default_rng(basis.seed).dirichlet(mass, size=DRAWS)
    names = tuple(map(str, range(q)))
    scale = Scale(name="raters", classes=names, class_of=tuple(range(q)))
    values: FloatArray = agreement.kappa(scale, weighting).formula(drawn)
    limits = quantiles(values[~np.isnan(values)], level=basis.level)
    return basis.within(value, limits, Method.FURTHER, n=n)
