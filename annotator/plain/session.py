"""A sitting without a screen: the blind queue, and a conversation about what is in it."""

import time

from annotator.labelling import keys
from annotator.labelling.session import Summary, own_keys
from annotator.plain.console import Console
from annotator.plain.conversation import Conversation
from annotator.plain.words import OWN_KEYS
from corpus.workspace import Workspace
from labels import rubric
from labels.store.queue import open_queue


def label(
    workspace: Workspace, sample: str | None, annotator: str, *, tutorial: bool = False
) -> Summary:
    """Ask item by item until the person quits or the input ends.

    Args:
        workspace: the study.
        sample: its name; None takes the only sample there is.
        annotator: who labels.
        tutorial: whether it begins with the tutorial.

    Raises:
        InputError: the sample, the name, the rubric, a key of the settings or a line of a pipe
            cannot be used.
        StoreError: the database cannot be read or written.
    """
    in_force = rubric.in_force(workspace)
    keymap = keys.keymap(own_keys(workspace), workspace.settings) | OWN_KEYS
    with open_queue(workspace, sample, annotator, in_force) as queue:
        Conversation(
            queue,
            Console(),
            rubric=in_force,
            keymap=keymap,
            clock=time.monotonic,
            tutorial=tutorial,
        ).run()
        return Summary(
            sample=queue.sample, annotator=queue.annotator, done=queue.done, total=queue.total
        )
