"""The fourth stage: where the support of a claim stands, if not where the answer says.

It gives each unsupported verdict its failure category, and each factual claim its faithfulness.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from evaluator.judges.asking import MOST_ATTEMPTS
from evaluator.judges.protocol import OfflineJudge, RequestJudge
from evaluator.judges.search_request import SearchReading, SearchRequest, check_search
from evaluator.judges.support_search import (
    Depths,
    SearchFinding,
    SearchTask,
    known_support,
    search_tasks,
)
from evaluator.running.asking import Asker
from evaluator.running.case import AnsweredCase
from evaluator.running.exchange import Exchange, exchange_until_settled
from evaluator.running.judging import record_verdict
from evaluator.running.material import Material
from evaluator.running.writer import StoreWriter
from labels.case import ClaimKind
from labels.outcome import Support
from labels.run import Failed, Searched
from labels.store import runs
from labels.verdict import Verdict

CaseKey = tuple[str, str]
"""Run and case id."""


def tasks_of(
    cases: Iterable[AnsweredCase], material: Material, *, every_retrieved: bool = False
) -> list[SearchTask]:
    """The searches that the answers need and that no earlier process has made.

    Args:
        cases: answered and judged.
        material: the workspace.
        every_retrieved: whether all that was retrieved is tried, however much it is.
    """
    return [
        task
        for case in cases
        for task in _tasks(case, material, every_retrieved)
        if task.claim_id not in case.searched or _unsettled(case, task)
    ]


async def search_offline(
    cases: Sequence[AnsweredCase], material: Material, judge: OfflineJudge, writer: StoreWriter
) -> None:
    """Search without a service, and store what was found."""
    by_case = _by_case(cases)
    # Nothing is paid for a passage, so that faithfulness need not stay open for want of trying.
    tasks = tasks_of(cases, material, every_retrieved=True)
    found = [(task, judge.search(task)) for task in tasks]

    def change(connection: sqlite3.Connection) -> None:
        for task, finding in found:
            case = by_case[task.run, task.case_id]
            if finding is None:
                _leave_uncategorised(connection, case, task)
            else:
                _store_finding(connection, case, finding, judge.identity.id, None)
        _store_known(connection, cases, [task for task, _ in found], judge.identity.id)

    await writer.write(change)


async def search_by_model(
    cases: Sequence[AnsweredCase],
    material: Material,
    judge: RequestJudge,
    asker: Asker,
    writer: StoreWriter,
) -> None:
    """Search through a service, pooled over answers; what fails leaves verdicts uncategorised."""
    by_case = _by_case(cases)
    judge_id = judge.identity.id
    tasks = tasks_of(cases, material)

    def store(
        connection: sqlite3.Connection, exchange: Exchange[SearchRequest]
    ) -> Sequence[SearchRequest]:
        parsed = exchange.reply.parsed if exchange.reply else None
        reading = judge.read_search(exchange.asked, parsed)
        for finding in reading.findings:
            case = by_case[finding.task.run, finding.task.case_id]
            _store_finding(connection, case, finding, judge_id, exchange.seq)
        following = judge.unsearched(exchange.asked, reading) if reading.open else []
        for task in reading.open if not following else ():
            case = by_case[task.run, task.case_id]
            runs.record_failure(connection, _failed(task, judge_id, exchange, reading))
            if task.claim_id in case.search_failures:
                # Asked for in vain by two runs: nobody will say why it is unsupported.
                _leave_uncategorised(connection, case, task)
        return following

    def without_candidates(connection: sqlite3.Connection) -> None:
        for task in tasks:
            if not task.candidates:
                case = by_case[task.run, task.case_id]
                nothing = SearchFinding(task=task, supporters=())
                _store_finding(connection, case, nothing, judge_id, None)
        _store_known(connection, cases, tasks, judge_id)

    await writer.write(without_candidates)
    await exchange_until_settled(
        asker,
        "search",
        "Search for support",
        _requests(tasks, by_case, judge),
        check_search,
        store,
    )


def _requests(
    tasks: Iterable[SearchTask], by_case: Mapping[CaseKey, AnsweredCase], judge: RequestJudge
) -> list[SearchRequest]:
    """The requests for searches; what was asked in vain before is a further attempt."""
    attempts: dict[int, list[SearchTask]] = {}
    for task in tasks:
        times = by_case[task.run, task.case_id].search_failures.get(task.claim_id, 0)
        attempts.setdefault(MOST_ATTEMPTS + times if times else 1, []).append(task)
    return [
        request
        for attempt, asked in sorted(attempts.items())
        for request in judge.search_requests(asked, attempt)
    ]


def _tasks(case: AnsweredCase, material: Material, every_retrieved: bool) -> list[SearchTask]:
    if case.answered is None or case.analysed is None:
        return []
    retrieved = [material.passages[one.passage_id] for one in case.answered.retrieved]
    return search_tasks(
        case.analysed.claims,
        case.verdicts.values(),
        retrieved,
        material.index,
        run=case.run,
        case_id=case.question.id,
        question=case.question.question,
        depths=Depths(retrieved=len(retrieved)) if every_retrieved else None,
        source=material.source,
    )


def _store_finding(
    connection: sqlite3.Connection,
    case: AnsweredCase,
    finding: SearchFinding,
    judge_id: str,
    seq: int | None,
) -> None:
    task = finding.task
    runs.record_search(
        connection,
        Searched(
            run=task.run,
            case_id=task.case_id,
            claim_id=task.claim_id,
            judge_id=judge_id,
            supported_by_retrieved=finding.supported_by_retrieved,
            passage_id=next(chain(task.supported, _found(finding)), None),
            request_seq=seq,
        ),
    )
    for verdict in _unsettled(case, task):
        categorised = finding.categorised(verdict)
        case.verdicts[verdict.citation.uid] = categorised
        record_verdict(connection, case, categorised)
        if seq is not None:
            runs.record_verdict_request(connection, categorised.uid, seq)


def _found(finding: SearchFinding) -> Iterator[str]:
    return (one.passage_id for one in finding.supporters)


def _leave_uncategorised(
    connection: sqlite3.Connection, case: AnsweredCase, task: SearchTask
) -> None:
    for verdict in _unsettled(case, task):
        record_verdict(connection, case, verdict)


def _unsettled(case: AnsweredCase, task: SearchTask) -> list[Verdict]:
    """A claim's unsupported verdicts that wait for their category."""
    return [
        verdict
        for uid, verdict in case.verdicts.items()
        if uid not in case.settled
        and verdict.citation.claim_id == task.claim_id
        and verdict.support is Support.UNSUPPORTED
    ]


def _store_known(
    connection: sqlite3.Connection,
    cases: Iterable[AnsweredCase],
    tasks: Iterable[SearchTask],
    judge_id: str,
) -> None:
    """Claims that need no search: a verdict says already that a retrieved passage supports them."""
    searched = {(task.run, task.case_id, task.claim_id) for task in tasks}
    for case in cases:
        if case.answered is None or case.analysed is None:
            continue
        retrieved = [one.passage_id for one in case.answered.retrieved]
        for claim in case.analysed.claims:
            known = known_support(claim, case.verdicts.values(), retrieved)
            is_searched = (case.run, case.question.id, claim.claim_id) in searched
            if known and claim.kind is ClaimKind.FACTUAL and not is_searched:
                runs.record_search(
                    connection,
                    Searched(
                        run=case.run,
                        case_id=case.question.id,
                        claim_id=claim.claim_id,
                        judge_id=judge_id,
                        supported_by_retrieved=True,
                        passage_id=None,
                        request_seq=None,
                    ),
                )


def _by_case(cases: Iterable[AnsweredCase]) -> dict[CaseKey, AnsweredCase]:
    return {(case.run, case.question.id): case for case in cases}


def _failed(
    task: SearchTask,
    judge_id: str,
    exchange: Exchange[SearchRequest],
    reading: SearchReading,
) -> Failed:
    problems = "; ".join(f"{one.fault} {one.about}".strip() for one in reading.problems)
    return Failed(
        run=task.run,
        case_id=task.case_id,
        claim_id=task.claim_id,
        judge_id=judge_id,
        stage="search",
        cause=exchange.cause or "no answer",
        detail=exchange.detail or problems or "the reply does not mention it",
        request_seq=exchange.seq,
    )
