"""Making a pack: what is open to one person, and nothing else, in a file of its own."""

import secrets
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from corpus import stamp
from corpus.errors import InputError
from corpus.files import cannot_write
from corpus.hashes import text_hash
from corpus.outputs import refuse_taken
from corpus.workspace import Workspace
from labels import rubric
from labels.rubric import Rubric
from labels.store import database, migrating
from labels.store.pack_file import APPLICATION_ID, FORMAT, JOURNAL, sample_in
from labels.store.queue import open_queue
from labels.store.seal import shown_seal_of
from labels.store.stamped import STAMP, Stamp, as_json, stamped


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """What went into a pack."""

    sample: str
    annotator: str
    items: int
    again: int
    """Those of them that come twice."""


def pack(workspace: Workspace, sample: str | None, annotator: str, out: Path) -> Packed:
    """Write what is open to a person of a sample into a new file, and keep that it was made.

    Args:
        sample: its name; None takes the only one there is.
        annotator: who will label it.
        out: the file.

    Raises:
        InputError: no such sample, it is closed, the annotator's name cannot be used, nothing is
            open to them, or the file is there already.
        StoreError: a file cannot be written; nothing was changed.
    """
    # Never replaced, whatever the person says: a pack may hold the labels of somebody's day.
    refuse_taken(out, replace=False, remedy="for the one that is there may hold labels")
    in_force = rubric.in_force(workspace)
    with open_queue(workspace, sample, annotator, in_force) as queue:
        sample, annotator, open_ids = queue.sample, queue.annotator, set(queue.open_ids())
    if not open_ids:
        raise InputError(
            f"Nothing of the sample {sample!r} is open to {annotator!r}; see who has labelled what "
            "with: crosssource sample list"
        )
    pack_id = secrets.token_hex(6)
    # That it was made is on disk before the file is there: a file that the study does not know of
    # would be labelled for nothing.
    with (
        _file_at(out) as temporary,
        database.opened(workspace) as connection,
        database.transaction(connection),
    ):
        with _new_database(temporary, out) as written:
            with database.transaction(written):
                content = _Content(connection, sample, open_ids)
                again = content.write(written, pack_id, annotator, in_force)
            row = written.execute("SELECT manifest, sha256 FROM pack").fetchone()
        connection.execute(
            f"INSERT INTO pack (id, sample, annotator, manifest, sha256, {STAMP}) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [pack_id, sample, annotator, row["manifest"], row["sha256"], *stamped()],
        )
    return Packed(sample=sample, annotator=annotator, items=len(open_ids), again=again)


class _Content:
    """What of a sample goes into a pack.

    Rows lie in the order of their hashes and have one and the same time and no author: neither
    their place nor their time tells which run they came from.
    """

    def __init__(self, connection: sqlite3.Connection, sample: str, open_ids: Set[str]) -> None:
        self._connection = connection
        self._sample = sample
        self._open = open_ids

    def write(
        self, written: sqlite3.Connection, pack_id: str, annotator: str, in_force: Rubric
    ) -> int:
        """Fill a new database; how many items come twice."""
        now = Stamp(stamp.now(), "", stamp.tool_version())
        name = sample_in(pack_id)
        written.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        _insert(written, "rubric", ("version", "text"), [(in_force.version, in_force.text)], now)
        _insert(written, "sample", ("name", "rubric"), [(name, in_force.version)], now)
        texts = ("id", "question", "claim", "passage")
        _insert(written, "item", texts, self._rows(f"i.{', i.'.join(texts)}"), now)
        _insert(written, "answer", ("id", "text"), self._rows("a.id, a.text"), now)
        shown = ("item_id", "answer_id", "claim_start", "claim_end", "cited", "source")
        _insert(written, "blind_item", ("sample", *shown), self._shown(name, shown))
        again = [(name, item_id) for item_id in self._again()]
        _insert(written, "repeated_item", ("sample", "item_id"), again)
        manifest = as_json(
            {
                "format": FORMAT,
                "id": pack_id,
                "annotator": annotator,
                "rubric": in_force.version,
                "items": len(self._open),
                "again": len(again),
                "seal": shown_seal_of(written, name),
            }
        )
        columns = ("id", "sample", "annotator", "manifest", "sha256")
        row = (pack_id, name, annotator, manifest, text_hash(manifest))
        _insert(written, "pack", columns, [row], now)
        return len(again)

    def _shown(self, name: str, columns: Iterable[str]) -> Iterator[tuple[object, ...]]:
        return ((name, *row) for row in self._rows(f"b.{', b.'.join(columns)}"))

    def _rows(self, columns: str) -> Iterator[tuple[object, ...]]:
        """Of the open items, in the order of their ids."""
        rows = self._connection.execute(
            f"SELECT b.item_id AS open_id, {columns} FROM blind_item b "
            "JOIN item i ON i.id = b.item_id JOIN answer a ON a.id = b.answer_id "
            "WHERE b.sample = ? ORDER BY b.item_id",
            [self._sample],
        )
        return (tuple(row)[1:] for row in rows if row["open_id"] in self._open)

    def _again(self) -> list[str]:
        rows = self._connection.execute(
            "SELECT item_id FROM repeated_item WHERE sample = ? ORDER BY item_id", [self._sample]
        )
        return [row["item_id"] for row in rows if row["item_id"] in self._open]


def _insert(
    written: sqlite3.Connection,
    table: str,
    columns: tuple[str, ...],
    rows: Iterable[tuple[object, ...]],
    now: Stamp | None = None,
) -> None:
    """Insert rows, each with the stamp where the table has one; an answer that is there stays."""
    ends = now or ()
    names = ", ".join((*columns, *(now._fields if now else ())))
    marks = ", ".join("?" * (len(columns) + len(ends)))
    written.executemany(
        f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})",
        ((*row, *ends) for row in rows),
    )


@contextmanager
def _new_database(path: Path, out: Path) -> Iterator[sqlite3.Connection]:
    """A pack's empty database at `path`; of its faults it is said that they are those of `out`."""
    with database.in_words(out):
        migrating.migrate(path)
        written = database.connect(path, journal=JOURNAL)
        try:
            yield written
        finally:
            written.close()


@contextmanager
def _file_at(out: Path) -> Iterator[Path]:
    """A path for a new file, which becomes `out` at the end, whole, or is taken away."""
    try:
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as folder:
            temporary = Path(folder) / "pack"
            yield temporary
            temporary.rename(out)
    except OSError as error:
        raise cannot_write(out, error) from error
