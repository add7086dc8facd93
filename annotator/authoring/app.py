"""The authoring app: the list of questions, the pages over it, the command palette."""

from textual import events
from textual.screen import Screen

from annotator.authoring import keys
from annotator.authoring.listing import ListingScreen
from annotator.authoring.sitting import Sitting
from annotator.labelling.coloured_app import ColouredApp
from corpus.visible import visible

_CONTROLS = {
    code: visible(chr(code))
    for code in (*range(0x20), *range(0x7F, 0xA0))
    if chr(code) not in "\t\n\r"
}
"""What a terminal would obey, made visible: a field paints its text as it is."""


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

    async def on_event(self, event: events.Event) -> None:
        """Textual's: what is pasted holds nothing that the terminal would obey."""
        if isinstance(event, events.Paste):
            event.text = event.text.translate(_CONTROLS)
        await super().on_event(event)

    def get_default_screen(self) -> Screen[None]:
        """Textual's: the list of questions."""
        return ListingScreen(self._sitting, self.size)
