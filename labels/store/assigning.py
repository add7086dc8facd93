"""Writing down who labels what of a new sample; see `labels.assignment`."""

import sqlite3
from collections.abc import Iterable, Sequence

from labels import assignment
from labels.assignment import WHOLE, Assignment

Design = dict[str, object]


def assign(
    connection: sqlite3.Connection,
    sample: str,
    asked: Assignment,
    strata: Sequence[str],
    seed: int | None,
) -> Design:
    """Choose the items that several people label and those shown twice; the manifest's part.

    Args:
        strata: the names of the sample's strata, in its order.
        seed: the sample's; None for one that came with an import, of which nothing is asked.

    Raises:
        InputError: more items are to come twice than there are.
    """
    if seed is None or asked == WHOLE:
        return {}
    by_stratum = _items_by_stratum(connection, sample, strata)
    design: Design = {}
    if asked.overlap is not None:
        items = assignment.overlapping(by_stratum, asked.overlap, seed)
        connection.execute(
            "INSERT INTO sample_share (sample, per_item) VALUES (?, ?)", [sample, asked.per_item]
        )
        _insert(connection, "overlap_item", sample, items)
        design["overlap"] = {
            "share": asked.overlap,
            "per_item": asked.per_item,
            "items": len(items),
        }
    if asked.repeat:
        every = (item for items in by_stratum for item in items)
        again = assignment.repeated(every, asked.repeat, seed)
        _insert(connection, "repeated_item", sample, again)
        design["repeat"] = asked.repeat
    return design


def _items_by_stratum(
    connection: sqlite3.Connection, sample: str, strata: Sequence[str]
) -> list[list[str]]:
    """Each item once: one that was drawn from several strata is in the first of them."""
    rows = connection.execute(
        "SELECT c.item_id, m.stratum FROM sample_member m "
        "JOIN verdict v ON v.uid = m.verdict_uid JOIN citation c ON c.uid = v.citation_uid "
        "WHERE m.sample = ?",
        [sample],
    )
    place = {name: index for index, name in enumerate(strata)}
    first: dict[str, int] = {}
    for row in rows:
        index = place[row["stratum"]]
        first[row["item_id"]] = min(index, first.get(row["item_id"], index))
    found: list[list[str]] = [[] for _ in strata]
    for item_id, index in first.items():
        found[index].append(item_id)
    return [items for items in found if items]


def _insert(
    connection: sqlite3.Connection, table: str, sample: str, item_ids: Iterable[str]
) -> None:
    connection.executemany(
        f"INSERT INTO {table} (sample, item_id) VALUES (?, ?)",
        ((sample, item_id) for item_id in sorted(item_ids)),
    )
