"""The adjudicating app: one screen, its pages, the command palette."""

from textual.screen import Screen

from annotator.adjudicating.screen import AdjudicationScreen
from annotator.adjudicating.sitting import Sitting
from annotator.labelling import keys
from annotator.labelling.coloured_app import ColouredApp
from annotator.widgets.typed_ahead import TypingApp


class AdjudicatingApp(ColouredApp, TypingApp):
    """Decides what the labels of one sample leave open."""

    # An item looks as it does where it is labelled.
    CSS_PATH = ["../labelling/app.tcss", "app.tcss"]  # noqa: RUF012 - Textual's own

    def __init__(self, sitting: Sitting) -> None:
        """Make the app; `run` it."""
        super().__init__(sitting.colours, sitting.keymap)
        self._sitting = sitting
        self.set_keymap(keys.changed(sitting.keymap))

    def get_default_screen(self) -> Screen[None]:
        """Textual's: the screen with the item."""
        return AdjudicationScreen(self._sitting, self.size)
