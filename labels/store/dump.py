"""A study as lines of JSON, and an equal study from such lines.

The first line says what the file is, the last how much came before it and its hash, so that a file
that was cut off or changed is found out. Between them stands a line for each row of the database
and for each line of the study's own files. What can be made again (reports, locks) is left out.
"""

import glob
import hashlib
import json
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

from corpus import settings
from corpus.errors import InputError, at_line
from corpus.files import cannot_write
from corpus.stamp import tool_version
from corpus.workspace import SETTINGS_NAME, Workspace
from labels.store import database, migrating
from labels.store.schema import MIGRATIONS

KIND = "study"
"""What the first line calls such a file."""

_FILES = (SETTINGS_NAME, "rubric.md", "golden.jsonl", "isolation.jsonl", ".gitattributes")
_FOLDERS = ("corpus", "golden-drafts")

Record = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much there is of a study."""

    rows: int
    """Of the database."""
    files: int


def dump(workspace: Workspace) -> Iterator[str]:
    """The lines, each with its end; the database is read as it is at one moment.

    Raises:
        StoreError: the database cannot be read.
        InputError: a file of the study is not UTF-8.
    """
    counts = {"rows": 0, "files": 0}
    digest = hashlib.sha256()
    for record in _records(workspace):
        counts["rows"] += "table" in record
        counts["files"] += "file" in record
        line = _line(record)
        digest.update(line.encode())
        yield line
    yield _line({"end": True, **counts, "sha256": digest.hexdigest()})


def _records(workspace: Workspace) -> Iterator[Record]:
    yield {"crosssource": KIND, "tool_version": tool_version(), "schema": _schema()}
    with database.opened(workspace) as connection:
        connection.execute("BEGIN")  # one moment for all tables; nobody who writes has to wait
        for table in _tables(connection):
            for row in connection.execute(f'SELECT * FROM "{table}"'):
                yield {"table": table, "row": dict(row)}
    for path in _own_files(workspace):
        yield {"file": path.relative_to(workspace.root).as_posix()}
        yield from ({"line": line} for line in _lines(path))


def restore(path: Path, folder: Path) -> Counts:
    """Make an equal study of a file of such lines: all of it, or nothing.

    Args:
        path: of the file.
        folder: of the new study; absent, or empty.

    Raises:
        InputError: it is no such file, was cut off or changed, or the folder holds something.
        StoreError: the disk is full, or the folder cannot be made.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(
            f"{folder} holds something already, and nothing is overwritten; name a folder that is "
            f"not there yet: crosssource restore {path.name} DIR"
        )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as beside:
            made = Path(beside) / "study"
            counts = _Restoring(path, Workspace(made)).run()
            if folder.exists():
                folder.rmdir()
            made.rename(folder)
    except OSError as error:
        raise cannot_write(folder, error) from error
    return counts


def left_behind(folder: Path) -> list[Path]:
    """Folders beside a study that a restore of it made and, killed outright, left there.

    They are not taken away: another restore may be at work in one.
    """
    beside = folder.absolute().parent
    found = beside.glob(f".{glob.escape(folder.absolute().name)}-????????")
    return sorted(
        path
        for path in found
        if path.is_dir() and [inside.name for inside in path.iterdir()] == ["study"]
    )


class _Restoring:
    """One file on its way into a new folder."""

    def __init__(self, path: Path, study: Workspace) -> None:
        self._path = path
        self._study = study
        self._number = 0
        """Of the line that is being read, from 1."""
        self._columns: dict[str, set[str]] = {}
        self._rows = self._files = 0
        self._digest = hashlib.sha256()
        """Of all lines before the one that is being read."""
        self._open: IO[str] | None = None

    def run(self) -> Counts:
        """Read it through."""
        for folder in (self._study.root, self._study.corpus, self._study.reports):
            folder.mkdir()
        with database.in_words(self._study.database):
            migrating.migrate(self._study.database)
            self._fill()
        return Counts(rows=self._rows, files=self._files)

    def _fill(self) -> None:
        with closing(database.connect(self._study.database)) as connection:
            with database.transaction(connection):
                self._columns = {name: _columns(connection, name) for name in _tables(connection)}
                self._read(connection)
            if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise InputError(
                    f"{self._path.name} holds rows that point at rows which are not in it: it was "
                    "changed after it was written; export the study anew with: "
                    "crosssource export everything"
                )

    def _read(self, connection: sqlite3.Connection) -> None:
        records = self._records()
        self._begin(next(records, {}))
        try:
            for record in records:
                if record.get("end") is True:
                    self._end(record, self._digest.hexdigest(), next(records, None))
                    return
                self._take(connection, record)
        finally:
            self._close()
        raise self._fault("the file ends before its last line: it was cut off")

    def _records(self) -> Iterator[Record]:
        try:
            with self._path.open(encoding="utf-8", newline="\n") as stream:
                for self._number, line in enumerate(stream, start=1):
                    record = json.loads(line)
                    if not isinstance(record, dict):
                        raise self._fault("this line is no JSON object")
                    yield record
                    self._digest.update(line.encode())
        except OSError as error:
            raise InputError(
                f"{self._path} cannot be read ({error.strerror}); give a readable file."
            ) from error
        except (ValueError, RecursionError) as error:
            raise self._fault("this line is no JSON in UTF-8") from error

    def _begin(self, first: Record) -> None:
        if first.get("crosssource") != KIND:
            raise InputError(
                f"{self._path.name} is no whole study (its first line does not say "
                f'{{"crosssource": "{KIND}"}}); write one with: crosssource export everything '
                "--out FILE"
            )
        if unknown := sorted(set(first.get("schema", ())) - set(_schema())):
            raise self._fault(
                f"a newer version of CrossSource ({first.get('tool_version', '?')}) wrote it, with "
                f"tables that this one does not know ({', '.join(unknown)}); install that one"
            )

    def _take(self, connection: sqlite3.Connection, record: Record) -> None:
        match record:
            case {"table": str(table), "row": dict(row)}:
                self._insert(connection, table, row)
            case {"file": str(name)}:
                self._close()
                self._open = self._target(name).open("w", encoding="utf-8", newline="")
                self._files += 1
            case {"line": str(line)} if self._open is not None:
                self._open.write(line)
            case _:
                raise self._fault("this line is neither a row, nor a file, nor a line of one")

    def _insert(self, connection: sqlite3.Connection, table: str, row: Record) -> None:
        if set(row) != self._columns.get(table):
            raise self._fault(f"there is no table {table!r} with these columns")
        names = ", ".join(f'"{name}"' for name in row)
        places = ", ".join("?" * len(row))
        try:
            connection.execute(
                f'INSERT INTO "{table}" ({names}) VALUES ({places})', list(row.values())
            )
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError, OverflowError) as error:
            raise self._fault(f"this row of {table!r} cannot be stored ({error})") from error
        self._rows += 1

    def _target(self, name: str) -> Path:
        """Where a file goes: nowhere but into the study."""
        parts = PurePosixPath(name).parts
        is_own = name in _FILES or (len(parts) == 2 and parts[0] in _FOLDERS)
        if not (is_own or name in _prompts(self._study)) or "\\" in name or ".." in parts:
            raise self._fault(f"{name!r} is no file of a study")
        path = self._study.root.joinpath(*parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def _close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    def _end(self, record: Record, before: str, after: Record | None) -> None:
        if after is not None:
            raise self._fault("something follows the last line")
        if (record.get("rows"), record.get("files")) != (self._rows, self._files):
            raise self._fault(
                f"it holds {self._rows:,} rows and {self._files:,} files, and says that it had "
                f"{record.get('rows')} and {record.get('files')}: it was changed"
            )
        if record.get("sha256") != before:
            raise self._fault("its lines are not those that were written: it was changed")

    def _fault(self, words: str) -> InputError:
        return at_line(self._path.name, max(1, self._number), f"{words}; nothing was restored.")


def _schema() -> list[str]:
    return [name for name, _ in MIGRATIONS]


def _tables(connection: sqlite3.Connection) -> list[str]:
    """The tables that hold what is known; SQLite's and the migrations' own are made anew."""
    rows: Iterable[sqlite3.Row] = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' "
        "AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY rowid"
    )
    return [row["name"] for row in rows]


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {row["name"] for row in connection.execute(f'PRAGMA table_info("{table}")')}


def _own_files(study: Workspace) -> list[Path]:
    """The settings come first: they name the prompts."""
    root = study.root
    inside = [path for name in _FOLDERS for path in sorted((root / name).glob("*"))]
    prompts = [root / name for name in _prompts(study)]
    found = dict.fromkeys((*(root / name for name in _FILES), *inside, *prompts))
    return [path for path in found if path.is_file() and path.name != ".lock"]


def _prompts(study: Workspace) -> list[str]:
    """What the settings name as prompts that can lie in the study, those that ship among it."""
    if not study.settings.is_file():
        return []
    named = {one.prompt for one in settings.load(study).configurations.values() if one.prompt}
    paths = (PurePosixPath(name) for name in sorted(named))
    return [str(path) for path in paths if not path.is_absolute() and ".." not in path.parts]


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8", newline="\n") as stream:
            yield from stream
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8, so the study cannot be exported.") from error


def _line(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"
