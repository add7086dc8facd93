"""The help page of the audit's browser: its keys and what they do."""

from collections.abc import Mapping

from textual.binding import Binding

from annotator.auditing import keys
from annotator.labelling.help import HelpScreen

_LAST = (
    "\nA decision is on disk before the list shows it, with your name, your reason and the time; "
    "crosssource audit history lists them. What is confirmed leaves every denominator, and every "
    "report says so. Then mend the harness, and run: crosssource rescore RUN. What the judge and "
    "people said of a sample’s items is shown only once the sample is closed and you ask for it, "
    "and that you did is recorded for good."
)


def help_screen(keymap: Mapping[str, str], first: tuple[Binding, ...]) -> HelpScreen:
    """The page, with the keys as they are now; those of the page that one is on stand first."""
    sections = (
        ("In the list of faults (a decision is on all findings of one)", keys.GROUPS),
        ("In the findings of a fault (enter goes to the packet, tab back)", keys.FINDINGS),
        ("Reading", keys.SCROLLING),
    )
    return HelpScreen(keymap, sections, _LAST, first)
