"""The tables of a comparison of judges."""

from reports.estimation.figure import Figure, Method
from reports.judges.comparison import JudgeComparison, JudgePair
from reports.judges.difference import AgreementDifference
from reports.judges.standing import JudgeStanding
from reports.rendering.layout import Table
from reports.rendering.wording import (
    METHODS,
    UNDEFINED,
    coefficient,
    percent,
    percent_range,
)
from reports.runs.wording import p_text, signed


def against_people(made: JudgeComparison) -> Table:
    """Each judge's figures, through the design."""
    return Table(
        title="",
        columns=(
            "judge",
            "agree-\nment",
            "right if\nsupported",
            "bad ones\ncaught",
            "judged\nsupported",
            "corrected",
        ),
        rows=tuple(_judge(number, one) for number, one in enumerate(made.judges, start=1)),
        notes=tuple(
            f"{one.judge.label}, {name}: {figure.why}"
            for one in made.judges
            for name, figure in (
                ("agreement", one.agreement.weighted),
                ("right if supported", one.supported.weighted),
                ("bad ones caught", one.caught.weighted),
                ("corrected", one.rate.human.weighted),
            )
            if figure.value is None
        ),
    )


def _judge(number: int, one: JudgeStanding) -> tuple[str, ...]:
    return (
        f"{number} {one.judge.label}",
        _share(one.agreement.weighted),
        _share(one.supported.weighted),
        _share(one.caught.weighted),
        UNDEFINED if one.rate.judged is None else percent(one.rate.judged),
        _share(one.rate.human.weighted),
    )


def _share(figure: Figure) -> str:
    """The share, and its interval on a line below."""
    if figure.value is None:
        return UNDEFINED
    if figure.low is None or figure.high is None or figure.method is Method.CENSUS:
        return percent(figure.value)
    return f"{percent(figure.value)}\n{percent_range(figure.low, figure.high)}"


def in_pairs(made: JudgeComparison) -> Table:
    """The differences through the design."""
    rows = []
    for pair in made.pairs:
        for name, difference in (
            (_title(pair), pair.support),
            ("  supported or not", pair.binary),
        ):
            rows.append((name, *_difference(difference)))
    return Table(
        title="Difference in agreement, through the design",
        columns=(
            "first less\nsecond",
            "points",
            "interval",
            "they\ndiffer on",
            "labelled\nthere",
            "",
        ),
        rows=tuple(rows),
        notes=tuple(
            f"{_title(pair)}{where}: {difference.weighted.why}"
            for pair in made.pairs
            for where, difference in ((", levels", pair.support), (", or not", pair.binary))
            if difference.weighted.value is None
        ),
    )


def _difference(difference: AgreementDifference) -> tuple[str, ...]:
    figure = difference.weighted
    counts = (f"{difference.differing:,} of {difference.common:,}", f"{figure.n:,}")
    if figure.value is None or figure.low is None or figure.high is None:
        bounds = difference.bounds
        between = f"{signed(bounds.low)} to {signed(bounds.high)}" if bounds else ""
        return (UNDEFINED, between, *counts, "bounds" if bounds else "")
    limits = f"{signed(figure.low)} to {signed(figure.high)}"
    if figure.method is Method.CENSUS:
        limits = ""
    return (signed(figure.value), limits, *counts, METHODS[figure.method])


def alone(made: JudgeComparison) -> Table:
    """McNemar's table of the labelled citations, and what comes of it."""
    return Table(
        title="The labelled citations alone, on three levels",
        columns=(
            "",
            "both\nright",
            "first\nonly",
            "second\nonly",
            "both\nwrong",
            "points",
            "Newcombe",
            "p\nexact",
            "p\nHolm",
        ),
        rows=tuple((_title(pair), *_alone(pair)) for pair in made.pairs),
    )


def _alone(pair: JudgePair) -> tuple[str, ...]:
    found = pair.support.alone
    counts = found.counts
    table = (counts.both, counts.first_only, counts.second_only, counts.neither)
    if found.difference is None:
        return (*map(str, table), UNDEFINED, "", "", "")
    limits = f"{signed(found.difference.low)} to {signed(found.difference.high)}"
    return (
        *(f"{n:,}" for n in table),
        signed(found.difference.value),
        limits,
        p_text(found.p),
        p_text(pair.adjusted),
    )


def crossings(made: JudgeComparison) -> Table:
    """What the judges say of the same citations, without people."""
    return Table(
        title="Over all citations, labelled or not",
        columns=(
            "",
            "citations",
            "the same\nlevel",
            "flipped",
            "kappa",
            "Bowker\np",
            "Stuart-\nMaxwell p",
        ),
        rows=tuple((_title(pair), *_crossing(pair)) for pair in made.pairs),
        notes=(
            "Bowker: whether as many went one way as the other. Stuart-Maxwell: whether the levels "
            "are as frequent.",
        ),
    )


def _crossing(pair: JudgePair) -> tuple[str, ...]:
    found = pair.crossing
    return (
        f"{found.common:,}",
        UNDEFINED if found.agreement is None else percent(found.agreement),
        f"{found.flips:,}",
        UNDEFINED if found.kappa is None else coefficient(found.kappa),
        p_text(found.symmetry.bowker.p),
        p_text(found.symmetry.stuart_maxwell.p) or UNDEFINED,
    )


def confusion(made: JudgeComparison, pair: JudgePair) -> Table:
    """Two judges' levels against each other."""
    found = pair.crossing
    return Table(
        title=(f"{_title(pair)}: rows {made.label(pair.first)}, columns {made.label(pair.second)}"),
        columns=("", *found.labels),
        rows=tuple(
            (label, *(f"{n:,}" for n in row))
            for label, row in zip(found.labels, found.table, strict=True)
        ),
    )


def _title(pair: JudgePair) -> str:
    """By the numbers of the first table: names of two judges are too wide for a column."""
    return f"{pair.first + 1} − {pair.second + 1}"
