"""Is the store whole: the chain of label events, the seals of samples, the hashes of content.

Each check returns sentences, empty where nothing is wrong.
"""

import json
import sqlite3
from typing import Any

from corpus.document import text_hash
from labels.item import Item, content_hash
from labels.store import events
from labels.verdict import verdict_hash


def faults(connection: sqlite3.Connection) -> list[str]:
    """Everything that is wrong with the store."""
    found = [
        *_file_faults(connection),
        *chain_faults(connection),
        *_item_faults(connection),
        *_verdict_faults(connection),
    ]
    for row in connection.execute("SELECT name FROM sample ORDER BY name").fetchall():
        found += seal_faults(connection, row["name"])
    return found


def counts(connection: sqlite3.Connection) -> dict[str, int]:
    """How much there is of what was checked."""
    tables = {
        "runs": "run",
        "verdicts": "verdict",
        "items": "item",
        "samples": "sample",
        "label events": "label_event",
    }
    return {
        words: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for words, table in tables.items()
    }


def chain_faults(connection: sqlite3.Connection) -> list[str]:
    """Whether each label event follows from the one before it, to the first that does not.

    A chain that was cut off at its end is found by SQLite's own count of the rows ever given out.
    """
    previous, seq = "", 0
    columns = ", ".join(events.COLUMNS)
    for row in connection.execute(f"SELECT {columns}, hash FROM label_event ORDER BY seq"):
        seq += 1
        try:
            event = events.from_row(row)
        except ValueError as error:
            return [f"Label event {row['seq']} was changed after it was written ({error})."]
        if event.seq != seq:
            return [f"Label event {seq} is missing from the chain."]
        if event.previous != previous or event.hash != row["hash"]:
            return [f"Label event {seq} was changed after it was written (its hash differs)."]
        previous = row["hash"]
    given = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'label_event'")
    row = given.fetchone()
    if row is not None and row["seq"] != seq:
        return [f"Label events {seq + 1} to {row['seq']} are missing from the end of the chain."]
    return []


def seal_faults(connection: sqlite3.Connection, sample: str) -> list[str]:
    """Whether a sample, its strata and its frame's verdicts are those that were sealed."""
    row = connection.execute(
        "SELECT manifest, sha256 FROM sample_manifest WHERE sample = ?", [sample]
    ).fetchone()
    if row is None or text_hash(row["manifest"]) != row["sha256"]:
        return [f"The manifest of sample {sample!r} was changed after it was written."]
    manifest: dict[str, Any] = json.loads(row["manifest"])
    frame = manifest["frame"]
    found = []
    if _frame_hash(connection, sample) != frame["verdicts_sha256"]:
        found.append(f"A verdict of the frame of sample {sample!r} changed after it was drawn.")
    members = connection.execute(
        "SELECT verdict_uid FROM sample_member WHERE sample = ? ORDER BY verdict_uid", [sample]
    )
    if content_hash([member["verdict_uid"] for member in members]) != manifest["members_sha256"]:
        found.append(f"The members of sample {sample!r} changed after it was drawn.")
    strata = connection.execute(
        "SELECT name, size, drawn, inclusion_probability FROM stratum WHERE sample = ?", [sample]
    )
    held = {stratum["name"]: dict(stratum) for stratum in strata}
    if held != {stratum["name"]: stratum for stratum in manifest["strata"]}:
        found.append(f"The strata of sample {sample!r} changed after it was drawn.")
    return found


def _frame_hash(connection: sqlite3.Connection, sample: str) -> str:
    """From the verdicts' fields as they are now, not from their stored hashes."""
    rows = connection.execute(
        "SELECT v.uid, v.support, v.category, v.evidence, v.reason FROM sample_frame f "
        "JOIN verdict v ON v.uid = f.verdict_uid WHERE f.sample = ? ORDER BY v.uid",
        [sample],
    )
    return content_hash([verdict_hash(*row) for row in rows])


def _file_faults(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute("PRAGMA integrity_check").fetchall()
    found = [f"The database file is damaged: {row[0]}." for row in rows if row[0] != "ok"]
    for row in connection.execute("PRAGMA foreign_key_check"):
        found.append(f"Row {row[1]} of {row[0]} names a row of {row[2]} that is not there.")
    return found


def _item_faults(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute("SELECT id, question, claim, passage FROM item")
    return [
        f"Item {row['id'][:12]} was changed after it was written (its hash differs)."
        for row in rows
        if Item(question=row["question"], claim=row["claim"], passage=row["passage"]).id
        != row["id"]
    ]


def _verdict_faults(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute(
        "SELECT uid, support, category, evidence, reason, sha256 FROM verdict"
    )
    return [
        f"Verdict {row['uid'][:12]} was changed after it was written (its hash differs)."
        for row in rows
        if verdict_hash(*tuple(row)[:5]) != row["sha256"]
    ]
