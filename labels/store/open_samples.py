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


def open_with(connection: sqlite3.Connection, item_ids: Collection[str]) -> list[str]:
    """Samples that can still be labelled and have one of these items, by name."""
    rows = connection.execute(
        "SELECT DISTINCT sample FROM blind_item "
        f"WHERE item_id IN ({', '.join('?' * len(item_ids))}) ORDER BY sample",
        [*item_ids],
    ).fetchall()
    return [row["sample"] for row in rows if not standing.is_closed(connection, row["sample"])]
