"""The authoring app: the list of questions, the pages over it, the command palette."""

from textual.screen import Screen

from annotator.authoring import keys
from annotator.authoring.listing import ListingScreen
from annotator.authoring.sitting import Sitting
from annotator.labelling.coloured_app import ColouredApp


class AuthoringApp(ColouredApp):
    """Writes the golden questions of one study, for one author."""

    # Panels look as they do where items are labelled.
    CSS_PATH = ["../labelling/app.tcss", "app.tcss"]  # noqa: RUF012 - Textual's own

    def __init__(self, sitting: Sitting) -> None:
        """Make the app; `run` it."""
        super().__init__(sitting.colours, sitting.keymap)
        self._sitting = sitting
        self.set_keymap(keys.changed(sitting.keymap))

    def on_mount(self) -> None:
        """Textual's, besides what `ColouredApp` does then: the corpus is read from now on."""
        self._sitting.sources.start()

    def get_default_screen(self) -> Screen[None]:
        """Textual's: the list of questions."""
        return ListingScreen(self._sitting, self.size)
