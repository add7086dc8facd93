"""The audit's browser: the list of faults, the findings of each, the command palette."""

from textual.screen import Screen

from annotator.auditing import keys
from annotator.auditing.groups_screen import GroupsScreen
from annotator.auditing.sitting import Sitting
from annotator.labelling.coloured_app import ColouredApp


class AuditingApp(ColouredApp):
    """Goes through the findings of one study, for one auditor."""

    # Panels look as they do where items are labelled.
    CSS_PATH = ["../labelling/app.tcss", "app.tcss"]  # noqa: RUF012 - Textual's own

    def __init__(self, sitting: Sitting) -> None:
        """Make the app; `run` it."""
        super().__init__(sitting.colours, sitting.keymap)
        self._sitting = sitting
        self.set_keymap(keys.changed(sitting.keymap))

    def get_default_screen(self) -> Screen[None]:
        """Textual's: the list of faults."""
        return GroupsScreen(self._sitting, self.size)
