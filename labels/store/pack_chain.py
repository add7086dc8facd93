"""A pack's label events as they are in the pack and as they are in the workspace, and back.

Here an event has another number, the sample's own name, and the pack as its origin. All the rest is
as it was, so the pack's own chain can be derived from what is stored: `crosssource check` does.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import replace

from corpus.hashes import text_hash
from labels.label import LabelEvent
from labels.store import events
from labels.store.pack_file import sample_in


def here(event: LabelEvent, sample: str, pack_id: str, seqs: Mapping[int, int]) -> LabelEvent:
    """A pack's event as it is stored in the workspace, before it is linked into the chain there.

    Args:
        sample: the sample's name in the workspace.
        seqs: the events' seqs here, by their seqs in the pack.
    """
    target = None if event.target is None else seqs[event.target]
    return replace(event, sample=sample, target=target, origin=f"pack {pack_id}")


def _there(
    event: LabelEvent, pack_id: str, numbers: Mapping[int, int], previous: str
) -> LabelEvent:
    return replace(
        event,
        seq=numbers[event.seq],
        sample=sample_in(pack_id),
        target=None if event.target is None else numbers.get(event.target, 0),
        origin="",
        previous=previous,
    )


def faults(connection: sqlite3.Connection) -> Iterator[str]:
    """Packs whose manifest was changed, or whose own chain no longer follows from what is here."""
    for row in connection.execute("SELECT id, manifest, sha256 FROM pack ORDER BY id").fetchall():
        if text_hash(row["manifest"]) != row["sha256"]:
            yield f"The manifest of the pack {row['id']} was changed after it was written."
        yield from _chain_faults(connection, row["id"])


def _chain_faults(connection: sqlite3.Connection, pack_id: str) -> Iterator[str]:
    columns = ", ".join(f"e.{name}" for name in events.COLUMNS)
    rows = connection.execute(
        f"SELECT {columns}, m.number, m.hash AS hash_there FROM merged_event m "
        "JOIN label_event e ON e.seq = m.seq WHERE m.pack = ? ORDER BY m.number",
        [pack_id],
    ).fetchall()
    numbers = {row["seq"]: row["number"] for row in rows}
    previous = ""
    for row in rows:
        there = _there(events.from_row(row), pack_id, numbers, previous)
        previous = there.hash
        if previous != row["hash_there"]:
            yield (
                f"Label event {row['seq']} is not as it was in the pack {pack_id} "
                "(its hash there differs)."
            )
            return
