"""How many labels would settle one use of a judge, or that none ever will."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from labels.calibration import Stratum
from reports.estimation.design import Cells, design_of
from reports.estimation.scales import SUPPORT
from reports.planning.expectation import expected, limits_at
from reports.planning.figures import PlannedFigure
from reports.planning.population import Assumed, Labelled, cells_of, labels_for, observed
from reports.planning.search import Search, fewest
from reports.report import Report
from reports.units import Counted, Unit, UnitKind

NODES = 5
"""Numbers found at which the interval to be expected is computed: a report cannot wait longer."""

CHANCE = 0.8
"""How likely an interval must be to end on one side of the mark, for the labels to be enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """What more labels would do for one figure."""

    labels: int | None
    """Supported verdicts to label in all; None where no number settles it."""
    low: float | None
    """Of the interval to be expected then."""
    high: float | None
    why: str
    """Why nothing settles it; empty otherwise."""


def counts_of(report: Report) -> Cells:
    """A report's labels by stratum, judge and people, on three levels.

    Only of figures by citation: claims are counted in a census alone, which is settled.
    """
    counted = Counted(
        kind=UnitKind.CITATION,
        strata=tuple(
            Stratum(name=row.name, size=row.size, drawn=row.drawn) for row in report.sample.strata
        ),
        units=tuple(
            Unit(stratum=one.item.stratum, judged=one.item.judged, decision=one.decision)
            for one in report.findings.all
        ),
    )
    return design_of(counted).cells(SUPPORT)


def settling(
    cells: Cells, figure: PlannedFigure, *, above: int, mark: float, least: int, level: float
) -> Settling:
    """The fewest supported labels with which the figure's interval ends on one side of a mark.

    At the rates that the labels show, with a chance of `CHANCE`, every flagged verdict labelled.

    Args:
        cells: the labels so far, on three levels.
        above: supported verdicts labelled so far; more than these are looked for.
        mark: the value that the interval must not hold.
        least: labels that must lie in the figure's denominator.
        level: of the interval.

    Raises:
        InputError: a stratum mixes verdicts or has no label with an outcome.
    """
    strata = observed(cells, shrunk=False)
    if (behind := _behind(figure, strata, [one.size for one in strata])) < least:
        held = f"about {behind:,}" if behind else "none"
        why = f"the whole run holds {held} of the verdicts that it rests on; it takes {least}"
        return Settling(labels=None, low=None, high=None, why=why)
    search = Search(figure, strata, level=level)
    if search.all <= above or _known(figure, strata, max(above, search.least), level=level):
        why = "the verdicts that it rests on are all in this sample"
        return Settling(labels=None, low=None, high=None, why=why)
    enough = fewest(
        lambda n: (
            _behind(figure, strata, labels_for(strata, supported=n)) >= least
            and _settled(figure, strata, n, mark=mark, level=level)
        ),
        low=max(search.least, above + 1),
        high=search.all,
        guess=2 * above,
    )
    if enough is None:
        why = f"the figure is undefined: {figure.measure.undefined}"
        return Settling(labels=None, low=None, high=None, why=why)
    labels = labels_for(strata, supported=enough)
    found = expected(figure, strata, labels, level=level, nodes=NODES)
    return Settling(labels=enough, low=found.low, high=found.high, why="")


def _settled(
    figure: PlannedFigure, strata: Sequence[Assumed], supported: int, *, mark: float, level: float
) -> bool:
    """Whether so many labels are enough.

    A share falls with the wrong verdicts found. So where a sample that is worse than four in five
    ends above the mark, or one that is better than four in five below it, those four do too.
    """
    labels = labels_for(strata, supported=supported)
    worse = limits_at(figure, strata, labels, level=level, quantile=CHANCE)
    if worse is None:
        found = expected(figure, strata, labels, level=level)
        return found.chance(at_least=mark) >= CHANCE
    if worse[0] >= mark or worse[1] >= mark:  # the better ones do not end lower
        return worse[0] >= mark
    better = limits_at(figure, strata, labels, level=level, quantile=1 - CHANCE)
    return better is not None and better[1] < mark


def _known(
    figure: PlannedFigure, strata: Sequence[Assumed], supported: int, *, level: float
) -> bool:
    """Whether so many supported labels leave nothing open, since it rests on no more of them."""
    labels = labels_for(strata, supported=supported)
    limits = limits_at(figure, strata, labels, level=level, quantile=0.5)
    return limits is not None and limits[0] == limits[1]


def _behind(figure: PlannedFigure, strata: Sequence[Assumed], labels: Sequence[int]) -> int:
    """Labels in the figure's denominator, where each rate is found as it is assumed."""
    found = [
        Labelled(
            verdict=one.verdict,
            size=one.size,
            n=n,
            wrong=round(n * one.wrong / one.size),
            mix=one.mix,
        )
        for one, n in zip(strata, labels, strict=True)
    ]
    measure = figure.measure
    cells = cells_of(found, measure.scale)
    return round(float(np.einsum("kj,kj->", cells.raw, measure.parts[..., -1])))
