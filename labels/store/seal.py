"""What a sample's seal covers: the frame's verdicts with their citations, who was drawn from which
stratum, what annotators are shown, and which of it several people label or one labels twice. Hashed
from the rows as they are, when the sample is drawn and whenever it is verified.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from corpus.hashes import rows_hash

Row = tuple[Any, ...]


class Reader(NamedTuple):
    """Who reads the verdicts of a frame while they are hashed.

    Of 100,000 verdicts the reading takes longer than the hashing, so it is done once for both.
    """

    columns: str
    """Further columns of the verdict `v` and its citation `c`, in SQL."""
    values: tuple[object, ...]
    """What their marks stand for."""
    take: Callable[[Row], None]
    """Is given each verdict: the columns of `VERDICT`, then the further ones."""


VERDICT = (
    "v.uid, v.support, v.category, v.evidence, v.reason, c.uid, c.item_id, c.answer_id, "
    "c.case_id, c.claim_id, c.cited, c.config, c.importance, c.fields"
)
"""The sealed columns of a verdict."""

_WIDTH = VERDICT.count(",") + 1


def seal_of(
    connection: sqlite3.Connection, sample: str, reader: Reader | None = None
) -> dict[str, str]:
    """The hashes of a sample, by what they cover.

    Args:
        reader: is given the verdicts on the way.
    """
    verdicts = _verdicts(connection, sample, reader) if reader else _rows(connection, sample, _ALL)
    drawn = {what: rows_hash(_rows(connection, sample, sql)) for what, sql in _DRAWN.items()}
    return {"verdicts_sha256": rows_hash(verdicts)} | drawn | shown_seal_of(connection, sample)


def shown_seal_of(connection: sqlite3.Connection, sample: str) -> dict[str, str]:
    """Of those the hashes of what people are shown and asked.

    A sample of which nothing is asked but that it be labelled has no `asked_sha256`.
    """
    seal = {"shown_sha256": rows_hash(_rows(connection, sample, _SHOWN))}
    if asked := list(_rows(connection, sample, _ASKED)):
        seal["asked_sha256"] = rows_hash(asked)
    return seal


_FRAME = (
    "FROM sample_frame f JOIN verdict v ON v.uid = f.verdict_uid "
    "JOIN citation c ON c.uid = v.citation_uid WHERE f.sample = ? ORDER BY f.verdict_uid"
)
_ALL = f"SELECT {VERDICT} {_FRAME}"

_DRAWN = {
    "members_sha256": (
        "SELECT m.verdict_uid, m.stratum, c.item_id FROM sample_member m "
        "JOIN verdict v ON v.uid = m.verdict_uid JOIN citation c ON c.uid = v.citation_uid "
        "WHERE m.sample = ? ORDER BY m.verdict_uid"
    ),
    "strata_sha256": (
        "SELECT name, size, drawn, inclusion_probability FROM stratum WHERE sample = ? "
        "ORDER BY rowid"
    ),
}
_SHOWN = (
    "SELECT item_id, answer_id, claim_start, claim_end, cited, source FROM blind_item "
    "WHERE sample = ? ORDER BY item_id"
)

_ASKED = (
    "SELECT what, item_id FROM ("
    "SELECT sample, 'by ' || per_item AS what, '' AS item_id FROM sample_share "
    "UNION ALL SELECT sample, 'overlap', item_id FROM overlap_item "
    "UNION ALL SELECT sample, 'again', item_id FROM repeated_item) "
    "WHERE sample = ? ORDER BY what, item_id"
)


def _verdicts(connection: sqlite3.Connection, sample: str, reader: Reader) -> Iterator[Row]:
    sql = f"SELECT {VERDICT}, {reader.columns} {_FRAME}"
    for row in _rows(connection, sample, sql, reader.values):
        reader.take(row)
        yield row[:_WIDTH]


def _rows(
    connection: sqlite3.Connection, sample: str, sql: str, values: tuple[object, ...] = ()
) -> Iterable[Row]:
    cursor = connection.cursor()
    cursor.row_factory = None  # plain tuples: they are hashed, and nobody asks for a name
    return cursor.execute(sql, (*values, sample))
