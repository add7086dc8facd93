"""What is being asked, and which actions are open meanwhile."""

from collections.abc import Mapping
from enum import StrEnum

from textual.binding import Binding

from annotator.labelling import keys
from annotator.labelling.desk import Turn
from annotator.labelling.said import said
from annotator.widgets.choice import Choice
from annotator.widgets.choice_list import ChoiceList


class Step(StrEnum):
    """What is being asked now."""

    ITEM = "item"
    KEPT = "kept"
    """The same of an item that has a label already: another answer changes it."""
    CATEGORY = "category"
    BUG = "bug"
    END = "end"
    """Every item has a label."""


_ANYWHERE = frozenset({"rubric", "help", "leave"})
_CLOSER = frozenset({"context", "search", "evidence", "highlight"})
_OPEN: dict[Step, frozenset[str]] = {
    Step.ITEM: frozenset(
        {"decide", "ask_category", "ask_bug", "later", "note", "undo", "go", "tutorial"} | _CLOSER
    ),
    Step.KEPT: frozenset(
        {"decide", "ask_category", "ask_bug", "note", "undo", "go", "back", "confirm"} | _CLOSER
    ),
    Step.CATEGORY: frozenset({"categorise", "context", "search", "back"}),
    Step.BUG: frozenset({"report_bug", "back"}),
    Step.END: frozenset({"undo", "go", "tutorial"}),
}
ACTIONS = _ANYWHERE.union(*_OPEN.values())
"""All actions that depend on the step."""

QUESTIONS = {
    Step.CATEGORY: (
        "Unsupported. Where is the support?",
        (*keys.CATEGORIES, keys.SEARCH, keys.BACK),
    ),
    Step.BUG: ("Harness bug. What is broken?", (*keys.BUGS, keys.BACK)),
}
"""Steps that ask a second question, and its answers."""


_TOLD = (*keys.BUGS, keys.SEARCH)
"""Answers that need their meaning beside their name."""


def first(turn: Turn) -> Step:
    """What is asked when a turn begins."""
    if turn.item is None:
        return Step.END
    return Step.KEPT if turn.label else Step.ITEM


def kept_words(turn: Turn, keymap: Mapping[str, str]) -> str:
    """What the person said of an item that they went back to; empty of any other."""
    if turn.label is None:
        return ""
    back = keys.shown(keymap["back"])
    if turn.is_stale:
        return (
            f"Under the other rubric you said: {said(turn.label)}. "
            f"{keys.shown(keymap['confirm'])} lets it stand; another answer changes it; "
            f"{back} leaves it, and asks at the next start."
        )
    return f"You said: {said(turn.label)}. Another answer changes it; {back} goes to the next item."


def offer(keymap: Mapping[str, str]) -> str:
    """What a person who is new here is told, once."""
    return (
        f"New here? {keys.shown(keymap['tutorial'])} is a tutorial of five made-up items. "
        f"Else just begin; {keys.shown(keymap['help'])} has all keys."
    )


def is_open(step: Step, action: str) -> bool:
    """Whether an action can be taken in a step."""
    return action in _ANYWHERE or action in _OPEN[step]


def classes(step: Step) -> dict[str, bool]:
    """The step's class is set, those of the others are not."""
    return {f"-{each}": each is step for each in Step}


def choice(binding: Binding, keymap: Mapping[str, str], *, told: bool = False) -> Choice:
    """An action to click; `told` puts its meaning beside its name."""
    key = keymap[binding.id or ""]
    return Choice(
        f"{binding.description}: {binding.tooltip}" if told else binding.description,
        key=key.split(",")[0],
        key_shown=keys.shown(key),
        tooltip="" if told else binding.tooltip,
        id=f"key-{binding.id}",
    )


def question(step: Step, keymap: Mapping[str, str]) -> ChoiceList:
    """The second question of a step."""
    words, answers = QUESTIONS[step]
    choices = (choice(answer, keymap, told=answer in _TOLD) for answer in answers)
    return ChoiceList(words, choices, id=step)
