"""What is being asked, and which actions are open meanwhile."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum

from textual.binding import Binding

from annotator.labelling import keys
from annotator.labelling.desk import Turn
from annotator.labelling.key_names import key_text
from annotator.labelling.said import said
from annotator.widgets.choice_list import ChoiceList
from annotator.widgets.choices import Choice, Choices


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
    back = key_text(keymap["back"])
    if turn.is_stale:
        return (
            f"Under the other rubric you said: {said(turn.label)}. "
            f"{key_text(keymap['confirm'])} lets it stand; another answer changes it; "
            f"{back} leaves it, and asks at the next start."
        )
    return f"You said: {said(turn.label)}. Another answer changes it; {back} goes to the next item."


def offer(keymap: Mapping[str, str]) -> str:
    """What a person who is new here is told, once."""
    return (
        f"New here? {key_text(keymap['tutorial'])} is a tutorial. Else just begin; "
        f"{key_text(keymap['help'])} has all keys."
    )


def is_open(step: Step, action: str) -> bool:
    """Whether an action can be taken in a step."""
    return action in _ANYWHERE or action in _OPEN[step]


def classes(step: Step) -> dict[str, bool]:
    """The step's class is set, those of the others are not."""
    return {f"-{each}": each is step for each in Step}


def choices(
    bindings: Iterable[Binding],
    keymap: Mapping[str, str],
    *,
    column_width: int | None = None,
    told: Collection[Binding] = (),
    whole: bool = False,
    id: str | None = None,  # noqa: A002 - Textual's own name
) -> Choices:
    """Actions to click.

    Args:
        bindings: the actions.
        keymap: the key of every action.
        column_width: cells that a column has at least; None puts one below the other.
        told: those that have their meaning beside their name.
        whole: rather fewer columns than a name that is cut off.
        id: Textual's.
    """
    shown = [_choice(binding, keymap, told=binding in told) for binding in bindings]
    return Choices(shown, column_width=column_width, whole=whole, id=id)


def _choice(binding: Binding, keymap: Mapping[str, str], *, told: bool) -> Choice:
    action = binding.id or ""
    if told:
        return choice(action, f"{binding.description}: {binding.tooltip}", keymap)
    return choice(action, binding.description, keymap, binding.tooltip)


def choice(action: str, label: str, keymap: Mapping[str, str], tooltip: str = "") -> Choice:
    """An action to click, under a name of its own."""
    key = keymap[action]
    return Choice(
        name=action,
        label=label,
        key=key.split(",")[0],
        key_shown=key_text(key),
        tooltip=tooltip,
    )


def question(step: Step, keymap: Mapping[str, str]) -> ChoiceList:
    """The second question of a step."""
    words, answers = QUESTIONS[step]
    return ChoiceList(words, choices(answers, keymap, told=_TOLD), id=step)
