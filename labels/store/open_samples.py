"""Which samples can still be labelled, for whoever would tell what a judge said of their content.

Apart from `labels.store.samples`, which knows labels: the judge may ask too.
"""

import sqlite3
from collections.abc import Collection

from labels.store import standing


def open_over(connection: sqlite3.Connection, runs: Collection[str]) -> list[str]:
    """Samples that can still be labelled and share content with one of these runs, by name."""
    marks = ", ".join("?" for _ in runs)
    rows = connection.execute(
        "SELECT name FROM sample WHERE name IN (SELECT b.sample FROM blind_item b "
        f"JOIN citation c ON c.item_id = b.item_id WHERE c.run IN ({marks})) ORDER BY name",
        [*runs],
    ).fetchall()
    return [row["name"] for row in rows if not standing.is_closed(connection, row["name"])]


def open_with_item(connection: sqlite3.Connection, item_id: str) -> list[str]:
    """Samples that can still be labelled and have an item, by name."""
    rows = connection.execute(
        "SELECT DISTINCT sample FROM blind_item WHERE item_id = ? ORDER BY sample", [item_id]
    ).fetchall()
    return [row["sample"] for row in rows if not standing.is_closed(connection, row["sample"])]


def open_with_request(connection: sqlite3.Connection, seq: int) -> list[str]:
    """The same of any item that a request judged: its reply speaks of all of them."""
    rows = connection.execute(
        "SELECT DISTINCT b.sample FROM verdict_request l JOIN verdict v ON v.uid = l.verdict_uid "
        "JOIN citation c ON c.uid = v.citation_uid JOIN blind_item b ON b.item_id = c.item_id "
        "WHERE l.request_seq = ? ORDER BY b.sample",
        [seq],
    ).fetchall()
    return [row["sample"] for row in rows if not standing.is_closed(connection, row["sample"])]
