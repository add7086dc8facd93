"""Tables of figures with their intervals: agreement, class by class, the corrected rate."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from reports.classes import ClassFigures
from reports.estimation.figure import Figure, Pair
from reports.rendering import keys
from reports.rendering.cells import Whys, cell, plain
from reports.rendering.figure_pictures import dots
from reports.rendering.layout import Table
from reports.rendering.wording import (
    METHODS,
    UNDEFINED,
    coefficient,
    coefficient_range,
    coefficient_text,
    level_text,
    outcome,
    percent,
    percent_range,
    share_text,
)
from reports.report import Report


class Row(NamedTuple):
    """One figure."""

    name: str
    pair: Pair
    link: str
    """The key of the items behind it."""


class _Style(NamedTuple):
    """How figures of one kind are written."""

    share: bool
    text: Callable[[Figure], str]
    span: Callable[[float, float], str]
    plain: Callable[[float], str]


_SHARES = _Style(share=True, text=share_text, span=percent_range, plain=percent)
_COEFFICIENTS = _Style(
    share=False, text=coefficient_text, span=coefficient_range, plain=coefficient
)


def agreement_table(report: Report) -> Table:
    """Plain agreement on its three scales."""
    rows = (
        Row("the same level", report.agreement.support, keys.COMPARED),
        Row("supported or not", report.agreement.binary, keys.COMPARED),
        Row("the same outcome", report.agreement.outcome, keys.COMPARED),
    )
    least = report.agreement.at_least
    notes = [
        "A level is supported, partial or unsupported; an outcome also says why it is unsupported."
    ]
    if least.value is not None and not report.sample.census:
        notes.append(
            f"The same level: at least {percent(least.value)} (one-sided, "
            f"{level_text(least.level)})."
        )
    return _table(report, "Judge and people say", rows, notes, _SHARES)


def chance_table(report: Report) -> Table:
    """Agreement beyond chance."""
    figures = (
        ("kappa", report.kappa.nominal),
        ("kappa, linear weights", report.kappa.linear),
        ("kappa, quadratic weights", report.kappa.quadratic),
        ("kappa, supported or not", report.kappa.binary),
        ("kappa, outcomes", report.kappa.outcome),
        ("AC1", report.ac.nominal),
        ("AC2, linear weights", report.ac.linear),
        ("AC2, quadratic weights", report.ac.quadratic),
        ("Krippendorff's alpha, ordinal", report.alpha.ordinal),
        ("Krippendorff's alpha, nominal", report.alpha.nominal),
        ("Matthews correlation", report.mcc),
    )
    rows = [Row(name, pair, keys.COMPARED) for name, pair in figures]
    note = (
        "1 is full agreement, 0 is what chance gives. Where nearly everything is one class kappa "
        "is low whatever the judge does; AC1 is not."
    )
    return _table(report, "Agreement beyond chance", rows, [note], _COEFFICIENTS)


def precision_table(report: Report) -> Table:
    """Of the verdicts to which the judge gives a class, the share people confirm."""
    rows = [Row(name, one.precision, keys.judged(one.name)) for name, one in _classes(report)]
    rows.append(Row(_FLAGGED, report.judge.flag_precision, keys.judged(keys.FLAGGED)))
    title = "When the judge says it, do people agree? (precision)"
    return _table(report, title, rows, [], _SHARES)


def recall_table(report: Report) -> Table:
    """Of the verdicts to which people give a class, the share the judge finds."""
    rows = [Row(name, one.recall, keys.said(one.name)) for name, one in _classes(report)]
    rows.append(Row(_FLAGGED, report.judge.tnr, keys.said(keys.FLAGGED)))
    title = "When people say it, does the judge? (recall)"
    return _table(report, title, rows, [], _SHARES)


def specificity_table(report: Report) -> Table:
    """Of the verdicts to which people do not give a class, the share the judge does not either."""
    rows = [Row(name, one.specificity, keys.COMPARED) for name, one in _classes(report)]
    title = "When people do not say it, does the judge not either? (specificity)"
    return replace(_table(report, title, rows, [], _SHARES), folded=True, picture=None)


def f1_table(report: Report) -> Table:
    """Precision and recall in one figure, class by class."""
    rows = [Row(name, one.f1, keys.COMPARED) for name, one in _classes(report)]
    title = "Precision and recall in one (F1)"
    return replace(_table(report, title, rows, [], _SHARES), folded=True, picture=None)


_FLAGGED = "partial or unsupported"


def _classes(report: Report) -> list[tuple[str, ClassFigures]]:
    """The levels, and the failures as parts of "unsupported"."""
    levels = [(outcome(one.name), one) for one in report.judge.supports]
    return levels + [(f"· {outcome(one.name)}", one) for one in report.judge.categories]


def corrected_table(report: Report) -> Table:
    """The judged rate, the corrected rate, in this order."""
    rows, links, drawn, whys = [], [], [], Whys()
    for share in report.corrected.shares:
        rows.append(_corrected(share.name, share.judged, share.human, whys))
        link = keys.said(share.name)
        links.append(("", keys.judged(share.name), link, "", link))
        drawn.append((share.name, share.human.weighted, share.judged))
    half = report.corrected.human_half
    rows.append(_corrected(_HALF, report.corrected.judged_half, half, whys))
    links.append(("", "", keys.COMPARED, "", keys.COMPARED))
    drawn.append((_HALF, half.weighted, report.corrected.judged_half))
    level, title = level_text(report.provenance.level), "Shares of all verdicts"
    return Table(
        title=title,
        columns=("", "judge\nsays", f"people would say\n({level} interval)", "how", "sample\nonly"),
        rows=tuple(rows),
        notes=tuple(whys.lines),
        links=tuple(links),
        picture=dots(title, drawn, level=level, what="people would say", beside="the judge says"),
    )


_OTHERS = {"rogan_gladen": "Rogan-Gladen", "ppi": "prediction-powered inference"}


def other_methods_table(report: Report) -> Table:
    """The corrected rate by other methods, or why they are of no use here."""
    whys, level = Whys(), level_text(report.provenance.level)
    return Table(
        title="The corrected rate by other methods",
        columns=("", f"supported\n({level} interval)"),
        rows=tuple(
            (_OTHERS[one.name], cell(one.rate, share_text, percent_range, whys))
            for one in report.corrected.others
        ),
        notes=tuple(whys.lines),
        folded=True,
    )


_HALF = "partial as one half"


def _corrected(name: str, judged: float | None, pair: Pair, whys: Whys) -> tuple[str, ...]:
    return (
        name,
        UNDEFINED if judged is None else percent(judged),
        cell(pair.weighted, share_text, percent_range, whys),
        METHODS[pair.weighted.method],
        plain(pair.raw, percent, whys),
    )


def _table(
    report: Report, title: str, rows: Sequence[Row], notes: list[str], style: _Style
) -> Table:
    whys = Whys()
    cells = tuple(
        (
            row.name,
            cell(row.pair.weighted, style.text, style.span, whys),
            METHODS[row.pair.weighted.method],
            plain(row.pair.raw, style.plain, whys),
        )
        for row in rows
    )
    level = level_text(report.provenance.level)
    drawn = [(row.name, row.pair.weighted, row.pair.raw.value) for row in rows]
    return Table(
        title=title,
        columns=("", f"for the run\n({level} interval)", "how", "sample\nonly"),
        rows=cells,
        notes=(*whys.lines, *notes),
        links=tuple(("", row.link, "", row.link) for row in rows),
        picture=dots(
            title, drawn, level=level, what="for the run", beside="sample only", share=style.share
        ),
    )
