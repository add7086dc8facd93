"""Which colours the app has: chosen in the palette, remembered on this machine, or none at all.

What is chosen is kept by annotator on the machine (`annotator.labelling.remembered`), never in the
study: a label says nothing of the screen that it was made on. `CROSSSOURCE_THEME` wins over it, and
`NO_COLOR` over both. Nothing in the app is told by colour alone, so any of them will do.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import BUILTIN_THEMES, Theme

from annotator.labelling import remembered
from corpus.errors import InputError

VARIABLE = "CROSSSOURCE_THEME"

_CONTRAST = {
    "dark": ("#000000", "#ffffff", "#ffff00", "#00ffff", "#ff9f9f"),
    "light": ("#ffffff", "#000000", "#00009f", "#00009f", "#8b0000"),
}
"""Ground, text, accent, keys and focus, errors; each at 7 to 1 or more against the ground."""


def _high_contrast(shade: str) -> Theme:
    ground, text, accent, focus, error = _CONTRAST[shade]
    return Theme(
        name=f"high-contrast-{shade}",
        primary=focus,
        secondary=focus,
        accent=accent,
        warning=accent,
        success=accent,
        error=error,
        foreground=text,
        background=ground,
        surface=ground,
        panel=ground,
        boost=ground,
        dark=shade == "dark",
        text_alpha=1.0,
        variables={
            "frame": text,
            "border": focus,
            "text": text,
            "text-muted": text,
            "text-disabled": text,
            "text-error": error,
            "error-muted": ground,
            "accent-muted": ground,
            "footer-key-foreground": focus,
            "block-hover-background": ground,
            "block-cursor-background": text,
            "block-cursor-foreground": ground,
            "input-cursor-background": text,
            "input-cursor-foreground": ground,
            "input-selection-background": ground,
        },
    )


_HIGH_CONTRAST = tuple(_high_contrast(shade) for shade in _CONTRAST)
_LIGHT = replace(BUILTIN_THEMES["textual-light"], variables={"footer-key-foreground": "#004578"})
"""Its own key names stand at 3.4 to 1, too pale to read."""

OURS = (*_HIGH_CONTRAST, _LIGHT)
"""The themes that Textual does not have, or not so."""

SHORT = {
    "dark": ("textual-dark", "Dark"),
    "light": ("textual-light", "Light"),
    **{
        theme.name: (theme.name, f"High contrast, {shade}")
        for theme, shade in zip(_HIGH_CONTRAST, _CONTRAST, strict=True)
    },
}
"""What people call the four themes that are offered first: the name, Textual's name, in words."""

DEFAULT = "textual-dark"


class Colours(NamedTuple):
    """The theme to start with, and what to do with another one that is chosen."""

    theme: str = DEFAULT
    keep: Callable[[str], None] | None = None
    """Called with the name of a theme that was chosen; None keeps nothing."""


AS_SHIPPED = Colours()
"""Where nobody has chosen; nothing is remembered."""


def of(annotator: str) -> Colours:
    """A person's colours on this machine.

    Raises:
        InputError: the environment names a theme that there is not.
    """
    return Colours(
        theme=_named_by_environment() or _remembered(annotator) or DEFAULT,
        keep=partial(remembered.remember, annotator, remembered.THEME),
    )


class WithoutColour(LineFilter):
    """Takes every colour off what is painted; bold, underline and reverse stay."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Textual's: one line."""
        return [
            Segment(text, style.without_color if style else style, control)
            for text, style, control in segments
        ]


def _named_by_environment() -> str | None:
    name = os.environ.get(VARIABLE, "").strip()
    if not name:
        return None
    theme = SHORT[name][0] if name in SHORT else name
    if not _is_known(theme):
        raise InputError(
            f"{VARIABLE} is {name!r}, and there is no such theme; set it to one of "
            f"{', '.join(SHORT)}, or unset it and choose with ctrl+p in the app."
        )
    return theme


def _remembered(annotator: str) -> str | None:
    theme = remembered.recall(annotator, remembered.THEME)
    return theme if theme is not None and _is_known(theme) else None


def _is_known(theme: str) -> bool:
    return theme in BUILTIN_THEMES or theme in {ours.name for ours in OURS}


def with_frame(variables: dict[str, str]) -> dict[str, str]:
    """A theme's variables: its frames are faint, unless it says otherwise."""
    return {"frame": f"{variables['foreground']} 30%"} | variables
