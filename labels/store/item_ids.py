"""The ids of a sample's items, as the labelling app reads them when it starts.

A person waits for the first item meanwhile. So all ids come as one text, which SQLite makes while
the app's imports go on, and a string is made of one once it is looked at.
"""

import sqlite3
from collections.abc import Sequence
from typing import overload

LENGTH = 64
"""Of an id, which is a hash, in characters."""


class CutOut(Sequence[str]):
    """Texts of one length, cut out of one text as they are looked at."""

    def __init__(self, joined: str, length: int) -> None:
        """Cut a text.

        Args:
            joined: one text or more, one character between every two.
            length: of each, in characters.
        """
        self._joined = joined
        self._length = length

    def __len__(self) -> int:
        return (len(self._joined) + 1) // (self._length + 1)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        positions = range(len(self))[index]
        if isinstance(positions, range):
            return [self._cut(position) for position in positions]
        return self._cut(positions)

    def _cut(self, position: int) -> str:
        start = position * (self._length + 1)
        return self._joined[start : start + self._length]


def of_sample(connection: sqlite3.Connection, sample: str) -> Sequence[str]:
    """The items of a sample, ascending."""
    (joined,) = connection.execute(
        "SELECT group_concat(item_id, ' ') "
        "FROM (SELECT item_id FROM blind_item WHERE sample = ? ORDER BY item_id)",
        [sample],
    ).fetchone()
    if joined and _is_even(joined):
        return CutOut(joined, LENGTH)
    return _ids_of(connection, "blind_item", sample)


def _is_even(joined: str) -> bool:
    """Whether a space stands where one must stand between ids, and at the end none is cut short."""
    spaces = joined[LENGTH :: LENGTH + 1]
    return spaces == " " * len(spaces) and len(joined) == len(spaces) * (LENGTH + 1) + LENGTH


def that_come_twice(connection: sqlite3.Connection, sample: str) -> set[str]:
    """Those of them that come to each person a second time."""
    return set(_ids_of(connection, "repeated_item", sample))


def _ids_of(connection: sqlite3.Connection, table: str, sample: str) -> list[str]:
    rows = connection.execute(
        f"SELECT item_id FROM {table} WHERE sample = ? ORDER BY item_id", [sample]
    )
    return [row["item_id"] for row in rows]
