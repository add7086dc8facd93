"""Every action of the authoring app: its name, its key, what it does. Help writes itself from here.

The names are what `[keys]` in the settings maps to other keys; those that the labelling app has as
well have one key in both. Where words are typed, keys are such as no text holds, and they go before
the field's own.
"""

from collections.abc import Mapping
from pathlib import Path

from textual.binding import Binding

from annotator.labelling import keys
from annotator.labelling.keys import BACK, HELP, SCROLLING

__all__ = ["BACK", "SCROLLING"]

QUIT = Binding("q", "leave", "Quit", id="quit", tooltip="Stop for now. Nothing is lost.")

LISTING = (
    Binding("n", "new", "New", id="author_new", tooltip="Write a new question."),
    Binding(
        "o",
        "open",
        "Open",
        id="author_open",
        tooltip="Read it, change it, or confirm what a machine drafted; enter does the same.",
    ),
    Binding(
        "r",
        "retire",
        "Retire",
        id="author_retire",
        tooltip="No run asks it any more, and it is kept with its past; again restores it.",
    ),
    Binding(
        "u",
        "undo",
        "Undo",
        id="undo",
        tooltip="Take back the last change of this question, again and again.",
    ),
    Binding("h", "history", "Past", id="author_history", tooltip="Who did what to it, and when."),
    Binding(
        "f",
        "filter",
        "Show",
        id="author_filter",
        tooltip="All, drafts, absent ones, those that no person wrote, retired ones: in turn.",
    ),
    Binding(
        "x", "drop", "Drop draft", id="author_drop", tooltip="Throw a draft away; press it twice."
    ),
    HELP,
    QUIT,
)
"""In the list of questions."""

HELP_WHILE_TYPING = Binding(
    "f1", "help", "Help", id="author_help", priority=True, tooltip=HELP.tooltip
)

EDITING = (
    Binding(
        "ctrl+s",
        "save",
        "Save",
        id="author_save",
        priority=True,
        tooltip="The question is done: it goes into golden.jsonl under your name.",
    ),
    Binding(
        "ctrl+f",
        "find",
        "Find passage",
        id="author_find",
        priority=True,
        tooltip="Search as you type, or go through the documents, and mark what answers it.",
    ),
    Binding(
        "ctrl+t",
        "absent",
        "Answerable/absent",
        id="author_absent",
        priority=True,
        tooltip="Whether the corpus holds the answer. That it does not needs a search which found "
        "nothing.",
    ),
    HELP_WHILE_TYPING,
    Binding(
        "ctrl+r",
        "remove",
        "Remove",
        id="author_remove",
        priority=True,
        tooltip="Take away the passage, or the search, that is chosen in the list.",
    ),
    Binding(
        "escape",
        "back",
        "To the list",
        id="back",
        tooltip="Back; what is not saved stays as a draft.",
    ),
)
"""While a question is written."""

FINDING = (
    Binding(
        "tab",
        "scope",
        "Passages/documents",
        id="author_scope",
        priority=True,
        tooltip="Search the passages, or go through the documents by their names.",
    ),
    Binding(
        "ctrl+n",
        "nothing",
        "Nothing answers it",
        id="author_nothing",
        priority=True,
        tooltip="Keep this search with an absent question: its author looked, and found nothing.",
    ),
    HELP_WHILE_TYPING,
)
"""While a passage is looked for, besides `back`."""

MARKING = (*(one for one in keys.MARKING if one.id != "span_remove"), HELP, BACK)
"""In a document."""

_TOGETHER: keys.Together = (
    (*SCROLLING, *LISTING),
    EDITING,
    (BACK, *FINDING),
    (*SCROLLING, *MARKING),
)


def keymap(own: Mapping[str, str], origin: Path) -> dict[str, str]:
    """The key of every action; `InputError` as `annotator.labelling.keys.keymap` says."""
    return keys.keymap(own, origin, _TOGETHER)


def changed(keymap: Mapping[str, str]) -> dict[str, str]:
    """Of all keys those that the person changed."""
    return keys.changed(keymap, _TOGETHER)
