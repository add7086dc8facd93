"""Confusion matrices: people in the rows, the judge in the columns, every class printed.

The counts are of the sample; the weighted totals are of the run. Harness bugs are in neither.
"""

from dataclasses import dataclass

import numpy as np
from sklearn.metrics import confusion_matrix

from reports.estimation.design import Cells


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """One matrix, twice."""

    labels: tuple[str, ...]
    """The classes in the order of the scale, for rows and columns alike."""
    counts: tuple[tuple[int, ...], ...]
    """Labelled verdicts: sample, not the run."""
    weighted: tuple[tuple[float, ...], ...] | None
    """Estimated verdicts of the run; None where a stratum has no label."""
    why: str
    """Why `weighted` is None; empty otherwise."""


def confusion(cells: Cells) -> Confusion:
    """The matrix of a scale, T_kj = sum over h of w_h x_hkj (Horvitz & Thompson 1952).

    Every class of the scale has its row and column, so a class that nobody used is a row of zeros.
    """
    missing = [name for name, n in zip(cells.names, cells.decided.tolist(), strict=True) if n == 0]
    counts = _matrix(cells, np.ones(len(cells.sizes)))
    weighted = None if missing else _matrix(cells, cells.weights)
    return Confusion(
        labels=cells.scale.classes,
        counts=tuple(tuple(round(value) for value in row) for row in counts),
        weighted=weighted,
        why=f"No label with a decision in: {', '.join(missing)}." if missing else "",
    )


def _matrix(cells: Cells, weights: np.ndarray) -> tuple[tuple[float, ...], ...]:
    h, human, judge = np.nonzero(cells.counts[:, :-1])
    classes = list(range(len(cells.scale)))
    if not h.size:
        return tuple(tuple(0.0 for _ in classes) for _ in classes)
    matrix = confusion_matrix(
        human,
        judge,
        labels=classes,
        sample_weight=(weights[h] * cells.counts[h, human, judge]).astype(np.float64),
    )
    return tuple(tuple(float(value) for value in row) for row in matrix)
