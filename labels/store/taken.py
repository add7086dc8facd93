"""Which items of a shared sample have all the labels they want, as a blind connection may know it.

Read once at the start, then item by item as other people's events come in: what was said is never
read, only that something was said of which item.
"""

import sqlite3

from labels.store.blindness import Views


class TakenItems:
    """The items that other people have labelled often enough."""

    def __init__(self, connection: sqlite3.Connection, views: Views, sample: str) -> None:
        """Read them; nothing is read where the sample is not shared out."""
        self._connection = connection
        self._views = views
        self._seq = 0
        shared = connection.execute("SELECT 1 FROM sample_share WHERE sample = ?", [sample])
        self._shared = shared.fetchone() is not None
        self.ids: set[str] = set()
        if self._shared:
            last = connection.execute("SELECT max(seq) AS seq FROM label_event").fetchone()
            self._seq = last["seq"] or 0
            rows = connection.execute(f"SELECT item_id FROM {views.taken}")
            self.ids.update(row["item_id"] for row in rows)

    def refresh(self) -> None:
        """Take in what other people have labelled or taken back since."""
        if not self._shared:
            return
        rows = self._connection.execute(
            f"SELECT seq, item_id FROM {self._views.others} WHERE seq > ? ORDER BY seq",
            [self._seq],
        )
        for seq, item_id in rows.fetchall():
            self._seq = seq
            self._look_at(item_id)

    def _look_at(self, item_id: str) -> None:
        row = self._connection.execute(
            f"SELECT 1 FROM {self._views.taken} WHERE item_id = ?", [item_id]
        ).fetchone()
        if row is None:
            self.ids.discard(item_id)
        else:
            self.ids.add(item_id)
