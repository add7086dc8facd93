"""Where the judge is better or worse: the main figures for each value of each field.

A slice (a configuration, a kind of document, a value of an imported field) is a sample design of
its own. How many of its verdicts lie in each stratum of the frame is known, and given how many of
its labels fell there, they are a random sample of them. So its figures are made like those of the
whole.

Whoever looks at many slices will find one that looks bad. Each is therefore tested against the
rest of the run, and the p-values are adjusted for how many were looked at (Holm 1979).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from corpus.errors import InputError
from labels.calibration import NO_VALUE, Calibration, FrameField
from labels.outcome import Outcome, Support
from reports.estimation.blaker import count_chances
from reports.estimation.design import Design, design_of
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Pair, Target, undefined
from reports.estimation.measures import agreement, human_share, precision, recall
from reports.estimation.multiplicity import holm
from reports.estimation.scales import BINARY, SUPPORT
from reports.units import Counted, UnitKind

FEWEST_IN_SLICE = 20
"""Labels with an outcome below which a slice shows no figure."""

MOST_SLICES = 30
"""Values of one field that are shown: those with the most labels."""

DRAWS = 2_000
"""Of the predictive intervals of a slice: there are many slices, and all are looked at together."""

FIRST_FIELDS = (
    "config",
    "run",
    "document type",
    "answer length",
    "citations in the answer",
    "language",
    "importance",
)
"""In this order; the others follow by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """The verdicts that have one value in a field."""

    value: str
    size: int
    """Verdicts of the frame."""
    n: int
    """Labels with an outcome."""
    few: bool
    """Fewer labels than `FEWEST_IN_SLICE`: every figure is undefined."""
    judged: float
    """The share of its verdicts that the judge calls supported."""
    agreement: Pair
    precision: Pair
    """Of what the judge calls supported, the share people confirm."""
    caught: Pair
    """Of what people do not call supported, the share the judge flags."""
    corrected: Pair
    """The share that people would call supported."""
    p: float | None
    """Of the test that the judge errs as often here as elsewhere, given what it says; None where
    nothing can be tested."""
    adjusted: float | None
    """The same, adjusted for all the slices tested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceField:
    """The slices by one field."""

    name: str
    slices: tuple[Slice, ...]
    """By value; those with too few labels too."""
    left_out: int
    """Further values, with fewer labels than those shown."""
    left_out_labels: int
    """Labels with an outcome of those."""

    @property
    def with_figures(self) -> tuple[Slice, ...]:
        """Those with labels enough for figures."""
        return tuple(one for one in self.slices if not one.few)

    @property
    def too_few(self) -> tuple[Slice, ...]:
        """Those of which nothing can be told."""
        return tuple(one for one in self.slices if one.few)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A slice as a design."""

    value: str
    design: Design

    @property
    def n(self) -> int:
        return int(self.design.counts[:, :-1].sum())


def slices(
    calibration: Calibration, counted: Counted, *, level: float, seed: int
) -> tuple[SliceField, ...]:
    """Every slice of every field; none where claims are counted, for a claim has no one value.

    Args:
        level: of the intervals.
        seed: of the predictive draws.
    """
    if counted.kind is not UnitKind.CITATION:
        return ()
    whole = design_of(counted)
    found = []
    for field in sorted(calibration.fields, key=_order):
        parts = parts_of(calibration, counted, field)
        shown = sorted(parts, key=lambda part: (-part.n, part.value))[:MOST_SLICES]
        found.append(
            SliceField(
                name=field.name,
                slices=tuple(
                    _slice(part, whole, level, seed)
                    for part in sorted(shown, key=lambda part: _by_number(part.value))
                ),
                left_out=len(parts) - len(shown),
                left_out_labels=sum(part.n for part in parts) - sum(part.n for part in shown),
            )
        )
    return _adjusted(found)


def _order(field: FrameField) -> tuple[int, str]:
    first = field.name in FIRST_FIELDS
    return (FIRST_FIELDS.index(field.name) if first else len(FIRST_FIELDS), field.name)


def _by_number(value: str) -> tuple[int, str]:
    """`51 to 100 words` comes after `1 to 50 words`, and both before names."""
    digits = value.split(" ", 1)[0]
    return (int(digits), value) if digits.isascii() and digits.isdigit() else (10**9, value)


def parts_of(calibration: Calibration, counted: Counted, field: FrameField) -> list[_Part]:
    """A field's slices as designs, by value.

    Each stratum keeps its name and has the slice's verdicts for its size.
    """
    sizes: dict[str, dict[str, int]] = {}
    for cell, count in field.cells.items():
        of_value = sizes.setdefault(cell.value, {})
        of_value[cell.stratum] = of_value.get(cell.stratum, 0) + count
    units: dict[str, list[int]] = {value: [] for value in sizes}
    for index, item in enumerate(calibration.items):
        value = item.values.get(field.name, NO_VALUE)
        if value not in units:
            raise InputError(
                f"A drawn verdict of the sample {calibration.sample!r} is not in its frame; "
                "run crosssource check."
            )
        units[value].append(index)
    found = []
    for value, size in sorted(sizes.items()):
        members = tuple(counted.units[index] for index in units[value])
        strata = tuple(
            replace(
                stratum,
                size=size.get(stratum.name, 0),
                drawn=sum(unit.stratum == stratum.name for unit in members),
            )
            for stratum in counted.strata
        )
        part = Counted(kind=counted.kind, strata=strata, units=members)
        found.append(_Part(value=value, design=design_of(part)))
    return found


def _slice(part: _Part, whole: Design, level: float, seed: int) -> Slice:
    size = sum(stratum.size for stratum in part.design.strata)
    few = part.n < FEWEST_IN_SLICE
    judged = part.design.judged_totals(SUPPORT)
    three, two = (
        Estimator(part.design.cells(scale), level=level, seed=seed, draws=DRAWS)
        for scale in (SUPPORT, BINARY)
    )
    none = _too_few(part.n, level)
    return Slice(
        value=part.value,
        size=size,
        n=part.n,
        few=few,
        judged=float(judged[0] / judged.sum()) if judged.sum() else 0.0,
        agreement=none if few else three.pair(agreement(SUPPORT)),
        precision=none if few else two.pair(precision(BINARY, 0)),
        caught=none if few else two.pair(recall(BINARY, 1)),
        corrected=none if few else three.pair(human_share(SUPPORT, 0)),
        p=None if few else differs_from_rest(part.design, whole),
        adjusted=None,
    )


def _too_few(n: int, level: float) -> Pair:
    why = f"Too few: {n} of the {FEWEST_IN_SLICE} labels that a slice takes."
    return Pair(
        weighted=undefined(why, n=n, level=level),
        raw=undefined(why, n=n, level=level, target=Target.SAMPLE),
    )


def _adjusted(fields: Sequence[SliceField]) -> tuple[SliceField, ...]:
    tested = [one.p for field in fields for one in field.slices if one.p is not None]
    adjusted = iter(holm(tested))
    return tuple(
        replace(
            field,
            slices=tuple(
                one if one.p is None else replace(one, adjusted=next(adjusted))
                for one in field.slices
            ),
        )
        for field in fields
    )


def differs_from_rest(part: Design, whole: Design) -> float | None:
    """The p-value of the exact test that a slice's share of errors is that of the rest.

    Among the labels to which the judge gave one level (so: given what it says) the errors m of n
    fall into the slice's own labels by chance: hypergeometric. Their sum over the levels is the
    statistic (the exact form of Mantel and Haenszel's test, 1959), two-sided by probability. None
    where no level has labels both inside and outside the slice, 1 where there is no error at all.
    """
    chances, observed, tested = np.ones(1), 0, False
    for support in Support:
        errors, labels = _errors(whole, support)
        own_errors, own_labels = _errors(part, support)
        tested |= 0 < own_labels < labels
        observed += own_errors
        own = count_chances(
            n=own_labels, size=labels, totals=np.array([errors]), span=(0, own_labels)
        )
        chances = np.convolve(chances, own[0])
    if not tested:
        return None
    # Two outcomes that are equally likely but for rounding count as equally likely.
    return float(min(1.0, chances[chances <= chances[observed] * (1 + 1e-9)].sum()))


def _errors(design: Design, support: Support) -> tuple[int, int]:
    """Labels of the verdicts of one level, those that give another level, and all of them."""
    levels = np.array([outcome.support is support for outcome in Outcome])
    labels = design.counts[:, :-1].sum(axis=0)[:, levels]
    return int(labels[~levels].sum()), int(labels.sum())
