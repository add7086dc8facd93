"""What the apps are alike in: colours, the palette, how they end.

The theme that was chosen is remembered, without colour nothing is coloured, the palette lists what
can be done at this moment, and an app whose terminal is gone ends.
"""

import gc
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from textual import events
from textual.actions import parse
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import Theme

from annotator.labelling import colours, layout
from annotator.labelling.key_names import key_text
from annotator.widgets import lost_terminal
from corpus.visible import visible

_CONTROLS = {
    code: visible(chr(code))
    for code in (*range(0x20), *range(0x7F, 0xA0))
    if chr(code) not in "\t\n\r"
}
"""What a terminal would obey, made visible: a field paints its text as it is."""


class ColouredApp(App[None]):
    """An app of one person's, in the colours that they chose."""

    TITLE = "CrossSource"
    HORIZONTAL_BREAKPOINTS = layout.WIDTHS
    VERTICAL_BREAKPOINTS = layout.HEIGHTS

    def __init__(self, chosen: colours.Colours, keymap: Mapping[str, str]) -> None:
        """Make the app; `run` it.

        Args:
            chosen: the theme to start with, and what remembers another one.
            keymap: the key of every action.
        """
        super().__init__()
        self._chosen = chosen
        self._keys = keymap
        self._colourless = (colours.WithoutColour(),)
        for theme in colours.OURS:
            self.register_theme(theme)
        self.theme = chosen.theme

    def on_mount(self) -> None:
        """Textual's: from now on, another theme is one that the person chose."""
        lost_terminal.watch(self)
        self.call_after_refresh(gc.enable)  # `starting` turned it off
        self.theme_changed_signal.subscribe(self, self._keep_theme)

    def _keep_theme(self, theme: Theme) -> None:
        if self._chosen.keep is not None:
            self._chosen.keep(theme.name)

    def action_help_quit(self) -> None:
        """Textual's, for ctrl+c: how to leave; a press by habit must not end a sitting."""
        leave = self._keys.get("quit", "ctrl+q")
        self.notify(f"{key_text(leave)} leaves; nothing is lost.", title="Leave?")

    async def on_event(self, event: events.Event) -> None:
        """Textual's: what is pasted holds nothing that the terminal would obey."""
        if isinstance(event, events.Paste):
            event.text = event.text.translate(_CONTROLS)
        await super().on_event(event)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's: greys are colours too, so without colour there are none of them either."""
        return self._colourless if self.no_color else super().get_line_filters()

    def get_css_variables(self) -> dict[str, str]:
        """Textual's: a frame is faint, unless the theme says otherwise."""
        return colours.with_frame(super().get_css_variables())

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Textual's: the palette lists what can be done at this moment, and the colours."""
        for binding in screen.BINDINGS:
            # What has a tooltip is one of ours, and says so in Help.
            if not isinstance(binding, Binding) or not binding.tooltip:
                continue
            _, action, parameters = parse(binding.action)
            if screen.check_action(action, parameters):
                yield SystemCommand(
                    binding.description,
                    f"{key_text(self._keys[binding.id or ''])}  {binding.tooltip}",
                    partial(self.run_action, binding.action, screen),
                )
        for theme, words in colours.SHORT.values():
            choose = partial(setattr, self, "theme", theme)
            yield SystemCommand(f"Colours: {words}", "Remembered on this machine", choose)
        yield SystemCommand("Colours: all", "Every theme there is", self.action_change_theme)
