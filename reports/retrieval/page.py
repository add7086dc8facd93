"""The figures of retrieval on a page."""

from collections.abc import Iterator, Sequence

from corpus.presenting import one_line, place
from reports.rendering.layout import Block, Item, Page, Section, Table, Text
from reports.rendering.wording import counted, level_text
from reports.retrieval.ablation import ablation
from reports.retrieval.cells import (
    NO_CLASS,
    coefficient_with_limits,
    limits,
    name_of,
    share,
    share_with_limits,
    writer_of,
)
from reports.retrieval.checks import goals, isolation
from reports.retrieval.figures import Asked, Group, Measured, RetrievalReport
from reports.retrieval.meanings import meanings
from reports.retrieval.measures import DEPTH, GAIN_DEPTH

COLUMNS = 5
"""Shares beside the name of a class, in 80 columns."""


def page(report: RetrievalReport, *, missed: bool) -> Page:
    """The page of a report.

    Args:
        report: what was found.
        missed: list the questions whose answer is not among the first k.
    """
    first = report.measured[0]
    one_alone = len(report.measured) == 1
    sections = _of_one(report, first, missed=missed) if one_alone else [ablation(report)]
    if missed:
        sections.append(_missed(first, report.k))
    if report.goals:
        sections.append(Section(title="What was asked for", blocks=(goals(report),)))
    sections.append(Section(title="Isolation checks", blocks=(isolation(report),)))
    sections.append(Section(title="What the figures mean", blocks=meanings(report)))
    return Page(
        title="Retrieval",
        subtitle=_subtitle(report) + (f" {_searched(first)}" if one_alone else ""),
        warnings=_warnings(report),
        sections=tuple(sections),
    )


def _subtitle(report: RetrievalReport) -> str:
    names = dict.fromkeys(("human", "machine", *report.written_by))
    writers = [f"{report.written_by.get(one, 0):,} {writer_of(one)}" for one in names]
    total = sum(report.written_by.values())
    absent = f"{counted(report.absent, 'question')} without an answer in the corpus"
    return (
        f"{counted(total, 'question')} with an answer: {', '.join(writers)}. Beside them {absent}, "
        "in no figure here."
    )


def _searched(measured: Measured) -> str:
    how = measured.arrangement
    words = f" of about {how.words} words" if how.words else ""
    cut = "" if how.stored else ", cut anew in memory"
    return f"{counted(how.passages, 'passage')}{words}{cut}; {how.engine}."


def _warnings(report: RetrievalReport) -> tuple[str, ...]:
    found = []
    if not report.written_by.get("human"):
        found.append(
            "None of these questions was written by a person: a machine that wrote them from the "
            "documents asks in the words of the documents, and is easier to find for."
        )
    cut = report.measured[0].arrangement.cut_in_two
    if cut and len(report.measured) == 1:
        found.append(
            f"{counted(cut, 'support')} cut in two: no passage holds all of it, and the one with "
            "the greater part counts."
        )
    failed = sum(not one.holds for one in report.isolation)
    if failed:
        found.append(f"{counted(failed, 'isolation check')} failed: see below.")
    return tuple(found)


def _of_one(report: RetrievalReport, measured: Measured, *, missed: bool) -> list[Section]:
    k = report.k
    sections = [
        Section(
            title=f"Found among the first {k}",
            blocks=(_found(report, measured), Text(text=_short(measured, k, hint=not missed))),
        ),
        Section(title="How near to the top", blocks=(_order(report, measured),)),
    ]
    if len(report.ks) > 1:
        sections.append(Section(title="By k", blocks=_by_k(report, measured)))
    return sections


def _found(report: RetrievalReport, measured: Measured) -> Table:
    k = report.k
    groups = [*measured.classes, measured.whole]
    rows = [_found_row(one, name_of(one), k) for one in groups]
    rows += [_found_row(one, writer_of(one.name), k) for one in measured.writers]
    return Table(
        title="",
        columns=("", "questions", "found", "share", f"{level_text(report.level)} interval"),
        rows=tuple(rows),
    )


def _found_row(group: Group, name: str, k: int) -> tuple[str, ...]:
    rate = group.found[k]
    return (name, f"{group.questions:,}", f"{group.hits[k]:,}", share(rate), limits(rate))


def _short(measured: Measured, k: int, *, hint: bool) -> str:
    """Which classes fall short of all, and by how much."""
    short = [
        f"{name_of(one)} by {one.questions - one.hits[k]} of {one.questions:,}"
        for one in measured.classes
        if one.hits[k] < one.questions
    ]
    if not short:
        return f"Every question has an answer among the first {k}."
    which = " See which with --missed." if hint else ""
    return f"Short of every question: {', '.join(short)}.{which}"


def _order(report: RetrievalReport, measured: Measured) -> Table:
    rows = [
        (name_of(one), coefficient_with_limits(one.mrr), coefficient_with_limits(one.ndcg))
        for one in (*measured.classes, measured.whole)
    ]
    level = level_text(report.level)
    return Table(
        title="",
        columns=("", f"MRR ({level} interval)", f"nDCG@{GAIN_DEPTH} ({level} interval)"),
        rows=tuple(rows),
    )


def _by_k(report: RetrievalReport, measured: Measured) -> tuple[Block, ...]:
    whole = Table(
        title="All questions",
        columns=("first", "found", "share of the answers"),
        rows=tuple(
            (
                f"{k}",
                share_with_limits(measured.whole.found[k]),
                share_with_limits(measured.whole.share[k]),
            )
            for k in report.ks
        ),
    )
    classes = (
        Table(
            title="Found, by class" if ks[0] == report.ks[0] else "",
            columns=("first", *(f"{k}" for k in ks)),
            rows=tuple(
                (name_of(one), *(share(one.found[k]) for k in ks))
                for one in (*measured.classes, measured.whole)
            ),
        )
        for ks in _batched(report.ks)
    )
    return whole, *classes


def _batched(ks: Sequence[int]) -> Iterator[Sequence[int]]:
    """As many at a time as stand beside each other on a terminal of 80 columns."""
    for at in range(0, len(ks), COLUMNS):
        yield ks[at : at + COLUMNS]


def _missed(measured: Measured, k: int) -> Section:
    missed = [row for row in measured.asked if not row.scores.any[k]]
    if not missed:
        text = Text(text=f"None: every question has an answer among the first {k}.")
        return Section(title="Missed", blocks=(text,))
    return Section(title="Missed", blocks=tuple(_item(row, k) for row in missed))


def _item(row: Asked, k: int) -> Item:
    rank = f"at rank {row.rank}" if row.rank else f"not among the first {DEPTH}"
    quotes = [one.quote or "(the whole passage)" for one in row.question.supports]
    return Item(
        title=f"{row.question.id} · {row.question.query_class or NO_CLASS} · {rank}",
        fields=(
            ("question", one_line(row.question.question, 300)),
            ("answer", f"{', '.join(sorted(row.answers))}: {one_line(' / '.join(quotes), 300)}"),
            *(
                (f"found {hit.rank}", f"{place(hit.passage)}: {one_line(hit.passage.text)}")
                for hit in row.best[:k]
            ),
        ),
    )
