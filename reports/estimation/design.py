"""The sample design: strata, weights, and the counts judge x human in each.

Strata h = 1..H partition the N verdicts of the frame; N_h is the size of one and n_h counts its
labels with a decision actually given (a harness bug is one), not the planned ones. Each labelled
verdict stands for w_h = N_h / n_h verdicts, so the weighted cells T = sum over h of w_h x_h
(Horvitz & Thompson 1952) add up to N. A "take-all" stratum that is half labelled has w > 1.

Harness bugs leave every denominator, as a domain: the figures are ratios over the verdicts that
are none.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corpus.errors import InputError
from labels.calibration import Stratum
from labels.outcome import Outcome, Support
from reports.decision import State
from reports.estimation.arrays import BoolArray, FloatArray, IntArray
from reports.estimation.scales import OUTCOME, Scale
from reports.units import Counted

_OUTCOMES = tuple(Outcome)


@dataclass(frozen=True)
class Cells:
    """The counts of every stratum on one scale of q classes."""

    scale: Scale
    names: tuple[str, ...]
    """The strata, in the order of the arrays."""
    families: tuple[str, ...]
    """The judge's verdict of each stratum, or its own name where it mixes several."""
    sizes: IntArray
    """N_h, shape (H,)."""
    counts: IntArray
    """Labels with a decision, (H, q + 1, q): human rows, the last one bugs; judge columns."""
    possible: BoolArray
    """Whether the judge may have said this class in this stratum, (H, q)."""
    undecided: IntArray
    """Labelled without a decision, by the judge's class, (H, q)."""

    @cached_property
    def decided(self) -> IntArray:
        """n_h, (H,)."""
        return np.asarray(self.counts.sum(axis=(1, 2)), dtype=np.int64)

    @cached_property
    def weights(self) -> FloatArray:
        """w_h = N_h / n_h, (H,); 0 where nothing is labelled, so that it adds nothing."""
        labelled = np.maximum(self.decided, 1)
        return np.asarray(np.where(self.decided > 0, self.sizes / labelled, 0.0))

    @cached_property
    def random(self) -> BoolArray:
        """Strata in which some verdict has no decision, (H,)."""
        return self.decided < self.sizes

    @cached_property
    def bugs_possible(self) -> BoolArray:
        """Strata whose unlabelled verdicts may hold harness bugs, (H,).

        Those of a judge class in which one was found in a stratum that is not labelled whole.
        """
        found = {
            family
            for h, family in enumerate(self.families)
            if self.random[h] and self.counts[h, -1].sum()
        }
        return np.array([family in found for family in self.families], dtype=bool) & self.random

    @cached_property
    def totals(self) -> FloatArray:
        """T, the weighted cells, (q + 1, q); the last row estimates the harness bugs."""
        return np.asarray(np.einsum("h,hkj->kj", self.weights, self.counts.astype(np.float64)))

    @cached_property
    def raw(self) -> IntArray:
        """The plain counts of the sample, (q + 1, q)."""
        return np.asarray(self.counts.sum(axis=0), dtype=np.int64)

    @property
    def self_weighting(self) -> bool:
        """Whether every label stands for the same number of verdicts: raw equals weighted."""
        if not len(self.sizes) or (self.decided == 0).any():
            return False
        return bool(np.ptp(self.weights) < 1e-12)


@dataclass(frozen=True)
class Design:
    """The counts of a sample on the finest scale; every other one is a collapse of it."""

    strata: tuple[Stratum, ...]
    """Those that hold verdicts."""
    supports: tuple[frozenset[Support], ...]
    """What the judge may have said in each stratum."""
    counts: IntArray
    """(H, 7, 6) as in `Cells`, by outcome."""
    undecided: IntArray
    """(H, 6)."""
    judged: IntArray
    """The drawn verdicts by outcome, labelled or not, (H, 6)."""

    def cells(self, scale: Scale) -> Cells:
        """The counts on a scale."""
        member = np.zeros((len(_OUTCOMES), len(scale)), dtype=np.int64)
        member[np.arange(len(_OUTCOMES)), scale.class_of] = 1
        rows = np.zeros((len(_OUTCOMES) + 1, len(scale) + 1), dtype=np.int64)
        rows[:-1, :-1] = member
        rows[-1, -1] = 1
        return Cells(
            scale=scale,
            names=tuple(stratum.name for stratum in self.strata),
            families=tuple(
                str(next(iter(supports))) if len(supports) == 1 else stratum.name
                for stratum, supports in zip(self.strata, self.supports, strict=True)
            ),
            sizes=np.array([stratum.size for stratum in self.strata], dtype=np.int64),
            counts=np.einsum("ok,hoi,ij->hkj", rows, self.counts, member),
            possible=(self._possible() @ member) > 0,
            undecided=self.undecided @ member,
        )

    def judged_totals(self, scale: Scale) -> FloatArray:
        """How many verdicts of the frame the judge gave each class, (q,).

        From all that was drawn, labelled or not. Exact where the strata refine the classes or the
        stratum was drawn whole, an estimate otherwise.
        """
        totals = np.zeros(len(scale))
        for h, stratum in enumerate(self.strata):
            if self.judged[h].sum():
                shares = self.judged[h] / self.judged[h].sum()
            elif len(self.supports[h]) == 1:
                shares = self._possible()[h] / self._possible()[h].sum()
            else:
                continue
            np.add.at(totals, list(scale.class_of), stratum.size * shares)
        return totals

    def _possible(self) -> IntArray:
        """What a stratum may hold: outcomes seen where it was drawn whole, else by support."""
        by_support = np.array(
            [[outcome.support in some for outcome in _OUTCOMES] for some in self.supports],
            dtype=np.int64,
        ).reshape(len(self.strata), len(_OUTCOMES))
        whole = np.array([s.drawn == s.size and s.drawn > 0 for s in self.strata], dtype=bool)
        seen = (self.judged > 0).astype(np.int64)
        return np.where(whole[:, None] & (seen.sum(axis=1) > 0)[:, None], seen, by_support)


def design_of(counted: Counted) -> Design:
    """Count the units of a sample by stratum, judge and people.

    Raises:
        InputError: a unit's stratum is not among the strata, or a stratum has more units than
            verdicts: such weights would be void.
    """
    strata = tuple(stratum for stratum in counted.strata if stratum.size > 0)
    rows = {stratum.name: h for h, stratum in enumerate(strata)}
    q = len(OUTCOME)
    counts = np.zeros((len(strata), q + 1, q), dtype=np.int64)
    undecided = np.zeros((len(strata), q), dtype=np.int64)
    judged = np.zeros((len(strata), q), dtype=np.int64)
    for unit in counted.units:
        if unit.stratum not in rows:
            raise InputError(
                f"A verdict lies in the stratum {unit.stratum!r}, which the sample does not have; "
                "run crosssource check."
            )
        h, j = rows[unit.stratum], _OUTCOMES.index(unit.judged)
        judged[h, j] += 1
        if unit.decision.outcome is not None:
            counts[h, _OUTCOMES.index(unit.decision.outcome), j] += 1
        elif unit.decision.state is State.HARNESS_BUG:
            counts[h, -1, j] += 1
        elif unit.decision.state.undecided:
            undecided[h, j] += 1
    for h, stratum in enumerate(strata):
        if judged[h].sum() > stratum.size:
            raise InputError(
                f"The stratum {stratum.name!r} has {judged[h].sum()} drawn verdicts and a size of "
                f"{stratum.size}; run crosssource check."
            )
    supports = tuple(_supports(s, judged[h]) for h, s in enumerate(strata))
    return Design(
        strata=strata, supports=supports, counts=counts, undecided=undecided, judged=judged
    )


def _supports(stratum: Stratum, judged: IntArray) -> frozenset[Support]:
    """What the judge may have said in a stratum: what its name and its drawn verdicts tell."""
    seen = {outcome.support for outcome, n in zip(_OUTCOMES, judged, strict=True) if n}
    first = stratum.name.split(" · ")[0]
    if first in set(Support):
        seen.add(Support(first))
    return frozenset(seen or set(Support))
