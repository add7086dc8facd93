"""The array types that the statistics share."""

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
"""Counts of verdicts."""

FloatArray = NDArray[np.float64]
"""Weights, weighted totals, values; nan is allowed inside formulas and nowhere else."""

BoolArray = NDArray[np.bool_]
"""Masks over cells and strata."""
