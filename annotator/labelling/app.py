"""The blind labelling app: one screen, its pages, the command palette."""

import time
from collections.abc import Iterable, Mapping
from functools import partial

from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.screen import Screen

from annotator.labelling import keys
from annotator.labelling.desk import Desk, Turn
from annotator.labelling.screen import LabelScreen
from annotator.labelling.stopwatch import Clock
from labels.rubric import Rubric


class LabellingApp(App[None]):
    """Labels one sample for one annotator."""

    TITLE = "CrossSource"
    CSS_PATH = "app.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-medium"), (110, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (16, "-short"), (22, "-low"), (30, "-high")]  # noqa: RUF012

    def __init__(
        self,
        desk: Desk,
        first: Turn,
        rubric: Rubric,
        keymap: Mapping[str, str],
        clock: Clock = time.monotonic,
    ) -> None:
        """Make the app.

        Args:
            desk: stores decisions and hands over the next item.
            first: what is shown first.
            rubric: the rubric in force.
            keymap: the key of every action (`annotator.labelling.keys.keymap`).
            clock: times each item; a test gives one that stands still.
        """
        super().__init__()
        self._keys = dict(keymap)
        self._screen_of = partial(LabelScreen, desk, first, rubric, keymap, clock)
        self.set_keymap(self._keys)

    def get_default_screen(self) -> Screen[None]:
        """Textual's: the labelling screen."""
        return self._screen_of()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Textual's: the palette lists what can be done at this moment, and the colours."""
        for binding in keys.BINDINGS:
            if not isinstance(binding, Binding):
                continue
            name = binding.action.partition("(")[0]
            if isinstance(screen, LabelScreen) and screen.check_action(name, ()):
                yield SystemCommand(
                    binding.description,
                    f"{keys.shown(self._keys[binding.id or ''])}  {binding.tooltip}",
                    partial(self.run_action, binding.action, screen),
                )
        yield SystemCommand("Colours", "Light, dark and other themes", self.action_change_theme)
