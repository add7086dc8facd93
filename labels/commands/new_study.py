"""A study for a command that may have to make one first, and leaves none behind where it fails."""

import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from corpus.console import say, workspace_of
from corpus.errors import InputError, WorkspaceError
from corpus.workspace import SETTINGS_NAME, Workspace


@contextmanager
def study_for(folder: Path | None, into: Path | None, again: str) -> Iterator[Workspace]:
    """The study in force, or the one that `--into` names, made where there is none.

    Where the work within fails, a study that was made for it is taken away again.

    Args:
        folder: of `--workspace`.
        into: of `--into`.
        again: the command, for the sentence that there is no study.

    Raises:
        WorkspaceError: there is no study, and none is to be made.
    """
    if into is None:
        yield _found(folder, again)
        return
    if folder is not None:
        raise InputError(
            f"--into {into} and --workspace {folder}: give one of the two, --into to make a study."
        )
    if (into / SETTINGS_NAME).is_file():
        yield Workspace(into.resolve())
        return
    from labels.store.creating import create

    before = set(into.iterdir()) if into.is_dir() else None
    with _ended_in_order():
        try:
            create(into)
            yield Workspace(into.resolve())
        except BaseException:
            _take_away(into, before)
            raise
    say(f"Made a study in {into}.")


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Let whoever ends the process (`kill`, a container that stops) end what it was doing first."""

    def end(number: int, _: object) -> None:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _found(folder: Path | None, again: str) -> Workspace:
    try:
        return workspace_of(folder)
    except WorkspaceError as error:
        if folder is not None:
            raise
        raise WorkspaceError(
            f"There is no study here or above; make one in the same step with: {again} --into study"
        ) from error


def _take_away(folder: Path, before: set[Path] | None) -> None:
    """Remove what was made in a folder, and the folder where it was not there before."""
    if before is None:
        shutil.rmtree(folder, ignore_errors=True)
        return
    for made in set(folder.iterdir()) - before:
        if made.is_dir():
            shutil.rmtree(made, ignore_errors=True)
        else:
            made.unlink(missing_ok=True)
