"""A panel in which a stretch of the text is chosen by dragging the mouse over it."""

from textual import events
from textual.geometry import Offset
from textual.message import Message

from annotator.widgets.reading import Studied
from annotator.widgets.wrapping import Look

LEFT = 1
"""Textual's number of the left button."""


class Selecting(Studied):
    """Says what was chosen once the button is let go; a click chooses an empty stretch."""

    class Selected(Message):
        """A stretch was dragged over, or a place was clicked."""

        def __init__(self, panel: "Selecting", start: int, end: int) -> None:
            """Say so; offsets count in the raw text, and are equal where it was a click."""
            super().__init__()
            self.panel = panel
            self.start = start
            self.end = end

        @property
        def control(self) -> "Selecting":
            """Textual's: the panel, so that a handler can name it."""
            return self.panel

    def __init__(self, *, id: str, barred: bool = False) -> None:  # noqa: A002 - Textual's own name
        """Make an empty panel; the arguments are those of `Reading`."""
        super().__init__(id=id, barred=barred)
        self._pressed: Offset | None = None
        self._dragged: Offset | None = None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """The drag begins here, if it is one."""
        place = event.get_content_offset(self)
        if event.button == LEFT and place is not None:
            self._pressed = self._in_text(place)
            self._dragged = None
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show what is chosen so far; beyond an edge, scroll."""
        if self._pressed is None:
            return
        place = event.get_content_offset_capture(self)
        if place.y < 0:
            self.scroll_up(animate=False)
        elif place.y >= self.lines_in_sight:
            self.scroll_down(animate=False)
        here = self._in_text(place)
        if self._dragged is not None or here != self._pressed:
            self._dragged = here
            self.mark(Look.CURSOR, [self._chosen(self._pressed, here)])

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Say what was chosen."""
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return
        self.release_mouse()
        here = self._in_text(event.get_content_offset_capture(self))
        if self._dragged is None and here == pressed:
            at = self.raw_at(self._in_sight(here))
            self.post_message(self.Selected(self, at, at))
        else:
            self.post_message(self.Selected(self, *self._chosen(pressed, here)))

    def _chosen(self, one: Offset, other: Offset) -> tuple[int, int]:
        """From the character at the one place to that at the other, both in it."""
        first, last = sorted((one, other), key=lambda place: (place.y, place.x))
        start = self.raw_at(self._in_sight(first))
        return start, max(start, self.raw_at(self._in_sight(last), up=True))

    def _in_text(self, place: Offset) -> Offset:
        """A place of what is in sight as one of the whole text: scrolling does not move it."""
        return place + Offset(0, self.scroll_offset.y)

    def _in_sight(self, place: Offset) -> Offset:
        return place - Offset(0, self.scroll_offset.y)
