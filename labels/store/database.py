"""Opening the workspace's database, with the standard `sqlite3` module.

The standard module because the labelling app starts in the time of one import, and because
`set_authorizer` is its own. sqlite-utils comes in where tables are made (`labels.store.migrating`).
A commit is on disk when it returns: WAL with `synchronous=FULL`.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from corpus.errors import StoreError, WorkspaceError
from corpus.workspace import Workspace
from labels.store.schema import MIGRATION_SET, MIGRATIONS

OLDEST_SQLITE = (3, 37, 0)
"""The first with STRICT tables."""

BUSY_SECONDS = 60.0
"""How long a write waits for another process before it says so."""


@contextmanager
def opened(workspace: Workspace) -> Iterator[sqlite3.Connection]:
    """The database for reading and writing, closed at the end, its faults put into words.

    Where the folder cannot be written, a database at rest is opened for reading all the same: an
    auditor's copy can be verified.

    Raises:
        WorkspaceError: the database is absent, or a newer version made it.
        StoreError: it is locked, full, read-only or damaged.
    """
    path = workspace.database
    with in_words(path):
        connection = connect(path)
        try:
            yield connection
        finally:
            connection.close()


def connect(path: Path, *, journal: str = "WAL") -> sqlite3.Connection:
    """A connection at the newest schema; a database of an older version is brought up to it.

    Args:
        journal: SQLite's journal mode; a pack has another one than a workspace.

    Raises:
        WorkspaceError: the database is absent (SQLite would make an empty one), a newer version
            made it, or SQLite is too old.
    """
    if not path.is_file():
        raise WorkspaceError(
            f"{path} is missing; restore it from a backup, or run crosssource init "
            f"{path.parent} to start with an empty one."
        )
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return _reading_connection(path)
    connection = _raw_connection(path, journal)
    try:
        if _pending(connection, path):
            from labels.store import migrating

            connection.close()
            migrating.migrate(path)
            connection = _raw_connection(path, journal)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, and alone: other writers wait."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite has rolled back by itself after a full disk.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def without_waiting(connection: sqlite3.Connection) -> Iterator[None]:
    """What another process holds is refused at once: for work that nobody asked for."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """The refusals of the disk and of other processes as sentences with a remedy.

    Anything else SQLite says is a fault of this program and stays as it is.
    """
    try:
        yield
    except sqlite3.DatabaseError as error:
        name = getattr(error, "sqlite_errorname", "")
        for codes, sentence in _SENTENCES:
            if name.startswith(codes):
                raise StoreError(sentence.format(path=path, error=error)) from error
        raise


_SENTENCES: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("SQLITE_BUSY", "SQLITE_LOCKED"),
        f"{{path}} has been held by another process for {BUSY_SECONDS:.0f} seconds; nothing was "
        "changed: close the other command and run this one again.",
    ),
    (
        ("SQLITE_FULL", "SQLITE_IOERR"),
        "{path} could not be written ({error}); nothing was changed: free some disk space and "
        "run the command again.",
    ),
    (
        ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM"),
        "{path} cannot be written here ({error}); nothing was changed: mend the permissions of "
        "the file and its folder, then run the command again.",
    ),
    (
        ("SQLITE_NOTADB", "SQLITE_CORRUPT"),
        "{path} is damaged ({error}); restore it from a backup, then run crosssource check.",
    ),
)
"""By the beginning of SQLite's error name."""


def refuse_old_sqlite() -> None:
    """Raise `WorkspaceError` where the SQLite that Python was built with has no strict tables."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        needed = ".".join(map(str, OLDEST_SQLITE))
        raise WorkspaceError(
            f"This Python has SQLite {sqlite3.sqlite_version}, and CrossSource needs {needed} or "
            "newer; install CrossSource with a newer Python, for example: uv tool install "
            "--python 3.13 crosssource"
        )


def _raw_connection(path: Path, journal: str) -> sqlite3.Connection:
    refuse_old_sqlite()
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.execute(f"PRAGMA journal_mode = {journal}")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _reading_connection(path: Path) -> sqlite3.Connection:
    """A connection to a database that nobody can be writing.

    Raises:
        WorkspaceError: it was left in the middle of something, or is of an older version.
    """
    # A pack has the older kind of journal: there it holds what must be taken back.
    for journal in (path.with_name(f"{path.name}-{kind}") for kind in ("wal", "journal")):
        if journal.is_file() and journal.stat().st_size:
            raise WorkspaceError(
                f"{path} was left with changes in {journal.name} that cannot be settled on a "
                "read-only disk; copy both to where they can be written, and run the command there."
            )
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    connection.row_factory = sqlite3.Row
    if _pending(connection, path):
        connection.close()
        raise WorkspaceError(
            f"{path} is of an older version and cannot be brought up to date on a read-only disk; "
            "copy the folder to where it can be written, and run the command there."
        )
    return connection


def _pending(connection: sqlite3.Connection, path: Path) -> bool:
    known = {name for name, _ in MIGRATIONS}
    has_table = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'"
    ).fetchone()
    if not has_table:
        raise WorkspaceError(
            f"{path} holds no tables of CrossSource: it was emptied, or is another file; restore "
            "it from a backup, or delete it and run crosssource init to start with an empty one."
        )
    rows = connection.execute(
        "SELECT name FROM _sqlite_migrations WHERE migration_set = ?", [MIGRATION_SET]
    )
    applied = {row["name"] for row in rows}
    if unknown := sorted(applied - known):
        raise WorkspaceError(
            f"{path} was made by a newer CrossSource (it has the migration {unknown[0]!r}); "
            "upgrade this one with: pip install --upgrade crosssource"
        )
    return applied != known
