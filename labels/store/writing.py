"""One event into a sample that takes any: what labelling and adjudicating do at each decision."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from labels.store import database, standing


@contextmanager
def into_open_sample(
    connection: sqlite3.Connection, path: Path, sample: str, refresh: Callable[[], None]
) -> Iterator[None]:
    """One event's transaction: the state is read before it and, once committed, after it.

    Args:
        connection: open on `path`.
        path: of the database, for what is said of its faults.
        sample: its name.
        refresh: reads what was said since.

    Raises:
        ClosedSampleError: the sample was closed meanwhile.
        StoreError: the database refused; the state is what is on disk.
    """
    with database.in_words(path):
        with database.transaction(connection):
            refresh()
            standing.refuse_closed(connection, sample)
            yield
        refresh()
