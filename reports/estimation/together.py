"""All annotators together: how far they agree with each other, and the judge with them.

Over the verdicts that two or more people gave an outcome. Weighted: each stands for N_h / n_h
verdicts of its stratum, n_h of which two or more people labelled; those are taken for a random part
of their stratum. The intervals are draws of the verdicts that no two people labelled,

    theta ~ Dirichlet(the verdicts as they are, and a prior over every two outcomes),

so that they have room for a difference that nobody has shown yet. The judge's agreement is the mean
share of a verdict's people who say what the judge says: on the same verdicts as theirs with each
other, so the two can be held side by side.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from labels.outcome import Outcome
from reports import agreement
from reports.estimation.arrays import FloatArray, IntArray
from reports.estimation.design import Cells, Design
from reports.estimation.figure import Figure, Method, Pair, Target, undefined
from reports.estimation.measures import divide
from reports.estimation.pairs import ONE_LEVEL, without_two
from reports.estimation.scales import OUTCOME, SUPPORT, Scale
from reports.findings import Finding
from reports.raters.estimate import Basis
from reports.raters.gwet import percent_agreement
from reports.raters.krippendorff import Level, alpha
from reports.raters.ratings import ratings_of
from reports.raters.resampling import Build, with_intervals
from reports.raters.two import share_of_items

NOBODY = "No verdict has an outcome from two people."
DRAWS = 10_000

_OUTCOMES = tuple(Outcome)

Formula = Callable[[FloatArray], FloatArray]
"""Totals (draws, q q + 3) to values (draws,)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """All annotators over what two or more of them labelled."""

    items: int
    """Items to which two or more people gave an outcome."""
    agreement: Pair
    """Of every two labels of an item the share with the same level, averaged over the items."""
    alpha: Pair
    """Krippendorff's, ordinal, on the three levels."""
    outcome_agreement: Pair
    outcome_alpha: Pair
    """Krippendorff's, nominal, on outcomes."""
    judge: Figure
    """Of the labels of the same verdicts the share with the judge's level, weighted likewise."""


def together(
    found: Sequence[Finding], design: Design, *, level: float, seed: int
) -> Together | None:
    """The figures of all annotators; None where no item has labels of two.

    Args:
        found: the drawn verdicts with the labels of their items, at most one a person.
        design: of the sample, by citation.
    """
    double = [one for one in found if len(one.labels) > 1]
    if not double:
        return None
    basis = Basis(level=level, seed=seed, target=Target.SAMPLE)
    support = _Units(design.cells(SUPPORT), double, basis, judge=True)
    outcome = _Units(design.cells(OUTCOME), double, basis, judge=False)
    raw_agreement, raw_alpha = _raw(double, SUPPORT, Level.ORDINAL, basis)
    raw_outcome, raw_outcome_alpha = _raw(double, OUTCOME, Level.NOMINAL, basis)
    return Together(
        items=len({one.item.item_id for one in double if len(_outcomes(one)) > 1}),
        agreement=Pair(weighted=support.figure(_agreed), raw=raw_agreement),
        alpha=Pair(weighted=support.figure(_ordinal_alpha), raw=raw_alpha),
        outcome_agreement=Pair(weighted=outcome.figure(_agreed), raw=raw_outcome),
        outcome_alpha=Pair(weighted=outcome.figure(_nominal_alpha), raw=raw_outcome_alpha),
        judge=support.figure(_with_judge),
    )


def _outcomes(one: Finding) -> list[Outcome]:
    return [label.outcome for label in one.labels if label.outcome is not None]


def _classes(scale: Scale, one: Finding) -> list[int]:
    return [scale.class_of[_OUTCOMES.index(outcome)] for outcome in _outcomes(one)]


def _raw(double: list[Finding], scale: Scale, level: Level, basis: Basis) -> list[Figure]:
    """Each item once, with the bootstrap of items."""
    items = {one.item.item_id: _classes(scale, one) for one in double}
    tally = ratings_of(list(items.values()), range(len(scale))).tally
    why = NOBODY if tally.units == 0 else ONE_LEVEL
    figures: list[tuple[Build, str]] = [
        (percent_agreement, NOBODY),
        (partial(alpha, level=level), why),
    ]
    agreed, by_alpha = with_intervals(tally, figures, basis)
    return [share_of_items(tally, basis) or agreed, by_alpha]


class _Units:
    """Verdicts with two labels or more, by stratum, judge's class and what people said."""

    def __init__(self, cells: Cells, double: list[Finding], basis: Basis, *, judge: bool) -> None:
        """Count the verdicts.

        Args:
            judge: whether a figure asks what the judge said; otherwise that is one class.
        """
        self._cells, self._basis, self._judge = cells, basis, judge
        rows = {name: h for h, name in enumerate(cells.names)}
        q = len(cells.scale)
        self._kinds: list[dict[tuple[int, ...], int]] = [{} for _ in cells.names]
        for one in double:
            judged = cells.scale.class_of[_OUTCOMES.index(one.item.judged)] if judge else 0
            counts = np.bincount(np.array(_classes(cells.scale, one), dtype=int), minlength=q)
            kinds = self._kinds[rows[one.item.stratum]]
            key = (judged, *counts.tolist())
            kinds[key] = kinds.get(key, 0) + 1
        self._labelled = np.array([sum(kinds.values()) for kinds in self._kinds])
        self._draws = [self._draw(unseen=unseen) for unseen in (True, False)]
        self.n = sum(n for kinds in self._kinds for key, n in kinds.items() if sum(key[1:]) > 1)

    def figure(self, formula: Formula) -> Figure:
        """A figure of the run with its predictive interval."""
        level = self._basis.level
        why = without_two(self._cells, self._labelled == 0) if self.n else NOBODY
        value = float("nan") if why else float(formula(self._totals())[0])
        if np.isnan(value):
            return undefined(why or ONE_LEVEL, n=self.n, level=level)
        limits = [value]
        tail = (1 - level) / 2
        for totals in self._draws:
            drawn = formula(totals)
            drawn = drawn[~np.isnan(drawn)]
            if drawn.size:
                limits += np.quantile(drawn, [tail, 1 - tail]).tolist()
        census = bool((self._labelled == self._cells.sizes).all())
        return replace(
            undefined("", n=self.n, level=level),
            value=value,
            low=min(limits),
            high=max(limits),
            method=Method.CENSUS if census else Method.PREDICTIVE,
        )

    def _totals(self) -> FloatArray:
        """The weighted parts, (1, parts)."""
        weights = self._cells.sizes / np.maximum(self._labelled, 1)
        total = np.zeros(len(self._cells.scale) ** 2 + 3)
        for h, kinds in enumerate(self._kinds):
            if kinds:
                total += weights[h] * (np.array(list(kinds.values())) @ _parts(list(kinds)))
        return total[None, :]

    def _draw(self, *, unseen: bool) -> FloatArray:
        """Totals of the whole frame, drawn, (draws, parts)."""
        cells, generator = self._cells, np.random.default_rng(self._basis.seed)
        totals = np.zeros((DRAWS, len(cells.scale) ** 2 + 3))
        for h in sorted(range(len(cells.names)), key=lambda h: sorted(self._kinds[h].items())):
            kinds = self._kinds[h]
            if not kinds:
                continue
            seen = np.array(list(kinds.values()), dtype=np.float64)
            totals += seen @ _parts(list(kinds))
            left = int(cells.sizes[h] - self._labelled[h])
            if left:
                prior = self._prior(h, unseen=unseen)
                mass = np.concatenate([seen, list(prior.values())])
                drawn = generator.multinomial(left, generator.dirichlet(mass, size=DRAWS))
                totals += drawn @ _parts([*kinds, *prior])
        return totals

    def _prior(self, h: int, *, unseen: bool) -> dict[tuple[int, ...], float]:
        """A mass for every two outcomes under each of the judge's classes; 1 a judge class."""
        cells = self._cells
        q, family = len(cells.scale), cells.families[h]
        members = [i for i, name in enumerate(cells.families) if name == family]
        share = float(cells.sizes[h] / cells.sizes[members].sum())
        judged = np.flatnonzero(cells.possible[h]) if self._judge else np.zeros(1, dtype=np.int64)
        prior: dict[tuple[int, ...], float] = {}
        for j in judged.tolist():
            for a in range(q):
                for b in range(q):
                    if unseen or a == b:
                        counts = np.bincount([a, b], minlength=q).tolist()
                        key = (j, *counts)
                        prior[key] = prior.get(key, 0.0) + share / (q * q * len(judged))
        return prior


def _parts(kinds: Sequence[tuple[int, ...]]) -> FloatArray:
    """What one verdict of each kind adds: coincidences, agreement, the judge's, one; (kinds, F).

    A verdict with fewer than two outcomes adds nothing.
    """
    judged: IntArray = np.array([key[0] for key in kinds])
    counts = np.array([key[1:] for key in kinds], dtype=np.float64)
    given = counts.sum(axis=1)
    two = given >= 2
    less = np.where(two, given - 1, 1.0)[:, None, None]
    q = counts.shape[1]
    pairs = counts[:, :, None] * counts[:, None, :] - counts[:, :, None] * np.eye(q)
    coincidences = (pairs / less * two[:, None, None]).reshape(len(kinds), q * q)
    whole = np.where(two, given, 1.0)
    agreed = np.trace(pairs, axis1=1, axis2=2) / (whole * less[:, 0, 0]) * two
    as_judge = counts[np.arange(len(kinds)), judged] / whole * two
    return np.column_stack([coincidences, agreed, as_judge, two.astype(np.float64)])


def _agreed(totals: FloatArray) -> FloatArray:
    return divide(totals[:, -3], totals[:, -1])


def _with_judge(totals: FloatArray) -> FloatArray:
    return divide(totals[:, -2], totals[:, -1])


def _ordinal_alpha(totals: FloatArray) -> FloatArray:
    """The formula for judge and people takes T with coincidences T + T': half of them each."""
    return agreement.alpha(SUPPORT).formula(totals[:, :-3] / 2)


def _nominal_alpha(totals: FloatArray) -> FloatArray:
    q = round((totals.shape[1] - 3) ** 0.5)
    coincidences = totals[:, :-3].reshape(-1, q, q)
    values = coincidences.sum(axis=2)
    n = values.sum(axis=1)
    differ = n - np.trace(coincidences, axis1=1, axis2=2)
    expected = n**2 - (values**2).sum(axis=1)
    # One value only gives 0 up to rounding, and rounding must not become a coefficient.
    return 1 - divide(differ * (n - 1), np.where(expected > 1e-12 * n**2, expected, 0.0))
