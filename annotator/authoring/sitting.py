"""What one author's sitting stands on, handed to the app and its screens."""

from collections.abc import Mapping
from dataclasses import dataclass

from annotator.authoring.desk import Desk, Overview
from annotator.authoring.sources import Sources
from annotator.labelling.colours import AS_SHIPPED, Colours


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """All of it, made before the app starts."""

    desk: Desk
    first: Overview
    """What is listed first."""
    sources: Sources
    author: str
    """As it stands beside their questions."""
    keymap: Mapping[str, str]
    """The key of every action (`annotator.authoring.keys.keymap`)."""
    colours: Colours = AS_SHIPPED
    """The theme to start with, and what remembers another one."""
