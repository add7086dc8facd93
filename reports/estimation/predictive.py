"""Draws of the verdicts that nobody labelled, for figures of several uncertain cells.

Strata are grouped by the judge's verdict: those labelled in proportion to their sizes are pooled,
each other one is a group by itself. In a group of N verdicts with x labels in each cell,
theta ~ Dirichlet(x + prior) and the unlabelled ones are Multinomial(N - n, theta).

The prior is one label's worth that leans to a single cell. No cell can be preferred beforehand, so
a limit is taken over several leanings, the least low and the greatest high: an imprecise Dirichlet
model (Walley 1996). With two cells this is the exact interval (Clopper-Pearson, and with a finite
population the hypergeometric one); a single prior shared by all cells, the usual way, covers .91
in its worst case. `benchmarks/coverage.py` measures this one.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from reports.estimation.arrays import BoolArray, FloatArray, IntArray
from reports.estimation.design import Cells
from reports.estimation.intervals import Share, proportional

DRAWS = 10_000

Leaning = tuple[int, ...]
"""For each group the cell that the prior leans to, by its position among the group's cells."""


@dataclass(frozen=True, kw_only=True)  # no slots: its cells are listed once
class Group:
    """Strata that share one set of cell probabilities."""

    members: tuple[int, ...]
    """The strata's positions."""
    unlabelled: int
    """N - n."""
    counts: IntArray
    """Labels by cell, (q + 1, q)."""
    possible: BoolArray
    """The cells a verdict of this group can lie in, (q + 1, q)."""

    @cached_property
    def cells(self) -> tuple[IntArray, ...]:
        """Human rows and judge columns of the possible cells, each (C,)."""
        return np.nonzero(self.possible)

    @cached_property
    def labels(self) -> tuple[bytes, bytes]:
        """The labels by cell and the possible cells, to be compared with another group's."""
        return self.counts.tobytes(), self.possible.tobytes()


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
        shares = [
            Share(count=0, n=int(cells.decided[h]), size=int(cells.sizes[h])) for h in members
        ]
        for part in [members] if proportional(shares) else [[h] for h in members]:
            found.append(_group(cells, part))
    return found


def _group(cells: Cells, members: list[int]) -> Group:
    possible = np.zeros(cells.counts.shape[1:], dtype=bool)
    possible[:, cells.possible[members].any(axis=0)] = True
    possible[-1] &= cells.bugs_possible[members].any()
    counts = cells.counts[members].sum(axis=0)
    return Group(
        members=tuple(members),
        unlabelled=int((cells.sizes[members] - cells.decided[members]).sum()),
        counts=counts,
        possible=possible | (counts > 0),
    )


class Kept:
    """Draws that were made, by all that they depend on: for samples that are alike in parts."""

    def __init__(self, most: int | None = None) -> None:
        """Keep nothing yet.

        Args:
            most: how many arrays of draws are kept, those asked for last; None keeps all.
        """
        self._most = most
        self._made: OrderedDict[Hashable, FloatArray] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], FloatArray]) -> FloatArray:
        """What was made for this key, or is made now."""
        if key not in self._made:
            self._made[key] = make()
            if self._most is not None and len(self._made) > self._most:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        return self._made[key]


class Predictive:
    """The draws of a sample; each is made once, whichever figures ask for it."""

    def __init__(
        self, cells: Cells, *, seed: int, draws: int = DRAWS, kept: Kept | None = None
    ) -> None:
        """Take the counts in.

        Args:
            seed: the same seed gives the same draws.
            draws: how many of each leaning.
            kept: draws that other samples have made; None makes all anew.
        """
        self._cells = cells
        self._seed = seed
        self._draws = draws
        self._kept = kept or Kept()

    @cached_property
    def groups(self) -> list[Group]:
        """Those of the random strata."""
        return groups(self._cells)

    def parts(self, parts: FloatArray, leaning: Leaning, scales: FloatArray) -> FloatArray:
        """The parts of a figure in every draw, (draws, F).

        Args:
            parts: what a verdict in each cell adds, (q + 1, q, F).
            leaning: one cell a group.
            scales: what a verdict of each stratum counts for, (H,).
        """
        known = np.einsum("h,hkj,kjf->f", scales, self._cells.counts.astype(np.float64), parts)
        total = np.broadcast_to(known, (self._draws, len(known)))
        # Groups whose verdicts add the same are summed before they are weighed.
        alike: dict[bytes, tuple[FloatArray, FloatArray]] = {}
        for number, (group, lean) in enumerate(zip(self.groups, leaning, strict=True)):
            scale = float(np.mean(scales[list(group.members)]))
            added = scale * parts[group.cells]
            drawn = self._unlabelled(number, lean)
            before = alike.get(added.tobytes())
            alike[added.tobytes()] = (drawn if before is None else before[0] + drawn, added)
        for drawn, added in alike.values():
            total = total + drawn @ added
        return total

    def _unlabelled(self, number: int, lean: int) -> FloatArray:
        """A group's unlabelled verdicts by cell, (draws, C)."""
        group = self.groups[number]

        def make() -> FloatArray:
            prior = np.zeros(len(group.cells[0]))
            prior[lean] = 1
            generator = np.random.default_rng([self._seed, number])
            return unlabelled(group, prior, generator, self._draws)

        key = (self._seed, self._draws, number, lean, group.unlabelled, group.labels)
        return self._kept.get(key, make)

    def leanings(self, directions: FloatArray) -> list[Leaning]:
        """The leanings from which a figure's limits are taken.

        Each group towards the cell that lowers the figure most, towards the one that raises it
        most, towards agreement, and all towards one and the same human class.

        Args:
            directions: how far a further verdict in each cell moves the figure, (q + 1, q).
        """
        found = [
            tuple(int(np.argmin(directions[group.cells])) for group in self.groups),
            tuple(int(np.argmax(directions[group.cells])) for group in self.groups),
            tuple(_agreeing(group) for group in self.groups),
        ]
        for human in range(len(self._cells.scale)):
            found.append(tuple(_towards(group, human) for group in self.groups))
        return list(dict.fromkeys(found))


def unlabelled(
    group: Group, prior: FloatArray, generator: np.random.Generator, draws: int
) -> FloatArray:
    """Draws of a group's unlabelled verdicts by cell, (draws, C).

    Args:
        prior: by cell, (C,); a cell with neither labels nor prior gets nothing.
    """
    alpha = group.counts[group.cells] + prior
    open_ = alpha > 0
    theta = generator.dirichlet(alpha[open_], size=draws)
    result = np.zeros((draws, len(alpha)))
    result[:, open_] = generator.multinomial(group.unlabelled, theta)
    return result


def _agreeing(group: Group) -> int:
    """The cell on the diagonal with most labels; the fullest one where there is none."""
    human, judge = group.cells
    counts = group.counts[group.cells].astype(np.float64)
    return int(np.argmax(np.where(human == judge, counts + group.counts.sum() + 1, counts)))


def _towards(group: Group, human: int) -> int:
    """The cell of that human class, under the judge class with most labels."""
    rows, judges = group.cells
    most = group.counts.sum(axis=0)[judges]
    return int(np.argmax(np.where(rows == human, most + 1, 0)))
