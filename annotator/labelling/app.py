"""The blind labelling app: one screen, its pages, the command palette."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.screen import Screen

from annotator.labelling import keys, layout
from annotator.labelling.screen import LabelScreen
from annotator.labelling.sitting import Sitting


class LabellingApp(App[None]):
    """Labels one sample for one annotator."""

    TITLE = "CrossSource"
    CSS_PATH = "app.tcss"
    HORIZONTAL_BREAKPOINTS = layout.WIDTHS
    VERTICAL_BREAKPOINTS = layout.HEIGHTS

    def __init__(self, sitting: Sitting) -> None:
        """Make the app; `run` it."""
        super().__init__()
        self._sitting = sitting
        self.set_keymap(sitting.keymap)

    def get_default_screen(self) -> Screen[None]:
        """Textual's: the labelling screen."""
        return LabelScreen(self._sitting, self.size)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Textual's: the palette lists what can be done at this moment, and the colours."""
        for binding in screen.BINDINGS:
            # What has a tooltip is one of ours, and says so in Help.
            if not isinstance(binding, Binding) or not binding.tooltip:
                continue
            if screen.check_action(binding.action.partition("(")[0], ()):
                yield SystemCommand(
                    binding.description,
                    f"{keys.shown(self._sitting.keymap[binding.id or ''])}  {binding.tooltip}",
                    partial(self.run_action, binding.action, screen),
                )
        yield SystemCommand("Colours", "Light, dark and other themes", self.action_change_theme)
