"""What people do to golden questions, as rules: each change is a new question with one more past.

Pure: who, when and what come in, a question comes out. Nothing is forgotten: what a change replaced
stands in the question's `history`, and undoing is a change as well.
"""

from dataclasses import dataclass, replace
from typing import Any

from labels.collection.record import Action, Change, Search, Status
from labels.golden import GoldenQuestion, Support, question_of, row_of

HUMAN = "human"
MACHINE = "machine"
UNKNOWN = "unknown"

_OWN = ("id", "history")
"""Fields that no change replaces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """What an author decides of a question."""

    question: str
    answerable: bool
    supports: tuple[Support, ...]
    reference: str
    query_class: str
    difficulty: str
    searches: tuple[Search, ...]


def text_of(question: GoldenQuestion) -> Text:
    """What is decided of it now."""
    return Text(**{name: getattr(question, name) for name in Text.__slots__})


def written(id_: str, text: Text, *, by: str, at: str) -> GoldenQuestion:
    """A new question of a person."""
    new = Change(action=Action.WRITTEN, by=by, at=at, was={})
    return GoldenQuestion(
        id=id_,
        **{name: getattr(text, name) for name in Text.__slots__},
        author=by,
        written_by=HUMAN,
        history=(new,),
    )


def edited(question: GoldenQuestion, text: Text, *, by: str, at: str) -> GoldenQuestion:
    """The same question as a person has it now.

    Whoever saves a question that was not a person's stands for it: it is in force and counts as
    human, and who drafted it stays on record. A retired one stays retired.
    """
    changed = replace(question, **{name: getattr(text, name) for name in Text.__slots__})
    if text.answerable or text.question != question.question:
        changed = replace(changed, absence="")  # it was said of what was asked before
    action = Action.EDITED
    if question.written_by != HUMAN:
        action = Action.CONFIRMED
        changed = replace(
            changed,
            written_by=HUMAN,
            author=by,
            drafted_by=question.drafted_by or _drafter(question),
        )
    if question.status is Status.CANDIDATE:
        changed = replace(changed, status=Status.ACTIVE)
    return _recorded(question, changed, action, by=by, at=at)


def retired(question: GoldenQuestion, *, by: str, at: str) -> GoldenQuestion:
    """No run asks it any more."""
    changed = replace(question, status=Status.RETIRED)
    return _recorded(question, changed, Action.RETIRED, by=by, at=at)


def restored(question: GoldenQuestion, *, by: str, at: str) -> GoldenQuestion:
    """A retired question as it was before: in force, or the unconfirmed draft that it was."""
    last = next((one for one in reversed(question.history) if one.action is Action.RETIRED), None)
    was = last.was.get("status") if last else None
    changed = replace(question, status=Status(was) if was else Status.ACTIVE)
    return _recorded(question, changed, Action.RESTORED, by=by, at=at)


def undone(question: GoldenQuestion, *, by: str, at: str) -> GoldenQuestion:
    """The question before its last change that was not undone yet.

    One that was new is retired: it is taken back, and nothing of it is lost.
    """
    change = undoable(question)
    if change is None:
        return question
    if not change.was:
        changed = replace(question, status=Status.RETIRED)
    else:
        changed = _before(question, change)
    return _recorded(question, changed, Action.UNDONE, by=by, at=at)


def undoable(question: GoldenQuestion) -> Change | None:
    """The change that an undo takes back; None where there is none."""
    skip = 0
    for change in reversed(question.history):
        if change.action is Action.UNDONE:
            skip += 1
        elif skip:
            skip -= 1
        elif change.was or question.status is not Status.RETIRED:
            return change
    return None


def remapped(
    question: GoldenQuestion, supports: tuple[Support, ...], *, by: str, at: str
) -> GoldenQuestion:
    """The same places under other passage ids."""
    changed = replace(question, supports=supports)
    return _recorded(question, changed, Action.REMAPPED, by=by, at=at)


def anchored(
    question: GoldenQuestion, supports: tuple[Support, ...], *, by: str, at: str
) -> GoldenQuestion:
    """The same passages with their places."""
    changed = replace(question, supports=supports)
    return _recorded(question, changed, Action.ANCHORED, by=by, at=at)


def is_rewritten(question: GoldenQuestion) -> bool:
    """Whether it asks in other words than its drafter did."""
    first = next((one.was["question"] for one in question.history if "question" in one.was), None)
    return first is not None and first != question.question


def _drafter(question: GoldenQuestion) -> str:
    return MACHINE if question.written_by == MACHINE else UNKNOWN


def _recorded(
    before: GoldenQuestion, after: GoldenQuestion, action: Action, *, by: str, at: str
) -> GoldenQuestion:
    """The changed question with the change in its past; the same one where nothing changed."""
    was = _differences(before, after)
    if not was:
        return before
    change = Change(action=action, by=by, at=at, was=was)
    return replace(after, history=(*before.history, change))


def _differences(before: GoldenQuestion, after: GoldenQuestion) -> dict[str, Any]:
    old, new = row_of(before), row_of(after)
    names = [name for name in (*old, *new) if name not in _OWN]
    return {name: old.get(name) for name in names if old.get(name) != new.get(name)}


def _before(question: GoldenQuestion, change: Change) -> GoldenQuestion:
    row = row_of(question) | {name: value for name, value in change.was.items() if name not in _OWN}
    values = {name: value for name, value in row.items() if value is not None}
    return question_of(values, f"the history of {question.id}", 1)
