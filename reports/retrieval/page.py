"""The figures of retrieval on a page, in words for somebody who never read a paper on search."""

from corpus.presenting import one_line, place
from reports.rendering.layout import Block, Item, Listed, Page, Section, Table, Text
from reports.rendering.wording import counted, level_text, percent
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
from reports.retrieval.figures import Asked, Goal, Group, Isolated, Measured, RetrievalReport
from reports.retrieval.measures import DEPTH, GAIN_DEPTH


def page(report: RetrievalReport, *, missed: bool) -> Page:
    """The page of a report.

    Args:
        report: what was found.
        missed: list the questions whose answer is not among the first k.
    """
    first = report.measured[0]
    one_alone = len(report.measured) == 1
    sections = _of_one(report, first) if one_alone else [ablation(report)]
    if missed:
        sections.append(_missed(first, report.k))
    if report.goals:
        sections.append(Section(title="What was asked for", blocks=(_goals(report),)))
    sections.append(Section(title="Kept within a matter", blocks=(_isolation(report),)))
    sections.append(Section(title="What the figures mean", blocks=_meanings(report)))
    return Page(
        title="Retrieval",
        subtitle=_subtitle(report) + (f" {_searched(first)}" if one_alone else ""),
        warnings=_warnings(report),
        sections=tuple(sections),
    )


def _subtitle(report: RetrievalReport) -> str:
    names = dict.fromkeys(("human", "machine", *report.written_by))
    writers = [f"{report.written_by.get(one, 0):,} by {writer_of(one)}" for one in names]
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
    if cut:
        found.append(
            f"{counted(cut, 'support')} cut in two: no passage holds all of it, and the one with "
            "the greater part counts."
        )
    failed = sum(not one.holds for one in report.isolation)
    if failed:
        found.append(f"{counted(failed, 'isolation check')} failed: see below.")
    return tuple(found)


def _of_one(report: RetrievalReport, measured: Measured) -> list[Section]:
    k = report.k
    sections = [
        Section(
            title=f"Found among the first {k}",
            blocks=(_found(report, measured), Text(text=_short(measured, k))),
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
    rows += [_found_row(one, f"by {writer_of(one.name)}", k) for one in measured.writers]
    return Table(
        title="",
        columns=("", "questions", "found", "share", f"{level_text(report.level)} interval"),
        rows=tuple(rows),
    )


def _found_row(group: Group, name: str, k: int) -> tuple[str, ...]:
    rate = group.found[k]
    return (name, f"{group.questions:,}", f"{group.hits[k]:,}", share(rate), limits(rate))


def _short(measured: Measured, k: int) -> str:
    """Which classes fall short of all, and by how much."""
    short = [
        f"{name_of(one)} by {one.questions - one.hits[k]} of {one.questions:,}"
        for one in measured.classes
        if one.hits[k] < one.questions
    ]
    if not short:
        return f"Every question has an answer among the first {k}."
    return f"Short of every question: {', '.join(short)}. See which with --missed."


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
    classes = Table(
        title="Found, by class",
        columns=("first", *(f"{k}" for k in report.ks)),
        rows=tuple(
            (name_of(one), *(share(one.found[k]) for k in report.ks))
            for one in (*measured.classes, measured.whole)
        ),
    )
    return whole, classes


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


def _goals(report: RetrievalReport) -> Listed:
    return Listed(
        points=tuple(("met" if g.met else "SHORT", _goal(g, report.k)) for g in report.goals)
    )


def _goal(goal: Goal, k: int) -> str:
    text = (
        f"{goal.name or 'all questions'}: {percent(goal.share)} found among the first {k} "
        f"({goal.hits:,} of {goal.questions:,}), {percent(goal.least)} asked for"
    )
    if goal.met:
        return f"{text}."
    points = 100 * (goal.least - goal.share)
    return f"{text}: short by {points:.1f} points, {counted(goal.missing, 'question')}."


def _isolation(report: RetrievalReport) -> Block:
    if not report.isolation:
        return Text(
            text="No isolation check: isolation.jsonl would hold searches that must see one matter "
            "alone."
        )
    return Listed(
        points=tuple(
            ("holds" if one.holds else "FAILS", _isolated(one)) for one in report.isolation
        )
    )


def _isolated(one: Isolated) -> str:
    within = ", ".join(f"{name}={value}" for name, value in one.check.within.items())
    if one.why:
        strangers = ", ".join(passage.id for passage in one.foreign[:3])
        return f"{one.check.id}, within {within}: {one.why}{': ' if strangers else ''}{strangers}."
    text = f"{one.check.id}, within {within}: {counted(one.found, 'passage')} found, all of it."
    if one.check.supports:
        text += f" The answer is {f'at rank {one.own_rank}' if one.own_rank else 'not found'}."
    if one.unrestricted_rank:
        return f"{text} Unrestricted, another matter's answer is at rank {one.unrestricted_rank}."
    return f"{text} Unrestricted, no other matter's answer is found either: it shows little."


def _meanings(report: RetrievalReport) -> tuple[Block, ...]:
    return (
        Listed(
            points=(
                (
                    "found",
                    "of all questions, the share with at least one passage that answers among the "
                    "first k that the search gives. Papers call it success@k, and recall@k where "
                    "a question has one answer.",
                ),
                (
                    "share of the answers",
                    "of all passages that answer a question, how many are among the first k; the "
                    "mean over questions. Papers call it recall@k.",
                ),
                (
                    "MRR",
                    "1 / rank of the first passage that answers, the mean over questions: 1 where "
                    "it is always first, 0.5 where it is always second. None among the first "
                    f"{DEPTH} counts 0.",
                ),
                (
                    f"nDCG@{GAIN_DEPTH}",
                    f"what the first {GAIN_DEPTH} are worth, the later the less, of the most "
                    "they could be worth: 1 where all answers stand before everything else.",
                ),
            )
        ),
        Text(text=_how(report)),
    )


def _how(report: RetrievalReport) -> str:
    return (
        f"Intervals are of {level_text(report.level)}, for more questions of the same kind. Found: "
        "Wilson's. The others: Clopper and Pearson's, on the number of questions that the spread "
        "between questions is worth (Korn and Graubard)."
    )
