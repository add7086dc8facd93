"""Ids of files that share a name: told apart by folder, then by suffix, then by the folder given.

A production has `brief.pdf` beside `brief.txt`, and another `brief.txt` in a folder below, and its
files may not be renamed. Each file therefore comes with what it may be called, from the short to
the long; which of these it is called is settled where all that is added is known
(`corpus.storage.identities`).
"""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from corpus.errors import InputError
from corpus.readers.source import SourceDocument, shown, slug
from corpus.readers.walk import walk

FILE_READERS = frozenset({"text", "markdown", "html", "pdf", "docx"})
"""Whose documents are whole files, called after them; the others state their ids."""

_ROWS = frozenset({".json", ".jsonl", ".ndjson", ".zip"})
_HASH_DIGITS = 8


def named(source: SourceDocument, file: Path, given: Path) -> SourceDocument:
    """A document with the ids that it may have; one that states its id as it is.

    Args:
        source: the document.
        file: that it was read from.
        given: the path that the person gave: the file itself or a folder that it lies in.
    """
    if source.reader not in FILE_READERS:
        return source
    return replace(source, ids=(source.document.id, *_longer(source.document.id, file, given)))


def name_of(source: str) -> str | None:
    """The id that the name of a file alone makes; None where it makes none."""
    try:
        return slug(Path(source).stem, source)
    except InputError:
        return None


def shared_names(paths: Iterable[Path]) -> frozenset[str]:
    """The names that more than one file has among those that would be read."""
    files = {
        os.path.abspath(file): file  # noqa: PTH100  no link is followed
        for path in paths
        for file in (walk(path) if path.is_dir() else [path])
        if file.suffix.lower() not in _ROWS
    }
    counts = Counter(name_of(shown(file)) for file in files.values())
    return frozenset(name for name, count in counts.items() if name and count > 1)


def _longer(own: str, file: Path, given: Path) -> list[str]:
    """Folders and stem; the suffix too; both with the folder given; the name with a hash."""
    is_below = file != given
    folders = file.parent.relative_to(given).parts if is_below else ()
    top = Path(os.path.abspath(given if is_below else given.parent)).name  # noqa: PTH100
    where = shown(file)
    hashed = hashlib.sha256(where.encode()).hexdigest()[:_HASH_DIGITS]
    ids = [own]
    for words in (
        (*folders, file.stem),
        (*folders, file.name),
        (top, *folders, file.stem),
        (top, *folders, file.name),
        (f"{file.name}-{hashed}",),  # where no letter that an id can hold is different
    ):
        try:
            ids.append(slug(shown(Path("-".join(words))), where))
        except InputError:  # too long
            ids.append(ids[-1])
    return ids[1:]
