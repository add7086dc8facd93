"""Making the tables: named, transactional migrations through sqlite-utils.

Apart from `labels.store.database`, because sqlite-utils is slow to import and a database that is up
to date does not need it.
"""

import sqlite3
from pathlib import Path

from sqlite_utils import Database, Migrations

from labels.store.database import refuse_old_sqlite
from labels.store.schema import MIGRATION_SET, MIGRATIONS


def migrate(path: Path) -> None:
    """Bring the database at `path` to the newest schema; make it where it is absent.

    Raises:
        WorkspaceError: SQLite is too old for the schema.
    """
    refuse_old_sqlite()
    migrations = Migrations(MIGRATION_SET)
    for name, sql in MIGRATIONS:
        _register(migrations, name, sql)
    connection = sqlite3.connect(path, timeout=60.0)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        migrations.apply(Database(connection))
    finally:
        connection.close()


def _register(migrations: Migrations, name: str, sql: str) -> None:
    @migrations(name=name)
    def apply(db: Database) -> None:
        for statement in _statements(sql):
            db.execute(statement)


def _statements(sql: str) -> list[str]:
    """The script's statements; `executescript` would commit the migration's transaction."""
    statements, held = [], ""
    for line in sql.splitlines(keepends=True):
        held += line
        if sqlite3.complete_statement(held):
            statements.append(held)
            held = ""
    return statements
