"""Agreement beyond chance: kappa, AC1, Krippendorff's alpha, Matthews' correlation.

All are functions of the whole weighted matrix T (human rows k, judge columns j, total N), with
margins r_k = T_k. / N for people and c_k = T_.k / N for the judge.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from reports.estimation.arrays import FloatArray
from reports.estimation.intervals import Interval
from reports.estimation.measures import (
    NO_OUTCOME,
    Enclosure,
    Formula,
    Fraction,
    Measure,
    divide,
    whole_matrix,
)
from reports.estimation.scales import Scale

Weighting = Literal["nominal", "linear", "quadratic"]

_ONE_VALUE = (
    "Judge and people gave one and the same value to everything, so chance explains it all."
)


def kappa(scale: Scale, weighting: Weighting) -> Measure:
    """Cohen's kappa: 1 - sum d T / (N sum d r c), with disagreement weights d.

    d is 0 or 1 (nominal), |k - j| (linear) or its square (quadratic). Range -1 to 1; 0 is what
    chance gives. Undefined where both sides use one class only; exactly 0 where the judge is
    constant and people are not. Do not compare across prevalences. Cohen 1960, 1968.
    """
    d, q = _distance(scale, weighting), len(scale)
    # As products of matrices: a plan takes this of millions of tables, and sums are slow on these.
    of_rows, of_columns = np.repeat(np.eye(q), q, axis=0), np.tile(np.eye(q), (q, 1))

    def formula(parts: FloatArray) -> FloatArray:
        rows, columns = parts @ of_rows, parts @ of_columns
        observed = (parts @ d.ravel()) * (rows @ np.ones(q))
        expected = np.einsum("...j,...j->...", rows @ d, columns)
        return 1 - divide(observed, expected)

    def fraction(judged: FloatArray) -> FloatArray:
        """(E - n O) / E with O the weighted disagreement and E what chance gives."""
        expected = np.repeat((d @ judged)[:, None], len(scale), axis=1)
        parts = np.zeros((len(scale) + 1, len(scale), 2))
        parts[:-1, :, 0] = expected - judged.sum() * d
        parts[:-1, :, 1] = expected
        return parts

    return _matrix_measure(scale, formula, fraction=fraction)


def ac(scale: Scale, weighting: Weighting) -> Measure:
    """Gwet's AC1 (nominal) and AC2: (p_a - p_e) / (1 - p_e), pi = (r + c) / 2, agreement weights w.

    p_a = sum w T / N, p_e = sum w / (q (q - 1)) sum pi_k (1 - pi_k), w = 1 - d / max d with kappa's
    d. At most 1; the least on three classes is -.5, -1.25 and -2 (nominal, linear, quadratic), on
    two -1. Stays near the plain agreement where nearly everything is one class, which kappa does
    not. One class only: 1. Gwet 2008, 2014.
    """
    q = len(scale)
    d = _distance(scale, weighting)
    d = d / d.max()
    chance = float((1 - d).sum()) / (q * (q - 1))

    def formula(parts: FloatArray) -> FloatArray:
        table = _square(parts, scale)
        n = table.sum(axis=(-2, -1))
        differ = divide((d * table).sum(axis=(-2, -1)), n)
        pi = divide((table.sum(axis=-1) + table.sum(axis=-2)) / 2, n[..., None])
        by_chance = chance * (pi * (1 - pi)).sum(axis=-1)
        return np.asarray(1 - differ / (1 - by_chance))

    def enclosure(low: FloatArray, high: FloatArray) -> Interval:
        """From the least and greatest disagreement and margins, each taken by itself."""
        box = _Box.of(low, high)
        least, most = box.low_values / 2 / box.n, box.high_values / 2 / box.n
        squares = max(float((least**2).sum()), 1 / q), min(float((most**2).sum()), 1.0)
        room = [1 - chance * (1 - one) for one in squares]
        differ = [float((d * low).sum()) / box.n, min(1.0, float((d * high).sum()) / box.n)]
        if weighting == "nominal":
            differ = [1 - box.high_trace / box.n, 1 - box.low_trace / box.n]
        return Interval(low=1 - differ[1] / room[0], high=1 - differ[0] / room[1])

    return _matrix_measure(scale, formula, undefined=NO_OUTCOME, enclosure=enclosure)


def alpha(scale: Scale, distances: Literal["nominal", "ordinal"]) -> Measure:
    """Krippendorff's alpha for judge and people as two raters.

    1 - D_o / D_e over the coincidences T + T': D_o = sum o d^2, D_e = sum n_c n_k d^2 / (n - 1),
    n = 2 N values; d is 0 or 1 (nominal) or the distance between the mid-ranks of two classes
    (ordinal). Range -1 to 1. Undefined where only one class occurs. On two classes both are the
    same. Krippendorff 2011.
    """
    apart = _distance(scale, "nominal")

    def squared(values: FloatArray) -> FloatArray:
        if distances == "nominal":
            return apart
        middle = np.cumsum(values, axis=-1) - values / 2
        return np.asarray((middle[..., :, None] - middle[..., None, :]) ** 2)

    def formula(parts: FloatArray) -> FloatArray:
        table = _square(parts, scale)
        values = table.sum(axis=-1) + table.sum(axis=-2)
        n = values.sum(axis=-1)
        d = squared(values)
        # Less than one verdict, as a raw figure's draws may hold, is no pair of values.
        pairs = np.where(n >= 2 - 1e-9, n - 1, np.nan)
        observed = 2 * (table * d).sum(axis=(-2, -1)) * pairs
        expected = (values[..., :, None] * values[..., None, :] * d).sum(axis=(-2, -1))
        return 1 - divide(observed, expected)

    def enclosure(low: FloatArray, high: FloatArray) -> Interval:
        """From the least and greatest cells and mid-ranks, each taken by itself."""
        box = _Box.of(low, high)
        ends = [squared(values) for values in (box.low_values, box.high_values)]
        n = 2 * box.n
        observed = [
            2 * (n - 1) * float((t * d).sum()) for t, d in zip((low, high), ends, strict=True)
        ]
        expected = [
            float((np.multiply.outer(v, v) * d).sum())
            for v, d in zip((box.low_values, box.high_values), ends, strict=True)
        ]
        return Interval(
            low=1 - observed[1] / expected[0] if observed[1] < 2 * expected[0] else -1.0,
            high=1 - observed[0] / expected[1] if expected[1] > 0 else 1.0,
        )

    return _matrix_measure(scale, formula, enclosure=enclosure)


def mcc(scale: Scale) -> Measure:
    """Matthews' correlation, R_K for more than two classes.

    (N tr T - r.c) / sqrt((N^2 - r.r)(N^2 - c.c)) with r, c as counts. Range -1 to 1. Undefined
    where judge or people use one class only. Gorodkin 2004.
    """

    def formula(parts: FloatArray) -> FloatArray:
        table = _square(parts, scale)
        rows, columns = table.sum(axis=-1), table.sum(axis=-2)
        n = table.sum(axis=(-2, -1))
        above = n * np.trace(table, axis1=-2, axis2=-1) - (rows * columns).sum(axis=-1)
        spread = (n**2 - (rows**2).sum(axis=-1)) * (n**2 - (columns**2).sum(axis=-1))
        # One class only gives 0 up to rounding, and rounding must not become a correlation.
        spread = np.where(spread > 1e-12 * n**4, spread, 0.0)
        return divide(above, np.sqrt(spread))

    def enclosure(low: FloatArray, high: FloatArray) -> Interval:
        """From the least and greatest trace and human margins, each taken by itself."""
        box = _Box.of(low, high)
        by_chance = [float(rows @ box.judged) for rows in (box.low_rows, box.high_rows)]
        above = [box.n * box.low_trace - by_chance[1], box.n * box.high_trace - by_chance[0]]
        judge = box.n**2 - float((box.judged**2).sum())
        spread = [
            float(np.sqrt(max(0.0, box.n**2 - (rows**2).sum()) * max(0.0, judge)))
            for rows in (box.high_rows, box.low_rows)
        ]
        return Interval(
            low=max(-1.0, _least_quotient(above[0], *spread)),
            high=min(1.0, -_least_quotient(-above[1], *spread)),
        )

    return _matrix_measure(
        scale,
        formula,
        undefined="Judge or people gave one value to everything.",
        enclosure=enclosure,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Box:
    """What tables with cells between two limits, and with the judge's totals, have in common."""

    n: float
    """N, the total."""
    judged: FloatArray
    """c N, (q,)."""
    low_rows: FloatArray
    """The least total of each human class, (q,)."""
    high_rows: FloatArray
    low_trace: float
    high_trace: float

    @classmethod
    def of(cls, low: FloatArray, high: FloatArray) -> "_Box":
        # A column has room for one and the same amount in each of its cells.
        judged = low.sum(axis=0) + (high - low)[0]
        return cls(
            n=float(judged.sum()),
            judged=judged,
            low_rows=low.sum(axis=1),
            high_rows=high.sum(axis=1),
            low_trace=float(np.trace(low)),
            high_trace=float(np.trace(high)),
        )

    @property
    def low_values(self) -> FloatArray:
        """The least totals of judge and people together, (q,)."""
        return self.judged + self.low_rows

    @property
    def high_values(self) -> FloatArray:
        """The greatest ones."""
        return self.judged + self.high_rows


def _least_quotient(numerator: float, low: float, high: float) -> float:
    """numerator / x at its least for x in low..high, both 0 or more."""
    divisor = low if numerator < 0 else high
    if divisor <= 0:
        return float("-inf")
    return numerator / divisor


def _distance(scale: Scale, weighting: Weighting) -> FloatArray:
    """Disagreement between two classes, (q, q): 0 or 1, the steps between them, or their square."""
    steps = np.abs(np.subtract.outer(np.arange(len(scale)), np.arange(len(scale))))
    d = {"nominal": steps > 0, "linear": steps, "quadratic": steps**2}[weighting]
    return d.astype(np.float64)


def _square(parts: FloatArray, scale: Scale) -> FloatArray:
    return parts.reshape(*parts.shape[:-1], len(scale), len(scale))


def _matrix_measure(
    scale: Scale,
    formula: Formula,
    *,
    undefined: str = _ONE_VALUE,
    fraction: Fraction | None = None,
    enclosure: Enclosure | None = None,
) -> Measure:
    return Measure(
        scale=scale,
        parts=whole_matrix(scale),
        formula=formula,
        undefined=undefined,
        fraction=fraction,
        enclosure=enclosure,
    )
