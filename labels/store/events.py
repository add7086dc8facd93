"""Label events: reading them, and adding one to the chain.

An event is on disk when `append` returns. Nothing here knows of verdicts: the labelling app stands
on it.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from typing import Any

from corpus.errors import StoreError
from labels.label import EventKind, LabelEvent, LabelSource, LabelState
from labels.outcome import Category, Choice, HarnessBug
from labels.store.database import transaction

COLUMNS = tuple(f.name for f in fields(LabelEvent))
"""The event's own fields, in the order of their declaration; the table has `hash` besides."""

_INSERT = (
    f"INSERT INTO label_event ({', '.join(COLUMNS)}, hash) "
    f"VALUES ({', '.join('?' * (len(COLUMNS) + 1))})"
)


def append(connection: sqlite3.Connection, events: Iterable[LabelEvent]) -> list[LabelEvent]:
    """Add events to the end of the chain in one transaction; their `seq` and `previous` are set."""
    with transaction(connection):
        return append_within(connection, events)


def append_within(connection: sqlite3.Connection, events: Iterable[LabelEvent]) -> list[LabelEvent]:
    """The same, inside the caller's transaction."""
    last = connection.execute(
        "SELECT seq, hash FROM label_event ORDER BY seq DESC LIMIT 1"
    ).fetchone()
    seq, previous = (last["seq"], last["hash"]) if last else (0, "")
    stored = []
    for event in events:
        seq += 1
        linked = _linked(event, seq, previous)
        previous = linked.hash
        connection.execute(_INSERT, (*(getattr(linked, name) for name in COLUMNS), previous))
        stored.append(linked)
    return stored


def read(connection: sqlite3.Connection, sample: str) -> Iterator[LabelEvent]:
    """A sample's events of all annotators, oldest first."""
    rows = connection.execute(
        f"SELECT {', '.join(COLUMNS)} FROM label_event WHERE sample = ? ORDER BY seq",
        [sample],
    )
    return (from_row(row) for row in rows)


def states(connection: sqlite3.Connection, sample: str) -> dict[str, LabelState]:
    """What holds now in a sample, by annotator."""
    return states_of(read(connection, sample))


def states_of(events: Iterable[LabelEvent]) -> dict[str, LabelState]:
    """What holds after these events, oldest first, by annotator."""
    found: dict[str, LabelState] = {}
    for event in events:
        found.setdefault(event.annotator, LabelState()).apply(event)
    return found


def from_row(row: sqlite3.Row) -> LabelEvent:
    """A stored row as an event.

    Raises:
        StoreError: the row holds what no event can have.
    """
    values = {name: row[name] for name in COLUMNS}
    try:
        for name, kind in _TYPES.items():
            if values[name] is not None:
                values[name] = kind(values[name])
        return LabelEvent(**values)
    except ValueError as error:
        raise StoreError(
            f"Label event {row['seq']} was changed after it was written ({error}); restore the "
            "database from a backup, and see: crosssource check"
        ) from error


_TYPES: dict[str, Callable[[Any], object]] = {
    "kind": EventKind,
    "choice": Choice,
    "category": Category,
    "bug": HarnessBug,
    "source": LabelSource,
    "highlighted": bool,
    "again": bool,
}


def _linked(event: LabelEvent, seq: int, previous: str) -> LabelEvent:
    values = {name: getattr(event, name) for name in COLUMNS}
    return LabelEvent(**(values | {"seq": seq, "previous": previous}))
