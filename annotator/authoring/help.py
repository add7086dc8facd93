"""The help page of authoring: its keys and what they do."""

from collections.abc import Mapping

from textual.binding import Binding

from annotator.authoring import keys
from annotator.labelling.help import HelpScreen

_LAST = (
    "\nEvery choice can also be clicked, and a stretch of a document dragged over. What you write "
    "is on disk as a draft a moment after each key, as the top line says; kill the window, and the "
    "next start has it. A saved question goes into golden.jsonl under your name. What a machine "
    "drafted counts as yours once you have opened and saved it, and that it was drafted stays on "
    "record."
)


def help_screen(keymap: Mapping[str, str], first: tuple[Binding, ...] = keys.LISTING) -> HelpScreen:
    """The page, with the keys as they are now; those of the page that one is on stand first."""
    sections = (
        ("In the list of questions", keys.LISTING),
        ("While a question is written", keys.EDITING),
        ("While a passage is looked for (enter opens it in its document)", keys.FINDING),
        ("In a document: mark what answers the question", keys.MARKING),
        ("Reading", keys.SCROLLING),
    )
    return HelpScreen(keymap, sections, _LAST, first)
