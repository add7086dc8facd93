"""The blind labelling app: one screen, its pages, the command palette."""

from textual.screen import Screen

from annotator.labelling import keys
from annotator.labelling.coloured_app import ColouredApp
from annotator.labelling.screen import LabelScreen
from annotator.labelling.sitting import Sitting
from annotator.widgets.typed_ahead import TypingApp


class LabellingApp(ColouredApp, TypingApp):
    """Labels one sample for one annotator."""

    CSS_PATH = "app.tcss"

    def __init__(self, sitting: Sitting) -> None:
        """Make the app; `run` it."""
        super().__init__(sitting.colours, sitting.keymap)
        self._sitting = sitting
        self.set_keymap(keys.changed(sitting.keymap))

    def get_default_screen(self) -> Screen[None]:
        """Textual's: the labelling screen."""
        return LabelScreen(self._sitting, self.size)
