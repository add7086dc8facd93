"""An item of a sample as people are shown it, whether they label it or adjudicate it."""

import sqlite3

from labels.blind import BlindItem


def blind_item(connection: sqlite3.Connection, sample: str, item_id: str) -> BlindItem:
    """An item of the sample, to show.

    Args:
        connection: one that refuses verdicts is enough.
        item_id: of an item that is in the sample.
    """
    row = connection.execute(
        "SELECT i.id, i.question, a.text, i.claim, b.claim_start, b.claim_end, i.passage, "
        "b.cited, b.source FROM blind_item b JOIN item i ON i.id = b.item_id "
        "JOIN answer a ON a.id = b.answer_id WHERE b.sample = ? AND b.item_id = ?",
        [sample, item_id],
    ).fetchone()
    span = (row["claim_start"], row["claim_end"]) if row["claim_start"] is not None else None
    return BlindItem(
        id=row["id"],
        question=row["question"],
        answer=row["text"],
        claim=row["claim"],
        claim_span=span,
        passage=row["passage"],
        cited=row["cited"],
        source=row["source"],
    )
