"""How near two categories are: the agreement weights of kappa, AC2 and Brennan-Prediger."""

from typing import Literal

import numpy as np

from reports.estimation.arrays import FloatArray

Weighting = Literal["nominal", "linear", "quadratic"]


def agreement_weights(scores: FloatArray, weighting: Weighting) -> FloatArray:
    """w_kl, 1 on the diagonal, (q, q): 0 elsewhere, 1 - |s_k - s_l| / R, or 1 - (..)^2 / R^2.

    Args:
        scores: a number for each category; R is their range. One category only: 1.
    """
    if weighting == "nominal" or len(scores) < 2:
        return np.eye(len(scores))
    apart = np.abs(np.subtract.outer(scores, scores)) / np.ptp(scores)
    return np.asarray(1 - (apart if weighting == "linear" else apart**2))
