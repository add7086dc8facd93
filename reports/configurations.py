"""The failure taxonomy and the corrected rate of each configuration, and how far two differ.

A configuration is a slice like any other (`reports.slices`). Two of them share no verdict, so their
labels are independent samples, and the difference of their corrected rates takes its interval from
theirs by squared distances (MOVER: Zou & Donner 2008). Where several pairs are compared, each
interval is at the level 1 - (1 - level) / pairs, so that all of them hold together (Bonferroni).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot

from labels.calibration import Calibration, FrameField
from labels.outcome import Outcome
from reports.estimation.design import Design, design_of
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Figure, Method, Pair, UndecidedRange, undefined
from reports.estimation.measures import human_share
from reports.estimation.scales import OUTCOME, SUPPORT
from reports.slices import MOST_SLICES, parts_of
from reports.units import Counted, UnitKind


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeShare:
    """One outcome among a configuration's verdicts."""

    name: str
    judged: float | None
    """The share of its verdicts to which the judge gives it; None where it has no verdict."""
    human: Pair
    """The share to which people would give it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """One configuration as judged and as corrected."""

    name: str
    size: int
    """Verdicts of the frame."""
    n: int
    """Labels with an outcome."""
    judged: float | None
    """The share of its citations that the judge calls supported."""
    corrected: Pair
    """The share that people would call supported."""
    outcomes: tuple[OutcomeShare, ...]
    """Every outcome, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RateDifference:
    """The corrected rate of the second configuration less that of the first."""

    first: str
    second: str
    judged: float | None
    """The difference of the judged rates."""
    corrected: Figure
    """-1 to 1; its level is the adjusted one where several pairs are compared."""

    @property
    def settled(self) -> bool:
        """Whether the interval leaves 0 out, however the undecided items are settled."""
        reach = self.corrected.reach
        return reach is not None and (reach[0] > 0 or reach[1] < 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Configurations:
    """All of them."""

    by: str
    """The field that tells them apart: `config`, or `run` where the source names none."""
    each: tuple[Configuration, ...]
    """By name; at least one."""
    differences: tuple[RateDifference, ...]
    """Of every two."""


def configurations(
    calibration: Calibration, counted: Counted, *, level: float, seed: int
) -> Configurations:
    """The configurations of a sample; one of all verdicts where nothing tells them apart.

    Args:
        level: of the intervals.
        seed: of the predictive draws.
    """
    field = _field(calibration, counted)
    if field is None:
        named = [(_only(calibration), design_of(counted))]
    else:
        parts = parts_of(calibration, counted, field)[:MOST_SLICES]
        named = [(part.value, part.design) for part in parts]
    return Configurations(
        by=field.name if field else "config",
        each=tuple(_configuration(name, design, level, seed) for name, design in named),
        differences=_differences(named, level=level, seed=seed),
    )


def _field(calibration: Calibration, counted: Counted) -> FrameField | None:
    by_name = {field.name: field for field in calibration.fields}
    if counted.kind is not UnitKind.CITATION:
        return None
    return by_name.get("config") or by_name.get("run")


def _only(calibration: Calibration) -> str:
    configs = {item.config for item in calibration.items if item.config}
    return configs.pop() if len(configs) == 1 else ", ".join(calibration.runs)


def _configuration(name: str, design: Design, level: float, seed: int) -> Configuration:
    outcomes, levels = (
        Estimator(design.cells(scale), level=level, seed=seed) for scale in (OUTCOME, SUPPORT)
    )
    judged = design.judged_totals(OUTCOME)
    whole = float(judged.sum())
    return Configuration(
        name=name,
        size=sum(stratum.size for stratum in design.strata),
        n=int(design.counts[:, :-1].sum()),
        judged=_judged_rate(design),
        corrected=levels.pair(human_share(SUPPORT, 0)),
        outcomes=tuple(
            OutcomeShare(
                name=str(outcome),
                judged=float(judged[number]) / whole if whole else None,
                human=outcomes.pair(human_share(OUTCOME, number)),
            )
            for number, outcome in enumerate(Outcome)
        ),
    )


def _judged_rate(design: Design) -> float | None:
    totals = design.judged_totals(SUPPORT)
    return float(totals[0] / totals.sum()) if totals.sum() else None


def _differences(
    named: Sequence[tuple[str, Design]], *, level: float, seed: int
) -> tuple[RateDifference, ...]:
    pairs = list(combinations(named, 2))
    each = 1 - (1 - level) / max(1, len(pairs))
    rates = {
        name: Estimator(design.cells(SUPPORT), level=each, seed=seed).weighted(
            human_share(SUPPORT, 0)
        )
        for name, design in named
    }
    judged = {name: _judged_rate(design) for name, design in named}
    found = []
    for (first, _), (second, _) in pairs:
        ours, theirs = judged[first], judged[second]
        found.append(
            RateDifference(
                first=first,
                second=second,
                judged=None if ours is None or theirs is None else theirs - ours,
                corrected=difference(rates[first], rates[second]),
            )
        )
    return tuple(found)


def difference(first: Figure, second: Figure) -> Figure:
    """Second less first, for two figures of independent samples at one level. Range -1 to 1.

    low = d - sqrt((p2 - l2)^2 + (u1 - p1)^2), high likewise. Zou & Donner 2008.
    """
    n, level = first.n + second.n, first.level
    ours, theirs = _limits(first), _limits(second)
    if ours is None or theirs is None:
        return undefined(first.why or second.why, n=n, level=level)
    (p1, l1, u1), (p2, l2, u2) = ours, theirs
    value = p2 - p1
    census = first.method is Method.CENSUS and second.method is Method.CENSUS
    return Figure(
        value=value,
        low=max(-1.0, value - hypot(p2 - l2, u1 - p1)),
        high=min(1.0, value + hypot(u2 - p2, p1 - l1)),
        n=n,
        method=Method.CENSUS if census else Method.MOVER,
        level=level,
        undecided=_undecided(first, second),
    )


def _undecided(first: Figure, second: Figure) -> UndecidedRange | None:
    """How far the undecided items of both sides can move the difference."""
    sides = [one.undecided for one in (first, second) if one.undecided]
    if not sides:
        return None
    (l1, u1), (l2, u2) = _swing(first), _swing(second)
    return UndecidedRange(items=sum(one.items for one in sides), low=l2 - u1, high=u2 - l1)


def _swing(figure: Figure) -> tuple[float, float]:
    if figure.undecided is not None:
        return figure.undecided.low, figure.undecided.high
    assert figure.value is not None
    return figure.value, figure.value


def _limits(figure: Figure) -> tuple[float, float, float] | None:
    """Value, low and high; None where one of them is."""
    if figure.value is None or figure.low is None or figure.high is None:
        return None
    return figure.value, figure.low, figure.high
