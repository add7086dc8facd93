"""An item of a sample as people are shown it, whether they label it or adjudicate it."""

import sqlite3
from pathlib import Path

from labels.blind import BlindItem
from labels.store import database


class BlindItems:
    """The items of one sample, one of them read ahead of its turn. None ever changes."""

    def __init__(self, connection: sqlite3.Connection, path: Path, sample: str) -> None:
        """Take a connection that refuses verdicts, open on `path`."""
        self._connection = connection
        self._path = path
        self._sample = sample
        self._ahead: BlindItem | None = None

    def read(self, item_id: str) -> BlindItem:
        """An item that is in the sample.

        Raises:
            StoreError: the database cannot be read.
        """
        if self._ahead is not None and self._ahead.id == item_id:
            return self._ahead
        # In a pack, unlike in a study, whoever writes keeps readers out.
        with database.in_words(self._path):
            return blind_item(self._connection, self._sample, item_id)

    def read_ahead(self, item_id: str) -> BlindItem:
        """Read an item, and keep it at hand until another is read ahead.

        Raises:
            StoreError: the database cannot be read now.
        """
        with database.without_waiting(self._connection):  # labels would wait behind it
            self._ahead = self.read(item_id)
        return self._ahead


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
