"""The analytic standard error of any figure through the design.

For planning and display, never for an interval: it is 0 where no error was seen. What
`survey::svymean`, `svyratio` and `svykappa` of R give.
"""

import numpy as np

from reports.estimation.arrays import FloatArray, IntArray
from reports.estimation.design import Cells
from reports.estimation.measures import Measure


def linear_variance(
    sizes: IntArray, labelled: FloatArray, covariances: FloatArray, gradient: FloatArray
) -> float | None:
    """The variance of a function of stratified totals, by its gradient.

    v = sum N_h^2 (1 - n_h / N_h) / n_h d' C_h d. A stratum labelled whole adds nothing; None where
    one with a single label (or none) has no variance. Cochran 1977, chapters 5 and 6.

    Args:
        sizes: N_h, (H,).
        labelled: n_h, (H,).
        covariances: C_h of the F variables within each stratum, with n_h - 1 below, (H, F, F).
        gradient: d, the derivatives by the F totals, (F,).
    """
    random = labelled < sizes
    if (labelled[random] < 2).any():
        return None
    within = np.einsum("f,hfg,g->h", gradient, covariances, gradient)
    scale = sizes**2 * (1 - labelled / sizes) / np.maximum(labelled, 1)
    return float((scale * within)[random].sum())


def standard_error(measure: Measure, cells: Cells) -> float | None:
    """The standard error of a figure; None where it, or a stratum's variance, is undefined."""
    return standard_error_of(measure, cells.sizes, cells.counts.astype(np.float64))


def standard_error_of(measure: Measure, sizes: IntArray, counts: FloatArray) -> float | None:
    """The same from counts that may be expected ones, and so no whole numbers, (H, q + 1, q)."""
    labelled = counts.sum(axis=(1, 2))
    if (labelled == 0).any():
        return None
    shares = counts / labelled[:, None, None]
    means = np.einsum("hkj,kjf->hf", shares, measure.parts)
    squares = np.einsum("hkj,kjf,kjg->hfg", shares, measure.parts, measure.parts)
    spread = squares - np.einsum("hf,hg->hfg", means, means)
    unbiased = labelled / np.maximum(labelled - 1, 1e-12)
    gradient = _gradient(measure, sizes @ means)
    if np.isnan(gradient).any():
        return None
    variance = linear_variance(sizes, labelled, spread * unbiased[:, None, None], gradient)
    return None if variance is None else float(np.sqrt(max(variance, 0.0)))


def _gradient(measure: Measure, totals: FloatArray) -> FloatArray:
    """The formula's derivatives at the totals of its parts, by central differences, (F,)."""
    step = 1e-5 * max(1.0, float(np.abs(totals).max()))
    steps = step * np.eye(len(totals))
    return np.asarray(
        (measure.formula(totals + steps) - measure.formula(totals - steps)) / step / 2
    )
