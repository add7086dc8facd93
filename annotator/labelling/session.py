"""A sitting: one annotator, one sample, from the first item to leaving."""

import re
from dataclasses import dataclass

from annotator.labelling.desk import Desk
from corpus.files import read_utf8
from corpus.workspace import Workspace
from labels import rubric
from labels.store.queue import open_queue

_KEYS_SET = re.compile(r"""^[ \t]*\[?[ \t]*["']?keys\b""", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """How a sitting ended."""

    sample: str
    annotator: str
    """The name as it is stored."""
    done: int
    total: int


def label(workspace: Workspace, sample: str | None, annotator: str) -> Summary:
    """Run the labelling app until the person leaves it.

    Args:
        workspace: the study.
        sample: its name; None takes the only sample there is.
        annotator: who labels.

    Raises:
        InputError: the sample, the name, the rubric or a key of the settings cannot be used.
        StoreError: the database cannot be read or written.
    """
    in_force = rubric.in_force(workspace)
    # The database is opened while Textual is imported.
    with Desk(lambda: open_queue(workspace, sample, annotator, in_force)) as desk:
        from annotator.labelling import keys
        from annotator.labelling.app import LabellingApp
        from annotator.labelling.sitting import Sitting

        keymap = keys.keymap(_own_keys(workspace), workspace.settings)
        sitting = Sitting(desk=desk, first=desk.turn(), rubric=in_force, keymap=keymap)
        LabellingApp(sitting).run()
        last = desk.turn().progress
        return Summary(
            sample=desk.sample, annotator=desk.annotator, done=last.done, total=last.total
        )


def _own_keys(workspace: Workspace) -> dict[str, str]:
    """The settings' keys. Where none are set the settings stay unread: that costs 0.1 s a start."""
    if not _KEYS_SET.search(read_utf8(workspace.settings)):
        return {}
    from corpus import settings

    return settings.load(workspace).keys
