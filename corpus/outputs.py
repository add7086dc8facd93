"""Where a file that a person names may go: never over the study, and over nothing by a slip.

One rule for every command that writes a file by name:

- what a study lives on (settings, questions, rubric, corpus, drafts, database) is refused always;
- a file that is there is refused unless the person says so, or the command knows it for its own.

A folder of reports is another matter: its files have names of ours and are made anew each time, so
only the first half holds for it.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from corpus.errors import InputError
from corpus.workspace import SETTINGS_NAME, Workspace


def refuse_taken(path: Path, *, replace: bool, remedy: str = "or replace it with --force") -> None:
    """Refuse a file that must not be written.

    Args:
        path: what the person named.
        replace: they said that a file may be replaced.
        remedy: what else than another name they can give, as the end of a sentence.

    Raises:
        InputError: it is of a study, or it is there and was not to be replaced.
    """
    refuse_own([path])
    if path.is_file() and not replace:
        raise InputError(f"{path} is there already; give another name, {remedy}.")


def refuse_own(paths: Iterable[Path]) -> None:
    """Refuse files that a study lives on, in whatever study they are; `InputError`."""
    for path in paths:
        for workspace in _studies_around(path):
            for own in workspace.own:
                if _is_in(path, own):
                    raise InputError(
                        f"{path} is the study's own {own.name}, which nothing is written over; "
                        "give another name."
                    )


def _studies_around(path: Path) -> Iterator[Workspace]:
    for folder in (*path.absolute().parents, *path.resolve().parents):
        if (folder / SETTINGS_NAME).is_file():
            yield Workspace(folder)


def _is_in(path: Path, own: Path) -> bool:
    """Whether it is this file or in this folder, by whatever name."""
    resolved = path.resolve()
    if resolved == own.resolve() or own.resolve() in resolved.parents:
        return True
    return path.exists() and own.exists() and path.samefile(own)
