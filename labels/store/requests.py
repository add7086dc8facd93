"""Requests to a model service and what came back: the cache, and the packet of every verdict."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from labels.store.stamped import STAMP, as_json, stamped


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRequest:
    """One request with its response. Never a key: the packets are bodies, not headers."""

    key: str
    """The hash of all that decides the answer."""
    host: str
    """The service's host name: answers of two services are kept apart."""
    purpose: str
    """`generate`, `analyse`, `judge`, `search`."""
    request: Mapping[str, Any]
    """The body that went over the wire."""
    response: Mapping[str, Any]
    """The body that came back."""
    model: str
    """As the server named it."""
    fault: str | None
    """None: the answer can be used."""
    stop_reason: str
    request_id: str
    input_tokens: int | None = None
    """None in all four: the server counted nothing."""
    output_tokens: int | None = None
    cache_write_tokens: int | None = None
    cache_read_tokens: int | None = None
    cost: float | None
    """US dollars; None: no price is known."""
    latency: float | None
    """Seconds; None: it came in a batch."""
    attempts: int
    batch: str | None = None
    """The batch it came in."""


def record(connection: sqlite3.Connection, request: StoredRequest) -> int:
    """Add a request; its seq."""
    cursor = connection.execute(
        "INSERT INTO request (key, host, purpose, request, response, model, fault, stop_reason, "
        "request_id, input_tokens, output_tokens, cache_write_tokens, cache_read_tokens, cost, "
        f"latency, attempts, batch, {STAMP}) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            request.key,
            request.host,
            request.purpose,
            as_json(request.request),
            as_json(request.response),
            request.model,
            request.fault,
            request.stop_reason,
            request.request_id,
            request.input_tokens,
            request.output_tokens,
            request.cache_write_tokens,
            request.cache_read_tokens,
            request.cost,
            request.latency,
            request.attempts,
            request.batch,
            *stamped(),
        ),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def answered(connection: sqlite3.Connection, host: str) -> dict[str, int]:
    """The requests of a service that have an answer which can be used: seq by key."""
    rows = connection.execute(
        "SELECT key, max(seq) AS seq FROM request WHERE host = ? AND fault IS NULL GROUP BY key",
        [host],
    )
    return {row["key"]: row["seq"] for row in rows}


def packets(connection: sqlite3.Connection, seq: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The request and the response of one call."""
    row = connection.execute(
        "SELECT request, response FROM request WHERE seq = ?", [seq]
    ).fetchone()
    return json.loads(row["request"]), json.loads(row["response"])


def open_batches(connection: sqlite3.Connection, host: str) -> dict[str, list[str]]:
    """Batches that were submitted and not collected: the keys of each one's requests."""
    rows = connection.execute(
        "SELECT id, keys FROM batch WHERE host = ? "
        "AND id NOT IN (SELECT batch FROM batch_event) ORDER BY created_at, id",
        [host],
    )
    return {row["id"]: json.loads(row["keys"]) for row in rows}


def record_batch(
    connection: sqlite3.Connection, batch: str, host: str, purpose: str, keys: Sequence[str]
) -> None:
    """Remember a submitted batch, so that a later process can collect it."""
    connection.execute(
        f"INSERT INTO batch (id, host, purpose, keys, {STAMP}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (batch, host, purpose, as_json(keys), *stamped()),
    )


def end_batch(connection: sqlite3.Connection, batch: str, kind: str) -> None:
    """Note that a batch was `collected`, or that the service `lost` it."""
    connection.execute(
        f"INSERT INTO batch_event (batch, kind, {STAMP}) VALUES (?, ?, ?, ?, ?)",
        (batch, kind, *stamped()),
    )
