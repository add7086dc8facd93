"""A note on an item."""

from collections.abc import Mapping
from typing import ClassVar

from textual import events, getters
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from annotator.labelling import keys, steps
from annotator.widgets.choices import Choices
from annotator.widgets.typed_ahead import TakesText


class Writing(TextArea):
    """The text; it keeps a paste to itself, where Textual's passes on what it has taken in."""

    def on_paste(self, event: events.Paste) -> None:
        """Textual's: the class above takes it in."""
        event.stop()


class NoteScreen(TakesText, ModalScreen[str | None]):
    """Gives the text, or None where the person went back; an emptied note is the empty text."""

    CSS_PATH = "pages.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [keys.SAVE_NOTE, keys.BACK]

    area = getters.query_one(Writing)
    hint = getters.query_one("#hint", Static)

    def __init__(
        self,
        title: str,
        text: str,
        needed: bool,
        keymap: Mapping[str, str],
        *,
        hint: str = "It stands beside your label in the reports.",
        missing: str = "Say in a few words what is broken, then save.",
    ) -> None:
        """Make the page.

        Args:
            title: what the note is for.
            text: the note so far.
            needed: an empty note is not taken.
            keymap: the key of every action.
            hint: what becomes of the text.
            missing: what is said of an empty one where it is needed.
        """
        super().__init__()
        self._title = title
        self._text = text
        self._needed = needed
        self._keymap = keymap
        self._hint = hint
        self._missing = missing
        self._early: str | None = ""
        """What was typed before the page stood; None once it does."""

    def compose(self) -> ComposeResult:
        """Textual's: the text, and below it how to end."""
        with Vertical(classes="page -note") as page:
            page.border_title = Content(self._title)
            yield Writing(self._text)
            yield Static(Content(self._hint), id="hint")
            endings = (("save_note", "Save"), ("back", "Back without saving"))
            choices = [steps.choice(*ending, self._keymap) for ending in endings]
            yield Choices(choices, column_width=1)

    def on_mount(self) -> None:
        """Textual's: go on where the note ends."""
        self.area.move_cursor(self.area.document.end)
        early, self._early = self._early, None
        self.type_in(early or "")

    def type_in(self, text: str) -> None:
        """Add to the note what was typed while the page opened."""
        if self._early is None:
            self.area.insert(text)
        else:
            self._early += text

    def action_save(self) -> None:
        """Hand the text back."""
        if self._early is not None:
            return
        text = self.area.text.strip()
        if self._needed and not text:
            self.hint.update(Content(f"! {self._missing}"))
        else:
            self.dismiss(text)

    def action_back(self) -> None:
        """Leave the note as it was."""
        self.dismiss(None)
