"""The adjudicating app: one screen, its pages, the command palette."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from textual.app import SystemCommand
from textual.screen import Screen

from annotator.adjudicating.screen import AdjudicationScreen
from annotator.adjudicating.sitting import Sitting
from annotator.labelling import colours, keys, layout
from annotator.labelling.key_names import key_text
from annotator.widgets import lost_terminal
from annotator.widgets.typed_ahead import TypingApp


class AdjudicatingApp(TypingApp):
    """Decides what the labels of one sample leave open."""

    TITLE = "CrossSource"
    # An item looks as it does where it is labelled.
    CSS_PATH = ["../labelling/app.tcss", "app.tcss"]  # noqa: RUF012 - Textual's own
    HORIZONTAL_BREAKPOINTS = layout.WIDTHS
    VERTICAL_BREAKPOINTS = layout.HEIGHTS

    def __init__(self, sitting: Sitting) -> None:
        """Make the app; `run` it."""
        super().__init__()
        self._sitting = sitting
        self.set_keymap(keys.changed(sitting.keymap))

    def on_mount(self) -> None:
        """Textual's."""
        lost_terminal.watch(self)

    def get_css_variables(self) -> dict[str, str]:
        """Textual's: frames as they are where items are labelled."""
        return colours.with_frame(super().get_css_variables())

    def get_default_screen(self) -> Screen[None]:
        """Textual's: the screen with the item."""
        return AdjudicationScreen(self._sitting, self.size)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Textual's: the palette lists what can be done at this moment, and the colours."""
        if isinstance(screen, AdjudicationScreen):
            for binding in screen.open_bindings():
                yield SystemCommand(
                    binding.description,
                    f"{key_text(self._sitting.keymap[binding.id or ''])}  {binding.tooltip}",
                    partial(self.run_action, binding.action, screen),
                )
        yield SystemCommand("Colours", "Light, dark and other themes", self.action_change_theme)
