"""Two raters, or one rater twice: how often they say the same, and beyond chance."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from reports.estimation.arrays import IntArray
from reports.estimation.figure import Figure, Method
from reports.estimation.proportions import ProportionMethod, proportion
from reports.raters.cohen import NOTHING, kappa
from reports.raters.estimate import Basis, Estimate
from reports.raters.gwet import gwet, gwet_se
from reports.raters.ratings import Ratings
from reports.raters.resampling import with_intervals
from reports.raters.tally import Tally
from reports.raters.weighting import Weighting

ONE_CATEGORY = "The scale has one category only; give all of it."


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoRaters:
    """Two raters over the items that both rated."""

    n: int
    table: IntArray
    """Items by the first one's category (rows) and the second's, (q, q)."""
    agreement: Figure
    """The share with the same category, with Wilson's interval."""
    kappa: Estimate
    """Cohen's, without weights."""
    linear: Estimate | None
    """With linear weights; None on a scale without an order."""
    quadratic: Estimate | None
    ac1: Estimate


def two_raters(pair: Ratings, basis: Basis, *, ordered: bool) -> TwoRaters:
    """The figures of a pair.

    Two passes of one rater over the same items are such a pair: the same figures then say how far
    the rater agrees with themself, and no other rater can be expected to agree with them more.

    Args:
        pair: two columns; items without both are left out.
        ordered: whether the categories stand in an order that means something.
    """
    whole = pair.pair(0, 1)
    table = whole.crossed
    return TwoRaters(
        n=int(table.sum()),
        table=table,
        agreement=share_agreed(table, basis),
        kappa=kappa(table, "nominal", basis),
        linear=kappa(table, "linear", basis) if ordered else None,
        quadratic=kappa(table, "quadratic", basis) if ordered else None,
        ac1=gwet_estimates(whole, basis, ["nominal"])[0],
    )


def share_agreed(table: IntArray, basis: Basis) -> Figure:
    """The share of items on the diagonal, with Wilson's interval."""
    return _share(int(np.trace(table)), int(table.sum()), basis)


def _share(same: int, n: int, basis: Basis) -> Figure:
    if n == 0:
        return basis.nothing(NOTHING, n=0)
    limits = proportion(same, n, level=basis.level, method=ProportionMethod.WILSON)
    return basis.within(same / n, limits, Method.WILSON, n=n)


def share_of_items(tally: Tally, basis: Basis) -> Figure | None:
    """The share of items whose two ratings agree, with Wilson's interval.

    None where some item has three ratings or more: their agreement is no share of items.
    """
    if (tally.given > 2).any():
        return None
    same = int(tally.times[(tally.counts == 2).any(axis=1)].sum())
    return _share(same, tally.units, basis)


def gwet_estimates(ratings: Ratings, basis: Basis, weightings: list[Weighting]) -> list[Estimate]:
    """AC1 or AC2 under each weighting, with Gwet's standard error and an interval of resamples."""
    tally = ratings.tally
    why = NOTHING if tally.units == 0 else ONE_CATEGORY
    figures = with_intervals(tally, [(partial(gwet, weighting=w), why) for w in weightings], basis)
    return [
        Estimate(figure=figure, se=gwet_se(tally, weighting))
        for figure, weighting in zip(figures, weightings, strict=True)
    ]
