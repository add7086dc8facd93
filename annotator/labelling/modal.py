"""A page over the labelling screen, closed by escape or by the key that opened it."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen


class Page(ModalScreen[None]):
    """Something to read; the item waits behind it, and its time runs."""

    CSS_PATH = "pages.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", id="back"),
        Binding("q", "close", "Close", id="quit"),
    ]

    def action_close(self) -> None:
        """Back to the item."""
        self.dismiss(None)
