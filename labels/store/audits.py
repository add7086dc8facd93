"""Decisions on findings of the audit: confirmed, dismissed, taken back. Append-only.

A decision is on a signature and names the findings that were there; one that comes later is open,
whatever was decided of its like. What is confirmed leaves every denominator: the views
`confirmed_citation` and `confirmed_verdict` say what that is.

Decisions move every figure, so they are a chain like labels are: each carries the hash of the one
before it, and its own is of all that it says, its findings among it.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from corpus.errors import InputError, StoreError
from corpus.hashes import content_hash
from labels.store.stamped import STAMP, stamped


class AuditKind(StrEnum):
    """What was decided."""

    CONFIRMED = "confirmed"
    """It is a fault of the harness: what it voids counts nowhere."""
    DISMISSED = "dismissed"
    """It is none: the finding is no longer listed as open."""
    WITHDRAWN = "withdrawn"
    """The decision before is taken back."""


Subject = tuple[str, str, str, str]
"""What is voided (`citation`, `verdict`, `answer`, `nothing`), run, case id, uid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditDecision:
    """One decision on the findings of one signature."""

    kind: AuditKind
    signature: str
    detector: str
    what: str
    """The fault, as the detector words it."""
    reason: str
    """Never empty."""
    auditor: str
    subjects: tuple[Subject, ...]
    """At least one."""
    decided_at: str = ""
    """ISO time, UTC; set by the store, like all that follows."""
    author: str = ""
    """The login name under which it was written."""
    tool_version: str = ""
    seq: int = 0
    """Its place in the chain, from 1."""
    previous: str = ""
    """The hash of the decision before this one; empty for the first."""

    @property
    def hash(self) -> str:
        """Of the decision and, through `previous`, of all that came before it."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return content_hash(values | {"subjects": sorted(map(list, self.subjects))})


COLUMNS = (
    "seq",
    "kind",
    "signature",
    "detector",
    "what",
    "reason",
    "auditor",
    STAMP,
    "previous",
    "(SELECT json_group_array(json_array(voids, run, case_id, uid)) FROM audit_subject "
    "WHERE event = audit_event.seq) AS subjects",
)
"""What a decision is read from, of `audit_event`; the table has `hash` besides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """What of a run is in no denominator under one judge."""

    citations: frozenset[tuple[str, str, str]]
    """Case id, claim id and cited passage, void for every judge."""
    verdicts: frozenset[tuple[str, str, str]]
    """The same where only this judge's verdict is void."""
    answers: frozenset[str]
    """Case ids."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is."""
        return not (self.citations or self.verdicts or self.answers)


def record(connection: sqlite3.Connection, decision: AuditDecision) -> int:
    """Write a decision, inside the caller's transaction; its seq.

    Raises:
        InputError: it gives no reason or no name.
    """
    for option, value in (("--reason", decision.reason), ("--by", decision.auditor)):
        if not value.strip():
            raise InputError(f"{option} is empty; a decision is kept with its reason and its name.")
    last = connection.execute(
        "SELECT seq, hash FROM audit_event ORDER BY seq DESC LIMIT 1"
    ).fetchone()
    seq, previous = (last["seq"], last["hash"]) if last else (0, "")
    now = stamped()
    linked = replace(
        decision,
        reason=decision.reason.strip(),
        auditor=decision.auditor.strip(),
        subjects=tuple(dict.fromkeys(decision.subjects)),
        decided_at=now.created_at,
        author=now.author,
        tool_version=now.tool_version,
        seq=seq + 1,
        previous=previous,
    )
    connection.execute(
        "INSERT INTO audit_event (seq, kind, signature, detector, what, reason, auditor, "
        f"{STAMP}, previous, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            linked.seq,
            linked.kind,
            linked.signature,
            linked.detector,
            linked.what,
            linked.reason,
            linked.auditor,
            *now,
            linked.previous,
            linked.hash,
        ),
    )
    connection.executemany(
        "INSERT INTO audit_subject (event, voids, run, case_id, uid) VALUES (?, ?, ?, ?, ?)",
        ((linked.seq, *subject) for subject in linked.subjects),
    )
    return linked.seq


def standing(connection: sqlite3.Connection) -> dict[tuple[str, Subject], AuditKind]:
    """What holds of each finding, by signature and subject; one without a decision is not there."""
    rows = connection.execute(
        "SELECT kind, signature, voids, run, case_id, uid FROM audit_standing "
        "WHERE kind <> 'withdrawn'"
    )
    return {
        (row["signature"], (row["voids"], row["run"], row["case_id"], row["uid"])): AuditKind(
            row["kind"]
        )
        for row in rows
    }


def decisions(connection: sqlite3.Connection) -> list[AuditDecision]:
    """Every decision, the oldest first."""
    columns = ", ".join(COLUMNS)
    return [
        from_row(row)
        for row in connection.execute(f"SELECT {columns} FROM audit_event ORDER BY seq")
    ]


def from_row(row: sqlite3.Row) -> AuditDecision:
    """A stored row, read with `COLUMNS`, as a decision.

    Raises:
        StoreError: the row holds what no decision can have.
    """
    try:
        return AuditDecision(
            seq=row["seq"],
            kind=AuditKind(row["kind"]),
            signature=row["signature"],
            detector=row["detector"],
            what=row["what"],
            reason=row["reason"],
            auditor=row["auditor"],
            subjects=tuple((*subject,) for subject in json.loads(row["subjects"])),
            decided_at=row["created_at"],
            author=row["author"],
            tool_version=row["tool_version"],
            previous=row["previous"],
        )
    except (TypeError, ValueError) as error:
        raise StoreError(
            f"Audit decision {row['seq']} was changed after it was written ({error}); restore the "
            "database from a backup, and see: crosssource check"
        ) from error


def confirmed_in(connection: sqlite3.Connection, run: str, judge_id: str) -> Confirmed:
    """What of a run is in no denominator under a judge."""
    return Confirmed(
        citations=_places(
            connection,
            "SELECT case_id, claim_id, cited FROM citation WHERE run = ? "
            "AND uid IN (SELECT citation_uid FROM confirmed_citation)",
            [run],
        ),
        verdicts=_places(
            connection,
            "SELECT c.case_id, c.claim_id, c.cited FROM audit_standing a "
            "JOIN verdict v ON v.uid = a.uid AND v.judge_id = ? "
            "JOIN citation c ON c.uid = v.citation_uid AND c.run = ? "
            "WHERE a.kind = 'confirmed' AND a.voids = 'verdict'",
            [judge_id, run],
        ),
        answers=frozenset(
            row["case_id"]
            for row in connection.execute(
                "SELECT case_id FROM audit_standing WHERE kind = 'confirmed' "
                "AND voids = 'answer' AND run = ?",
                [run],
            )
        ),
    )


def _places(
    connection: sqlite3.Connection, sql: str, values: Iterable[str]
) -> frozenset[tuple[str, str, str]]:
    return frozenset(
        (row["case_id"], row["claim_id"], row["cited"])
        for row in connection.execute(sql, tuple(values))
    )
