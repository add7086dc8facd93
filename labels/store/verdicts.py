"""Verdicts into the store: a run's citations and what a judge says of them, all or nothing.

The same file imported again adds nothing, a second judge of the same citations adds its verdicts
only, and nothing that is there is changed.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from corpus.errors import InputError
from corpus.hashes import content_hash
from labels.item import Citation, Item
from labels.outcome import Category, Support
from labels.store import lookup
from labels.store.stamped import STAMP, Stamp, as_json, stamped
from labels.verdict import Judge, Verdict, verdict_uid


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSource:
    """What a run's verdicts were read from."""

    run: str
    origin: str
    """The file, or the tool's own run."""
    sha256: str
    """Of the file, or of the run's settings."""


@dataclass(slots=True, kw_only=True)
class Recorded:
    """What one import did."""

    citations: int = 0
    """Citations that were not there before."""
    verdicts: int = 0
    """Verdicts that were not there before, the missing ones among them."""
    missing: int = 0
    """Of these, how many have no value."""
    already: int = 0
    """Verdicts that were there, the same."""


class ConflictError(InputError):
    """A judge says two things of one citation."""


def record(
    connection: sqlite3.Connection, source: RunSource, verdicts: Iterable[Verdict]
) -> Recorded:
    """Write a run's verdicts, inside the caller's transaction.

    Raises:
        InputError: a verdict is there with another value, or the run holds another file.
    """
    stamp = stamped()
    held = _declare_run(connection, source, stamp)
    done = Recorded()
    judges: set[str] = set()
    for verdict in verdicts:
        if verdict.judge.id not in judges:
            _insert_judge(connection, verdict.judge, stamp)
            judges.add(verdict.judge.id)
        if _insert_citation(connection, verdict.citation, stamp):
            _refuse_other_file(source, held)
            done.citations += 1
        if _insert_verdict(connection, verdict, stamp):
            done.verdicts += 1
            done.missing += verdict.support is None
        else:
            done.already += 1
    return done


def record_citations(
    connection: sqlite3.Connection, source: RunSource, citations: Iterable[Citation]
) -> None:
    """Write a run's citations before anybody has judged them: a verdict that never comes is
    missing, and counted."""
    stamp = stamped()
    _declare_run(connection, source, stamp)
    for citation in citations:
        _insert_citation(connection, citation, stamp)


def record_judge(connection: sqlite3.Connection, judge: Judge) -> None:
    """Write who judges, before any verdict of theirs."""
    _insert_judge(connection, judge, stamped())


def judges_of(connection: sqlite3.Connection, run: str) -> list[Judge]:
    """Those whose verdicts a run has; none where there is no such run."""
    rows = connection.execute(
        "SELECT DISTINCT j.name, j.provenance FROM verdict v JOIN judge j ON j.id = v.judge_id "
        "JOIN citation c ON c.uid = v.citation_uid WHERE c.run = ? ORDER BY j.name, j.id",
        [run],
    )
    return [Judge(name=row["name"], provenance=json.loads(row["provenance"])) for row in rows]


def citations_of(connection: sqlite3.Connection, run: str) -> list[Citation]:
    """A run's citations with their items and answers, in the order of their ids.

    Raises:
        InputError: there is no such run.
    """
    lookup.known_runs(connection, [run])
    rows = connection.execute(
        "SELECT c.*, i.question, i.claim, i.passage, a.text AS answer FROM citation c "
        "JOIN item i ON i.id = c.item_id JOIN answer a ON a.id = c.answer_id "
        "WHERE c.run = ? ORDER BY c.case_id, c.claim_id, c.uid",
        [run],
    )
    return [_citation(row) for row in rows]


def _citation(row: sqlite3.Row) -> Citation:
    span = (row["claim_start"], row["claim_end"]) if row["claim_start"] is not None else None
    return Citation(
        run=row["run"],
        case_id=row["case_id"],
        claim_id=row["claim_id"],
        item=Item(question=row["question"], claim=row["claim"], passage=row["passage"]),
        answer=row["answer"],
        cited=row["cited"],
        source=row["source"],
        config=row["config"],
        importance=row["importance"],
        fields=json.loads(row["fields"]),
        span=span,
    )


def stored(
    connection: sqlite3.Connection, citations: Iterable[Citation], judge: Judge
) -> dict[str, Verdict]:
    """The verdicts of a judge that are there already, by the citations' uids."""
    found = {}
    for citation in citations:
        row = connection.execute(
            "SELECT support, category, evidence, reason, raw FROM verdict WHERE uid = ?",
            [verdict_uid(citation.uid, judge.id)],
        ).fetchone()
        if row is not None:
            found[citation.uid] = Verdict(
                citation=citation,
                judge=judge,
                support=Support(row["support"]) if row["support"] else None,
                category=Category(row["category"]) if row["category"] else None,
                evidence=row["evidence"],
                reason=row["reason"],
                raw=row["raw"],
            )
    return found


def _declare_run(connection: sqlite3.Connection, source: RunSource, stamp: Stamp) -> str:
    """Enter the run where it is new; the hash of the file that the run was made from."""
    connection.execute(
        f"INSERT OR IGNORE INTO run (name, source, source_sha256, {STAMP}) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (source.run, source.origin, source.sha256, *stamp),
    )
    row = connection.execute(
        "SELECT source_sha256 FROM run WHERE name = ?", [source.run]
    ).fetchone()
    return str(row["source_sha256"])


def _refuse_other_file(source: RunSource, held: str) -> None:
    if held != source.sha256:
        raise InputError(
            f"{source.origin} holds citations that are not in the run {source.run!r}, which was "
            "made from another file; import it under a name of its own with --run NAME."
        )


def _insert_judge(connection: sqlite3.Connection, judge: Judge, stamp: Stamp) -> None:
    provenance = as_json(judge.provenance)
    connection.execute(
        f"INSERT OR IGNORE INTO judge (id, name, provenance, {STAMP}) VALUES (?, ?, ?, ?, ?, ?)",
        (judge.id, judge.name, provenance, *stamp),
    )


def _insert_citation(connection: sqlite3.Connection, citation: Citation, stamp: Stamp) -> bool:
    """Write a citation with its item and answer; whether the citation was new."""
    item, answer_id = citation.item, content_hash(citation.answer)
    connection.execute(
        f"INSERT OR IGNORE INTO item (id, question, claim, passage, {STAMP}) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (item.id, item.question, item.claim, item.passage, *stamp),
    )
    connection.execute(
        f"INSERT OR IGNORE INTO answer (id, text, {STAMP}) VALUES (?, ?, ?, ?, ?)",
        (answer_id, citation.answer, *stamp),
    )
    start, end = citation.claim_span or (None, None)
    cursor = connection.execute(
        "INSERT OR IGNORE INTO citation (uid, run, item_id, answer_id, claim_start, claim_end, "
        f"case_id, claim_id, cited, source, config, importance, fields, {STAMP}) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            citation.uid,
            citation.run,
            item.id,
            answer_id,
            start,
            end,
            citation.case_id,
            citation.claim_id,
            citation.cited,
            citation.source,
            citation.config,
            citation.importance,
            as_json(citation.fields),
            *stamp,
        ),
    )
    return cursor.rowcount == 1


def _is_same(held: sqlite3.Row, verdict: Verdict) -> bool:
    """Whether a verdict contradicts nothing of the one that is there: no reason is not another."""
    if (held["support"], held["category"]) != (verdict.support, verdict.category):
        return False
    pairs = (held["reason"], verdict.reason), (held["evidence"], verdict.evidence)
    return all(ours == theirs or not ours or not theirs for ours, theirs in pairs)


def _insert_verdict(connection: sqlite3.Connection, verdict: Verdict, stamp: Stamp) -> bool:
    """Write a verdict; False where the same one is there already, or one that says more of why or
    less."""
    uid = verdict.uid
    held = connection.execute(
        "SELECT support, category, reason, evidence, raw FROM verdict WHERE uid = ?", [uid]
    ).fetchone()
    if held is not None:
        if not _is_same(held, verdict):
            citation = verdict.citation
            # What was said is not told: somebody may be labelling it.
            raise ConflictError(
                f"the judge {verdict.judge.name!r} has already judged claim "
                f"{citation.claim_id!r} in run {citation.run!r}, made from "
                f"{_source_of(connection, citation.run)!r}, and this verdict or its reason is "
                "another; nothing is overwritten: use another --run or --judge name."
            )
        return False
    connection.execute(
        "INSERT INTO verdict (uid, citation_uid, judge_id, support, category, evidence, reason, "
        f"raw, sha256, {STAMP}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            uid,
            verdict.citation.uid,
            verdict.judge.id,
            verdict.support,
            verdict.category,
            verdict.evidence,
            verdict.reason,
            verdict.raw,
            verdict.sha256,
            *stamp,
        ),
    )
    return True


def _source_of(connection: sqlite3.Connection, run: str) -> str:
    row = connection.execute("SELECT source FROM run WHERE name = ?", [run]).fetchone()
    return str(row["source"])
