"""Every action of the audit's browser: its name, its key, what it does. Help writes itself from
here."""

from collections.abc import Mapping
from pathlib import Path

from textual.binding import Binding

from annotator.labelling import keys
from annotator.labelling.keys import BACK, HELP, SCROLLING

__all__ = ["BACK", "HELP", "SCROLLING"]

CONFIRM = Binding(
    "y",
    "decide('confirmed')",
    "Confirm",
    id="audit_confirm",
    tooltip="It is a fault of the harness: what it makes void counts in no figure from now on.",
)
DISMISS = Binding(
    "n",
    "decide('dismissed')",
    "Dismiss",
    id="audit_dismiss",
    tooltip="It is none: it counts on, and is no longer listed as open.",
)
WITHDRAW = Binding(
    "u",
    "decide('withdrawn')",
    "Take back",
    id="audit_withdraw",
    tooltip="The finding is open again.",
)
REVEAL = Binding(
    "v",
    "reveal",
    "Verdict",
    id="audit_reveal",
    tooltip="Show what the judge and people said; of a closed sample, recorded for good.",
)
QUIT = Binding("q", "leave", "Quit", id="quit", tooltip="Stop for now. Nothing is lost.")

GROUPS = (
    Binding(
        "o", "open", "Open", id="audit_open", tooltip="Its findings, one by one; enter does it too."
    ),
    CONFIRM,
    DISMISS,
    WITHDRAW,
    Binding("f", "filter", "Show", id="audit_filter", tooltip="Those with open findings, or all."),
    HELP,
    QUIT,
)
"""In the list of faults: a decision is on all its findings at once."""

FINDINGS = (CONFIRM, DISMISS, WITHDRAW, REVEAL, HELP, BACK)
"""In the findings of one fault: a decision is on the one that is chosen."""

_TOGETHER: keys.Together = (
    (*SCROLLING, *GROUPS),
    (*SCROLLING, *FINDINGS),
    (BACK, keys.SAVE_NOTE),
)


def keymap(own: Mapping[str, str], origin: Path) -> dict[str, str]:
    """The key of every action; `InputError` as `annotator.labelling.keys.keymap` says."""
    return keys.keymap(own, origin, _TOGETHER)


def changed(keymap: Mapping[str, str]) -> dict[str, str]:
    """Of all keys those that the person changed."""
    return keys.changed(keymap, _TOGETHER)
