"""What passes and what fails, in words: the goals that were set, the isolation checks."""

from reports.rendering.layout import Block, Listed, Text
from reports.rendering.wording import counted, percent
from reports.retrieval.figures import Goal, Isolated, RetrievalReport


def goals(report: RetrievalReport) -> Listed:
    """The shares that were asked for, and how much is short of them."""
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


def isolation(report: RetrievalReport) -> Block:
    """Each isolation check."""
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
        return f"{text} Without the restriction another's is at rank {one.unrestricted_rank}."
    return f"{text} Without the restriction no other is found either, so it shows little."
