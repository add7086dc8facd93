"""Text that is typed or pasted before the page that it is meant for stands.

A key goes to whatever has the focus when it is typed. Whoever presses the key of a page and writes
on, or pastes, is faster than the page: those letters reach a widget of the screen behind, which has
no use for them, and come up to the app. The app hands them to the page.
"""

from textual import events
from textual.app import App


class TakesText:
    """A page that is opened to write on."""

    @property
    def takes_text(self) -> bool:
        """Whether what nobody else has a use for is meant for its text now."""
        return True

    def type_in(self, text: str) -> None:
        """Add to the text, as if it had been typed there; a line end is an enter."""
        raise NotImplementedError


class TypingApp(App[None]):
    """An app with such pages."""

    def on_key(self, event: events.Key) -> None:
        """Textual's: a key that no widget had a use for."""
        text = "\n" if event.key == "enter" else event.character if event.is_printable else None
        if text is not None and self._hand_over(text):
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Textual's: a paste that no widget took."""
        self._hand_over(event.text)

    def _hand_over(self, text: str) -> bool:
        page = self.screen
        if not isinstance(page, TakesText) or not page.takes_text:
            return False
        page.type_in(text)
        return True
