"""What two judges say of the same citations, all of them, without a single label.

That two judges agree shows that they are alike, not that they are right.
"""

from dataclasses import dataclass

import numpy as np
from sklearn.metrics import cohen_kappa_score

from labels.outcome import Support
from labels.panel import Panel
from reports.judges.symmetry import Symmetry, moving, symmetry_tests

NO_COMMON = "They have judged no citation both."
ONE_LEVEL = "Both gave one and the same level to everything, so chance explains it all."


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """Two judges against each other."""

    labels: tuple[str, ...]
    """The levels, in the order of the scale."""
    table: tuple[tuple[int, ...], ...]
    """Citations by what the first judge says (rows) and the second (columns)."""
    agreement: float | None
    """The share of which both say the same level; None where they have none in common."""
    kappa: float | None
    """Cohen's, without weights."""
    why: str
    """Why kappa is None; empty otherwise."""
    symmetry: Symmetry
    """Of the levels between which some citation moved."""

    @property
    def common(self) -> int:
        """Citations that both have judged."""
        return sum(map(sum, self.table))

    @property
    def flips(self) -> int:
        """Of these, how many they give different levels."""
        return self.common - sum(self.table[k][k] for k in range(len(self.table)))


def crossing(panel: Panel, first: int, second: int) -> Crossing:
    """Count two of a panel's judges against each other.

    Args:
        first: the number of a judge in the panel.
        second: of another one.
    """
    order = tuple(Support)
    table = np.zeros((len(order), len(order)), dtype=np.int64)
    for pattern in panel.patterns:
        a, b = pattern.said[first], pattern.said[second]
        if a is not None and b is not None:
            table[order.index(a), order.index(b)] += pattern.size
    common = int(table.sum())
    used = np.flatnonzero(table.sum(axis=0) + table.sum(axis=1))
    why = NO_COMMON if not common else ONE_LEVEL if len(used) < 2 else ""
    rows, columns = np.nonzero(table)
    sizes = table[rows, columns].astype(np.float64)
    kappa = None if why else cohen_kappa_score(rows, columns, sample_weight=sizes)
    return Crossing(
        labels=tuple(map(str, order)),
        table=tuple(tuple(int(n) for n in row) for row in table),
        agreement=float(np.trace(table)) / common if common else None,
        kappa=None if kappa is None else float(kappa),
        why=why,
        symmetry=symmetry_tests(moving(table.tolist())),
    )
