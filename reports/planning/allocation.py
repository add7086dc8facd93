"""Labels shared over strata so that a total is known best: Neyman's allocation.

It breaks proportionality: the report then takes the wider of two intervals instead of the exact
one, which costs about a quarter of width. So it pays only where rates differ several-fold.
"""

from collections.abc import Sequence

import numpy as np

from corpus.errors import InputError
from reports.estimation.arrays import FloatArray, IntArray

FLOOR = 10
"""Labels that every stratum has at least (or all it holds): its rate is not known from fewer."""


NOTHING = 1e-9


def pilot_deviation(wrong: int, n: int) -> float:
    """sqrt(p~ (1 - p~)), p~ = (x + 1/2) / (n + 1): never 0, whatever the pilot found."""
    p = (wrong + 0.5) / (n + 1)
    return float(np.sqrt(p * (1 - p)))


def neyman(
    sizes: Sequence[int],
    deviations: Sequence[float],
    total: float,
    *,
    costs: Sequence[float] | None = None,
    floor: float = 0,
) -> FloatArray:
    """n_h proportional to N_h S_h / sqrt(c_h), no less than the floor and no more than N_h.

    What is cut off at N_h is shared again among the others. Neyman 1934; Cochran 1977, 5.5.

    Args:
        sizes: N_h.
        deviations: S_h, 0 or more; in proportion to N_h where all are 0.
        total: labels to share; as many as there are verdicts, or more, gives N_h.
        costs: c_h of one label, more than 0 (default: all alike).
        floor: the least number in each stratum; N_h where that is less.

    Returns:
        n_h, (H,), not rounded.

    Raises:
        InputError: the total does not reach the floors.
    """
    caps = np.asarray(sizes, dtype=np.float64)
    floors = np.minimum(floor, caps)
    if total >= caps.sum():
        return caps
    if total < floors.sum():
        raise InputError(
            f"{total:g} labels cannot give {len(caps)} strata {floor:g} each; "
            f"give at least {floors.sum():g}."
        )
    pull = caps * np.asarray(deviations, dtype=np.float64)
    if costs is not None:
        pull = pull / np.sqrt(np.asarray(costs, dtype=np.float64))
    # A pull that is nothing beside the greatest one is none: it would only lose digits.
    pull = np.where(pull > NOTHING * pull.max(), pull / (pull.max() or 1), 0.0)
    if not pull.any():
        pull = caps
    drawn = pull > 0

    def shared(scale: float) -> FloatArray:
        return np.asarray(np.clip(scale * pull, floors, caps))

    # The sum is a line between the scales at which some stratum leaves its floor or meets its cap.
    scales = np.unique([0.0, *(floors[drawn] / pull[drawn]), *(caps[drawn] / pull[drawn])])
    sums = np.array([shared(scale).sum() for scale in scales])
    found = shared(float(np.interp(total, sums, scales)))
    idle = np.where(drawn, 0.0, caps - floors)  # the rest goes to strata without spread
    return np.asarray(found + max(0.0, total - sums[-1]) * idle / (idle.sum() or 1))


def whole(shares: FloatArray, sizes: Sequence[int]) -> IntArray:
    """The same in whole labels, of the same sum: largest remainders, none above N_h."""
    counts = np.floor(shares + 1e-9).astype(np.int64)
    order = np.argsort(counts - shares, kind="stable")
    for h in order[: round(float(shares.sum())) - int(counts.sum())]:
        counts[h] = min(counts[h] + 1, sizes[h])
    return counts
