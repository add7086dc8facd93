"""A connection that cannot tell a labeller what the judge said, whatever the code above it does.

SQLite asks the authorizer of every table and column while it prepares a statement. Allowed are the
content of items, a sample's name and whether it is closed, and three views: the annotator's own
events, which items have all the labels they want from other people, and the numbers and items of
those people's events. A read of a verdict, a stratum, a run, a judge or another person's label
raises.
"""

import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

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
    # Random over items, so that to come twice says nothing of one.
    "repeated_item": None,
    # Whether a sample is shared out, and not how.
    "sample_share": frozenset({"sample"}),
    # Of the chain only its end, so that the next event can be linked to it.
    "label_event": frozenset({"seq", "hash"}),
}
"""Columns that may be read from each table; of an absent table none."""


class Views(NamedTuple):
    """The names of a blind connection's views."""

    own: str
    """The annotator's own events of this sample, whole."""
    taken: str
    """`item_id`: the items that have all the labels they want from others; empty where the sample
    is not shared out."""
    others: str
    """`seq` and `item_id` of others' labels and undos: that something was said, never what."""


def make_blind(connection: sqlite3.Connection, sample: str, annotator: str) -> Views:
    """Give the connection its views, then shut everything else."""
    views = Views(*map(fresh_name, Views._fields))
    of_sample, who = f"sample = {quoted(sample)}", quoted(annotator)
    selects = Views(
        own=f"SELECT {', '.join(events.COLUMNS)} FROM main.label_event "
        f"WHERE {of_sample} AND annotator = {who}",
        # CROSS JOIN: of a sample that is not shared out no event is looked at.
        taken="SELECT e.item_id AS item_id FROM main.sample_share s "
        "CROSS JOIN main.label_event e ON e.sample = s.sample "
        f"WHERE s.{of_sample} AND e.annotator <> {who} AND e.kind = 'label' AND e.again IS NULL "
        "AND NOT EXISTS (SELECT 1 FROM main.label_event u WHERE u.target = e.seq) "
        "GROUP BY e.item_id HAVING count(DISTINCT e.annotator) >= CASE WHEN EXISTS "
        "(SELECT 1 FROM main.overlap_item o WHERE o.sample = s.sample AND o.item_id = e.item_id) "
        "THEN s.per_item ELSE 1 END",
        # NOT INDEXED: what is new lies at the end of the chain, where seq finds it at once.
        others=f"SELECT seq, item_id FROM main.label_event NOT INDEXED WHERE {of_sample} "
        f"AND annotator <> {who} AND kind IN ('label', 'undo')",
    )
    for name, select in zip(views, selects, strict=True):
        connection.execute(f"CREATE TEMP VIEW {name} AS {select}")
    fence = Fence(readable=READABLE, through=_through(views), written="label_event")
    connection.set_authorizer(fence.authorize)
    return views


def fresh_name(of: str) -> str:
    """A name for a view that no statement can have been written for.

    The authorizer knows an access through a view by the view's name, and by that of any common
    table expression as well: one of the same name would pass for the view.
    """
    return f"{of}_{os.urandom(8).hex()}"


def _through(views: Views) -> dict[str, Mapping[str, Columns]]:
    """What each view may read."""
    counted = frozenset({"seq", "sample", "item_id", "annotator", "kind", "target", "again"})
    return {
        views.own: {"label_event": None},
        views.taken: {"label_event": counted, "sample_share": None, "overlap_item": None},
        views.others: {"label_event": frozenset({"seq", "sample", "item_id", "annotator", "kind"})},
    }


def quoted(text: str) -> str:
    """A text as SQL writes it: a view takes no bound values."""
    return "'" + text.replace("'", "''") + "'"


_FREE = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_TRANSACTION, sqlite3.SQLITE_FUNCTION})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """What a process that must stay blind may do with the database."""

    readable: Mapping[str, Columns]
    """Columns that may be read from each table; of an absent table none."""
    through: Mapping[str, Mapping[str, Columns]]
    """The same of what each view may read."""
    written: str
    """The one table that takes new rows."""

    def authorize(
        self,
        action: int,
        first: str | None,
        second: str | None,
        _database: str | None,
        view: str | None,
    ) -> int:
        """SQLite asks this of every access while it prepares a statement.

        `first` and `second` are table and column for a read; `view` is the view or trigger through
        which the access comes.
        """
        # How long to wait for other processes tells nothing of what is stored.
        if action in _FREE or (action == sqlite3.SQLITE_PRAGMA and first == "busy_timeout"):
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_INSERT:
            return sqlite3.SQLITE_OK if first == self.written else sqlite3.SQLITE_DENY
        if action == sqlite3.SQLITE_READ and first is not None:
            if first in self.through:
                return sqlite3.SQLITE_OK
            for readable in (self.through.get(view or "", {}), self.readable):
                columns = readable.get(first, frozenset())
                # An empty column name is a read of the table as such, `count(*)`: not of a value.
                if columns is None or second in columns or (columns and not second):
                    return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_DENY
