"""One judge of several, against people: what a report says of it first, through the design."""

from dataclasses import dataclass

from labels.calibration import Stratum
from labels.outcome import Support
from labels.panel import Panel, PanelJudge, part_name
from reports.corrected import LevelShare, corrected
from reports.decision import decision_of
from reports.estimation.design import design_of
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Pair
from reports.estimation.measures import agreement, precision, recall
from reports.estimation.scales import BINARY, SUPPORT
from reports.units import Counted, Unit, UnitKind


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeStanding:
    """One judge on the sample's citations."""

    judge: PanelJudge
    verdicts: int
    """Citations of the frame that it has judged."""
    unjudged: int
    """Citations of the frame without a verdict of its: in none of its figures."""
    labels: int
    """Labelled citations, with an outcome, that it has judged."""
    agreement: Pair
    """On three levels."""
    binary: Pair
    """Supported or not."""
    supported: Pair
    """Of what it calls supported, the share that people confirm."""
    caught: Pair
    """Of what people do not find supported, the share that it does not call supported."""
    rate: LevelShare
    """What it calls supported, and what people would, by its strata."""


def standing(
    panel: Panel, number: int, *, annotator: str | None, level: float, seed: int
) -> JudgeStanding:
    """The figures of one judge, the same that `crosssource report --judge` has.

    Args:
        number: of the judge in the panel.
        annotator: only this person's labels count; None for everybody's.
        level: of the intervals.
        seed: of the predictive draws.
    """
    units = units_of(panel, number, annotator)
    design = design_of(units)
    binary = Estimator(design.cells(BINARY), level=level, seed=seed)
    support = Estimator(design.cells(SUPPORT), level=level, seed=seed)
    verdicts = sum(one.size for one in units.strata)
    frame = sum(pattern.size for pattern in panel.patterns)
    return JudgeStanding(
        judge=panel.judges[number],
        verdicts=verdicts,
        unjudged=frame - verdicts,
        labels=sum(unit.decision.outcome is not None for unit in units.units),
        agreement=support.pair(agreement(SUPPORT)),
        binary=binary.pair(agreement(BINARY)),
        supported=support.pair(precision(SUPPORT, 0)),
        caught=binary.pair(recall(BINARY, 1)),
        rate=corrected(design, support, level=level).supported,
    )


def units_of(panel: Panel, number: int, annotator: str | None) -> Counted:
    """The drawn citations in the sample's strata, cut by the verdicts of one of the judges."""
    sizes: dict[tuple[Support, str], int] = {}
    for pattern in panel.patterns:
        support = pattern.said[number]
        if support is not None:
            key = (support, pattern.stratum)
            sizes[key] = sizes.get(key, 0) + pattern.size
    drawing = panel.judges[number].drawing
    drawn = dict.fromkeys(sizes, 0)
    units = []
    for item in panel.items:
        outcome = item.said[number]
        if outcome is not None:
            drawn[outcome.support, item.stratum] += 1
            name = item.stratum if drawing else part_name(outcome.support, item.stratum)
            decision = decision_of(item, annotator)
            units.append(Unit(stratum=name, judged=outcome, decision=decision))
    order = [stratum.name for stratum in panel.calibration.strata]
    strata = tuple(
        Stratum(
            name=stratum if drawing else part_name(support, stratum),
            size=sizes[support, stratum],
            drawn=drawn[support, stratum],
        )
        for support in Support
        for stratum in order
        if (support, stratum) in sizes
    )
    return Counted(kind=UnitKind.CITATION, strata=strata, units=tuple(units))
