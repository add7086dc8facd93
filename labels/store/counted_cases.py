"""A run's answers and scores as they count: without the harness bugs that were confirmed.

What was stored when the run was scored stays as it is. Reports read it through here: an answer that
holds a confirmed bug is scored again without it, and a confirmed answer is left out whole.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from labels.case import AtomicClaim, CaseResult
from labels.scores import CaseScores, Fault, Score
from labels.scoring.scores import score
from labels.store.audits import Confirmed, confirmed_in
from labels.store.cases import load_cases, load_scores


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """How much of a run counts nowhere."""

    citations: int
    verdicts: int
    """Of citations that count on under other judges."""
    answers: int

    @property
    def any(self) -> bool:
        """Whether anything does not count."""
        return bool(self.citations or self.verdicts or self.answers)


def left_out(connection: sqlite3.Connection, run: str, judge_id: str) -> LeftOut:
    """What of a run counts nowhere under a judge."""
    confirmed = confirmed_in(connection, run, judge_id)
    return LeftOut(
        citations=len(confirmed.citations),
        verdicts=len(confirmed.verdicts - confirmed.citations),
        answers=len(confirmed.answers),
    )


def counted_cases(connection: sqlite3.Connection, run: str, judge_id: str) -> list[CaseResult]:
    """Every answer of a run that counts, by case id; of an imported run none are known whole."""
    cases = load_cases(connection, run, judge_id)
    confirmed = confirmed_in(connection, run, judge_id)
    return list(without(cases, confirmed))


def counted_scores(connection: sqlite3.Connection, run: str, judge_id: str) -> list[CaseScores]:
    """The scores that hold, by case id."""
    stored = load_scores(connection, run, judge_id)
    confirmed = confirmed_in(connection, run, judge_id)
    return rescored(connection, run, judge_id, stored, confirmed)


def rescored(
    connection: sqlite3.Connection,
    run: str,
    judge_id: str,
    stored: list[CaseScores],
    confirmed: Confirmed,
) -> list[CaseScores]:
    """Stored scores, those that a bug touches computed again without it.

    Args:
        stored: as they were written when the run was scored.
        confirmed: what is not to count.
    """
    touched = {place[0] for place in confirmed.citations | confirmed.verdicts} | confirmed.answers
    if not touched or not stored:
        return stored
    cases = [one for one in load_cases(connection, run, judge_id) if one.case_id in touched]
    again = {one.case_id for one in cases}
    left = {one.case_id: one for one in without(cases, confirmed)}
    return [
        _scored(left[one.case_id], one) if one.case_id in left else one
        for one in stored
        if one.case_id in left or one.case_id not in again
    ]


def _scored(case: CaseResult, stored: CaseScores) -> CaseScores:
    """The scores of a case without its bugs.

    What the answer cites of the ground truth is as it was: a marker whose claim was cut wrongly
    stands in the answer all the same.
    """
    found = score(case, judge=stored.judge, weights=stored.weights)
    return replace(
        found,
        ratios={**found.ratios, Score.CITATION_RECALL: stored.ratios[Score.CITATION_RECALL]},
        faults={**found.faults, **{fault: stored.faults[fault] for fault in _OF_AUTHORITY}},
    )


_OF_AUTHORITY = (Fault.NEVER_RETRIEVED, Fault.RETRIEVED_NOT_CITED)


def without(cases: list[CaseResult], confirmed: Confirmed) -> Iterator[CaseResult]:
    """The cases without what was confirmed; a verdict of one judge that is void is a missing one.

    A claim whose citations are all void is no claim: left as an uncited one it would count against
    completeness.
    """
    void_of, unheard_of = _by_case(confirmed.citations), _by_case(confirmed.verdicts)
    for case in cases:
        if case.case_id in confirmed.answers:
            continue
        void = void_of.get(case.case_id, set())
        unheard = unheard_of.get(case.case_id, set())
        if not void and not unheard:
            yield case
            continue
        verdicts = {
            pair: None if pair in unheard else outcome
            for pair, outcome in case.verdicts.items()
            if pair not in void
        }
        claims = tuple(left for claim in case.claims if (left := _left(claim, void)) is not None)
        gone = {one for claim in case.claims for one in claim.citations} - {
            one for claim in claims for one in claim.citations
        }
        yield replace(
            case,
            claims=claims,
            verdicts=verdicts,
            # An id at fault that no claim has counts as a citation of its own.
            not_retrieved=tuple(one for one in case.not_retrieved if one not in gone),
        )


def _by_case(places: Iterable[tuple[str, str, str]]) -> dict[str, set[tuple[str, str]]]:
    """Claim and cited passage of each, by case."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for case_id, claim, cited in places:
        found[case_id].add((claim, cited))
    return found


def _left(claim: AtomicClaim, void: set[tuple[str, str]]) -> AtomicClaim | None:
    citations = tuple(one for one in claim.citations if (claim.claim_id, one) not in void)
    if claim.citations and not citations:
        return None
    return replace(claim, citations=citations)
