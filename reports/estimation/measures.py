"""What a figure is made of: linear parts of the cells, and a formula over the parts.

Writing a figure so lets one estimator serve all of them. It sees from the parts on which unknown
totals the figure depends: on none (a census), on one (an exact interval can be carried to it), or
on several (predictive draws). The formula is written for arrays, since an interval evaluates it
tens of thousands of times; tests hold it against independent libraries.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from reports.estimation.arrays import BoolArray, FloatArray
from reports.estimation.intervals import Interval
from reports.estimation.scales import Scale
from reports.rendering.wording import outcome

Formula = Callable[[FloatArray], FloatArray]
"""Parts (..., F) to values (...), nan where undefined."""

Fraction = Callable[[FloatArray], FloatArray]
"""The judge's totals (q,) to what each cell adds to numerator and denominator, (q + 1, q, 2)."""

Enclosure = Callable[[FloatArray, FloatArray], Interval]
"""The least and greatest totals of all cells, each (q, q), to limits that no such table exceeds.

Only tables of one and the same total are meant, each with the same totals of the judge."""

NO_OUTCOME = "No label has an outcome."
"""Why any figure is undefined where nobody decided anything, harness bugs apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A figure's definition."""

    scale: Scale
    parts: FloatArray
    """What a verdict in each cell adds to each part, (q + 1, q, F); the last row is of bugs."""
    formula: Formula
    undefined: str
    """The sentence for a formula that has no value."""
    counts_bugs: bool = False
    """Harness bugs are what is counted, so they are possible even where none was found."""
    fraction: Fraction | None = None
    """The figure as a fraction linear in the cells, once the judge's totals are known."""
    enclosure: Enclosure | None = None
    """For a figure that is no such fraction."""

    @property
    def counted(self) -> BoolArray:
        """The cells whose labels are the n of a raw figure: its denominator's, (q + 1, q)."""
        denominator = self.parts[..., 1] if self.formula is quotient else self.parts.any(axis=-1)
        return np.asarray(denominator != 0)

    def as_fraction(self, judged: FloatArray) -> FloatArray | None:
        """What each cell adds to a numerator and a denominator; None where it is no fraction.

        Args:
            judged: the judge's totals, (q,).
        """
        if self.fraction is not None:
            return self.fraction(judged)
        return self.parts if self.formula is quotient else None


def share(
    scale: Scale,
    *,
    of: BoolArray,
    having: BoolArray,
    undefined: str,
) -> Measure:
    """The share of some verdicts that has a property.

    Args:
        of: the cells in the denominator, human x judge, (q, q).
        having: those of them in the numerator.
    """
    q = len(scale)
    parts = np.zeros((q + 1, q, 2))
    parts[:q, :, 0] = of & having
    parts[:q, :, 1] = of
    return Measure(
        scale=scale,
        parts=parts,
        formula=quotient,
        undefined=undefined,
    )


def quotient(parts: FloatArray) -> FloatArray:
    """Numerator over denominator, nan where the denominator is 0. Range 0 to 1."""
    numerator, denominator = parts[..., 0], parts[..., 1]
    return divide(numerator, denominator)


def divide(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Elementwise, nan where the denominator is 0 or less."""
    result = np.full(np.broadcast(numerator, denominator).shape, np.nan)
    np.divide(numerator, denominator, out=result, where=denominator > 0)
    return result


def whole_matrix(scale: Scale) -> FloatArray:
    """Parts that are the q x q cells themselves, row by row; bugs in none."""
    q = len(scale)
    parts = np.zeros((q + 1, q, q * q))
    parts[:q] = np.eye(q * q).reshape(q, q, q * q)
    return parts


def agreement(scale: Scale) -> Measure:
    """Sum of T_jj / N: the share of verdicts on which judge and people say the same. 0 to 1."""
    q = len(scale)
    return share(
        scale,
        of=np.ones((q, q), dtype=bool),
        having=np.eye(q, dtype=bool),
        undefined=NO_OUTCOME,
    )


def precision(scale: Scale, number: int) -> Measure:
    """T_jj / N_j: of the verdicts that the judge gave this class, the share people confirm."""
    of, both = _cross(scale, number, judge=True)
    return share(
        scale,
        of=of,
        having=both,
        undefined=f"The judge called no decided verdict {_word(scale, number)}.",
    )


def recall(scale: Scale, number: int) -> Measure:
    """T_kk / T_.k: of the verdicts to which people gave this class, the share the judge finds."""
    of, both = _cross(scale, number, judge=False)
    return share(
        scale,
        of=of,
        having=both,
        undefined=f"People called no verdict {_word(scale, number)}.",
    )


def specificity(scale: Scale, number: int) -> Measure:
    """Of the verdicts to which people gave another class, the share the judge gave another too.

    sum over k, j other than this class of T_kj / sum over such k of T_k. ; range 0 to 1. Also the
    true negative rate of the class.
    """
    others = np.arange(len(scale)) != number
    return share(
        scale,
        of=np.repeat(others[:, None], len(scale), axis=1),
        having=np.outer(others, others),
        undefined=f"People called every verdict {_word(scale, number)}.",
    )


def f1(scale: Scale, number: int) -> Measure:
    """2 T_kk / (T_k. + T_.k): the harmonic mean of precision and recall. Range 0 to 1.

    Undefined only where neither judge nor people ever gave the class.
    """
    q = len(scale)
    parts = np.zeros((q + 1, q, 2))
    parts[number, number, 0] = 2
    parts[number, :, 1] += 1
    parts[:q, number, 1] += 1
    return Measure(
        scale=scale,
        parts=parts,
        formula=quotient,
        undefined=f"Neither judge nor people called a decided verdict {_word(scale, number)}.",
    )


def _cross(scale: Scale, number: int, *, judge: bool) -> tuple[BoolArray, BoolArray]:
    """The row (people) or column (judge) of a class, and the one cell where both meet."""
    of = np.zeros((len(scale), len(scale)), dtype=bool)
    both = of.copy()
    both[number, number] = True
    if judge:
        of[:, number] = True
    else:
        of[number, :] = True
    return of, both


def _word(scale: Scale, number: int) -> str:
    return f'"{outcome(scale.classes[number])}"'


def human_share(scale: Scale, number: int) -> Measure:
    """T_.k / N: the share of all verdicts to which people would give this class. 0 to 1."""
    q = len(scale)
    having = np.zeros((q, q), dtype=bool)
    having[number] = True
    return share(
        scale,
        of=np.ones((q, q), dtype=bool),
        having=having,
        undefined=NO_OUTCOME,
    )


def human_half(scale: Scale) -> Measure:
    """(T_supported + T_partial / 2) / N over the human rows of the three levels. Range 0 to 1."""
    q = len(scale)
    parts = np.zeros((q + 1, q, 2))
    parts[:q, :, 0] = np.array([1, 0.5, 0])[:, None]
    parts[:q, :, 1] = 1
    return Measure(scale=scale, parts=parts, formula=quotient, undefined=NO_OUTCOME)


def bug_share(scale: Scale) -> Measure:
    """The share of all verdicts that are harness bugs: the only figure that counts them. 0 to 1."""
    q = len(scale)
    parts = np.zeros((q + 1, q, 2))
    parts[:, :, 1] = 1
    parts[q, :, 0] = 1
    return Measure(
        scale=scale,
        parts=parts,
        formula=quotient,
        undefined=NO_OUTCOME,
        counts_bugs=True,
    )
