"""Draws of the verdicts that nobody labelled, for figures of several uncertain cells.

Per judge class: theta ~ Dirichlet(x + prior), T = x + Multinomial(N - n, theta). The prior has
mass 1 a class, shared equally by the human categories (and by the judge's, where a stratum mixes
several). Strata of a class are pooled where they were labelled in proportion to their sizes;
otherwise each is drawn by itself and the prior is split in proportion to N_h.

A Bayesian interval whose coverage was checked by simulation (three classes: .91 at least, .96 on
the mean). Its name on a report is "predictive".
"""

from dataclasses import dataclass

import numpy as np

from reports.estimation.arrays import BoolArray, FloatArray, IntArray
from reports.estimation.design import Cells
from reports.estimation.intervals import Share, proportional

DRAWS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Strata that share one set of cell probabilities."""

    unlabelled: int
    """N - n."""
    counts: IntArray
    """Labels by cell, (q + 1, q)."""
    cells: BoolArray
    """The cells a verdict of this group can lie in, (q + 1, q)."""
    prior: float
    """The prior's mass, spread over the cells."""


def groups(cells: Cells) -> list[Group]:
    """The random strata as groups, in an order that does not depend on their names.

    "Harness bug" is a human category of its own in a judge class where one was found at random.
    """
    found = []
    for family in sorted(set(cells.families)):
        members = [h for h, name in enumerate(cells.families) if name == family and cells.random[h]]
        if not members:
            continue
        members.sort(key=lambda h: (int(cells.sizes[h]), cells.counts[h].tobytes()))
        size = int(cells.sizes[members].sum())
        shares = [
            Share(count=0, n=int(cells.decided[h]), size=int(cells.sizes[h])) for h in members
        ]
        for part in [members] if proportional(shares) else [[h] for h in members]:
            found.append(_group(cells, part, int(cells.sizes[part].sum()) / size))
    return found


def _group(cells: Cells, members: list[int], mass: float) -> Group:
    possible = np.zeros(cells.counts.shape[1:], dtype=bool)
    possible[:, cells.possible[members].any(axis=0)] = True
    possible[-1] &= cells.bugs_possible[members].any()
    return Group(
        unlabelled=int((cells.sizes[members] - cells.decided[members]).sum()),
        counts=cells.counts[members].sum(axis=0),
        cells=possible,
        prior=mass,
    )


def draw(cells: Cells, *, seed: int, unseen: bool, draws: int = DRAWS) -> FloatArray:
    """Totals of the whole frame, drawn.

    Args:
        seed: the same seed gives the same draws.
        unseen: whether errors that no label shows may occur among the unlabelled verdicts. The
            draws without them give the no-error limit that an interval is widened to.

    Returns:
        (draws, q + 1, q): verdicts in each cell, the labelled ones included.
    """
    generator = np.random.default_rng(seed)
    known = cells.counts[cells.decided > 0].sum(axis=0).astype(np.float64)
    totals = np.broadcast_to(known, (draws, *known.shape)).copy()
    for group in groups(cells):
        where = group.cells if unseen else group.cells & ((group.counts > 0) | _agreeing(group))
        alpha = group.counts[where] + group.prior / int(group.cells.sum())
        theta = generator.dirichlet(alpha, size=draws)
        totals[:, where] += generator.multinomial(group.unlabelled, theta)
    return totals


def _agreeing(group: Group) -> BoolArray:
    rows, columns = group.cells.shape
    return np.eye(rows, columns, dtype=bool)
