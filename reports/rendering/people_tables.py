"""Tables of people: with each other, two by two, and each with themself."""

from reports.estimation.figure import Figure, Pair
from reports.people import People
from reports.rendering import keys
from reports.rendering.cells import Whys, cell
from reports.rendering.layout import Table
from reports.rendering.wording import (
    coefficient_range,
    coefficient_text,
    counted,
    level_text,
    percent_range,
    share_text,
)
from reports.report import Report

FEW = 20
"""Items labelled twice below which a person's agreement with themself says little."""

SAMPLED = (
    "Verdicts that two people labelled are taken for a random part of their stratum, and stand for "
    'the rest of it; "sample only" counts each item once. Before adjudication.'
)


def people_tables(report: Report) -> list[Table]:
    """The tables on people that a report has something for."""
    people = report.people
    tables = []
    if people.together is not None:
        tables.append(_together(report))
    if len(people.pairs) > 1:
        tables.append(_pairs(report))
    if people.consistency:
        tables.append(_consistency(report))
    return tables


def _together(report: Report) -> Table:
    whys = Whys()
    rows = tuple(
        (
            name,
            _text(pair.weighted, whys, share=share),
            _text(pair.raw, whys, share=share),
        )
        for name, pair, share in _figures(report.people)
    )
    level = level_text(report.provenance.level)
    return Table(
        title="How far people agree with each other",
        columns=("", f"for the run\n({level} interval)", f"sample only\n({level} interval)"),
        rows=rows,
        notes=(*whys.lines, _who(report.people), SAMPLED),
        links=(("", keys.SEVERAL, keys.SEVERAL),) * len(rows),
    )


def _who(people: People) -> str:
    """Whose labels the figures are, and of how many items."""
    if len(people.pairs) != 1:
        assert people.together is not None  # asked before
        return f"{counted(people.together.items, 'item')} with outcomes from two people or more."
    (one,) = people.pairs
    return (
        f"{one.first}, {one.second}: {counted(one.items, 'item')} labelled by both, {one.n:,} with "
        "an outcome from both."
    )


def _figures(people: People) -> list[tuple[str, Pair, bool]]:
    """Name, figure, and whether it is a share."""
    every = people.together
    assert every is not None  # asked before
    rows = [
        ("the same level", every.agreement, True),
        ("the same outcome", every.outcome_agreement, True),
    ]
    if len(people.pairs) == 1:
        (one,) = people.pairs
        rows += [
            ("kappa", one.support.kappa, False),
            ("kappa, linear weights", one.linear, False),
            ("kappa, outcomes", one.outcome.kappa, False),
            ("AC1", one.support.ac1, False),
            ("AC1, outcomes", one.outcome.ac1, False),
        ]
    return [
        *rows,
        ("alpha, ordinal", every.alpha, False),
        ("alpha, outcomes", every.outcome_alpha, False),
    ]


def _pairs(report: Report) -> Table:
    whys = Whys()
    rows = tuple(
        (
            f"{one.first}, {one.second}",
            f"{one.items:,}",
            f"{one.n:,}",
            _text(one.support.agreement.weighted, whys, share=True),
            _text(one.support.kappa.weighted, whys, share=False),
        )
        for one in report.people.pairs
    )
    return Table(
        title="Two by two, for the run",
        columns=("", "both\nlabelled", "n", "the same level", "kappa"),
        rows=rows,
        notes=tuple(whys.lines),
        links=tuple(("", *[keys.people(number)] * 4) for number in range(len(rows))),
    )


def _consistency(report: Report) -> Table:
    whys = Whys()
    rows = tuple(
        (
            one.annotator,
            f"{one.support.n:,}",
            _text(one.support.agreement, whys, share=True),
            _text(one.support.kappa.figure, whys, share=False),
        )
        for one in report.people.consistency
    )
    notes = [
        "Items that one person labelled blind twice (shown again, or in two samples), under the "
        "same rubric: nobody can be expected to agree with others more than with themself."
    ]
    if any(one.support.n < FEW for one in report.people.consistency):
        notes.append(f"Fewer than {FEW} items say little.")
    return Table(
        title="How far people agree with themselves",
        columns=("", "n", "the same level", "kappa"),
        rows=rows,
        notes=(*whys.lines, *notes),
    )


def _text(figure: Figure, whys: Whys, *, share: bool) -> str:
    if share:
        return cell(figure, share_text, percent_range, whys)
    return cell(figure, coefficient_text, coefficient_range, whys)
