"""Adjudication events: reading them, adding one to the chain, counting what they decide.

An event is on disk when `append_within`'s transaction has ended. Nothing here knows of verdicts:
the adjudicating app stands on it.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from corpus.errors import StoreError
from labels.adjudication import (
    AdjudicationEvent,
    AdjudicationKind,
    AdjudicationState,
    LabelRef,
    why_open,
)
from labels.label import LabelEvent, LabelState
from labels.outcome import Category, Choice, HarnessBug
from labels.store import reveals

COLUMNS = tuple(f.name for f in fields(AdjudicationEvent))
"""The event's own fields, in the order of their declaration; the table has `hash` besides."""

_INSERT = (
    f"INSERT INTO adjudication_event ({', '.join(COLUMNS)}, hash) "
    f"VALUES ({', '.join('?' * (len(COLUMNS) + 1))})"
)


def append_within(connection: sqlite3.Connection, event: AdjudicationEvent) -> AdjudicationEvent:
    """Add an event to the end of the chain, inside the caller's transaction; as it is stored."""
    last = connection.execute(
        "SELECT seq, hash FROM adjudication_event ORDER BY seq DESC LIMIT 1"
    ).fetchone()
    seq, previous = (last["seq"], last["hash"]) if last else (0, "")
    linked = replace(event, seq=seq + 1, previous=previous)
    connection.execute(_INSERT, (*(_stored(linked, name) for name in COLUMNS), linked.hash))
    return linked


def read(
    connection: sqlite3.Connection, sample: str, after: int = 0
) -> Iterator[AdjudicationEvent]:
    """A sample's events of all adjudicators that have a seq above `after`, oldest first."""
    rows = connection.execute(
        f"SELECT {', '.join(COLUMNS)} FROM adjudication_event WHERE sample = ? AND seq > ? "
        "ORDER BY seq",
        [sample, after],
    )
    return (from_row(row) for row in rows)


def state_of(connection: sqlite3.Connection, sample: str) -> AdjudicationState:
    """What was decided blind in a sample: all, but for what came after a reveal."""
    state = AdjudicationState()
    last = reveals.last_blind(connection, sample)
    for event in read(connection, sample):
        if event.item_id not in last or event.seq <= last[event.item_id].decision:
            state.apply(event)
    return state


def from_row(row: sqlite3.Row) -> AdjudicationEvent:
    """A stored row as an event.

    Raises:
        StoreError: the row holds what no event can have.
    """
    values = {name: row[name] for name in COLUMNS}
    try:
        for name, kind in _TYPES.items():
            if values[name] is not None:
                values[name] = kind(values[name])
        return AdjudicationEvent(**values)
    except (TypeError, ValueError) as error:
        raise StoreError(
            f"Adjudication event {row['seq']} was changed after it was written ({error}); restore "
            "the database from a backup, and see: crosssource check"
        ) from error


def _refs(text: str) -> tuple[LabelRef, ...]:
    return tuple(LabelRef(seq, hash_) for seq, hash_ in json.loads(text))


_TYPES: dict[str, Callable[[Any], object]] = {
    "kind": AdjudicationKind,
    "choice": Choice,
    "category": Category,
    "bug": HarnessBug,
    "over": _refs,
}


def _stored(event: AdjudicationEvent, name: str) -> object:
    return json.dumps(event.over) if name == "over" else getattr(event, name)


def labels_by_item(states: Mapping[str, LabelState]) -> dict[str, list[LabelEvent]]:
    """The labels in force of each item, in order of the annotators' names."""
    found: dict[str, list[LabelEvent]] = {}
    for _, state in sorted(states.items()):
        for item_id, event in state.labels.items():
            found.setdefault(item_id, []).append(event)
    return found


def refs_of(labels: Iterable[LabelEvent]) -> frozenset[LabelRef]:
    """How decisions name these labels."""
    return frozenset(LabelRef(label.seq, label.hash) for label in labels)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How far the adjudication of a sample is."""

    open: int
    """Items that their labels leave open, decided by an adjudicator or not."""
    decided: Mapping[str, int]
    """Those of them that have a decision in force, by adjudicator."""
    void: int
    """Those of them whose decision is void."""


def tally(connection: sqlite3.Connection, sample: str, states: Mapping[str, LabelState]) -> Tally:
    """Count what is open and what is decided.

    Args:
        states: what holds in the sample, by annotator (`labels.store.events.states`).
    """
    state = state_of(connection, sample)
    open_items = {
        item_id: labels for item_id, labels in labels_by_item(states).items() if why_open(labels)
    }
    decided: dict[str, int] = {}
    void = 0
    for item_id in open_items.keys() & state.decided_items:
        held = refs_of(open_items[item_id])
        if decision := state.decision(item_id, held):
            decided[decision.adjudicator] = decided.get(decision.adjudicator, 0) + 1
        else:
            void += 1
    return Tally(open=len(open_items), decided=dict(sorted(decided.items())), void=void)
