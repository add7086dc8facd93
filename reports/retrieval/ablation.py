"""Several arrangements side by side, on the same questions."""

from reports.rendering.layout import Block, Section, Table, Text
from reports.rendering.wording import level_text
from reports.retrieval.cells import (
    arrangement_of,
    coefficient_with_limits,
    name_of,
    share,
    share_with_limits,
)
from reports.retrieval.figures import Measured, RetrievalReport

WIDEST = 9
"""Arrangements up to which the classes are shown, with a column for each."""


def ablation(report: RetrievalReport) -> Section:
    """The arrangements, numbered, each held against the first."""
    blocks: list[Block] = [_whole(report), _by_k(report)]
    if len(report.measured) <= WIDEST:
        blocks.append(_by_class(report))
    blocks.append(
        Text(
            text="Won and lost: questions found that the first arrangement misses, and the other "
            "way round. Whatever is best here was chosen on these questions and looks a little "
            "better than it is; other questions say by how much."
        )
    )
    return Section(title="Side by side", blocks=tuple(blocks))


def _whole(report: RetrievalReport) -> Table:
    first = report.measured[0]
    rows = [
        (
            f"{number} {arrangement_of(one.arrangement)}",
            f"{one.arrangement.passages:,}",
            share_with_limits(one.whole.found[report.k]),
            coefficient_with_limits(one.whole.mrr),
            won_and_lost(first, one, report.k) if number > 1 else "",
        )
        for number, one in enumerate(report.measured, start=1)
    ]
    how = report.measured[0].arrangement.engine.partition(";")[0]
    cut = sum(one.arrangement.cut_in_two for one in report.measured)
    notes = [f"{how}. Intervals: {level_text(report.level)}."]
    if cut:
        notes.append("Supports cut in two: " + ", ".join(_cut_in_two(report)) + ".")
    return Table(
        title="",
        columns=("", "passages", f"found among\nthe first {report.k}", "MRR", "won\nlost"),
        rows=tuple(rows),
        notes=tuple(notes),
    )


def _cut_in_two(report: RetrievalReport) -> list[str]:
    return [
        f"{one.arrangement.cut_in_two} in {number}"
        for number, one in enumerate(report.measured, start=1)
        if one.arrangement.cut_in_two
    ]


def won_and_lost(first: Measured, other: Measured, k: int) -> str:
    """`+2 -5`: questions that only the other finds, and that only the first does."""
    pairs = [
        (one.scores.any[k], another.scores.any[k])
        for one, another in zip(first.asked, other.asked, strict=True)
    ]
    return f"+{pairs.count((False, True))} −{pairs.count((True, False))}"


def _by_k(report: RetrievalReport) -> Table:
    return Table(
        title="Found, by k",
        columns=("first", *(f"{k}" for k in report.ks)),
        rows=tuple(
            (
                f"{number} {arrangement_of(one.arrangement)}",
                *(share(one.whole.found[k]) for k in report.ks),
            )
            for number, one in enumerate(report.measured, start=1)
        ),
    )


def _by_class(report: RetrievalReport) -> Table:
    """Of each class as many as were found, for a share of five questions says no more."""
    first = report.measured[0]
    return Table(
        title=f"Questions found among the first {report.k}, by class",
        columns=("", "of", *(f"{number}" for number in range(1, len(report.measured) + 1))),
        rows=tuple(
            (
                name_of(group),
                f"{group.questions:,}",
                *(f"{one.classes[place].hits[report.k]:,}" for one in report.measured),
            )
            for place, group in enumerate(first.classes)
        ),
    )
