"""The configurations as tables: what fails in each, as judged and as people would say."""

from reports.configurations import Configuration, RateDifference
from reports.estimation.figure import Method
from reports.rendering import keys
from reports.rendering.cells import Whys, cell
from reports.rendering.figure_pictures import dot, dots
from reports.rendering.layout import Table
from reports.rendering.pictures import Bar, BarGroup, Bars
from reports.rendering.wording import (
    METHODS,
    UNDEFINED,
    level_text,
    outcome,
    percent,
    percent_range,
    share_text,
)
from reports.report import Report
from reports.runs.wording import signed

MOST_DRAWN = 6
"""Configurations in one picture; the tables have all of them."""


def rates_table(report: Report) -> Table:
    """The judged and the corrected rate of each configuration."""
    level, title, whys = level_text(report.provenance.level), "Supported citations", Whys()
    each = report.configurations.each
    return Table(
        title=title,
        columns=("", "in the\nrun", "n", "judge\nsays", f"people would say\n({level} interval)"),
        rows=tuple(
            (
                one.name,
                f"{one.size:,}",
                f"{one.n:,}",
                _judged(one.judged),
                cell(one.corrected.weighted, share_text, percent_range, whys),
            )
            for one in each
        ),
        notes=tuple(whys.lines),
        links=tuple(("", "", *[_key(report, one)] * 3) for one in each),
        picture=dots(
            title,
            [(one.name, one.corrected.weighted, one.judged) for one in each],
            level=level,
            what="people would say",
            beside="the judge says",
        ),
    )


def _key(report: Report, one: Configuration) -> str:
    """The items of a configuration, which is a slice where there are several."""
    for number, field in enumerate(report.slices):
        values = [part.value for part in field.slices]
        if field.name == report.configurations.by and one.name in values:
            return keys.slice_of(number, values.index(one.name))
    return keys.COMPARED if len(report.configurations.each) == 1 else ""


def _judged(rate: float | None) -> str:
    return UNDEFINED if rate is None else percent(rate)


def differences_table(report: Report) -> Table:
    """How far the corrected rates of every two differ, in percentage points."""
    found, whys = report.configurations.differences, Whys()
    return Table(
        title="Differences of supported citations, in percentage points",
        columns=("", "judge\nsays", "people would say\n(interval)", "settled", "how"),
        rows=tuple(
            (
                f"{one.second} less {one.first}",
                UNDEFINED if one.judged is None else signed(one.judged),
                _difference(one, whys),
                "yes" if one.settled else "no",
                METHODS[one.corrected.method],
            )
            for one in found
        ),
        notes=(
            *whys.lines,
            f"Settled: the interval, at {level_text(found[0].corrected.level)}, leaves 0 out.",
        ),
    )


def _difference(one: RateDifference, whys: Whys) -> str:
    figure = one.corrected
    if figure.value is None or figure.low is None or figure.high is None:
        return f"{UNDEFINED} {whys.mark(figure.why)}"
    if figure.method is Method.CENSUS:
        return signed(figure.value)
    return f"{signed(figure.value)} ({signed(figure.low)} to {signed(figure.high)})"


def taxonomy_tables(report: Report) -> list[Table]:
    """For each configuration every outcome; the first table carries the picture of all."""
    each = report.configurations.each
    return [
        _taxonomy(report, one, _bars(report) if number == 0 else None)
        for number, one in enumerate(each)
    ]


def _taxonomy(report: Report, one: Configuration, picture: Bars | None) -> Table:
    level, whys = level_text(report.provenance.level), Whys()
    return Table(
        title=f"Outcomes of {one.name}",
        columns=("", "judge\nsays", f"people would say\n({level} interval)", "how"),
        rows=tuple(
            (
                outcome(share.name),
                _judged(share.judged),
                cell(share.human.weighted, share_text, percent_range, whys),
                METHODS[share.human.weighted.method],
            )
            for share in one.outcomes
        ),
        notes=tuple(whys.lines),
        links=tuple(
            ("", keys.judged(share.name), keys.said(share.name), "") for share in one.outcomes
        ),
        picture=picture,
        folded=True,
    )


def _bars(report: Report) -> Bars | None:
    drawn = report.configurations.each[:MOST_DRAWN]
    figures = [share.human.weighted for one in drawn for share in one.outcomes]
    if all(figure.value is None for figure in figures):
        return None
    title = "Outcomes by configuration"
    if len(drawn) < len(report.configurations.each):
        title += f", the first {len(drawn)}"
    said = []
    groups = []
    for number, share in enumerate(drawn[0].outcomes):
        bars = []
        for one in drawn:
            own = one.outcomes[number]
            bars.append(Bar(series=one.name, judged=own.judged, people=dot("", own.human.weighted)))
            said.append(
                f"{one.name}, {outcome(own.name)}: judge {_judged(own.judged)}, people "
                f"{share_text(own.human.weighted)}"
            )
        groups.append(BarGroup(name=outcome(share.name), bars=tuple(bars)))
    return Bars(
        title=title,
        groups=tuple(groups),
        text=f"{title}, drawn: {'; '.join(said)}.",
        span=f"{level_text(report.provenance.level)} interval",
    )
