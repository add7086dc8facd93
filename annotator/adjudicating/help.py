"""The help page of adjudication: its keys and what they do."""

from collections.abc import Mapping
from dataclasses import replace

from annotator.labelling import keys
from annotator.labelling.help import HelpScreen

_LAST = (
    "\nA, B, C … are the people who labelled the item, in an order of the item's own: A is not "
    "always the same person. Every choice can also be clicked, a label too. A decision is on disk "
    "before the next item appears: quit whenever you like and go on where you stopped. Where a "
    "label is changed afterwards, the decision over it is void, and the item comes again."
)


def help_screen(keymap: Mapping[str, str]) -> HelpScreen:
    """The page, with the keys as they are now."""
    first, *others = keys.AS_SAID
    # What B does need not be said once more.
    as_said = (first, *(replace(binding, tooltip="") for binding in others))
    sections = (
        ("What one of the labels says, for that reason", as_said),
        ("Does the passage, read alone, support the claim? Then give the reason", keys.OUTCOMES),
        ("After “unsupported”: where is the support?", (*keys.CATEGORIES, keys.BACK)),
        ("After “harness bug”: what is broken?", keys.BUGS),
        ("The reason", (keys.SAVE_NOTE,)),
        ("Besides", keys.ADJUDICATING),
        ("Reading", keys.SCROLLING),
    )
    return HelpScreen(keymap, sections, _LAST)
