"""Confusion matrices: people in the rows, the judge in the columns, every class printed.

The counts are of the sample; the weighted totals are of the run. Harness bugs are in neither.
"""

from dataclasses import dataclass

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
    return Confusion(
        labels=cells.scale.classes,
        counts=tuple(tuple(row) for row in cells.raw[:-1].tolist()),
        weighted=None if missing else tuple(tuple(row) for row in cells.totals[:-1].tolist()),
        why=f"No label with a decision in: {', '.join(missing)}." if missing else "",
    )
