"""All annotators together: how far they agree with each other, and the judge with them.

Over the verdicts that two or more people gave an outcome. Weighted: each stands for N_h / n_h
verdicts of its stratum, n_h of which two or more people labelled; those are taken for a random part
of their stratum. The intervals are draws of the verdicts that no two people labelled,

    theta ~ Dirichlet(the verdicts as they are, and a prior of one that leans to two outcomes),

over several leanings (`reports.estimation.predictive`), so that they have room for a difference
that nobody has shown yet. The judge's agreement is the mean
share of a verdict's people who say what the judge says: on the same verdicts as theirs with each
other, so the two can be held side by side.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Literal

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

Kind = tuple[int, ...]
"""The judge's class, and how many people gave each class."""

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
        alpha=Pair(weighted=support.figure(_alpha(SUPPORT, "ordinal")), raw=raw_alpha),
        outcome_agreement=Pair(weighted=outcome.figure(_agreed), raw=raw_outcome),
        outcome_alpha=Pair(
            weighted=outcome.figure(_alpha(OUTCOME, "nominal")), raw=raw_outcome_alpha
        ),
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
        rows = {name: h for h, name in enumerate(cells.names)}
        q = len(cells.scale)
        kinds: list[dict[Kind, int]] = [{} for _ in cells.names]
        for one in double:
            judged = cells.scale.class_of[_OUTCOMES.index(one.item.judged)] if judge else 0
            counts = np.bincount(np.array(_classes(cells.scale, one), dtype=int), minlength=q)
            seen = kinds[rows[one.item.stratum]]
            key = (judged, *counts.tolist())
            seen[key] = seen.get(key, 0) + 1
        self._cells, self._basis = cells, basis
        self._strata = [
            _Stratum(h, int(cells.sizes[h]), kinds[h], _pairs(cells, h, judge=judge), basis.seed)
            for h in range(len(kinds))
        ]
        self.n = sum(n for seen in kinds for key, n in seen.items() if sum(key[1:]) > 1)

    def figure(self, formula: Formula) -> Figure:
        """A figure of the run with its predictive interval."""
        level = self._basis.level
        empty = np.array([stratum.labelled == 0 for stratum in self._strata], dtype=bool)
        why = without_two(self._cells, empty) if self.n else NOBODY
        total = sum(stratum.weighted for stratum in self._strata)
        value = float("nan") if why else float(formula(np.atleast_2d(total))[0])
        if np.isnan(value):
            return undefined(why or ONE_LEVEL, n=self.n, level=level)
        limits, tail = [value], (1 - level) / 2
        open_strata = [stratum for stratum in self._strata if stratum.left]
        for leaning in self._leanings(open_strata, formula, np.atleast_2d(total)):
            drawn = sum(stratum.known for stratum in self._strata) + sum(
                stratum.drawn(lean) for stratum, lean in zip(open_strata, leaning, strict=True)
            )
            values = formula(np.atleast_2d(drawn))
            values = values[~np.isnan(values)]
            if values.size:
                limits += np.quantile(values, [tail, 1 - tail]).tolist()
        return replace(
            undefined("", n=self.n, level=level),
            value=value,
            low=min(limits),
            high=max(limits),
            method=Method.PREDICTIVE if open_strata else Method.CENSUS,
        )

    def _leanings(
        self, strata: list["_Stratum"], formula: Formula, total: FloatArray
    ) -> list[tuple[int, ...]]:
        """Where the prior leans to in each stratum, one leaning after the other.

        To the two outcomes that lower the figure most, to those that raise it most, and in all
        strata to the same class twice.
        """
        found = []
        if strata:
            moved = [np.nan_to_num(formula(total + s.parts) - formula(total)) for s in strata]
            found = [
                tuple(int(np.argmin(one)) for one in moved),
                tuple(int(np.argmax(one)) for one in moved),
            ]
            for k in range(len(self._cells.scale)):
                found.append(tuple(stratum.twice(k) for stratum in strata))
        return list(dict.fromkeys(found))


class _Stratum:
    """One stratum: the verdicts that two labelled, and draws of those that no two did."""

    def __init__(
        self, number: int, size: int, seen: dict[Kind, int], pairs: list[Kind], seed: int
    ) -> None:
        self._kinds = list(dict.fromkeys([*sorted(seen), *pairs]))
        self._counts = np.array([seen.get(kind, 0) for kind in self._kinds], dtype=np.float64)
        self.labelled = sum(seen.values())
        self.left = size - self.labelled if self.labelled else 0
        self.parts = _parts(self._kinds)
        self.known = self._counts @ self.parts
        self.weighted = self.known * (size / self.labelled if self.labelled else 0.0)
        self._draw = cache(lambda lean: self._drawn(lean, [seed, number]))

    def drawn(self, lean: int) -> FloatArray:
        """What the verdicts that no two labelled add, (draws, F)."""
        return self._draw(lean)

    def _drawn(self, lean: int, seed: list[int]) -> FloatArray:
        generator = np.random.default_rng(seed)
        mass = self._counts.copy()
        mass[lean] += 1
        open_ = mass > 0
        theta = generator.dirichlet(mass[open_], size=DRAWS)
        return np.asarray(generator.multinomial(self.left, theta) @ self.parts[open_])

    def twice(self, k: int) -> int:
        """The position of two outcomes that are both the class k."""
        for position, (_, *counts) in enumerate(self._kinds):
            if counts[k] == sum(counts) == 2:
                return position
        raise AssertionError("every two classes are among the pairs")


def _pairs(cells: Cells, h: int, *, judge: bool) -> list[Kind]:
    """Every two outcomes, under each class that the judge may have given in a stratum."""
    q = len(cells.scale)
    judged = np.flatnonzero(cells.possible[h]).tolist() if judge else [0]
    return [
        (j, *np.bincount([a, b], minlength=q).tolist())
        for j in judged
        for a in range(q)
        for b in range(a, q)
    ]


def _parts(kinds: Sequence[Kind]) -> FloatArray:
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


def _alpha(scale: Scale, distances: Literal["nominal", "ordinal"]) -> Formula:
    """The formula for judge and people takes T with coincidences T + T': half of them each."""
    formula = agreement.alpha(scale, distances).formula
    return lambda totals: formula(totals[:, :-3] / 2)
