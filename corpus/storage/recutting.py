"""The stored documents cut anew: all of them or, whatever happens, none.

`passages.jsonl` and `sources.json` change together, and a system moves one file at a time. So the
new passages are written to a file of their own, `sources.json` is replaced by one that names it,
and that is the commit; then the file takes the name of the old one, and `sources.json` names none
again. Killed at any point, a reader finds either the old passages or the new ones, whole; whoever
takes the lock next does what was left.
"""

import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from corpus.chunking import passages as passages_of
from corpus.errors import StoreError
from corpus.stamp import now
from corpus.storage.growing import GrowingFile, sync_folder
from corpus.storage.register import NEW_PASSAGES, PASSAGES, Record, Register
from corpus.storage.rows import document_of, passage_row

Records = Iterable[tuple[str, Record]]
Watched = Callable[[Records], Records]
"""What shows how far it is: gives the same records back, one after the other."""


def recut(
    register: Register,
    words: int,
    documents: BinaryIO,
    passages: BinaryIO,
    rows: GrowingFile,
    watched: Watched,
) -> Register:
    """Write the passages of every document, those of another length cut anew.

    Args:
        register: of the passages as they are.
        words: the target length.
        documents: the rows of the documents.
        passages: the rows of the passages as they are.
        rows: where the new ones go.
        watched: goes through the records.

    Returns:
        The register of the new rows, which names their file.

    Raises:
        ValueError, KeyError, TypeError: a document's row is not what was stored.
        StoreError: the disk refuses.
    """
    new = Register(passages_name=NEW_PASSAGES)
    for id_, record in watched(register.records.items()):
        row = documents.read(record.document_bytes)
        joined = passages.read(record.passages_bytes)
        if record.words == words:
            changed = record
        else:
            cut = [passage_row(one) for one in passages_of(document_of(row), words)]
            joined = b"".join(cut)
            changed = replace(
                record,
                words=words,
                passages=len(cut),
                passages_bytes=len(joined),
                rows_sha256=hashlib.sha256(row + joined).hexdigest(),
                recut_at=now(),
            )
        rows.append(joined)
        new.enter(id_, changed)
    return new


def settle(folder: Path, register: Register, sources: Path) -> None:
    """Give the new passages their name, where a commit names them; else take leftovers away.

    To be called under the lock. Where the disk refuses it is left for the next time: the corpus is
    whole either way.
    """
    with suppress(OSError, StoreError):
        if register.passages_name == PASSAGES:
            (folder / NEW_PASSAGES).unlink(missing_ok=True)
            return
        with suppress(FileNotFoundError):  # moved already
            (folder / NEW_PASSAGES).replace(folder / PASSAGES)
        sync_folder(folder)
        register.passages_name = PASSAGES
        register.write(sources)
