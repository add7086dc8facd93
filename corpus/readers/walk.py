"""The files of a folder that may be documents, at every depth, in the order of their names."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from corpus.errors import InputError
from corpus.readers import cap, recognise
from corpus.readers.source import shown

Skip = Callable[[str, str], None]
"""Called with a path and the reason why it was passed over."""

ABOUT_THE_FOLDER = (
    "README",
    "LICENSE",
    "LICENCE",
    "COPYING",
    "NOTICE",
    "SOURCE",
    "CHANGELOG",
    "CONTRIBUTING",
    "AUTHORS",
)


def ignore(path: str, reason: str) -> None:
    """The `skip` of a caller who does not want to hear."""


def walk(folder: Path, skip: Skip = ignore) -> Iterator[Path]:
    """Files that may be documents; links to folders are not followed.

    Raises:
        InputError: a folder cannot be read.
    """
    for entry in _entries(folder):
        path = Path(entry.path)
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            if not _is_html_copy(path):
                yield from walk(path, skip)
        elif entry.is_symlink() and not path.is_file():
            skip(shown(path), "a link to no file")
        elif not entry.is_file():
            skip(shown(path), "neither a file nor a folder")
        elif reason := _no_document(path):
            skip(shown(path), reason)
        elif path.name not in cap.METADATA_FILES:
            yield path


def size(path: Path) -> int:
    """Bytes of all that `walk` would give, or of the file itself: the total of a progress bar."""
    files = walk(path) if path.is_dir() else [path] if path.is_file() else []
    return sum(file.stat().st_size for file in files)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        raise InputError(
            f"{shown(folder)} cannot be read ({error.strerror}); give a readable folder."
        ) from error


def _is_html_copy(folder: Path) -> bool:
    """CAP lays the HTML of its cases beside `cases/` (the site) or `json/` (an unpacked zip)."""
    beside = (folder.parent / "cases", folder.parent / "json")
    return folder.name == "html" and any(path.is_dir() for path in beside)


def _no_document(path: Path) -> str | None:
    """Why a file of a folder is passed over; None where it is read."""
    if path.suffix.lower() not in recognise.SUFFIXES:
        return "not a format that is read"
    if path.stem.startswith(ABOUT_THE_FOLDER) and path.suffix in ("", ".md", ".txt"):
        return "about the folder"
    return None
