"""How far two people agree who labelled the same items: before any of it was adjudicated.

A judge cannot be shown to be better than this. Each figure is given twice. Raw: the items that both
labelled, each once, with the intervals of any two raters (`reports.raters`). Weighted: the first
person takes the judge's place in the strata of the sample, and each verdict that both labelled
stands for N_h / n_h verdicts of its stratum, n_h of which both labelled. So those that two people
labelled are taken for a random part of their stratum. An item to which either gave no outcome
(cannot judge, a harness bug) leaves both figures, as a domain.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from labels.calibration import HumanLabel
from labels.outcome import Outcome
from reports import agreement
from reports.estimation.arrays import BoolArray
from reports.estimation.design import Cells, Design
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Figure, Pair, Target, undefined
from reports.estimation.measures import Measure
from reports.estimation.measures import agreement as share_agreed
from reports.estimation.scales import OUTCOME, SUPPORT, Scale
from reports.findings import Finding
from reports.raters.estimate import Basis
from reports.raters.ratings import ratings_of
from reports.raters.two import two_raters

NOBODY = "They gave no item an outcome both."
ONE_LEVEL = "Both gave one and the same level to everything, so chance explains it all."

_OUTCOMES = tuple(Outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFigures:
    """Two people on one scale."""

    agreement: Pair
    """The share to which both gave the same."""
    kappa: Pair
    """Cohen's, without weights."""
    ac1: Pair
    """Gwet's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatorPair:
    """Two people over the items that both labelled."""

    first: str
    second: str
    items: int
    """Items that both labelled, 1 or more."""
    n: int
    """Those to which both gave an outcome; cannot judge and harness bugs are none."""
    support: PairFigures
    """On the three levels of support."""
    linear: Pair
    """Kappa with linear weights, on the three levels."""
    outcome: PairFigures
    """On outcomes, failure category included."""
    unreliable: tuple[str, ...]
    """Why the raw kappa of the three levels is not to be leaned on; empty where it is."""


@dataclass(frozen=True, slots=True)
class _Both:
    """One verdict that both labelled."""

    stratum: str
    item_id: str
    first: Outcome | None
    second: Outcome | None

    @property
    def whole(self) -> bool:
        """Whether both gave an outcome."""
        return self.first is not None and self.second is not None


def pairs(
    found: Sequence[Finding], design: Design, *, level: float, seed: int
) -> tuple[AnnotatorPair, ...]:
    """Every two people with an item in common, by name.

    Args:
        found: the drawn verdicts with the labels of their items, at most one a person.
        design: of the sample, by citation.
        level: of the intervals, 0 to 1.
        seed: of draws and resamples.
    """
    said: dict[tuple[str, str], list[_Both]] = {}
    for one in found:
        ordered = sorted(one.labels, key=lambda label: label.annotator)
        for first, second in combinations(ordered, 2):
            both = _both(one, first, second)
            said.setdefault((first.annotator, second.annotator), []).append(both)
    basis = Basis(level=level, seed=seed, target=Target.SAMPLE)
    return tuple(_pair(names, both, design, basis) for names, both in sorted(said.items()))


def _both(one: Finding, first: HumanLabel, second: HumanLabel) -> _Both:
    return _Both(one.item.stratum, one.item.item_id, first.outcome, second.outcome)


def _pair(
    names: tuple[str, str], verdicts: list[_Both], design: Design, basis: Basis
) -> AnnotatorPair:
    # One person's label of one item is one, however many verdicts the item stands in.
    items = list({one.item_id: one for one in verdicts}.values())
    support = _OnScale(SUPPORT, verdicts, items, design, basis)
    outcome = _OnScale(OUTCOME, verdicts, items, design, basis)
    return AnnotatorPair(
        first=names[0],
        second=names[1],
        items=len(items),
        n=sum(one.whole for one in items),
        support=support.figures(),
        linear=support.linear(),
        outcome=outcome.figures(),
        unreliable=support.raw.kappa.cautions,
    )


class _OnScale:
    """The figures of a pair on one scale."""

    def __init__(
        self,
        scale: Scale,
        verdicts: list[_Both],
        items: list[_Both],
        design: Design,
        basis: Basis,
    ) -> None:
        self._scale, self._basis = scale, basis
        cells = _cells(design.cells(scale), verdicts)
        self._missing = _missing(cells) if any(one.whole for one in verdicts) else NOBODY
        self._estimator = Estimator(cells, level=basis.level, seed=basis.seed)
        units = [(_class(scale, a.first), _class(scale, a.second)) for a in items if a.whole]
        ratings = ratings_of(units or [(None, None)], range(len(scale)))
        self.raw = two_raters(ratings, basis, ordered=scale is SUPPORT)

    def figures(self) -> PairFigures:
        raw, scale = self.raw, self._scale
        return PairFigures(
            agreement=self._figure(share_agreed(scale), raw.agreement),
            kappa=self._figure(agreement.kappa(scale, "nominal"), raw.kappa.figure),
            ac1=self._figure(agreement.ac(scale, "nominal"), raw.ac1.figure),
        )

    def linear(self) -> Pair:
        assert self.raw.linear is not None  # the levels are in an order
        return self._figure(agreement.kappa(self._scale, "linear"), self.raw.linear.figure)

    def _figure(self, measure: Measure, raw: Figure) -> Pair:
        if raw.value is None:
            raw = replace(raw, why=ONE_LEVEL if raw.n else NOBODY)
        if self._missing:
            weighted = undefined(self._missing, n=raw.n, level=self._basis.level)
        else:
            weighted = self._estimator.weighted(replace(measure, undefined=ONE_LEVEL))
        return Pair(weighted=weighted, raw=raw)


def _class(scale: Scale, outcome: Outcome | None) -> int | None:
    return None if outcome is None else scale.class_of[_OUTCOMES.index(outcome)]


def _cells(of_judge: Cells, verdicts: list[_Both]) -> Cells:
    """The counts of a pair in the strata of the judge: the first person in the judge's place."""
    q = len(of_judge.scale)
    counts = np.zeros((len(of_judge.sizes), q + 1, q), dtype=np.int64)
    rows = {name: h for h, name in enumerate(of_judge.names)}
    for one in verdicts:
        h = rows[one.stratum]
        column, row = _class(of_judge.scale, one.first), _class(of_judge.scale, one.second)
        if column is None or row is None:
            counts[h, -1, column or 0] += 1
        else:
            counts[h, row, column] += 1
    return replace(
        of_judge,
        counts=counts,
        possible=np.ones((len(of_judge.sizes), q), dtype=bool),
        undecided=np.zeros((len(of_judge.sizes), q), dtype=np.int64),
    )


def _missing(cells: Cells) -> str:
    """Why nothing can be said of the run; empty where every stratum has a verdict of both."""
    return without_two(cells, cells.decided == 0)


def without_two(cells: Cells, empty: BoolArray) -> str:
    """The sentence for strata of which no verdict has two labels; empty where there is none."""
    return " ".join(
        f'No verdict of the stratum "{cells.names[h]}", which stands for {cells.sizes[h]:,}, was '
        f"labelled by two: have two people label at least {min(2, cells.sizes[h])} of them."
        for h in np.flatnonzero(empty)
    )
