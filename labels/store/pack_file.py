"""A pack: one file in which somebody labels elsewhere, blind, and which comes back with the labels.

It is a database with the tables of a workspace's. It holds the rubric, the items that are open to
one person, their answers, which of them come twice, and the label events made in it; the tables of
verdicts, judges, runs, configurations and strata are empty, other people's labels are not there,
and the sample goes by a name of the pack's own, because a sample is often named after its run.

Its journal is SQLite's older kind, which leaves everything in the one file whenever no write is
under way: what is sent back is whole.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.errors import InputError
from corpus.hashes import text_hash
from labels.rubric import Rubric
from labels.store import database, standing
from labels.store.blindness import make_blind
from labels.store.queue import BlindQueue

APPLICATION_ID = 0x43535041
"""In the file's header: a workspace's database is no pack, and a pack no workspace."""

FORMAT = "pack/1"
"""Named in the manifest."""

JOURNAL = "DELETE"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """What a pack says of itself."""

    id: str
    annotator: str
    """Who labels it."""
    rubric: Rubric
    manifest: dict[str, Any]
    sha256: str
    """Of the manifest's text, as the workspace that made the pack has it too."""

    @property
    def sample(self) -> str:
        """The sample's name inside the pack."""
        return sample_in(self.id)


def sample_in(pack_id: str) -> str:
    """The name that a sample has inside a pack."""
    return f"pack-{pack_id}"


@contextmanager
def opened(path: Path) -> Iterator[tuple[sqlite3.Connection, Pack]]:
    """A pack's database, and what it says of itself.

    Raises:
        InputError: there is no such file, it is no pack, or its manifest was changed.
        WorkspaceError: a newer version made it.
        StoreError: it is locked, full, read-only or damaged.
    """
    with database.in_words(path):
        connection = _connect(path)
        try:
            yield connection, _read(connection, path)
        finally:
            connection.close()


def read(path: Path) -> Pack:
    """What a pack says of itself; raises what `opened` does."""
    with opened(path) as (_, pack):
        return pack


def open_queue(path: Path) -> BlindQueue:
    """A blind queue on a pack, for the person it was made for; raises what `opened` does."""
    with database.in_words(path):
        connection = _connect(path)
        try:
            pack = _read(connection, path)
            return BlindQueue(
                connection,
                path,
                make_blind(connection, pack.sample, pack.annotator),
                sample=pack.sample,
                annotator=pack.annotator,
                rubric=pack.rubric.version,
                afterwards=f"crosssource sample merge {path.name}",
            )
        except BaseException:
            connection.close()
            raise


def refuse_other(pack: Pack, annotator: str | None, path: Path) -> None:
    """Raise `InputError` where somebody else than the pack's person is about to label it."""
    if annotator is not None and standing.annotator_name(annotator) != pack.annotator:
        raise InputError(
            f"{path} was made for {pack.annotator!r}, not for {annotator!r}; leave out "
            f"--annotator, or have one made: crosssource sample pack NAME --annotator {annotator} "
            "--out FILE"
        )


def _connect(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise InputError(
            f"There is no file {path}; a pack is made with: crosssource sample pack NAME "
            "--annotator WHO --out FILE"
        )
    if _application_id(path) != APPLICATION_ID:
        raise InputError(
            f"{path} is no pack; give a file that was made with: crosssource sample pack NAME "
            "--annotator WHO --out FILE"
        )
    return database.connect(path, journal=JOURNAL)


def _application_id(path: Path) -> int:
    """As SQLite's file format has it: four bytes from the 68th on, the greatest first."""
    with path.open("rb") as stream:
        return int.from_bytes(stream.read(72)[68:], "big")


def _read(connection: sqlite3.Connection, path: Path) -> Pack:
    row = connection.execute(
        "SELECT p.id, p.annotator, p.manifest, p.sha256, r.text FROM pack p "
        "JOIN sample s ON s.name = p.sample JOIN rubric r ON r.version = s.rubric"
    ).fetchone()
    if row is None or text_hash(row["manifest"]) != row["sha256"]:
        raise InputError(
            f"{path} was changed after it was made: its manifest is not the one that was written; "
            "ask for it again, or have another made with: crosssource sample pack"
        )
    return Pack(
        id=row["id"],
        annotator=row["annotator"],
        rubric=Rubric(row["text"]),
        manifest=json.loads(row["manifest"]),
        sha256=row["sha256"],
    )
