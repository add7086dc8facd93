"""Everything behind an item: its citations, verdicts, judges, and the requests they came from."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from corpus.errors import InputError

SHORTEST_ID = 4
"""Letters of an id that are asked for, so that a slip does not name another item."""


def packet_of(connection: sqlite3.Connection, named: str) -> dict[str, Any]:
    """An item by the beginning of its id or of a verdict's id, with all that hangs on it.

    Raises:
        InputError: nothing has such an id, or several items have.
    """
    item_id = _item_named(connection, named)
    item = connection.execute(
        "SELECT id, question, claim, passage FROM item WHERE id = ?", [item_id]
    ).fetchone()
    citations = connection.execute(
        "SELECT c.uid, c.run, c.config, c.case_id, c.claim_id, c.cited, c.source, "
        "c.claim_start, c.claim_end, a.text AS answer "
        "FROM citation c JOIN answer a ON a.id = c.answer_id WHERE c.item_id = ? "
        "ORDER BY c.run, c.uid",
        [item_id],
    ).fetchall()
    return dict(item) | {"citations": [_citation(connection, row) for row in citations]}


def judged_with(
    connection: sqlite3.Connection, citations: Iterable[Mapping[str, Any]]
) -> frozenset[str]:
    """The ids of all items that the requests of these citations, as `packet_of` gives them, judged:
    a request asks about several at once, and its reply speaks of all of them."""
    return items_of(
        connection,
        {
            request["seq"]
            for citation in citations
            for verdict in citation["verdicts"]
            for request in verdict["requests"]
        },
    )


def items_of(connection: sqlite3.Connection, requests: Collection[int]) -> frozenset[str]:
    """The ids of all items that these requests, by their seq, judged."""
    rows = connection.execute(
        "SELECT DISTINCT c.item_id FROM verdict_request l JOIN verdict v ON v.uid = l.verdict_uid "
        "JOIN citation c ON c.uid = v.citation_uid "
        f"WHERE l.request_seq IN ({', '.join('?' * len(requests))})",
        [*requests],
    )
    return frozenset(row["item_id"] for row in rows)


def _item_named(connection: sqlite3.Connection, named: str) -> str:
    named = named.strip().lower()
    if len(named) < SHORTEST_ID or not set(named) <= set("0123456789abcdef"):
        raise InputError(
            f"{named[:70]!r} is no id: give at least {SHORTEST_ID} of the digits 0-9 and a-f that "
            "an item's or a verdict's id begins with, as crosssource report --format json lists it."
        )
    rows = connection.execute(
        "SELECT id FROM item WHERE id LIKE ?1 UNION "
        "SELECT c.item_id FROM verdict v JOIN citation c ON c.uid = v.citation_uid "
        "WHERE v.uid LIKE ?1 LIMIT 6",
        [f"{named}%"],
    ).fetchall()
    if len(rows) == 1:
        return str(rows[0][0])
    if not rows:
        raise InputError(f"No item and no verdict has an id that begins with {named!r}.")
    found = ", ".join(row[0][:12] for row in rows)
    raise InputError(f"{named!r} begins the ids of several items ({found}); give more of it.")


def _citation(connection: sqlite3.Connection, row: sqlite3.Row) -> dict[str, Any]:
    verdicts = connection.execute(
        "SELECT v.*, j.name AS judge, j.provenance FROM verdict v "
        "JOIN judge j ON j.id = v.judge_id WHERE v.citation_uid = ? ORDER BY v.created_at, v.uid",
        [row["uid"]],
    ).fetchall()
    failures = connection.execute(
        "SELECT stage, cause, detail FROM failure WHERE run = ? AND case_id = ? AND claim_id = ? "
        "AND cited = ? ORDER BY seq",
        [row["run"], row["case_id"], row["claim_id"], row["cited"]],
    ).fetchall()
    return dict(row) | {
        "verdicts": [_verdict(connection, verdict) for verdict in verdicts],
        "failures": [dict(failure) for failure in failures],
    }


def _verdict(connection: sqlite3.Connection, row: sqlite3.Row) -> dict[str, Any]:
    requests = connection.execute(
        "SELECT r.* FROM verdict_request l JOIN request r ON r.seq = l.request_seq "
        "WHERE l.verdict_uid = ? ORDER BY r.seq",
        [row["uid"]],
    ).fetchall()
    return dict(row) | {
        "provenance": json.loads(row["provenance"]),
        "requests": [
            dict(request)
            | {
                "request": json.loads(request["request"]),
                "response": json.loads(request["response"]),
            }
            for request in requests
        ],
    }
