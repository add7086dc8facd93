"""Reading a run whole: every answer with what was found of it, and its scores."""

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from labels.case import AtomicClaim, CaseResult, ClaimKind, Quoting, Retrieved
from labels.outcome import Category, Outcome, Support
from labels.run import Analysed, Answered
from labels.scores import CaseScores


def load_scores(connection: sqlite3.Connection, run: str, judge_id: str) -> list[CaseScores]:
    """The scores that hold, by case in order of its id."""
    rows = connection.execute(
        "SELECT scores FROM case_score WHERE seq IN (SELECT max(seq) FROM case_score "
        "WHERE run = ? AND judge_id = ? GROUP BY case_id) ORDER BY case_id",
        [run, judge_id],
    )
    return [CaseScores.from_row(json.loads(row["scores"])) for row in rows]


def load_cases(connection: sqlite3.Connection, run: str, judge_id: str) -> list[CaseResult]:
    """Every answer of a run with what was found of it, by case in order of its id."""
    verdicts = _verdicts(connection, run, judge_id)
    searches = _searches(connection, run, judge_id)
    return [
        _case(answered, analysed, verdicts.get(case_id, {}), searches.get(case_id, {}))
        for case_id, (answered, analysed) in sorted(stored_cases(connection, run).items())
    ]


def citations_of_cases(connection: sqlite3.Connection, run: str) -> dict[str, int]:
    """How many citations each case of a run has, by the case's id; confirmed bugs are none."""
    rows = connection.execute(
        "SELECT case_id, count(*) AS n FROM citation WHERE run = ? "
        "AND uid NOT IN (SELECT citation_uid FROM confirmed_citation) GROUP BY case_id",
        [run],
    )
    return {row["case_id"]: row["n"] for row in rows}


def _case(
    answered: Answered,
    analysed: Analysed | None,
    verdicts: Mapping[tuple[str, str], Outcome | None],
    searches: Mapping[str, bool | None],
) -> CaseResult:
    return CaseResult(
        run=answered.run,
        case_id=answered.case_id,
        config=answered.config,
        question=answered.question,
        answerable=answered.answerable,
        ground_truth=answered.ground_truth,
        answer=answered.answer,
        refused=answered.refused,
        retrieved=answered.retrieved,
        claims=analysed.claims if analysed else (),
        verdicts=verdicts,
        unknown_citations=analysed.unknown_citations if analysed else (),
        not_retrieved=analysed.not_retrieved if analysed else (),
        duplicate_citations=analysed.duplicate_citations if analysed else 0,
        supported_by_retrieved=searches,
        relevance=analysed.relevance if analysed else None,
        contradicts_reference=analysed.contradicts_reference if analysed else None,
        quotes=analysed.quotes if analysed else (),
    )


def _claim(values: Mapping[str, Any]) -> AtomicClaim:
    kind, citations = ClaimKind(values["kind"]), tuple(values["citations"])
    return AtomicClaim(**{**values, "kind": kind, "citations": citations})


def _verdicts(
    connection: sqlite3.Connection, run: str, judge_id: str
) -> dict[str, dict[tuple[str, str], Outcome | None]]:
    rows = connection.execute(
        "SELECT c.case_id, c.claim_id, c.cited, v.support, v.category FROM citation c "
        "LEFT JOIN verdict v ON v.citation_uid = c.uid AND v.judge_id = ? WHERE c.run = ?",
        [judge_id, run],
    )
    found: dict[str, dict[tuple[str, str], Outcome | None]] = {}
    for row in rows:
        category = Category(row["category"]) if row["category"] else None
        outcome = Outcome.of(Support(row["support"]), category) if row["support"] else None
        found.setdefault(row["case_id"], {})[row["claim_id"], row["cited"]] = outcome
    return found


def _searches(
    connection: sqlite3.Connection, run: str, judge_id: str
) -> dict[str, dict[str, bool | None]]:
    rows = connection.execute(
        "SELECT case_id, claim_id, supported_by_retrieved FROM search "
        "WHERE run = ? AND judge_id = ?",
        [run, judge_id],
    )
    found: dict[str, dict[str, bool | None]] = {}
    for row in rows:
        value = row["supported_by_retrieved"]
        found.setdefault(row["case_id"], {})[row["claim_id"]] = (
            None if value is None else bool(value)
        )
    return found


def stored_cases(
    connection: sqlite3.Connection, run: str
) -> dict[str, tuple[Answered, Analysed | None]]:
    """The answers of a run, by case id, and what was found in each before any judge."""
    rows = connection.execute(
        "SELECT g.*, a.text AS answer, n.method, n.claims, n.markers, n.quotes, n.relevance, "
        "n.contradicts, n.request_seq AS analysis_seq FROM generation g "
        "JOIN answer a ON a.id = g.answer_id "
        "LEFT JOIN analysis n ON n.run = g.run AND n.case_id = g.case_id WHERE g.run = ?",
        [run],
    )
    return {row["case_id"]: (_answered(row), _analysed(row)) for row in rows}


def _answered(row: sqlite3.Row) -> Answered:
    return Answered(
        run=row["run"],
        case_id=row["case_id"],
        config=row["config"],
        question=row["question"],
        answerable=bool(row["answerable"]),
        ground_truth=tuple(json.loads(row["ground_truth"])),
        answer=row["answer"],
        refused=bool(row["refused"]),
        widened=bool(row["widened"]),
        retrieved=tuple(Retrieved(**one) for one in json.loads(row["retrieved"])),
        request_seq=row["request_seq"],
    )


def _analysed(row: sqlite3.Row) -> Analysed | None:
    if row["method"] is None:
        return None
    markers, contradicts = json.loads(row["markers"]), row["contradicts"]
    return Analysed(
        run=row["run"],
        case_id=row["case_id"],
        method=row["method"],
        claims=tuple(_claim(one) for one in json.loads(row["claims"])),
        unknown_citations=tuple(markers["unknown"]),
        not_retrieved=tuple(markers["not_retrieved"]),
        duplicate_citations=markers["duplicates"],
        quotes=tuple(Quoting(one) for one in json.loads(row["quotes"])),
        relevance=row["relevance"],
        contradicts_reference=None if contradicts is None else bool(contradicts),
        request_seq=row["analysis_seq"],
    )
