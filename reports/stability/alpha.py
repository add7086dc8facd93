"""Krippendorff's alpha over repeats: agreement beyond what the judge's own habits give."""

import numpy as np

from reports.estimation.arrays import FloatArray, IntArray


def ordinal_alpha(counts: IntArray) -> float | None:
    """1 - D_o / D_e with ordinal distances; missing verdicts are left out, not imputed.

    Coincidences o_ck = sum over units of n_uc (n_uk - [c = k]) / (m_u - 1), of units with two or
    more values; D_o = sum o d, D_e = sum n_c n_k d / (n - 1),
    d_ck = (sum of n_g from c to k - (n_c + n_k) / 2)^2. Range up to 1; 0 is chance. Krippendorff
    2011.

    Args:
        counts: how often each value was given to each unit, (units, values in their order).

    Returns:
        None where no unit has two values, or all values are one and the same.
    """
    several = counts[counts.sum(axis=1) > 1].astype(np.float64)
    if not len(several):
        return None
    pairs = several[:, :, None] * several[:, None, :]
    index = np.arange(several.shape[1])
    pairs[:, index, index] -= several
    coincidences = (pairs / (several.sum(axis=1) - 1)[:, None, None]).sum(axis=0)
    totals = coincidences.sum(axis=1)
    distances = _ordinal(totals)
    expected = (np.outer(totals, totals) * distances).sum() / (totals.sum() - 1)
    if expected <= 0:
        return None
    return float(1 - (coincidences * distances).sum() / expected)


def _ordinal(totals: FloatArray) -> FloatArray:
    """Squared ordinal distances between values, from how often each occurs."""
    up_to = np.cumsum(totals) - totals / 2
    return np.asarray(np.subtract.outer(up_to, up_to) ** 2)
