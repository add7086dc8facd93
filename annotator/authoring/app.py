"""The authoring app: the list of questions, the pages over it, the command palette."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import Theme

from annotator.authoring import keys
from annotator.authoring.listing import ListingScreen
from annotator.authoring.sitting import Sitting
from annotator.labelling import colours, layout
from corpus.visible import visible

_CONTROLS = {
    code: visible(chr(code))
    for code in (*range(0x20), *range(0x7F, 0xA0))
    if chr(code) not in "\t\n\r"
}
"""What a terminal would obey, made visible: a field paints its text as it is."""


class AuthoringApp(App[None]):
    """Writes the golden questions of one study, for one author."""

    TITLE = "CrossSource"
    # Panels look as they do where items are labelled.
    CSS_PATH = ["../labelling/app.tcss", "app.tcss"]  # noqa: RUF012 - Textual's own
    HORIZONTAL_BREAKPOINTS = layout.WIDTHS
    VERTICAL_BREAKPOINTS = layout.HEIGHTS

    def __init__(self, sitting: Sitting) -> None:
        """Make the app; `run` it."""
        super().__init__()
        self._sitting = sitting
        self._colourless = (colours.WithoutColour(),)
        for theme in colours.OURS:
            self.register_theme(theme)
        self.theme = sitting.colours.theme
        self.set_keymap(keys.changed(sitting.keymap))

    def on_mount(self) -> None:
        """Textual's: the corpus is read from now on; another theme is one that was chosen."""
        self._sitting.sources.start()
        self.theme_changed_signal.subscribe(self, self._keep_theme)

    async def on_event(self, event: events.Event) -> None:
        """Textual's: what is pasted holds nothing that the terminal would obey."""
        if isinstance(event, events.Paste):
            event.text = event.text.translate(_CONTROLS)
        await super().on_event(event)

    def _keep_theme(self, theme: Theme) -> None:
        if self._sitting.colours.keep is not None:
            self._sitting.colours.keep(theme.name)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's: without colour there are no greys either."""
        return self._colourless if self.no_color else super().get_line_filters()

    def get_css_variables(self) -> dict[str, str]:
        """Textual's: a frame is faint, unless the theme says otherwise."""
        return colours.with_frame(super().get_css_variables())

    def get_default_screen(self) -> Screen[None]:
        """Textual's: the list of questions."""
        return ListingScreen(self._sitting, self.size)

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
        for theme, words in colours.SHORT.values():
            choose = partial(setattr, self, "theme", theme)
            yield SystemCommand(f"Colours: {words}", "Remembered on this machine", choose)
        yield SystemCommand("Colours: all", "Every theme there is", self.action_change_theme)
