"""A sitting without a screen: the blind queue, and a conversation about what is in it."""

import time
from collections.abc import Mapping
from pathlib import Path

from annotator.labelling import keys
from annotator.labelling.progress import progress_of
from annotator.labelling.session import Summary
from annotator.own_keys import own_keys
from annotator.plain.console import Console
from annotator.plain.conversation import Conversation
from annotator.plain.words import OWN_KEYS
from corpus.console import say
from corpus.workspace import Workspace
from labels import rubric
from labels.store.queue import BlindQueue, open_queue


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
    keymap = keys.keymap(own_keys(workspace), workspace.settings)
    with open_queue(workspace, sample, annotator, in_force) as queue:
        return _converse(queue, in_force, keymap, tutorial=tutorial)


def label_pack(file: Path, annotator: str | None, *, tutorial: bool = False) -> Summary:
    """The same on a pack.

    Args:
        file: the pack.
        annotator: who labels; None takes whom it was made for.
        tutorial: whether it begins with the tutorial.

    Raises:
        InputError: it is no pack, was made for somebody else, or a line of a pipe cannot be used.
        StoreError: the file cannot be read or written.
    """
    from labels.store import pack_file

    pack = pack_file.read(file)
    pack_file.refuse_other(pack, annotator, file)
    with pack_file.open_queue(file) as queue:
        return _converse(queue, pack.rubric, keys.keymap({}, file), tutorial=tutorial)


def _converse(
    queue: BlindQueue, in_force: rubric.Rubric, keymap: Mapping[str, str], *, tutorial: bool
) -> Summary:
    if queue.notice:
        say(queue.notice)
    Conversation(
        queue,
        Console(),
        rubric=in_force,
        keymap={**keymap, **OWN_KEYS},
        clock=time.monotonic,
        tutorial=tutorial,
    ).run()
    return Summary(sample=queue.sample, annotator=queue.annotator, progress=progress_of(queue))
