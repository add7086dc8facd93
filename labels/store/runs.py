"""Runs of this tool, written as their results come: answers, claims, searches, failures, scores."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from corpus import stamp
from corpus.errors import InputError
from labels.item import content_hash
from labels.run import Analysed, Answered, Failed, Searched
from labels.scores import CaseScores
from labels.store.cases import load_scores

ORIGIN = "crosssource run"


def declare(connection: sqlite3.Connection, run: str, settings: Mapping[str, Any]) -> bool:
    """Enter a run with its settings; False where it is there with the same ones.

    Raises:
        InputError: it is there with other settings, or was imported.
    """
    sha256 = content_hash(settings)
    held = connection.execute("SELECT source FROM run WHERE name = ?", [run]).fetchone()
    if held is not None:
        row = connection.execute(
            "SELECT settings, sha256 FROM run_settings WHERE run = ?", [run]
        ).fetchone()
        if row is None or row["sha256"] != sha256:
            raise InputError(
                f"The run {run!r} is there already, {_difference(row, settings)}; give the new one "
                "a name of its own with --name PREFIX."
            )
        return False
    stamped = _stamped()
    connection.execute(
        "INSERT INTO run (name, source, source_sha256, created_at, author, tool_version) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (run, ORIGIN, sha256, *stamped),
    )
    connection.execute(
        "INSERT INTO run_settings (run, settings, sha256, created_at, author, tool_version) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (run, _json(settings), sha256, *stamped),
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
        "INSERT OR IGNORE INTO answer (id, text, created_at, author, tool_version) "
        "VALUES (?, ?, ?, ?, ?)",
        (answer_id, answered.answer, *_stamped()),
    )
    connection.execute(
        "INSERT OR IGNORE INTO generation (run, case_id, config, question, answerable, "
        "ground_truth, answer_id, refused, widened, retrieved, request_seq, created_at, author, "
        "tool_version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            answered.run,
            answered.case_id,
            answered.config,
            answered.question,
            answered.answerable,
            _json(answered.ground_truth),
            answer_id,
            answered.refused,
            answered.widened,
            _json([asdict(one) for one in answered.retrieved]),
            answered.request_seq,
            *_stamped(),
        ),
    )


def record_analysis(connection: sqlite3.Connection, analysed: Analysed) -> None:
    """Keep what was found in an answer; what is there already stays as it is."""
    markers = {
        "unknown": analysed.unknown_citations,
        "not_retrieved": analysed.not_retrieved,
        "duplicates": analysed.duplicate_citations,
    }
    connection.execute(
        "INSERT OR IGNORE INTO analysis (run, case_id, method, claims, markers, quotes, relevance, "
        "contradicts, request_seq, created_at, author, tool_version) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            analysed.run,
            analysed.case_id,
            analysed.method,
            _json([asdict(claim) for claim in analysed.claims]),
            _json(markers),
            _json(analysed.quotes),
            analysed.relevance,
            analysed.contradicts_reference,
            analysed.request_seq,
            *_stamped(),
        ),
    )


def record_search(connection: sqlite3.Connection, searched: Searched) -> None:
    """Keep what a search for support found; what is there already stays as it is."""
    connection.execute(
        "INSERT OR IGNORE INTO search (run, case_id, claim_id, judge_id, supported_by_retrieved, "
        "passage_id, request_seq, created_at, author, tool_version) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            searched.run,
            searched.case_id,
            searched.claim_id,
            searched.judge_id,
            searched.supported_by_retrieved,
            searched.passage_id,
            searched.request_seq,
            *_stamped(),
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
        "request_seq, created_at, author, tool_version) "
        "SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12 WHERE NOT EXISTS ("
        "SELECT 1 FROM failure WHERE run = ?1 AND case_id = ?2 AND claim_id = ?3 AND cited = ?4 "
        "AND judge_id IS ?5 AND stage = ?6 AND cause = ?7 AND detail = ?8 AND request_seq IS ?9)",
        (*values, *_stamped()),
    )


def missing(connection: sqlite3.Connection, run: str, judge_id: str) -> Counter[str]:
    """What a run lacks, by `stage: cause`: answers that were not generated, and citations without a
    verdict by the judge, each with the cause that was stored last."""
    rows = connection.execute(
        "SELECT f.stage || ': ' || f.cause AS why FROM failure f WHERE f.seq IN ("
        "SELECT max(seq) FROM failure WHERE run = ?1 AND stage IN ('generate', 'judge') "
        "AND (judge_id IS NULL OR judge_id = ?2) GROUP BY case_id, claim_id, cited, stage) "
        "AND (f.stage = 'judge' OR NOT EXISTS (SELECT 1 FROM generation g "
        "WHERE g.run = f.run AND g.case_id = f.case_id)) "
        "AND (f.stage = 'generate' OR NOT EXISTS (SELECT 1 FROM citation c "
        "JOIN verdict v ON v.citation_uid = c.uid AND v.judge_id = ?2 "
        "WHERE c.run = f.run AND c.case_id = f.case_id AND c.claim_id = f.claim_id "
        "AND c.cited = f.cited AND v.support IS NOT NULL))",
        [run, judge_id],
    )
    return Counter(row["why"] for row in rows)


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
        "INSERT INTO case_score (run, case_id, judge_id, scores, created_at, author, tool_version) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (run, scored.case_id, judge_id, _json(scored.as_row()), *_stamped())
            for scored in scores
            if held.get(scored.case_id) != scored
        ),
    )


def _difference(row: sqlite3.Row | None, settings: Mapping[str, Any]) -> str:
    if row is None:
        return "made from a file"
    held = json.loads(row["settings"])
    new = json.loads(_json(settings))
    changed = sorted(key for key in held.keys() | new.keys() if held.get(key) != new.get(key))
    return f"made with another {', '.join(changed)}"


def _stamped() -> tuple[str, str, str]:
    return stamp.now(), stamp.author(), stamp.tool_version()


def _json(value: Mapping[str, Any] | Sequence[Any]) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
