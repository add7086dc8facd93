"""Is the store whole: the chains of events, the seals of samples, the hashes of content.

Each check returns sentences, empty where nothing is wrong.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from corpus.errors import StoreError
from corpus.hashes import content_hash, text_hash
from labels.item import Item
from labels.rubric import Rubric
from labels.store import adjudications, audits, events, pack_chain
from labels.store.schema import MIGRATIONS
from labels.store.seal import Reader, seal_of
from labels.verdict import verdict_hash


def faults(connection: sqlite3.Connection) -> list[str]:
    """Everything that is wrong with the store."""
    found = [
        *file_faults(connection),
        *chain_faults(connection),
        *_trigger_faults(connection),
        *content_faults(connection),
        *pack_chain.faults(connection),
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
        "adjudication events": "adjudication_event",
        "audit decisions": "audit_event",
    }
    return {
        words: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for words, table in tables.items()
    }


def chain_faults(connection: sqlite3.Connection) -> list[str]:
    """Whether each label event, and each decision over labels or findings, follows from the one
    before it.

    Of each chain the first that does not is told.
    """
    decisions = _chain_faults(connection, _DECISIONS)
    return [
        *_chain_faults(connection, _LABELS),
        # What a changed decision says of labels is nobody's word.
        *(decisions or _decided_over(connection)),
        *_chain_faults(connection, _AUDITS),
    ]


class _Event(Protocol):
    """A link of a chain."""

    @property
    def seq(self) -> int: ...
    @property
    def previous(self) -> str: ...
    @property
    def hash(self) -> str: ...


class _Chain(NamedTuple):
    """A table of events, each with the hash of the one before it."""

    table: str
    columns: tuple[str, ...]
    from_row: Callable[[sqlite3.Row], _Event]
    kind: str


_LABELS = _Chain("label_event", events.COLUMNS, events.from_row, "Label event")
_DECISIONS = _Chain(
    "adjudication_event", adjudications.COLUMNS, adjudications.from_row, "Adjudication event"
)
_AUDITS = _Chain("audit_event", audits.COLUMNS, audits.from_row, "Audit decision")


def _chain_faults(connection: sqlite3.Connection, chain: _Chain) -> list[str]:
    """A chain's first fault.

    One that was cut off at its end is found by SQLite's own count of the rows ever given out.
    """
    previous, seq, kind = "", 0, chain.kind
    columns = ", ".join(chain.columns)
    for row in connection.execute(f"SELECT {columns}, hash FROM {chain.table} ORDER BY seq"):
        seq += 1
        try:
            event = chain.from_row(row)
        except StoreError as error:
            return [str(error).partition(";")[0] + "."]
        if event.seq != seq:
            return [f"{kind} {seq} is missing from the chain."]
        if event.previous != previous or event.hash != row["hash"]:
            return [f"{kind} {seq} was changed after it was written (its hash differs)."]
        previous = row["hash"]
    given = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", [chain.table])
    row = given.fetchone()
    if row is not None and row["seq"] != seq:
        return [f"{kind}s {seq + 1} to {row['seq']} are missing from the end of the chain."]
    return []


def _decided_over(connection: sqlite3.Connection) -> list[str]:
    """Decisions over a label that is not the one that is stored."""
    rows = connection.execute(
        "SELECT a.seq, json_extract(o.value, '$[0]') AS label FROM adjudication_event a "
        "JOIN json_each(a.over) o LEFT JOIN label_event l "
        "ON l.seq = json_extract(o.value, '$[0]') AND l.hash = json_extract(o.value, '$[1]') "
        "AND l.sample = a.sample AND l.item_id = a.item_id WHERE l.seq IS NULL ORDER BY a.seq"
    )
    return [
        f"Adjudication event {row['seq']} decides over label event {row['label']}, which is not "
        "the one that is stored."
        for row in rows
    ]


def seal_faults(
    connection: sqlite3.Connection, sample: str, reader: Reader | None = None
) -> list[str]:
    """Whether a sample, its strata and its frame's verdicts are those that were sealed.

    Args:
        reader: is given the verdicts of the frame on the way.
    """
    now = seal_of(connection, sample, reader)
    row = connection.execute(
        "SELECT manifest, sha256 FROM sample_manifest WHERE sample = ?", [sample]
    ).fetchone()
    if row is None or text_hash(row["manifest"]) != row["sha256"]:
        return [f"The manifest of sample {sample!r} was changed after it was written."]
    manifest: dict[str, Any] = json.loads(row["manifest"])
    return [
        words.format(sample=sample)
        for what, words in _SEALED.items()
        if manifest["seal"].get(what) != now.get(what)
    ]


_SEALED = {
    "verdicts_sha256": (
        "A verdict of the frame of sample {sample!r}, or its citation, changed after it was drawn."
    ),
    "members_sha256": "The members of sample {sample!r} changed after it was drawn.",
    "strata_sha256": "The strata of sample {sample!r} changed after it was drawn.",
    "shown_sha256": "What is shown of sample {sample!r} changed after it was drawn.",
    "asked_sha256": (
        "Which items of sample {sample!r} several people label, or one labels twice, changed after "
        "it was drawn."
    ),
}
"""What is said where a part of the seal does not hold."""


def file_faults(connection: sqlite3.Connection) -> list[str]:
    """Whether the database file is whole, and every row's references lead somewhere."""
    rows = connection.execute("PRAGMA integrity_check").fetchall()
    found = [f"The database file is damaged: {row[0]}." for row in rows if row[0] != "ok"]
    for row in connection.execute("PRAGMA foreign_key_check"):
        found.append(f"Row {row[1]} of {row[0]} names a row of {row[2]} that is not there.")
    return found


def _trigger_faults(connection: sqlite3.Connection) -> list[str]:
    """The triggers that keep rows from being changed or deleted."""
    wanted = {
        name for _, sql in MIGRATIONS for name in re.findall(r"^CREATE TRIGGER (\w+)", sql, re.M)
    }
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    lost = sorted(wanted - {row["name"] for row in rows})
    return [f"The trigger {name} is gone: rows may have been changed." for name in lost]


def content_faults(connection: sqlite3.Connection) -> Iterator[str]:
    """Rows whose id is no longer the hash of what they hold."""
    for kind, sql, hashed in _CONTENT:
        for row in connection.execute(sql):
            if hashed(row) != row[0]:
                yield f"{kind} {row[0][:12]} was changed after it was written (its hash differs)."


_CONTENT: tuple[tuple[str, str, Callable[[sqlite3.Row], str]], ...] = (
    (
        "Item",
        "SELECT id, question, claim, passage FROM item",
        lambda row: Item(question=row[1], claim=row[2], passage=row[3]).id,
    ),
    ("Answer", "SELECT id, text FROM answer", lambda row: content_hash(row[1])),
    ("Rubric", "SELECT version, text FROM rubric", lambda row: Rubric(row[1]).version),
    (
        "Judge",
        "SELECT id, name, provenance FROM judge",
        lambda row: content_hash([row[1], json.loads(row[2])]),
    ),
    (
        "Citation",
        "SELECT uid, run, case_id, claim_id, cited, item_id FROM citation",
        lambda row: content_hash(list(row)[1:]),
    ),
    (
        "Verdict",
        "SELECT sha256, uid, support, category, evidence, reason FROM verdict",
        lambda row: verdict_hash(*tuple(row)[1:]),
    ),
)
"""Of each kind: its name, its id with what it holds, and the id that this gives."""
