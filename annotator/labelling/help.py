"""All keys and what they do, written from the bindings themselves."""

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from annotator.labelling import keys
from annotator.labelling.key_names import key_text
from annotator.labelling.modal import Page

Sections = tuple[tuple[str, tuple[Binding, ...]], ...]
"""Headings, each with its actions."""

_SECTIONS: Sections = (
    ("Does the passage, read alone, support the claim?", keys.OUTCOMES),
    ("After “unsupported”: where is the support?", (*keys.CATEGORIES, keys.BACK)),
    ("After “harness bug”: what is broken?", keys.BUGS),
    ("Besides", (*keys.COMMANDS, *keys.NOW_AND_THEN)),
    ("While searching (enter searches, and opens a passage)", keys.SEARCHING),
    ("While marking the evidence", keys.MARKING),
    ("Reading", keys.SCROLLING),
)
_TEXTUAL_KEYS = (
    ("tab", "The next panel, to scroll in it"),
    ("ctrl+p", "All commands by name, and the colours"),
    ("ctrl+q", "Quit from anywhere"),
)


class HelpScreen(Page):
    """The keys as they are now, with the settings' changes."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "close", "Close", id="help")]

    def __init__(
        self,
        keymap: Mapping[str, str],
        sections: Sections = _SECTIONS,
        last: str = "",
        first: tuple[Binding, ...] = keys.OUTCOMES,
    ) -> None:
        """Make the page.

        Args:
            keymap: the key of every action.
            sections: the app's actions; those of labelling by default.
            last: what is said below them.
            first: those that stand before the others: of the page that one is on.
        """
        super().__init__()
        self._keymap = keymap
        self._sections = sorted(sections, key=lambda section: section[1] is not first)
        self._last = last or _LAST

    def compose(self) -> ComposeResult:
        """Textual's: one scrolling page."""
        with VerticalScroll(classes="page") as page:
            page.border_title = Content("Keys")
            page.border_subtitle = Content("↑ ↓ to read on · esc back to the item")
            for heading, bindings in self._sections:
                yield Static(Content(heading), classes="help--heading")
                for binding in bindings:
                    key = key_text(self._keymap[binding.id or ""])
                    yield _row(key, binding.description, binding.tooltip)
            for key, words in _TEXTUAL_KEYS:
                yield _row(key, words)
            yield Static(Content(self._last + _CHANGED + ", ".join(sorted(self._keymap)) + "."))


_LAST = (
    "\nEvery choice can also be clicked. A label is on disk before the next item appears: quit "
    "whenever you like and go on where you stopped."
)
_CHANGED = "\n\nKeys are changed in crosssource.toml under [keys], by these names: "


def _row(key: str, name: str, meaning: str = "") -> Horizontal:
    words = Content.assemble(name, (f"\n{meaning}", "dim")) if meaning else Content(name)
    return Horizontal(Static(Content(key), classes="help--key"), Static(words), classes="help--row")
