"""A sitting: one annotator, one sample, from the first item to leaving."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from annotator.labelling.desk import Desk
from annotator.labelling.progress import Progress
from annotator.own_keys import own_keys
from annotator.running import run
from corpus.workspace import Workspace
from labels import rubric
from labels.store.queue import BlindQueue, open_queue


class Summary(NamedTuple):
    """How a sitting ended."""

    sample: str
    annotator: str
    """The name as it is stored."""
    progress: Progress


def label(
    workspace: Workspace, sample: str | None, annotator: str, *, tutorial: bool = False
) -> Summary:
    """Run the labelling app on a study until the person leaves it.

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
    in_force = rubric.in_force(workspace)
    return _sit(
        lambda: open_queue(workspace, sample, annotator, in_force),
        in_force,
        lambda: (own_keys(workspace), workspace.settings),
        workspace,
        tutorial=tutorial,
    )


def label_pack(file: Path, annotator: str | None, *, tutorial: bool = False) -> Summary:
    """The same on a pack.

    Args:
        file: the pack.
        annotator: who labels; None takes whom it was made for.
        tutorial: whether it begins with the tutorial.

    Raises:
        InputError: it is no pack, or was made for somebody else.
        StoreError: the file cannot be read or written.
        SystemExit: the app broke down, and has said how; with its return code.
    """
    from labels.store import pack_file

    pack = pack_file.read(file)
    pack_file.refuse_other(pack, annotator, file)
    return _sit(
        lambda: pack_file.open_queue(file),
        pack.rubric,
        lambda: ({}, file),
        None,
        tutorial=tutorial,
    )


def _sit(
    opening: Callable[[], BlindQueue],
    in_force: rubric.Rubric,
    own_keys: Callable[[], tuple[dict[str, str], Path]],
    study: Workspace | None,
    *,
    tutorial: bool,
) -> Summary:
    """Run the app.

    Args:
        own_keys: gives the person's own keys, and the file that they stand in.
        study: whose corpus can be looked into; None on a pack, which has none.
        tutorial: whether it begins with the tutorial.
    """
    # The database is opened while Textual is imported.
    with Desk(opening) as desk:
        from annotator.labelling import colours, keys, offering
        from annotator.labelling.app import LabellingApp
        from annotator.labelling.sitting import Sitting
        from annotator.labelling.study_corpus import StudyCorpus

        keymap = keys.keymap(*own_keys())
        first = desk.turn()
        sitting = Sitting(
            desk=desk,
            first=first,
            corpus=StudyCorpus(study),
            rubric=in_force,
            keymap=keymap,
            colours=colours.of(desk.annotator),
            offers_tutorial=not tutorial and offering.is_new(desk.annotator, first),
            begins_with_tutorial=tutorial,
        )
        app = LabellingApp(sitting)
        run(app, "labelling app", "every label that it showed as done is kept")
        return Summary(sample=desk.sample, annotator=desk.annotator, progress=desk.turn().progress)
