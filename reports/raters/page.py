"""The figures of raters on a page: together, two by two, judges against the truth."""

from reports.estimation.arrays import IntArray
from reports.estimation.figure import Figure
from reports.raters.estimate import Estimate
from reports.raters.figures import MOST_PAIRED, JudgeAgainstTruth, RatersReport, Together
from reports.raters.krippendorff import Level
from reports.raters.words import some
from reports.rendering.layout import Block, Page, Section, Table, Text
from reports.rendering.wording import (
    METHODS,
    UNDEFINED,
    coefficient,
    coefficient_text,
    counted,
    level_text,
    listing,
    percent,
    share_text,
)

WIDEST = 8
"""Categories up to which a table of counts is shown: it has a column for each."""

MOST_CLASSES = 40
"""Categories of which each has a line of its own."""


def page(report: RatersReport) -> Page:
    """The page of a report."""
    sections = []
    if report.together is not None:
        sections.append(_together(report, report.together))
    if report.pairs:
        sections.append(_pairs(report))
    sections += [_judge(report, one) for one in report.judges]
    return Page(
        title=f"Agreement among raters · {report.source}",
        subtitle=_subtitle(report),
        warnings=_warnings(report),
        sections=tuple(sections),
    )


def _subtitle(report: RatersReport) -> str:
    if report.tally is None:
        return f"{counted(report.rows, 'item')}; {_categories(report)}."
    tally = report.tally
    who = (
        counted(len(report.raters), "rater")
        if report.raters
        else f"lists of up to {counted(report.width, 'rating')}, whoever gave them"
    )
    return (
        f"{counted(report.rows, 'item')}, {who}: {counted(tally.ratings, 'rating')}; "
        f"{counted(tally.units, 'item')} with two or more. {_categories(report)}."
    )


def _categories(report: RatersReport) -> str:
    if report.tally is None or not report.tally.ratings:
        return f"Categories: {some(report.categories)}"
    totals = report.tally.totals
    shares = [
        f"{name} {percent(n / report.tally.ratings)}"
        for name, n in zip(report.categories, totals.tolist(), strict=True)
    ]
    more = f", and {len(shares) - WIDEST:,} more" if len(shares) > WIDEST else ""
    return f"Given: {', '.join(shares[:WIDEST])}{more}"


def _warnings(report: RatersReport) -> tuple[str, ...]:
    found = []
    if report.tally is not None and report.tally.units < report.rows:
        alone = report.rows - report.tally.units
        found.append(
            f"Fewer than two ratings: {counted(alone, 'item')} of {report.rows:,}, which say "
            "nothing of agreement."
        )
    if len(report.raters) > MOST_PAIRED:
        found.append(
            f"{len(report.raters)} raters are too many to show two by two; name up to "
            f"{MOST_PAIRED} with --rater for that."
        )
    return tuple(found)


def _together(report: RatersReport, figures: Together) -> Section:
    distance = "" if report.level is Level.NOMINAL else f", {report.level}"
    rows: list[tuple[str, Figure, bool]] = [
        ("the same category", figures.agreement, True),
        (f"Krippendorff's alpha{distance}", figures.alpha, False),
        ("AC1", figures.ac1.figure, False),
    ]
    if figures.ac2_linear is not None and figures.ac2_quadratic is not None:
        rows.append(("AC2, linear weights", figures.ac2_linear.figure, False))
        rows.append(("AC2, quadratic weights", figures.ac2_quadratic.figure, False))
    rows.append(("Fleiss' kappa", figures.fleiss, False))
    rows.append(("Brennan-Prediger", figures.brennan_prediger, False))
    notes = _Notes()
    cells = tuple(
        (name, _text(figure, notes, share=share), METHODS[figure.method])
        for name, figure, share in rows
    )
    explained = Text(
        text="1 is full agreement, 0 is what chance gives. Where nearly everything is one category "
        "kappa and alpha are low whatever raters do; AC1 is not."
    )
    level = level_text(report.basis.level)
    table = Table(title="", columns=("", f"{level} interval", "how"), rows=cells, notes=notes.lines)
    return Section(title="All raters together", blocks=(table, explained))


def _pairs(report: RatersReport) -> Section:
    if len(report.pairs) == 1:
        return _one_pair(report)
    notes = _Notes()
    rows = tuple(
        (
            f"{pair.first}, {pair.second}",
            f"{pair.figures.n:,}",
            _text(pair.figures.agreement, notes, share=True),
            _kappa(pair.figures.kappa, notes),
            _text(pair.figures.ac1.figure, notes),
        )
        for pair in report.pairs
    )
    columns = ("", "n", "the same", "kappa", "AC1")
    return Section(
        title="Two by two", blocks=(Table(title="", columns=columns, rows=rows, notes=notes.lines),)
    )


def _one_pair(report: RatersReport) -> Section:
    (pair,) = report.pairs
    figures, notes = pair.figures, _Notes()
    rows = [("the same category", _text(figures.agreement, notes, share=True))]
    kappas = (
        ("kappa", figures.kappa),
        ("kappa, linear weights", figures.linear),
        ("kappa, quadratic weights", figures.quadratic),
    )
    rows += [(name, _kappa(one, notes)) for name, one in kappas if one is not None]
    rows.append(("AC1", _text(figures.ac1.figure, notes)))
    table = Table(title="", columns=("", f"n = {figures.n:,}"), rows=tuple(rows), notes=notes.lines)
    corner = f"{pair.first} ↓\n{pair.second} →"
    return Section(
        title=f"{pair.first} and {pair.second}",
        blocks=(table, *_counts(report, figures.table, corner)),
    )


def _counts(report: RatersReport, table: IntArray, corner: str) -> list[Block]:
    if len(report.categories) > WIDEST:
        return []
    rows = tuple(
        (name, *(f"{n:,}" for n in row))
        for name, row in zip(report.categories, table.tolist(), strict=True)
    )
    return [Table(title="Items", columns=(corner, *report.categories), rows=rows)]


def _judge(report: RatersReport, one: JudgeAgainstTruth) -> Section:
    figures, notes = one.figures, _Notes()
    macro = UNDEFINED if figures.macro_f1 is None else percent(figures.macro_f1)
    mcc = UNDEFINED if figures.mcc is None else coefficient(figures.mcc)
    rows = [
        ("accuracy", _text(figures.accuracy, notes, share=True)),
        ("macro F1", macro),
        ("kappa", _kappa(figures.both.kappa, notes)),
        ("AC1", _text(figures.both.ac1.figure, notes)),
        ("Matthews correlation", mcc),
    ]
    if figures.both.linear is not None:
        rows.insert(3, ("kappa, linear weights", _kappa(figures.both.linear, notes)))
    whole = Table(
        title="", columns=("", f"n = {figures.both.n:,}"), rows=tuple(rows), notes=notes.lines
    )
    return Section(
        title=f"{one.judge} against {one.truth}",
        blocks=(
            Text(text=_left_out(one)),
            whole,
            _classes(one),
            *_counts(report, figures.both.table, f"{one.truth} ↓\njudge →"),
        ),
    )


def _left_out(one: JudgeAgainstTruth) -> str:
    parts = []
    if one.undecided:
        why = "a majority" if one.truth == "majority" else "a value"
        parts.append(f"{counted(one.undecided, 'item')} without {why} in the truth")
    if one.unsaid:
        parts.append(f"{counted(one.unsaid, 'item')} of which the judge says nothing")
    if one.unknown:
        parts.append(f"{counted(one.unknown, 'record')} of the judge that the raters do not have")
    return f"Left out: {listing(parts)}." if parts else "Every item counts."


def _classes(one: JudgeAgainstTruth) -> Table:
    classes = one.figures.classes[:MOST_CLASSES]
    rest = len(one.figures.classes) - len(classes)
    return Table(
        title="",
        columns=("", "of the\ntruth", "the judge\nsays", "precision", "recall", "F1"),
        rows=tuple(
            (
                row.category,
                f"{row.truth:,}",
                f"{row.said:,}",
                *(
                    UNDEFINED if value is None else percent(value)
                    for value in (row.precision, row.recall, row.f1)
                ),
            )
            for row in classes
        ),
        notes=(f"And {rest:,} more; --json has them.",) if rest else (),
    )


class _Notes:
    """Reasons below a table, each once, with the number by which a cell refers to it."""

    def __init__(self) -> None:
        self._texts: list[str] = []

    def mark(self, text: str) -> str:
        if text not in self._texts:
            self._texts.append(text)
        return f"({self._texts.index(text) + 1})"

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(f"({number}) {text}" for number, text in enumerate(self._texts, start=1))


def _text(figure: Figure, notes: _Notes, *, share: bool = False) -> str:
    if figure.value is None:
        return f"{UNDEFINED} {notes.mark(figure.why)}"
    text = share_text(figure) if share else coefficient_text(figure)
    if figure.low is None and figure.why:
        text += f" {notes.mark(figure.why)}"
    return text


def _kappa(estimate: Estimate, notes: _Notes) -> str:
    marks = [notes.mark(f"Unreliable: {caution}") for caution in estimate.cautions]
    return " ".join([_text(estimate.figure, notes), *marks])
