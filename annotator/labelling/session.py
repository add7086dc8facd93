"""A sitting: one annotator, one sample, from the first item to leaving."""

import gc
import sys
from dataclasses import dataclass

from annotator.labelling.desk import Desk
from corpus import settings_file
from corpus.console import say
from corpus.errors import InputError
from corpus.workspace import Workspace
from labels import rubric
from labels.store.queue import open_queue


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """How a sitting ended."""

    sample: str
    annotator: str
    """The name as it is stored."""
    done: int
    total: int


def label(
    workspace: Workspace, sample: str | None, annotator: str, *, tutorial: bool = False
) -> Summary:
    """Run the labelling app until the person leaves it.

    Args:
        workspace: the study.
        sample: its name; None takes the only sample there is.
        annotator: who labels.
        tutorial: whether it begins with the tutorial; one who is new here is told of it anyway.

    Raises:
        InputError: the sample, the name, the rubric or a key of the settings cannot be used.
        StoreError: the database cannot be read or written.
        SystemExit: the app broke down, and has said how; with its return code.
    """
    # Nothing that is made while the app starts is garbage; looking for some takes a tenth of the
    # time until the first item. `LabelScreen` turns the collector on again.
    gc.disable()
    in_force = rubric.in_force(workspace)
    # The database is opened while Textual is imported.
    with Desk(lambda: open_queue(workspace, sample, annotator, in_force)) as desk:
        from annotator.labelling import colours, keys, offering
        from annotator.labelling.app import LabellingApp
        from annotator.labelling.sitting import Sitting

        keymap = keys.keymap(own_keys(workspace), workspace.settings)
        first = desk.turn()
        sitting = Sitting(
            desk=desk,
            first=first,
            rubric=in_force,
            keymap=keymap,
            colours=colours.of(desk.annotator),
            offers_tutorial=not tutorial and offering.is_new(desk.annotator, first),
            begins_with_tutorial=tutorial,
        )
        app = LabellingApp(sitting)
        try:
            app.run()
        finally:
            gc.enable()
        # Textual prints what went wrong, and returns as if nothing had.
        if app.return_code:
            say(
                "The labelling app broke down; every label that it showed as done is kept. "
                "Run the same command to go on."
            )
            sys.exit(app.return_code)
        last = desk.turn().progress
        return Summary(
            sample=desk.sample, annotator=desk.annotator, done=last.done, total=last.total
        )


def own_keys(workspace: Workspace) -> dict[str, str]:
    """The settings' keys. Only this table is checked here: checking all costs 0.1 s a start.

    Raises:
        InputError: the table is no table, or a key in it no text.
    """
    own = settings_file.read(workspace).get("keys", {})
    if not isinstance(own, dict) or not all(isinstance(key, str) for key in own.values()):
        raise InputError(
            f"{workspace.settings}, table [keys]: each line must be an action and its key in "
            'quotation marks, for example: supported = "1"'
        )
    return own
