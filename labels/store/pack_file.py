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
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.errors import InputError
from corpus.hashes import text_hash
from labels.rubric import Rubric
from labels.store import database, standing
from labels.store.blindness import make_blind
from labels.store.queue import BlindQueue
from labels.store.schema import MIGRATIONS

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
    try:
        connection = database.connect(path, journal=JOURNAL)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_ERROR":  # the disk's or another process's refusal
            raise
        raise _changed(path, f"its tables are not those that were made ({error})") from error
    try:
        if fault := _schema_fault(connection):
            raise _changed(path, fault)
    except BaseException:
        connection.close()
        raise
    return connection


def _schema_fault(connection: sqlite3.Connection) -> str:
    """What of the tables is not as this program makes them; empty where nothing is.

    A trigger that is gone is told by `labels.store.integrity`: without it labels can be read.
    """
    with closing(sqlite3.connect(":memory:")) as pristine:
        for _, sql in MIGRATIONS:
            pristine.executescript(sql)
        made, here = _schema(pristine), _schema(connection)
    for name, columns in made.items():
        if columns and here.get(name) != columns:
            return f"its table {name} is not the one that was made"
    foreign = sorted(here.keys() - made.keys())
    return f"it holds {foreign[0]!r}, which it was not made with" if foreign else ""


def _schema(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """The columns of each table or view; nothing of a trigger or an index."""
    rows = connection.execute(
        "SELECT m.name, group_concat(c.name) FROM sqlite_master m "
        "LEFT JOIN pragma_table_info(m.name) c ON m.type IN ('table', 'view') "
        "WHERE m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE '%\\_sqlite\\_%' ESCAPE '\\' "
        "GROUP BY m.name"
    )
    return {row[0]: tuple(row[1].split(",")) if row[1] else () for row in rows}


def _changed(path: Path, fault: str) -> InputError:
    return InputError(
        f"{path} was changed after it was made: {fault}; ask for it again, or have another made "
        "with: crosssource sample pack"
    )


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
        raise _changed(path, "its manifest is not the one that was written")
    manifest, rubric = json.loads(row["manifest"]), Rubric(row["text"])
    if rubric.version != manifest["rubric"]:
        raise _changed(path, "its rubric is not the one that was written")
    return Pack(
        id=row["id"],
        annotator=row["annotator"],
        rubric=rubric,
        manifest=manifest,
        sha256=row["sha256"],
    )
