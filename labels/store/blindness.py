"""A connection that cannot tell a labeller what the judge said, whatever the code above it does.

SQLite asks the authorizer of every table and column while it prepares a statement. Allowed are the
content of items, a sample's name and whether it is closed, and the annotator's own events through a
view. A read of a verdict, a stratum, a run, a judge or another person's label raises.
"""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from labels.store import events

Columns = frozenset[str] | None
"""The columns of a table that may be read; None means all."""

READABLE: Mapping[str, Columns] = {
    "blind_item": None,
    "item": None,
    "answer": None,
    "rubric": frozenset({"version", "text"}),
    "sample": frozenset({"name", "rubric"}),
    "sample_event": frozenset({"seq", "sample", "kind"}),
    # Of the chain only its end, so that the next event can be linked to it.
    "label_event": frozenset({"seq", "hash"}),
}
"""Columns that may be read from each table; of an absent table none."""

OWN_EVENTS = "own_event"
"""A temporary view of the annotator's own events of this sample, the only way to read events."""


def make_blind(connection: sqlite3.Connection, sample: str, annotator: str) -> None:
    """Give the connection its view of the person's own events, then shut everything else."""
    connection.execute(
        f"CREATE TEMP VIEW {OWN_EVENTS} AS SELECT {', '.join(events.COLUMNS)} "
        f"FROM main.label_event WHERE sample = {quoted(sample)} "
        f"AND annotator = {quoted(annotator)}"
    )
    fence = Fence(readable=READABLE, view=OWN_EVENTS, written="label_event")
    connection.set_authorizer(fence.authorize)


def quoted(text: str) -> str:
    """A text as SQL writes it: a view takes no bound values."""
    return "'" + text.replace("'", "''") + "'"


_FREE = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_TRANSACTION, sqlite3.SQLITE_FUNCTION})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """What a process that must stay blind may do with the database."""

    readable: Mapping[str, Columns]
    view: str
    """Through which label events may be read."""
    written: str
    """The one table that takes new rows."""

    def authorize(
        self,
        action: int,
        first: str | None,
        second: str | None,
        _database: str | None,
        through: str | None,
    ) -> int:
        """SQLite asks this of every access while it prepares a statement.

        `first` and `second` are table and column for a read; `through` is the view or trigger
        through which the access comes.
        """
        if action in _FREE:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_INSERT:
            return sqlite3.SQLITE_OK if first == self.written else sqlite3.SQLITE_DENY
        if action == sqlite3.SQLITE_READ and first is not None:
            if first == self.view or (first == "label_event" and through == self.view):
                return sqlite3.SQLITE_OK
            columns = self.readable.get(first, frozenset())
            # An empty column name is a read of the table as such, `count(*)`: not of a value.
            if columns is None or second in columns or (columns and not second):
                return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_DENY
