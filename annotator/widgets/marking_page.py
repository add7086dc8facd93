"""A page on which a stretch of a text is marked, by keyboard or by mouse.

The keys of reading move a cursor here, and the panel follows. What is done with the stretch is for
the page that stands on this one.
"""

from typing import ClassVar, TypeVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from annotator.widgets.message_line import MessageLine
from annotator.widgets.reading import Reading
from annotator.widgets.selecting import Selecting
from annotator.widgets.span_cursor import SpanCursor
from annotator.widgets.wrapping import Look, Span

Result = TypeVar("Result")

_MOVES = {
    "scroll_up": "line(-1)",
    "scroll_down": "line(1)",
    "page_up": "page(-1)",
    "page_down": "page(1)",
    "scroll_home": "edge(-1)",
    "scroll_end": "edge(1)",
}


class MarkingPage(ModalScreen[Result]):
    """The part of such a page that moves the cursor; the panel and the line are its own."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(scroll.key, _MOVES[scroll.id or ""], scroll.description, id=scroll.id)
        for scroll in Reading.BINDINGS
        if isinstance(scroll, Binding)
    ]

    panel = getters.query_one(Selecting)
    message = getters.query_one(MessageLine)

    cursor: SpanCursor
    """Set before the page is mounted."""

    def on_resize(self) -> None:
        """Textual's: the cursor stays in sight."""
        self.call_after_refresh(self.follow)

    @on(Selecting.Selected)
    def choose(self, event: Selecting.Selected) -> None:
        """The mouse chose a stretch, or a place for the cursor."""
        self.cursor.choose(event.start, event.end)
        self._moved()

    def follow(self) -> None:
        """The panel shows what is chosen, and the cursor is in sight."""
        self.panel.mark(Look.CURSOR, [self.cursor.chosen] if self.cursor.has_words else [])
        self.panel.reveal(self.cursor.place)

    def chosen(self, start_key: str) -> Span | None:
        """The stretch that was chosen; where none was, the line says how, and it is None.

        Args:
            start_key: the key that sets the start, as a person reads it.
        """
        if not self.cursor.has_words:
            return None
        if self.cursor.is_open:
            return self.cursor.chosen
        self.message.say(
            f"Nothing is chosen yet: go to its first word and press {start_key}, then to its last; "
            "or drag the mouse over it.",
            error=True,
        )
        return None

    def _moved(self) -> None:
        self.message.say("")
        self.follow()

    # Actions

    def action_word(self, count: int) -> None:
        """A word on or back."""
        self.cursor.by_words(count)
        self._moved()

    def action_sentence(self, count: int) -> None:
        """A sentence on or back."""
        if count > 0:
            self.cursor.sentence_on()
        else:
            self.cursor.sentence_back()
        self._moved()

    def action_line(self, count: int) -> None:
        """A line down or up."""
        before = self.cursor.place
        self.cursor.go(self.panel.raw_below(before, count))
        if self.cursor.place == before:  # a word that is longer than a line
            self.cursor.by_words(count)
        self._moved()

    def action_page(self, count: int) -> None:
        """A page down or up."""
        lines = max(1, self.panel.lines_in_sight - 1)
        self.cursor.go(self.panel.raw_below(self.cursor.place, count * lines))
        self._moved()

    def action_edge(self, count: int) -> None:
        """To the last word or the first."""
        self.cursor.to_edge(count)
        self._moved()

    def action_start(self) -> None:
        """The stretch begins here."""
        self.cursor.set_start()
        self._moved()
