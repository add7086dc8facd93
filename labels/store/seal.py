"""What a sample's seal covers: the frame's verdicts with their citations, who was drawn from which
stratum, and what annotators are shown. Hashed from the rows as they are, when the sample is drawn
and whenever it is verified.
"""

import sqlite3

from corpus.hashes import rows_hash


def seal_of(connection: sqlite3.Connection, sample: str) -> dict[str, str]:
    """The hashes of a sample, by what they cover."""
    return {what: _hash(connection, sql, sample) for what, sql in _COVERED.items()}


_COVERED = {
    "verdicts_sha256": (
        "SELECT v.uid, v.support, v.category, v.evidence, v.reason, c.uid, c.item_id, c.answer_id, "
        "c.case_id, c.claim_id, c.cited, c.config, c.importance, c.fields "
        "FROM sample_frame f JOIN verdict v ON v.uid = f.verdict_uid "
        "JOIN citation c ON c.uid = v.citation_uid WHERE f.sample = ? ORDER BY v.uid"
    ),
    "members_sha256": (
        "SELECT m.verdict_uid, m.stratum, c.item_id FROM sample_member m "
        "JOIN verdict v ON v.uid = m.verdict_uid JOIN citation c ON c.uid = v.citation_uid "
        "WHERE m.sample = ? ORDER BY m.verdict_uid"
    ),
    "strata_sha256": (
        "SELECT name, size, drawn, inclusion_probability FROM stratum WHERE sample = ? "
        "ORDER BY rowid"
    ),
    "shown_sha256": (
        "SELECT item_id, answer_id, claim_start, claim_end, cited, source FROM blind_item "
        "WHERE sample = ? ORDER BY item_id"
    ),
}


def _hash(connection: sqlite3.Connection, sql: str, sample: str) -> str:
    return rows_hash(list(row) for row in connection.execute(sql, [sample]))
