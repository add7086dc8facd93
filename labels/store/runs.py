"""Runs of this tool, written as their results come: answers, claims, searches, failures, scores."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from corpus.errors import InputError
from corpus.hashes import content_hash
from labels.naming import usable_name
from labels.rescoring import FROM
from labels.run import Analysed, Answered, Failed, Searched
from labels.scores import CaseScores
from labels.store import question_authors
from labels.store.cases import load_scores
from labels.store.stamped import STAMP, as_json, stamped

ORIGIN = "crosssource run"


def is_declared(connection: sqlite3.Connection, run: str, settings: Mapping[str, Any]) -> bool:
    """Whether a run is there, with these settings.

    Raises:
        InputError: it is there with other settings, was imported, or its name cannot be used.
    """
    if connection.execute("SELECT 1 FROM run WHERE name = ?", [run]).fetchone() is None:
        prefix = "--name PREFIX and the configuration's name"
        usable_name("run", run, "--name NAME" if FROM in settings else prefix)
        return False
    row = connection.execute(
        "SELECT settings, sha256 FROM run_settings WHERE run = ?", [run]
    ).fetchone()
    if row is None or row["sha256"] != content_hash(settings):
        raise InputError(
            f"The run {run!r} is there already, {_difference(row, settings)}; give the new one "
            f"a name of its own with --name {'NAME' if FROM in settings else 'PREFIX'}."
        )
    return True


def declare(connection: sqlite3.Connection, run: str, settings: Mapping[str, Any]) -> bool:
    """Enter a run with its settings; False where it is there with the same ones.

    Raises:
        InputError: it is there with other settings, was imported, or its name cannot be used.
    """
    if is_declared(connection, run, settings):
        return False
    sha256 = content_hash(settings)
    stamp = stamped()
    connection.execute(
        f"INSERT INTO run (name, source, source_sha256, {STAMP}) VALUES (?, ?, ?, ?, ?, ?)",
        (run, ORIGIN, sha256, *stamp),
    )
    connection.execute(
        f"INSERT INTO run_settings (run, settings, sha256, {STAMP}) VALUES (?, ?, ?, ?, ?, ?)",
        (run, as_json(settings), sha256, *stamp),
    )
    return True


def settings_of(connection: sqlite3.Connection, run: str) -> dict[str, Any] | None:
    """The settings of a run of this tool; None for an imported one."""
    row = connection.execute("SELECT settings FROM run_settings WHERE run = ?", [run]).fetchone()
    return None if row is None else json.loads(row["settings"])


def record_answer(connection: sqlite3.Connection, answered: Answered) -> None:
    """Keep an answer; one that is there already stays as it is."""
    answer_id = content_hash(answered.answer)
    connection.execute(
        f"INSERT OR IGNORE INTO answer (id, text, {STAMP}) VALUES (?, ?, ?, ?, ?)",
        (answer_id, answered.answer, *stamped()),
    )
    connection.execute(
        "INSERT OR IGNORE INTO generation (run, case_id, config, question, answerable, "
        f"ground_truth, answer_id, refused, widened, retrieved, request_seq, {STAMP}) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            answered.run,
            answered.case_id,
            answered.config,
            answered.question,
            answered.answerable,
            as_json(answered.ground_truth),
            answer_id,
            answered.refused,
            answered.widened,
            as_json([asdict(one) for one in answered.retrieved]),
            answered.request_seq,
            *stamped(),
        ),
    )
    question_authors.record(connection, answered)


def record_analysis(connection: sqlite3.Connection, analysed: Analysed) -> None:
    """Keep what was found in an answer; what is there already stays as it is."""
    markers = {
        "unknown": analysed.unknown_citations,
        "not_retrieved": analysed.not_retrieved,
        "duplicates": analysed.duplicate_citations,
    }
    connection.execute(
        "INSERT OR IGNORE INTO analysis (run, case_id, method, claims, markers, quotes, relevance, "
        f"contradicts, request_seq, {STAMP}) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            analysed.run,
            analysed.case_id,
            analysed.method,
            as_json([asdict(claim) for claim in analysed.claims]),
            as_json(markers),
            as_json(analysed.quotes),
            analysed.relevance,
            analysed.contradicts_reference,
            analysed.request_seq,
            *stamped(),
        ),
    )


def record_search(connection: sqlite3.Connection, searched: Searched) -> None:
    """Keep what a search for support found; what is there already stays as it is."""
    connection.execute(
        "INSERT OR IGNORE INTO search (run, case_id, claim_id, judge_id, supported_by_retrieved, "
        f"passage_id, request_seq, {STAMP}) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            searched.run,
            searched.case_id,
            searched.claim_id,
            searched.judge_id,
            searched.supported_by_retrieved,
            searched.passage_id,
            searched.request_seq,
            *stamped(),
        ),
    )


def record_failure(connection: sqlite3.Connection, failed: Failed) -> None:
    """Keep why something is missing, once; a later success is found by its own row."""
    values = (
        failed.run,
        failed.case_id,
        failed.claim_id,
        failed.cited,
        failed.judge_id,
        failed.stage,
        failed.cause,
        failed.detail,
        failed.request_seq,
    )
    connection.execute(
        "INSERT INTO failure (run, case_id, claim_id, cited, judge_id, stage, cause, detail, "
        f"request_seq, {STAMP}) "
        "SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12 WHERE NOT EXISTS ("
        "SELECT 1 FROM failure WHERE run = ?1 AND case_id = ?2 AND claim_id = ?3 AND cited = ?4 "
        "AND judge_id IS ?5 AND stage = ?6 AND cause = ?7 AND detail = ?8 AND request_seq IS ?9)",
        (*values, *stamped()),
    )


def missing(connection: sqlite3.Connection, run: str, judge_id: str) -> Counter[str]:
    """What a run lacks, by `stage: cause`, each with the cause that was stored last: answers,
    answers that were not taken apart, and citations without a verdict of the judge."""
    causes = {
        (row["stage"], row["case_id"], row["claim_id"], row["cited"]): row["cause"]
        for row in connection.execute(
            "SELECT * FROM failure WHERE run = ? AND (judge_id IS NULL OR judge_id = ?) "
            "ORDER BY seq",
            [run, judge_id],
        )
    }
    there = {
        stage: {row["case_id"] for row in connection.execute(sql, [run])}
        for stage, sql in (
            ("generate", "SELECT case_id FROM generation WHERE run = ?"),
            ("analyse", "SELECT case_id FROM analysis WHERE run = ?"),
        )
    }
    lacking = Counter(
        f"{stage}: {cause}"
        for (stage, case_id, _, _), cause in causes.items()
        if stage in there and case_id not in there[stage]
    )
    searched = connection.execute(
        "SELECT case_id, claim_id FROM search WHERE run = ? AND judge_id = ?", [run, judge_id]
    )
    found = {(row["case_id"], row["claim_id"]) for row in searched}
    lacking += Counter(
        f"search: {cause}"
        for (stage, case_id, claim_id, _), cause in causes.items()
        if stage == "search" and (case_id, claim_id) not in found
    )
    rows = connection.execute(
        "SELECT c.case_id, c.claim_id, c.cited, v.reason FROM citation c "
        "LEFT JOIN verdict v ON v.citation_uid = c.uid AND v.judge_id = ?2 "
        "WHERE c.run = ?1 AND v.support IS NULL",
        [run, judge_id],
    )
    for row in rows:
        place = (row["case_id"], row["claim_id"])
        stored = causes.get(("judge", *place, row["cited"]))
        if stored is None and ("search", *place, "") in causes:
            stored = "its search failed"
        lacking[f"judge: {stored or (row['reason'] or 'not judged').partition(':')[0]}"] += 1
    return lacking


def failures(
    connection: sqlite3.Connection, run: str, judge_id: str
) -> dict[tuple[str, str, str], int]:
    """How often a judge was asked in vain, by case id, claim id and cited passage."""
    rows = connection.execute(
        "SELECT case_id, claim_id, cited, count(*) AS times FROM failure "
        "WHERE run = ? AND judge_id = ? AND stage = 'judge' GROUP BY case_id, claim_id, cited",
        [run, judge_id],
    )
    return {(row["case_id"], row["claim_id"], row["cited"]): row["times"] for row in rows}


def searched(connection: sqlite3.Connection, run: str, case_id: str, judge_id: str) -> set[str]:
    """The claims of a case whose support was searched for with a judge."""
    rows = connection.execute(
        "SELECT claim_id FROM search WHERE run = ? AND case_id = ? AND judge_id = ?",
        [run, case_id, judge_id],
    )
    return {row["claim_id"] for row in rows}


def search_failures(
    connection: sqlite3.Connection, run: str, case_id: str, judge_id: str
) -> dict[str, int]:
    """How often a judge was asked in vain for the support of a case's claims, by claim id."""
    rows = connection.execute(
        "SELECT claim_id, count(*) AS times FROM failure WHERE run = ? AND case_id = ? "
        "AND judge_id = ? AND stage = 'search' GROUP BY claim_id",
        [run, case_id, judge_id],
    )
    return {row["claim_id"]: row["times"] for row in rows}


def searches_of(
    connection: sqlite3.Connection, run: str, judge_id: str
) -> dict[tuple[str, str], Searched]:
    """What the searches of a run with a judge found, by case and claim id."""
    rows = connection.execute(
        "SELECT run, case_id, claim_id, judge_id, supported_by_retrieved, passage_id, request_seq "
        "FROM search WHERE run = ? AND judge_id = ?",
        [run, judge_id],
    )
    return {(row["case_id"], row["claim_id"]): Searched(**dict(row)) for row in rows}


def requests_of(connection: sqlite3.Connection, verdict: str) -> list[int]:
    """The requests that a verdict came from, by seq."""
    rows = connection.execute(
        "SELECT request_seq FROM verdict_request WHERE verdict_uid = ? ORDER BY 1", [verdict]
    )
    return [row["request_seq"] for row in rows]


def record_verdict_request(connection: sqlite3.Connection, verdict: str, request_seq: int) -> None:
    """Keep which request a verdict came from."""
    connection.execute(
        "INSERT OR IGNORE INTO verdict_request (verdict_uid, request_seq) VALUES (?, ?)",
        (verdict, request_seq),
    )


def record_scores(
    connection: sqlite3.Connection, run: str, judge_id: str, scores: Iterable[CaseScores]
) -> None:
    """Keep scores by case; those that hold already are not written again."""
    held = {scored.case_id: scored for scored in load_scores(connection, run, judge_id)}
    connection.executemany(
        f"INSERT INTO case_score (run, case_id, judge_id, scores, {STAMP}) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (run, scored.case_id, judge_id, as_json(scored.as_row()), *stamped())
            for scored in scores
            if held.get(scored.case_id) != scored
        ),
    )


def _difference(row: sqlite3.Row | None, settings: Mapping[str, Any]) -> str:
    if row is None:
        return "made from a file"
    held = json.loads(row["settings"])
    new = json.loads(as_json(settings))
    if held.get(FROM) != new.get(FROM):
        return f"and mends {held[FROM]!r}" if FROM in held else "and mends no run"
    changed = sorted(key for key in held.keys() | new.keys() if held.get(key) != new.get(key))
    return f"made with another {' and another '.join(changed)}"
