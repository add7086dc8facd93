"""Several arrangements side by side, on the same questions."""

from reports.rendering.layout import Block, Section, Table, Text
from reports.rendering.wording import level_text
from reports.retrieval.cells import (
    arrangement_of,
    coefficient_with_limits,
    limits,
    name_of,
    share,
)
from reports.retrieval.figures import Measured, RetrievalReport
from reports.retrieval.measures import GAIN_DEPTH

WIDEST = 9
"""Arrangements up to which the classes are shown, with a column for each."""


def ablation(report: RetrievalReport) -> Section:
    """The arrangements, numbered, each held against the study's own search."""
    blocks: list[Block] = [_found(report), _order(report), _by_k(report)]
    if len(report.measured) <= WIDEST:
        blocks.append(_by_class(report))
    against = f"{report.base + 1} {arrangement_of(report.measured[report.base].arrangement)}"
    blocks.append(
        Text(
            text=f"Won and lost: questions found that “{against}” misses, and the other way round. "
            "Whatever is best here was chosen on these questions and looks a little better than it "
            "is; other questions say by how much."
        )
    )
    return Section(title="Side by side", blocks=tuple(blocks))


def _found(report: RetrievalReport) -> Table:
    own = report.measured[report.base]
    return Table(
        title=f"Found among the first {report.k}",
        columns=("", "passages", "found", f"{level_text(report.level)} interval", "won, lost"),
        rows=tuple(
            (
                name,
                f"{one.arrangement.passages:,}",
                share(one.whole.found[report.k]),
                limits(one.whole.found[report.k]),
                "" if one is own else won_and_lost(own, one, report.k),
            )
            for name, one in _named(report)
        ),
        notes=_notes(report),
    )


def _named(report: RetrievalReport) -> list[tuple[str, Measured]]:
    return [
        (f"{number} {arrangement_of(one.arrangement)}", one)
        for number, one in enumerate(report.measured, start=1)
    ]


def _notes(report: RetrievalReport) -> tuple[str, ...]:
    engine = report.measured[report.base].arrangement.engine.partition(";")[0]
    cut = {
        one.arrangement.words: one.arrangement.cut_in_two
        for one in report.measured
        if one.arrangement.cut_in_two
    }
    parts = [f"{count:,} in passages of {words} words" for words, count in cut.items()]
    halved = (f"Supports that a cut goes through: {', '.join(parts)}.",) if parts else ()
    return (f"{engine}.", *halved)


def _order(report: RetrievalReport) -> Table:
    level = level_text(report.level)
    return Table(
        title="How near to the top",
        columns=("", f"MRR ({level} interval)", f"nDCG@{GAIN_DEPTH} ({level} interval)"),
        rows=tuple(
            (
                name,
                coefficient_with_limits(one.whole.mrr),
                coefficient_with_limits(one.whole.ndcg),
            )
            for name, one in _named(report)
        ),
    )


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
            (name, *(share(one.whole.found[k]) for k in report.ks)) for name, one in _named(report)
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
