"""From counts and a measure to a figure: the point, the interval, and which method it takes.

The rule. A stratum labelled whole is known. A stratum whose every verdict adds the same to the
figure is known too, whoever labelled it. What is left:

    nothing                                   census, no width
    two kinds of verdict: one unknown total   exact or hull, carried to the figure
    more kinds                                predictive draws

"Carried" means: the figure is evaluated at every total within the interval, and the least and the
greatest value are its limits. That keeps the coverage of the total, and needs no monotonicity.

A raw figure takes the same ways. There a verdict of stratum h counts n_h / N_h: the raw figure
speaks of the run as it would look in the proportions of the sample, and is biased as a figure of
the run itself.
"""

from dataclasses import replace

import numpy as np

from reports.estimation import intervals
from reports.estimation.arrays import BoolArray, FloatArray
from reports.estimation.blaker import blaker
from reports.estimation.design import Cells
from reports.estimation.figure import Figure, Method, Pair, Target, UndecidedRange, undefined
from reports.estimation.measures import NO_OUTCOME, Measure
from reports.estimation.predictive import DRAWS, Kept, Predictive
from reports.estimation.undecided import undecided_range

MOST_TOTALS = 2_000
"""An unknown total with more values between its limits is evaluated at so many of them."""


class Estimator:
    """Computes figures on one scale; keeps the predictive draws that they share."""

    def __init__(
        self,
        cells: Cells,
        *,
        level: float,
        seed: int,
        draws: int = DRAWS,
        equal_tails: bool = False,
        kept: Kept | None = None,
    ) -> None:
        """Take the counts in.

        Args:
            level: of the intervals, strictly between 0 and 1.
            seed: of the predictive draws.
            draws: how many of them.
            equal_tails: each end of an exact interval is a one-sided limit at half of 1 - level;
                otherwise the interval is Blaker's, which is narrower.
            kept: draws that the estimators of other samples have made.
        """
        self._cells = cells
        self._level = level
        self._exact = intervals.hypergeometric if equal_tails else blaker
        self._predictive = Predictive(cells, seed=seed, draws=draws, kept=kept)

    def pair(self, measure: Measure) -> Pair:
        """The figure through the design and the naive one."""
        weighted = self.weighted(measure)
        if self._cells.self_weighting and weighted.value is not None:
            # Every label stands for equally many verdicts: the two are one and the same.
            raw = replace(weighted, target=Target.SAMPLE, undecided=None)
            return Pair(weighted=weighted, raw=raw)
        return Pair(weighted=weighted, raw=self.raw(measure))

    def weighted(self, measure: Measure) -> Figure:
        """The figure for the run: each label counts for the verdicts it stands for."""
        cells, level = self._cells, self._level
        possible = self._possible(measure)
        moving = possible & (measure.parts != 0).any(axis=-1)
        touched = moving.any(axis=(1, 2))
        n = self._labels(measure, touched)
        why = " ".join(
            f'No label with a decision in the stratum "{cells.names[h]}", which stands for '
            f"{_to_decide(int(cells.sizes[h]))}."
            for h in np.flatnonzero(touched & (cells.decided == 0))
        )
        value = None if why else self._point(measure, cells.weights)
        if value is None:
            figure = undefined(why or self._undefined(measure), n=n, level=level)
        else:
            figure = self._with_interval(measure, possible, value, n, np.ones(len(cells.sizes)))
        return _with_undecided(figure, undecided_range(measure, cells, touched, value))

    def raw(self, measure: Measure) -> Figure:
        """The naive figure of the sample, in which every label counts as one."""
        cells, level, target = self._cells, self._level, Target.SAMPLE
        n = int(cells.raw[measure.counted].sum())
        value = self._point(measure, np.ones(len(cells.sizes)))
        if value is None:
            return undefined(self._undefined(measure), n=n, level=level, target=target)
        scales = cells.decided / cells.sizes
        figure = self._with_interval(measure, self._possible(measure), value, n, scales)
        return replace(figure, target=target)

    def _undefined(self, measure: Measure) -> str:
        """Why the formula has no value: said of judge and people only where people said a thing."""
        rows = slice(None) if measure.counts_bugs else slice(0, -1)
        return measure.undefined if self._cells.counts[:, rows].any() else NO_OUTCOME

    def _possible(self, measure: Measure) -> BoolArray:
        """The cells a verdict of each stratum can lie in, (H, q + 1, q)."""
        cells = self._cells
        possible = np.repeat(cells.possible[:, None, :], len(cells.scale) + 1, axis=1)
        if not measure.counts_bugs:
            possible[~cells.bugs_possible, -1, :] = False
        return possible | (cells.counts > 0)

    def _labels(self, measure: Measure, strata: BoolArray) -> int:
        """Labels that the figure rests on: of these strata, with a judge class that moves it."""
        columns = (measure.parts != 0).any(axis=(0, 2))
        rows = slice(None) if measure.counts_bugs else slice(0, -1)
        return int(self._cells.counts[strata][:, rows, columns].sum())

    def _with_interval(
        self, measure: Measure, possible: BoolArray, value: float, n: int, scales: FloatArray
    ) -> Figure:
        """The figure with its limits, a verdict of stratum h counting `scales[h]`, (H,)."""
        cells, parts = self._cells, measure.parts
        known = np.zeros(parts.shape[-1])
        open_strata = []
        for h in range(len(cells.sizes)):
            kinds = np.unique(parts[possible[h]], axis=0)
            if not cells.random[h]:
                known += scales[h] * np.einsum("kj,kjf->f", cells.counts[h], parts)
            elif len(kinds) == 1:
                known += scales[h] * cells.sizes[h] * kinds[0]
            elif scales[h] > 0:
                open_strata.append(h)
        if not open_strata:
            return self._figure(value, np.array([value]), n, Method.CENSUS)
        kinds = np.unique(parts[possible[open_strata].any(axis=0)], axis=0)
        if len(kinds) == 2:
            return self._carried(measure, known, kinds, open_strata, value, n, scales)
        return self._predicted(measure, value, n, scales)

    def _carried(
        self,
        measure: Measure,
        known: FloatArray,
        kinds: FloatArray,
        strata: list[int],
        value: float,
        n: int,
        scales: FloatArray,
    ) -> Figure:
        """One unknown total M: how many verdicts of the open strata are of the second kind."""
        cells = self._cells
        second = (measure.parts == kinds[1]).all(axis=-1)
        shares = [
            intervals.Share(
                count=int(cells.counts[h][second].sum()),
                n=int(cells.decided[h]),
                size=int(cells.sizes[h]),
                weight=float(scales[h]),
            )
            for h in strata
        ]
        limits = intervals.total(shares, level=self._level, exact=self._exact)
        grid = intervals.values_between(limits, most=MOST_TOTALS)[:, None]
        size = sum(share.size * share.weight for share in shares)
        values = measure.formula(known + grid * kinds[1] + (size - grid) * kinds[0])
        method = Method.EXACT if limits.exact else Method.HULL
        return self._figure(value, values, n, method)

    def _predicted(self, measure: Measure, value: float, n: int, scales: FloatArray) -> Figure:
        """Quantiles of the draws: the least and the greatest over the leanings of the prior."""
        tail = (1 - self._level) / 2
        limits: list[float] = []
        for leaning in self._predictive.leanings(self._directions(measure, scales)):
            values = measure.formula(self._predictive.parts(measure.parts, leaning, scales))
            values = values[~np.isnan(values)]
            if values.size:
                limits.extend(np.quantile(values, [tail, 1 - tail]))
        return self._figure(value, np.array(limits), n, Method.PREDICTIVE)

    def _directions(self, measure: Measure, scales: FloatArray) -> FloatArray:
        """How far a label's worth of verdicts in each cell moves the figure, (q + 1, q)."""
        cells = self._cells
        weights = np.where(cells.decided > 0, scales * cells.weights, 0.0)
        now = np.einsum("h,hkj,kjf->f", weights, cells.counts.astype(np.float64), measure.parts)
        step = float(weights.max(initial=1.0))
        moved = measure.formula(now + step * measure.parts)
        return np.asarray(np.nan_to_num(moved - measure.formula(now)))

    def _point(self, measure: Measure, weights: FloatArray) -> float | None:
        """The figure's value, a label of stratum h counting `weights[h]`; None: undefined."""
        counts = self._cells.counts
        parts = np.einsum("h,hkj,kjf->f", weights, counts.astype(np.float64), measure.parts)
        value = float(measure.formula(parts))
        return None if np.isnan(value) else value

    def _figure(self, value: float, values: FloatArray, n: int, method: Method) -> Figure:
        """The figure whose limits are the extremes of `values` and of the value itself."""
        values = np.append(values[~np.isnan(values)], value)
        return Figure(
            value=value,
            low=float(values.min()),
            high=float(values.max()),
            n=n,
            method=method,
            level=self._level,
        )


def _to_decide(size: int) -> str:
    """What a stratum without a decision stands for, and how many it takes for a figure."""
    return "1 verdict: decide it" if size == 1 else f"{size:,} verdicts: decide at least 2 of them"


def _with_undecided(figure: Figure, undecided: UndecidedRange | None) -> Figure:
    return replace(figure, undecided=undecided) if undecided else figure
