"""What one annotator's sitting stands on, handed to the app and its screen."""

import time
from collections.abc import Mapping
from typing import NamedTuple

from annotator.labelling.colours import AS_SHIPPED, Colours
from annotator.labelling.desk import Desk, Turn
from annotator.labelling.stopwatch import Clock
from annotator.labelling.study_corpus import StudyCorpus
from labels.rubric import Rubric


class Sitting(NamedTuple):
    """All of it, made before the app starts."""

    desk: Desk
    first: Turn
    """What is shown first."""
    corpus: StudyCorpus
    """Where the passages next door and everywhere else are looked up."""
    rubric: Rubric
    """The rubric in force, to be read with a key."""
    keymap: Mapping[str, str]
    """The key of every action (`annotator.labelling.keys.keymap`)."""
    colours: Colours = AS_SHIPPED
    """The theme to start with, and what remembers another one."""
    offers_tutorial: bool = False
    """Whether the person is new here and is told of the tutorial."""
    begins_with_tutorial: bool = False
    clock: Clock = time.monotonic
    """Times each item; a test gives one that stands still."""
