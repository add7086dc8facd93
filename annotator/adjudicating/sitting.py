"""What one adjudicator's sitting stands on, handed to the app and its screen."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from annotator.adjudicating.desk import Desk, Turn
from annotator.labelling.colours import AS_SHIPPED, Colours
from annotator.labelling.stopwatch import Clock
from labels.rubric import Rubric


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """All of it, made before the app starts."""

    desk: Desk
    first: Turn
    """What is shown first."""
    adjudicator: str
    """The name as it is stored."""
    labelled: int
    """Items of the sample that the adjudicator has labelled; they are told of it all the time."""
    rubric: Rubric
    """The rubric in force, to be read with a key."""
    keymap: Mapping[str, str]
    """The key of every action (`annotator.labelling.keys.keymap`)."""
    colours: Colours = AS_SHIPPED
    """The adjudicator's."""
    clock: Clock = time.monotonic
    """Times each item; a test gives one that stands still."""
