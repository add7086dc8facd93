"""The reveal: from here on, people may know what the judge said of a sample's items.

Only a closed sample is revealed, and that it was is kept. Labels and decisions that come later on
the same items, in that sample or in another one, are stored like any other and stand apart: no
figure that is called blind counts them.
"""

import sqlite3
from typing import NamedTuple

from corpus.errors import InputError
from labels.label import LabelEvent, LabelState
from labels.store import events, standing
from labels.store.stamped import STAMP, stamped


class Reveal(NamedTuple):
    """When what the judge said of some of a sample's items was first shown."""

    created_at: str
    author: str
    """Who asked for it, as their system calls them."""


class LastBlind(NamedTuple):
    """The last events on an item that were given blind."""

    label: int
    """The seq of the last label event; 0 where there was none."""
    decision: int
    """The same of an adjudicator's."""


def record(connection: sqlite3.Connection, sample: str) -> None:
    """Write down that the verdicts are shown now; inside the caller's transaction.

    Raises:
        InputError: the sample is open, or another open one has items of it.
    """
    if not standing.is_closed(connection, sample):
        raise InputError(
            f"The sample {sample!r} is open: whoever labels in it must not know what the judge "
            f"said. Close it first: crosssource sample close {sample}"
        )
    for other, shared in _sharing(connection, sample):
        if not standing.is_closed(connection, other):
            raise InputError(
                f"The sample {other!r} is open and has {shared:,} of the same items: whoever "
                f"labels in it must not know what the judge said. Close it first: "
                f"crosssource sample close {other}"
            )
    connection.execute(
        f"INSERT INTO reveal (sample, last_label, last_decision, {STAMP}) SELECT ?, "
        "(SELECT coalesce(max(seq), 0) FROM label_event), "
        "(SELECT coalesce(max(seq), 0) FROM adjudication_event), ?, ?, ?",
        (sample, *stamped()),
    )


def first(connection: sqlite3.Connection, sample: str) -> Reveal | None:
    """The first reveal of any of a sample's items, in it or in another sample; None: never."""
    row = connection.execute(
        "SELECT created_at, author FROM reveal r WHERE r.sample = ? OR EXISTS (SELECT 1 FROM "
        "blind_item o JOIN blind_item b ON b.item_id = o.item_id AND b.sample = ? "
        "WHERE o.sample = r.sample) ORDER BY seq LIMIT 1",
        [sample, sample],
    ).fetchone()
    return Reveal(**dict(row)) if row else None


def last_blind(connection: sqlite3.Connection, sample: str) -> dict[str, LastBlind]:
    """Of a sample's items that were revealed, in it or in another sample, what was still blind."""
    rows = connection.execute(
        "SELECT b.item_id AS item_id, min(r.last_label) AS label, min(r.last_decision) AS decision "
        "FROM reveal r CROSS JOIN blind_item o ON o.sample = r.sample "
        "CROSS JOIN blind_item b ON b.sample = ? AND b.item_id = o.item_id GROUP BY b.item_id",
        [sample],
    )
    return {row["item_id"]: LastBlind(label=row["label"], decision=row["decision"]) for row in rows}


def blind_states(connection: sqlite3.Connection, sample: str) -> dict[str, LabelState]:
    """What was said blind in a sample, by annotator: all, but for what came after a reveal."""
    last = last_blind(connection, sample)

    def is_blind(event: LabelEvent) -> bool:
        return event.item_id not in last or event.seq <= last[event.item_id].label

    return events.states_of(filter(is_blind, events.read(connection, sample)))


def labels_since(connection: sqlite3.Connection, sample: str) -> int:
    """How many labels were given in a sample of items that had been revealed."""
    last = last_blind(connection, sample)
    if not last:
        return 0
    rows = connection.execute(
        "SELECT seq, item_id FROM label_event WHERE sample = ? AND kind = 'label'", [sample]
    )
    return sum(item_id in last and seq > last[item_id].label for seq, item_id in rows)


def _sharing(connection: sqlite3.Connection, sample: str) -> list[tuple[str, int]]:
    """The other samples that have items of one, and how many."""
    rows = connection.execute(
        "SELECT o.sample, count(*) FROM blind_item b JOIN blind_item o ON o.item_id = b.item_id "
        "AND o.sample <> b.sample WHERE b.sample = ? GROUP BY o.sample ORDER BY o.sample",
        [sample],
    )
    return [(name, count) for name, count in rows]


def notice(connection: sqlite3.Connection, sample: str) -> str:
    """What whoever labels in a sample must know of a reveal; empty where there was none."""
    if (revealed := first(connection, sample)) is None:
        return ""
    return (
        f"What the judge said of items of this sample was shown to people at {revealed.created_at}:"
        " what is said of those from now on is kept apart, and no report counts it."
    )
