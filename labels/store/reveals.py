"""The reveal: from here on, people may know what the judge said of a sample's items.

Only a closed sample is revealed, and that it was is kept. Labels and decisions that come after the
first reveal, in a sample that was opened again, are stored like any other and stand apart: no
figure that is called blind counts them.
"""

import sqlite3
from dataclasses import dataclass

from corpus.errors import InputError
from labels.label import LabelState
from labels.store import events, standing
from labels.store.stamped import STAMP, stamped


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """The first reveal of a sample."""

    last_label: int
    """The seq of the last label event before it; 0 where there was none."""
    last_decision: int
    """The same of an adjudicator's."""
    created_at: str
    author: str
    """Who asked for it, as their system calls them."""


def record(connection: sqlite3.Connection, sample: str) -> None:
    """Write down that the verdicts are shown now; inside the caller's transaction.

    Raises:
        InputError: the sample is open.
    """
    if not standing.is_closed(connection, sample):
        raise InputError(
            f"The sample {sample!r} is open: whoever labels in it must not know what the judge "
            f"said. Close it first: crosssource sample close {sample}"
        )
    connection.execute(
        f"INSERT INTO reveal (sample, last_label, last_decision, {STAMP}) SELECT ?, "
        "(SELECT coalesce(max(seq), 0) FROM label_event), "
        "(SELECT coalesce(max(seq), 0) FROM adjudication_event), ?, ?, ?",
        (sample, *stamped()),
    )


def first(connection: sqlite3.Connection, sample: str) -> Reveal | None:
    """The reveal after which nothing is blind any more; None where there was none."""
    row = connection.execute(
        "SELECT last_label, last_decision, created_at, author FROM reveal WHERE sample = ? "
        "ORDER BY seq LIMIT 1",
        [sample],
    ).fetchone()
    return Reveal(**dict(row)) if row else None


def blind_states(connection: sqlite3.Connection, sample: str) -> dict[str, LabelState]:
    """What held in a sample before its first reveal, by annotator; what holds now without one."""
    revealed = first(connection, sample)
    return events.states(connection, sample, revealed.last_label if revealed else None)


def labels_since(connection: sqlite3.Connection, sample: str, revealed: Reveal) -> int:
    """How many labels were given in a sample since its first reveal."""
    row = connection.execute(
        "SELECT count(*) FROM label_event WHERE sample = ? AND kind = 'label' AND seq > ?",
        [sample, revealed.last_label],
    ).fetchone()
    return int(row[0])
