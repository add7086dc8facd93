"""Whether somebody is new here, so that the tutorial is offered: once, on this machine."""

from annotator.labelling import remembered
from annotator.labelling.desk import Turn


def is_new(annotator: str, first: Turn) -> bool:
    """Whether a person has done nothing in the sample and was never told of the tutorial here.

    From now on they have been told.
    """
    has_done = first.can_undo or first.progress.done > 0
    if has_done or remembered.recall(annotator, remembered.TUTORIAL):
        return False
    remembered.remember(annotator, remembered.TUTORIAL, "offered")
    return True
