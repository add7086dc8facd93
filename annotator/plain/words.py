"""What the plain mode says besides the items."""

import re
from collections.abc import Mapping, Sequence

from textual.binding import Binding

from annotator.labelling import keys
from annotator.labelling.own_items import OwnItem
from annotator.labelling.progress import Progress
from annotator.labelling.said import said
from annotator.plain import answers
from corpus.visible import visible
from labels.rubric import Rubric
from labels.store.queue import Decision

QUESTION = "Does the passage, read alone, support the claim?"
WELCOME = (
    "Blind labelling, line by line. Type the key or the word of an answer, then Enter. "
    "You are not shown what the machine said."
)
OFFER = "New here? Type tutorial for five made-up items to practise on, or just begin."
ELSEWHERE = "You had labelled that item in another window, and that label stands."
BACK = Binding("back", "back", "Back", id="back", tooltip=keys.BACK.tooltip)
STANDS = Binding("stands", "confirm", "It stands", id="confirm", tooltip=keys.CONFIRM.tooltip)
"""Escape and enter cannot be typed into a line; the words can."""

ALL_STAND = Binding("all stand", "", "All stand", id="all_stand")
ONE_BY_ONE = Binding("one by one", "", "One by one", id="one_by_one")
NOT_NOW = Binding("not now", "", "Not now", id="not_now")
RUBRIC_ANSWERS = (ALL_STAND, ONE_BY_ONE, NOT_NOW)
"""What may become of labels under another rubric."""

COMMANDS = tuple(binding for binding in keys.COMMANDS if binding not in keys.LOOKING)
"""What can be done line by line."""

OWN_KEYS = {b.id or "": b.key for b in (BACK, STANDS, *RUBRIC_ANSWERS)}
"""Over the keys of the app."""


def all_labelled(progress: Progress) -> str:
    """What is done, and what now. Counts only."""
    items = "The one item is" if progress.total == 1 else f"All {progress.total:,} items are"
    return f"{items} labelled. Thank you. {progress.at_best()}."


def kept(label: Decision, *, is_stale: bool) -> str:
    """What the person said of an item that they went back to."""
    if is_stale:
        return (
            f"Under the other rubric you said: {said(label)}. “stands” lets it stand; another "
            "answer changes it; later leaves it as it is."
        )
    return f"You said: {said(label)}. Another answer changes it; later leaves it as it is."


def numbered(items: Sequence[OwnItem]) -> str:
    """The person's own items, each in a line with a number."""
    lines = (
        f"{number}: {item.state}: {' '.join(visible(item.claim).split())}"
        for number, item in enumerate(items, 1)
    )
    return "\n".join(["Your items, the latest first:", *lines])


def help_text(keymap: Mapping[str, str]) -> str:
    """Every answer and what it means, for as long as one has not learnt them."""
    sections = (
        (QUESTION, keys.OUTCOMES),
        ("After unsupported: where is the support?", keys.CATEGORIES),
        ("After harness bug: what is broken?", keys.BUGS),
        ("Besides", (*COMMANDS, keys.TUTORIAL)),
    )
    told = ["\n".join([heading, *answers.meanings(of, keymap)]) for heading, of in sections]
    told.append("The names can be typed as well, and two answers in one line: 3 p, or b 2.")
    return "\n" + "\n\n".join(told) + "\n"


def rubric_text(rubric: Rubric) -> str:
    """The rubric without the signs that a screen reader would read out: # and *."""
    text = re.sub(r"^#+ +", "", visible(rubric.text), flags=re.MULTILINE)
    text = re.sub(r"\*+(?=\S)|(?<=\S)\*+", "", text)
    return f"\n{text}\nEnd of the rubric.\n"
