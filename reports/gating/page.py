"""What a gate came to, as a page: for a terminal, and as the summary of a CI job."""

from reports.gating.outcome import Answer, Check, GateOutcome
from reports.rendering.layout import Block, Listed, Page, Section, Table, Text
from reports.rendering.wording import counted, level_text, listing

HEADLINES = {
    Answer.PASSED: "Passed.",
    Answer.FAILED: "Failed.",
    Answer.OPEN: "Not enough evidence to decide.",
}

MARKS = {Answer.PASSED: "PASSED", Answer.FAILED: "FAILED", Answer.OPEN: "NOT ENOUGH EVIDENCE"}


MOST_TITLES = 4
"""From so many checks with one remedy on, it is given without their names."""


def page(outcome: GateOutcome) -> Page:
    """The page."""
    labels = f" Labels of the sample {outcome.sample}." if outcome.sample else ""
    baseline = f" Baseline: {outcome.baseline}." if outcome.baseline else ""
    return Page(
        title=f"Gate · {outcome.run}: {outcome.answer}",
        subtitle=f"Judge {outcome.judge}.{baseline}{labels} {level_text(outcome.level)} intervals.",
        warnings=outcome.notes,
        sections=(_answer(outcome), _checks(outcome), *_next(outcome)),
    )


def page_without_answer(why: str) -> Page:
    """The page of a gate that came to no answer."""
    return Page(
        title="Gate: no answer",
        subtitle="Nothing was decided, so nothing has passed.",
        warnings=(),
        sections=(Section(title="Why?", blocks=(Text(text=why, strong=True),)),),
    )


def headline(outcome: GateOutcome) -> str:
    """The answer with how many checks gave it."""
    said = []
    for answer in (Answer.FAILED, Answer.OPEN, Answer.PASSED):
        if number := len(outcome.with_answer(answer)):
            said.append(f"{number} {answer}")
    checks = counted(len(outcome.checks), "check")
    return f"{HEADLINES[outcome.answer]} Of {checks}: {', '.join(said)}."


def _answer(outcome: GateOutcome) -> Section:
    blocks: list[Block] = [Text(text=headline(outcome), strong=True)]
    order = (Answer.FAILED, Answer.OPEN)
    points = tuple(
        (MARKS[answer], f"{_capital(check.title)}: {check.reason}")
        for answer in order
        for check in outcome.with_answer(answer)
    )
    if points:
        blocks.append(Listed(points=points))
    return Section(title="May it pass?", blocks=tuple(blocks))


def _checks(outcome: GateOutcome) -> Section:
    table = Table(
        title="",
        columns=("check", "found", "wanted", "answer"),
        rows=tuple(_row(check) for check in outcome.checks),
        notes=(
            "A figure with an interval passes where all of the interval is on the good side of "
            "the bound, fails where all of it is on the bad side, and is not enough evidence in "
            "between.",
        ),
    )
    return Section(title="The checks", blocks=(table,))


def _row(check: Check) -> tuple[str, ...]:
    return (check.title, check.figure or "nothing", check.bound, str(check.answer))


def _next(outcome: GateOutcome) -> list[Section]:
    todo: dict[str, list[str]] = {}
    for answer in (Answer.FAILED, Answer.OPEN):
        for check in outcome.with_answer(answer):
            todo.setdefault(check.todo, []).append(check.title)
    if not todo:
        return []
    steps = tuple(
        ("", f"{_capital(listing(titles))}: {text}" if len(titles) < MOST_TITLES else text)
        for text, titles in todo.items()
    )
    return [Section(title="What next?", blocks=(Listed(points=steps, numbered=True),))]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
