"""The run that is to pass: its rates by question, its unresolved citations, its critical claims."""

import sqlite3
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from corpus.hashes import text_hash
from labels.case import CaseResult, ClaimKind
from labels.outcome import Outcome, Support
from labels.scores import Weights
from labels.store import runs
from labels.store.cases import load_cases
from labels.store.counted_cases import LeftOut, counted_cases, counted_scores, left_out
from labels.store.repeated_verdicts import RunJudge
from reports.runs.by_question import Rates, rates_by_question


@dataclass(frozen=True, slots=True, kw_only=True)
class Unresolved:
    """A citation that leads nowhere."""

    case_id: str
    cited: str
    exists: bool
    """Whether a passage has the id, and was not put before the generator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedClaim:
    """A claim with the best of what the judge says of its citations."""

    case_id: str
    claim_id: str
    text: str
    importance: int | None
    """1 to 3; None where the source does not say."""
    support: Support | None
    """None where a verdict is missing that could make it better than unsupported, or nobody looked
    whether the retrieved passages support a claim without a citation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A run under one judge."""

    run: str
    judge: RunJudge
    rubric: str
    """The version in force."""
    grounds: Mapping[str, Any]
    """The settings the run was made with; empty for an imported one."""
    weights: Weights | None
    """Of its overall scores; None: they are several, or it has none."""
    rates: Mapping[str, Rates]
    """By case id."""
    questions: Mapping[str, str]
    """A hash of each question's text, by case id."""
    unresolved: tuple[Unresolved, ...] | None
    """None: an imported run does not tell."""
    unread: int
    """Answers that were not taken apart into claims."""
    unanswered: int
    """Questions that have no answer: it failed, or the run was not finished."""
    claims: tuple[JudgedClaim, ...]
    missing: int
    """Citations without a verdict."""
    bugs: LeftOut
    """What the audit confirmed as harness bugs: it is in none of the above."""


def load(
    connection: sqlite3.Connection, run: str, judge: RunJudge, rubric: str, golden: AbstractSet[str]
) -> Candidate:
    """A run as the gate sees it.

    Args:
        connection: the workspace's database.
        run: its name; it is there.
        judge: one that has judged it.
        rubric: the version in force.
        golden: the ids of the golden questions; a run of this tool answers all of them.
    """
    asked = {case.case_id for case in load_cases(connection, run, judge.id)}
    cases = counted_cases(connection, run, judge.id)
    weights = {case.weights for case in counted_scores(connection, run, judge.id)}
    lacking = runs.missing(connection, run, judge.id)
    failed = sum(n for cause, n in lacking.items() if cause.startswith("generate:"))
    left = len(golden - asked) if asked else 0
    return Candidate(
        run=run,
        judge=judge,
        rubric=rubric,
        grounds=runs.settings_of(connection, run) or {},
        weights=weights.pop() if len(weights) == 1 else None,
        rates=rates_by_question(connection, run, judge.id),
        questions=_questions(connection, run, cases),
        unresolved=tuple(_unresolved(cases)) if cases else None,
        unread=sum(_is_unread(case) for case in cases),
        unanswered=max(failed, left),
        claims=tuple(_claims(cases) if cases else _imported_claims(connection, run, judge.id)),
        missing=sum(n for cause, n in lacking.items() if cause.startswith("judge:")),
        bugs=left_out(connection, run, judge.id),
    )


def _questions(
    connection: sqlite3.Connection, run: str, cases: Iterable[CaseResult]
) -> dict[str, str]:
    found = {case.case_id: text_hash(case.question) for case in cases}
    if found:
        return found
    rows = connection.execute(
        "SELECT c.case_id, min(i.question) AS question FROM citation c "
        "JOIN item i ON i.id = c.item_id WHERE c.run = ? GROUP BY c.case_id",
        [run],
    )
    return {row["case_id"]: text_hash(row["question"]) for row in rows}


def _is_unread(case: CaseResult) -> bool:
    """Whether it is not known what the answer cites: no claim was taken from its text."""
    return bool(case.answer.strip()) and not case.refused and not case.claims


def _unresolved(cases: Iterable[CaseResult]) -> Iterable[Unresolved]:
    for case in cases:
        for cited in case.unknown_citations:
            yield Unresolved(case_id=case.case_id, cited=cited, exists=False)
        for cited in case.not_retrieved:
            yield Unresolved(case_id=case.case_id, cited=cited, exists=True)


def _claims(cases: Iterable[CaseResult]) -> Iterable[JudgedClaim]:
    """The factual claims that were judged: by their citations, or by the retrieved passages."""
    for case in cases:
        unknown = set(case.unknown_citations)
        for claim in case.claims:
            if claim.kind is not ClaimKind.FACTUAL:
                continue
            cited = [one for one in claim.citations if one not in unknown]
            said = [case.verdicts.get((claim.claim_id, one)) for one in cited]
            support = _best(said)
            if not cited:
                supported = case.supported_by_retrieved.get(claim.claim_id)
                if supported:
                    continue
                # Where nobody searched, nobody knows.
                support = None if supported is None else Support.UNSUPPORTED
            yield JudgedClaim(
                case_id=case.case_id,
                claim_id=claim.claim_id,
                text=claim.text,
                importance=claim.importance,
                support=support,
            )


def _imported_claims(
    connection: sqlite3.Connection, run: str, judge_id: str
) -> Iterable[JudgedClaim]:
    rows = connection.execute(
        "SELECT c.case_id, c.claim_id, c.importance, i.claim, v.support FROM citation c "
        "JOIN item i ON i.id = c.item_id "
        "LEFT JOIN verdict v ON v.citation_uid = c.uid AND v.judge_id = ? "
        "AND v.uid NOT IN (SELECT verdict_uid FROM confirmed_verdict) WHERE c.run = ? "
        "AND c.uid NOT IN (SELECT citation_uid FROM confirmed_citation) "
        "ORDER BY c.case_id, c.claim_id, c.uid",
        [judge_id, run],
    )
    claims: dict[tuple[str, str], list[sqlite3.Row]] = {}
    for row in rows:
        claims.setdefault((row["case_id"], row["claim_id"]), []).append(row)
    for (case_id, claim_id), citations in claims.items():
        importances = [row["importance"] for row in citations if row["importance"] is not None]
        said = [
            Outcome.of(Support(r["support"]), None) if r["support"] else None for r in citations
        ]
        yield JudgedClaim(
            case_id=case_id,
            claim_id=claim_id,
            text=citations[0]["claim"],
            importance=max(importances, default=None),
            support=_best(said),
        )


def _best(said: Iterable[Outcome | None]) -> Support | None:
    """The best level given; None where it is not known to be better than unsupported."""
    levels = [None if outcome is None else outcome.support for outcome in said]
    known = [level for level in levels if level is not None]
    best = max(known, key=lambda level: level.rank, default=None)
    return None if best in (None, Support.UNSUPPORTED) and None in levels else best
