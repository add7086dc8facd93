"""Tables of figures: agreement, class by class, the corrected rate, the confusion matrices."""

from collections.abc import Callable, Iterable, Sequence

from reports.confusion import Confusion
from reports.estimation.figure import Figure, Pair
from reports.rendering.layout import Table
from reports.rendering.wording import (
    METHODS,
    UNDEFINED,
    coefficient,
    coefficient_range,
    coefficient_text,
    level_text,
    number,
    outcome,
    percent,
    percent_range,
    share_text,
)
from reports.report import Report

Row = tuple[str, Pair]


def agreement_table(report: Report) -> Table:
    """Plain agreement on its three scales."""
    rows = (
        ("the same level", report.agreement.support),
        ("supported or not", report.agreement.binary),
        ("the same outcome", report.agreement.outcome),
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
    return _shares(report, "Judge and people say", rows, notes)


def chance_table(report: Report) -> Table:
    """Agreement beyond chance."""
    rows = (
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
    note = (
        "1 is full agreement, 0 is what chance gives. Where nearly everything is one class kappa "
        "is low whatever the judge does; AC1 is not."
    )
    return _table(
        report,
        "Agreement beyond chance",
        rows,
        [note],
        coefficient_text,
        coefficient_range,
        coefficient,
    )


def precision_table(report: Report) -> Table:
    """Of the verdicts to which the judge gives a class, the share people confirm."""
    judge = report.judge
    rows: list[Row] = [(outcome(one.name), one.precision) for one in judge.supports]
    rows += [(_indented(one.name), one.precision) for one in judge.categories]
    rows.append(("partial or unsupported", judge.flag_precision))
    title = "When the judge says it, do people agree? (precision)"
    return _shares(report, title, rows, [])


def recall_table(report: Report) -> Table:
    """Of the verdicts to which people give a class, the share the judge finds."""
    judge = report.judge
    rows: list[Row] = [(outcome(one.name), one.recall) for one in judge.supports]
    rows += [(_indented(one.name), one.recall) for one in judge.categories]
    rows.append(("partial or unsupported", judge.tnr))
    title = "When people say it, does the judge? (recall)"
    return _shares(report, title, rows, [])


def _indented(name: str) -> str:
    """A failure, as a part of "unsupported"."""
    return f"· {outcome(name)}"


def corrected_table(report: Report) -> Table:
    """The judged rate, the corrected rate, in this order."""
    rows, whys = [], Whys()
    named = [(share.name, share.judged, share.human) for share in report.corrected.shares] + [
        ("partial as one half", report.corrected.judged_half, report.corrected.human_half)
    ]
    for name, judged, pair in named:
        rows.append(
            (
                name,
                UNDEFINED if judged is None else percent(judged),
                cell(pair.weighted, share_text, percent_range, whys),
                METHODS[pair.weighted.method],
                _plain(pair.raw, percent, whys),
            )
        )
    level = level_text(report.provenance.level)
    return Table(
        title="Shares of all verdicts",
        columns=("", "judge\nsays", f"people would say\n({level} interval)", "how", "sample\nonly"),
        rows=tuple(rows),
        notes=tuple(whys.lines),
    )


def confusion_tables(title: str, matrix: Confusion) -> list[Table]:
    """Counts of the sample and, where they can be had, totals of the run."""
    names = tuple(outcome(name) for name in matrix.labels)
    columns = ("people ↓\njudge →", *(name.replace(" ", "\n") for name in names))
    tables = [
        Table(
            title=f"{title}: labels counted (sample, not the run)",
            columns=columns,
            rows=_matrix(names, matrix.counts),
        )
    ]
    if matrix.weighted is None:
        return [
            Table(title=tables[0].title, columns=columns, rows=tables[0].rows, notes=(matrix.why,))
        ]
    if _differs(matrix):
        tables.append(
            Table(
                title=f"{title}: verdicts they stand for (the run)",
                columns=columns,
                rows=_matrix(names, matrix.weighted),
            )
        )
    return tables


def _differs(matrix: Confusion) -> bool:
    """Whether the weighted totals are others than the counts: not in a census."""
    return matrix.weighted is not None and any(
        abs(count - total) > 1e-9
        for counts, totals in zip(matrix.counts, matrix.weighted, strict=True)
        for count, total in zip(counts, totals, strict=True)
    )


def _matrix(names: Sequence[str], values: Iterable[Iterable[float]]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (name, *(number(value) for value in row)) for name, row in zip(names, values, strict=True)
    )


class Whys:
    """Reasons for undefined figures, each given once below the table."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def mark(self, why: str) -> str:
        """The number that refers to a reason."""
        if why not in [line.partition(" ")[2] for line in self.lines]:
            self.lines.append(f"({len(self.lines) + 1}) {why}")
        index = [line.partition(" ")[2] for line in self.lines].index(why)
        return f"({index + 1})"


def _shares(report: Report, title: str, rows: Sequence[Row], notes: list[str]) -> Table:
    return _table(report, title, rows, notes, share_text, percent_range, percent)


def _table(
    report: Report,
    title: str,
    rows: Sequence[Row],
    notes: list[str],
    text: Callable[[Figure], str],
    span: Callable[[float, float], str],
    plain: Callable[[float], str],
) -> Table:
    whys = Whys()
    cells = tuple(
        (
            name,
            cell(pair.weighted, text, span, whys),
            METHODS[pair.weighted.method],
            _plain(pair.raw, plain, whys),
        )
        for name, pair in rows
    )
    level = level_text(report.provenance.level)
    return Table(
        title=title,
        columns=("", f"for the run\n({level} interval)", "how", "sample\nonly"),
        rows=cells,
        notes=(*whys.lines, *notes),
    )


def cell(
    figure: Figure,
    text: Callable[[Figure], str],
    span: Callable[[float, float], str],
    whys: Whys,
) -> str:
    """A figure with its interval, the mark of its reason, and its range with undecided items."""
    shown = text(figure) if figure.value is not None else f"{UNDEFINED} {whys.mark(figure.why)}"
    if figure.undecided is not None:
        shown += f"\nundecided: {span(figure.undecided.low, figure.undecided.high)}"
    return shown


def _plain(figure: Figure, text: Callable[[float], str], whys: Whys) -> str:
    if figure.value is None:
        return whys.mark(figure.why)
    return text(figure.value)
