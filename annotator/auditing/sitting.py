"""What one auditor's sitting stands on, handed to the app and its screens."""

from collections.abc import Mapping
from dataclasses import dataclass

from annotator.auditing.desk import Desk
from annotator.auditing.findings import Findings
from annotator.labelling.colours import AS_SHIPPED, Colours


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """All of it, made before the app starts."""

    desk: Desk
    findings: Findings
    """As they were when the app was opened."""
    auditor: str
    """As it stands beside their decisions."""
    keymap: Mapping[str, str]
    """The key of every action (`annotator.auditing.keys.keymap`)."""
    colours: Colours = AS_SHIPPED
    """The theme to start with, and what remembers another one."""
