"""Every action of the labelling app: its name, its key, what it does. Help writes itself from here.

The names are what `[keys]` in the settings maps to other keys.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from textual.binding import Binding

from annotator.labelling.key_names import key_text, known, parts
from annotator.widgets.reading import Reading
from corpus.errors import InputError
from labels.outcome import Category, Choice, HarnessBug

OUTCOMES = (
    Binding(
        "1",
        f"decide('{Choice.SUPPORTED}')",
        "Supported",
        id=Choice.SUPPORTED.value,
        tooltip="The passage, read alone, supports all of the claim.",
    ),
    Binding(
        "2",
        f"decide('{Choice.PARTIAL}')",
        "Partial",
        id=Choice.PARTIAL.value,
        tooltip="It supports a part of the claim or a weaker statement; never “not sure”.",
    ),
    Binding(
        "3",
        "ask_category",
        "Unsupported",
        id=Choice.UNSUPPORTED.value,
        tooltip="It does not support the claim, or says otherwise; then say where the support is.",
    ),
    Binding(
        "j",
        f"decide('{Choice.CANNOT_JUDGE}')",
        "Cannot judge",
        id=Choice.CANNOT_JUDGE.value,
        tooltip="The item is whole, and you cannot decide. Better than a guess.",
    ),
    Binding(
        "b",
        "ask_bug",
        "Harness bug",
        id=Choice.HARNESS_BUG.value,
        tooltip="The item itself is broken, so that no answer could mean anything; then name how.",
    ),
)
"""What can be said of an item."""

CATEGORIES = (
    Binding(
        "p",
        f"categorise('{Category.RIGHT_DOC_WRONG_PASSAGE}')",
        "Another passage of this document supports it",
        id=Category.RIGHT_DOC_WRONG_PASSAGE.value,
        tooltip="The right source, the wrong place.",
    ),
    Binding(
        "d",
        f"categorise('{Category.WRONG_DOCUMENT}')",
        "Another document supports it",
        id=Category.WRONG_DOCUMENT.value,
        tooltip="The wrong source.",
    ),
    Binding(
        "n",
        f"categorise('{Category.UNSUPPORTED_CLAIM}')",
        "Nothing supports it",
        id=Category.UNSUPPORTED_CLAIM.value,
        tooltip="No passage of the corpus does, as far as you know or can find.",
    ),
)
"""After `unsupported`: where the support is."""

_BUG_WORDS = {
    HarnessBug.EMPTY_CLAIM: ("Empty claim", "no claim at all, or punctuation only"),
    HarnessBug.CLAIM_FRAGMENT: ("Fragment", "cut inside a sentence, a heading or a list number"),
    HarnessBug.WRONG_CLAIM: ("Wrong claim", "the citation belongs to another sentence"),
    HarnessBug.DAMAGED_PASSAGE: ("Damaged passage", "empty, cut off or unreadable"),
    HarnessBug.WRONG_PASSAGE: ("Wrong passage", "not the one that the citation names"),
    HarnessBug.PROMPT_LEAK: ("Leaked instructions", "scaffolding in the claim or the answer"),
    HarnessBug.OTHER: ("Something else", "you say what in a note"),
}
BUGS = tuple(
    Binding(
        str(number),
        f"report_bug('{bug}')",
        _BUG_WORDS[bug][0],
        id=bug.value,
        tooltip=_BUG_WORDS[bug][1],
    )
    for number, bug in enumerate(HarnessBug, 1)
)
"""After `harness bug`: its kind."""

BACK = Binding("escape", "back", "Back", id="back", tooltip="Back to the item; nothing is stored.")

HELP = Binding("question_mark", "help", "Help", id="help", tooltip="All keys and what they do.")

CONTEXT = Binding(
    "c",
    "context",
    "Context",
    id="context",
    tooltip="The passages before and after the cited one, in its place; again takes them away.",
)
SEARCH = Binding(
    "slash",
    "search",
    "Search",
    id="search",
    tooltip="Find it in this document or in the corpus.",
)

MARK = Binding(
    "e",
    "evidence",
    "Mark",
    id="evidence",
    tooltip="Mark what of the passage decides it: the evidence. Or drag the mouse over it.",
)
HIGHLIGHT = Binding(
    "h",
    "highlight",
    "Words",
    id="highlight",
    tooltip="Highlight the claim’s words and numbers in the passage and go to where most of them "
    "stand, or no longer. That they were is stored with your label.",
)

LOOKING = (CONTEXT, SEARCH, MARK, HIGHLIGHT)
"""They need a screen: a passage to point at, pages to leaf through."""

CONFIRM = Binding(
    "enter",
    "confirm",
    "It stands",
    id="confirm",
    tooltip="Of a label under another rubric: it holds under this one too.",
)

TUTORIAL = Binding(
    "i",
    "tutorial",
    "Tutorial",
    id="tutorial",
    tooltip="Five made-up items to practise on; nothing of it is stored.",
)

NOW_AND_THEN = (CONFIRM, TUTORIAL)
"""They have a place on the screen only while they are of use."""

COMMANDS = (
    Binding(
        "s", "later", "Later", id="later", tooltip="Put the item off; it comes back at the end."
    ),
    Binding(
        "u",
        "undo",
        "Undo",
        id="undo",
        tooltip="Take back the last label or “later”, again and again, even of another day.",
    ),
    Binding(
        "g", "go", "Go to", id="go", tooltip="Go to an item that you labelled, put off or noted."
    ),
    CONTEXT,
    SEARCH,
    MARK,
    HIGHLIGHT,
    Binding("t", "note", "Note", id="note", tooltip="A note on this item, stored at once."),
    Binding("r", "rubric", "Rubric", id="rubric", tooltip="When does a citation hold up?"),
    HELP,
    Binding("q", "leave", "Quit", id="quit", tooltip="Stop for now. Nothing is lost."),
)
"""What can be done besides."""

AS_SAID = tuple(
    Binding(
        letter,
        f"as_said('{letter}')",
        f"As {letter} says",
        id=f"says_{letter.lower()}",
        tooltip=f"Decide what {letter} says, for the reason “as {letter} says”.",
    )
    for letter in "ABCDEFGH"
)
"""In adjudication: what one of the labels says is the decision."""

MARKED = Binding(
    "m",
    "show_marked",
    "Marks",
    id="marked",
    tooltip="In the passage, the words that A marked, then B, and so on; then none.",
)
"""In adjudication alone."""

_UNDO_DECISION = "Take back your last decision or “later”, again and again, even of another day."
ADJUDICATING = (
    MARKED,
    *(
        replace(binding, tooltip=_UNDO_DECISION) if binding.id == "undo" else binding
        for binding in COMMANDS
        if binding.id in ("later", "undo", "rubric", "help", "quit")
    ),
)
"""What can be done besides in adjudication."""

BINDINGS = (*OUTCOMES, *CATEGORIES, *BUGS, BACK, *NOW_AND_THEN, *COMMANDS)
"""The labelling screen's."""

SAVE_NOTE = Binding("ctrl+s", "save", "Save", id="save_note", tooltip="Store the note.")

SEARCHING = (
    Binding(
        "tab",
        "scope",
        "Document or corpus",
        id="search_scope",
        tooltip="Search the cited document only, or the whole corpus.",
    ),
    Binding(
        "f",
        "found",
        "This supports it",
        id="found",
        tooltip="Label the item unsupported: this passage supports the claim, the cited one does "
        "not. Its id is stored with the label.",
    ),
)
"""While searching, besides `search` (other words) and `back`."""

GOING = tuple(
    Binding(key, f"show('{name}')", words, id=f"show_{name}", tooltip=f"Of your items: {words}.")
    for key, name, words in (
        ("a", "all", "All of yours"),
        ("f", "flagged", "Harness bug or cannot judge"),
        ("n", "noted", "With a note"),
        ("p", "put_off", "Put off"),
    )
)
"""While one of one's own items is chosen, besides `go`, `quit` and `back`, which leave."""

ANOTHER_RUBRIC = (
    Binding(
        "a",
        "answer('all_stand')",
        "They all stand",
        id="all_stand",
        tooltip="They all stand under the rubric as it is now.",
    ),
    Binding(
        "o",
        "answer('one_by_one')",
        "One by one",
        id="one_by_one",
        tooltip="Go through them one by one.",
    ),
)
"""Where the rubric has changed, besides `rubric` and `back`."""

MARKING = (
    Binding("left", "word(-1)", "Word back", id="word_back", tooltip="To the word before."),
    Binding("right", "word(1)", "Word on", id="word_on", tooltip="To the next word."),
    Binding(
        "comma",
        "sentence(-1)",
        "Sentence back",
        id="sentence_back",
        tooltip="To the beginning of the sentence.",
    ),
    Binding(
        "full_stop",
        "sentence(1)",
        "Sentence on",
        id="sentence_on",
        tooltip="To the next sentence; once the start is set, to the end of this one.",
    ),
    Binding(
        "space",
        "start",
        "Start here",
        id="span_start",
        tooltip="It begins with this word; then move to where it ends.",
    ),
    Binding("enter", "store", "Store", id="span_store", tooltip="Store what is chosen."),
    Binding("x", "remove", "Remove", id="span_remove", tooltip="Take the stored mark away."),
)
"""While the evidence is marked, besides the keys of reading and `back`."""

SCROLLING = tuple(binding for binding in Reading.BINDINGS if isinstance(binding, Binding))

_FIXED = ("tab", "shift+tab", "ctrl+c", "ctrl+p", "ctrl+q")
"""Textual's own: next panel, previous panel, copy, all commands, quit."""

_ANYWHERE = (*SCROLLING, *(b for b in COMMANDS if b.id in ("rubric", "help", "quit")))
_LEAVING = tuple(b for b in COMMANDS if b.id in ("go", "quit"))

Together = tuple[tuple[Binding, ...], ...]

_TOGETHER: Together = (
    (*_ANYWHERE, *OUTCOMES, *COMMANDS, BACK, *NOW_AND_THEN),
    (*_ANYWHERE, BACK, *CATEGORIES, CONTEXT, SEARCH),
    (*_ANYWHERE, BACK, *BUGS),
    (BACK, SAVE_NOTE),
    (*SCROLLING, BACK, SEARCH, *SEARCHING),
    (*SCROLLING, BACK, *MARKING, HELP),
    (*_LEAVING, BACK, *GOING),
    (*(b for b in COMMANDS if b.id == "rubric"), BACK, *ANOTHER_RUBRIC),
    (*_ANYWHERE, *OUTCOMES, *AS_SAID, *ADJUDICATING),
)
"""Actions that are open at the same moment, so that each needs a key of its own."""

ELSEWHERE = ("author_", "audit_")
"""What the names of the authoring and the auditing app's own actions begin with; they look after
them themselves."""


def keymap(own: Mapping[str, str], origin: Path, together: Together = _TOGETHER) -> dict[str, str]:
    """The key of every action, Textual's names for them.

    Args:
        own: the settings' keys by action; several keys are parted by commas.
        origin: the settings file, for what is said of a mistake.
        together: the app's actions in groups that are open at the same moment.

    Raises:
        InputError: an unknown action, a key that no keyboard sends, or one key for two actions.
    """
    keys = _as_shipped(together)
    others = {} if together is _TOGETHER else _as_shipped(_TOGETHER)
    for action, key in own.items():
        if action not in keys:
            if action in others or (together is _TOGETHER and action.startswith(ELSEWHERE)):
                continue
            raise InputError(
                f"{origin}, keys: there is no action {action!r}; the actions are "
                f"{', '.join(sorted(keys | others))}."
            )
        keys[action] = ",".join(known(part, action, origin) for part in parts(key))
    for group in together:
        _refuse_clash(keys, group, origin)
    return keys


def changed(keymap: Mapping[str, str], together: Together = _TOGETHER) -> dict[str, str]:
    """Of all keys those that the person changed: Textual goes through them at each key pressed."""
    shipped = _as_shipped(together)
    return {action: key for action, key in keymap.items() if key != shipped[action]}


def _as_shipped(together: Together) -> dict[str, str]:
    return {b.id: b.key for group in together for b in group if b.id is not None}


def _refuse_clash(keys: Mapping[str, str], group: Iterable[Binding], origin: Path) -> None:
    group = tuple(group)
    # Where an action has such a key by itself, Textual's meaning of it is off.
    fixed = [key for key in _FIXED if key not in {binding.key for binding in group}]
    taken: dict[str, str] = dict.fromkeys(fixed, "the app itself")
    for action in dict.fromkeys(binding.id for binding in group):
        if action is None:
            continue
        for key in keys[action].split(","):
            if (other := taken.get(key)) is not None:
                raise InputError(
                    f"{origin}, keys: {key_text(key)!r} would serve {other!r} and {action!r} at "
                    "once; give one of them another key."
                )
            taken[key] = action
