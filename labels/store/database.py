"""Opening the workspace's database, with the standard `sqlite3` module.

The standard module because the labelling app starts in the time of one import, and because
`set_authorizer` is its own. sqlite-utils comes in where tables are made (`labels.store.migrating`).
A commit is on disk when it returns: WAL with `synchronous=FULL`.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from corpus.errors import StoreError, WorkspaceError
from corpus.workspace import Workspace
from labels.store.schema import MIGRATION_SET, MIGRATIONS

BUSY_SECONDS = 60.0
"""How long a write waits for another process before it says so."""


@contextmanager
def opened(workspace: Workspace) -> Iterator[sqlite3.Connection]:
    """The database for reading and writing, closed at the end, its faults put into words.

    Raises:
        WorkspaceError: the database is absent, or a newer version made it.
        StoreError: it is locked, full, read-only or damaged.
    """
    path = workspace.database
    if not path.is_file():
        raise WorkspaceError(
            f"{path} is missing; restore it from a backup, or run crosssource init "
            f"{workspace.root} to start with an empty one."
        )
    with in_words(path):
        connection = connect(path)
        try:
            yield connection
        finally:
            connection.close()


def connect(path: Path) -> sqlite3.Connection:
    """A connection at the newest schema; a database of an older version is brought up to it."""
    connection = _raw_connection(path)
    try:
        if _pending(connection, path):
            from labels.store import migrating

            connection.close()
            migrating.migrate(path)
            connection = _raw_connection(path)
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


def _raw_connection(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _pending(connection: sqlite3.Connection, path: Path) -> bool:
    known = {name for name, _ in MIGRATIONS}
    has_table = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'"
    ).fetchone()
    applied: set[str] = set()
    if has_table:
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
