"""All keys and what they do, written from the bindings themselves."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from annotator.labelling import keys
from annotator.labelling.modal import Page

_SECTIONS = (
    ("Does the passage, read alone, support the claim?", keys.OUTCOMES),
    ("After “unsupported”: where is the support?", (*keys.CATEGORIES, keys.BACK)),
    ("After “harness bug”: what is broken?", keys.BUGS),
    ("Besides", keys.COMMANDS),
    ("Reading", keys.SCROLLING),
)
_TEXTUAL_KEYS = (
    ("tab", "The next panel, to scroll in it"),
    ("^p", "All commands by name, and the colours"),
    ("^q", "Quit from anywhere"),
)
_KEY_CELLS = 8
_INDENT = "\n" + " " * (_KEY_CELLS + 2)


class HelpScreen(Page):
    """The keys as they are now, with the settings' changes."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "close", "Close", id="help")]

    def __init__(self, keymap: Mapping[str, str]) -> None:
        super().__init__()
        self._keymap = keymap

    def compose(self) -> ComposeResult:
        """Textual's: one scrolling page."""
        with VerticalScroll(classes="page") as page:
            page.border_title = Content("Keys")
            page.border_subtitle = Content("↑ ↓ to read on · esc back to the item")
            yield Static(Content("\n").join(self._lines()))

    def _lines(self) -> Iterator[Content]:
        for heading, bindings in _SECTIONS:
            yield Content.styled(heading, "bold")
            for binding in bindings:
                yield _line(keys.shown(self._keymap[binding.id or ""]), _told(binding))
            yield Content("")
        for key, words in _TEXTUAL_KEYS:
            yield _line(key, words)
        yield Content("")
        yield Content(
            "Every choice can also be clicked. A label is on disk before the next item appears; "
            "quit whenever you like and go on where you stopped. Keys are changed in "
            "crosssource.toml under [keys], by these names: " + ", ".join(sorted(self._keymap))
        )


def _told(binding: Binding) -> str:
    return (
        f"{binding.description}{_INDENT}{binding.tooltip}"
        if binding.tooltip
        else binding.description
    )


def _line(key: str, words: str) -> Content:
    return Content.assemble((f"{key:>{_KEY_CELLS}}", "bold"), "  ", words)
