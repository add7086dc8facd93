"""The third stage: a verdict on every citation, or the cause why there is none."""

import sqlite3
from collections.abc import Iterable, Sequence

from evaluator.judges.asking import MOST_ATTEMPTS
from evaluator.judges.judge_request import JudgeReading, JudgeRequest, check_judgement
from evaluator.judges.protocol import OfflineJudge, RequestJudge
from evaluator.running.asking import Asker
from evaluator.running.case import AnsweredCase, JudgedCase
from evaluator.running.exchange import Exchange, exchange_until_settled
from evaluator.running.material import Material
from evaluator.running.writer import StoreWriter
from labels.item import Citation, Item
from labels.outcome import Support
from labels.rescoring import CARRIED, CHANGED, RESCORED
from labels.run import Failed
from labels.store import runs, verdicts
from labels.store.verdicts import RunSource
from labels.verdict import Judge, Verdict


async def enter_citations(
    cases: Sequence[AnsweredCase], material: Material, judge: Judge, writer: StoreWriter
) -> None:
    """Write every citation, and take in the verdicts that the judge gave in an earlier process."""
    for case in cases:
        case.citations = list(citations_of(case, material))

    def change(connection: sqlite3.Connection) -> None:
        verdicts.record_judge(connection, judge)
        for case in cases:
            source = run_source(connection, case.run)
            verdicts.record_citations(connection, source, case.citations)
            take_in_stored(connection, case, judge)
            place = (case.run, case.question.id, judge.id)
            case.searched = runs.searched(connection, *place)
            case.search_failures = runs.search_failures(connection, *place)

    await writer.write(change)


def take_in_stored(connection: sqlite3.Connection, case: JudgedCase, judge: Judge) -> None:
    """Let a case have the verdicts that the judge gave in an earlier process."""
    case.verdicts = verdicts.stored(connection, case.citations, judge)
    case.settled = set(case.verdicts)
    failed = runs.failures(connection, case.run, judge.id)
    case.failures = {
        one.uid: failed[one.case_id, one.claim_id, one.cited]
        for one in case.citations
        if (one.case_id, one.claim_id, one.cited) in failed
    }


async def judge_offline(
    cases: Sequence[JudgedCase], judge: OfflineJudge, writer: StoreWriter
) -> None:
    """Judge without a service, and store what needs no search."""
    for case in cases:
        for citation in _open(case):
            case.verdicts[citation.uid] = judge.verdict(citation)
    await writer.write(lambda connection: _settle_all(connection, cases))


async def judge_by_model(cases: Sequence[JudgedCase], judge: RequestJudge, asker: Asker) -> None:
    """Judge through a service; what a reply leaves open is asked again, smaller, and then missing.

    A verdict that needs no search is on disk with its reply.
    """
    by_citation = {citation.uid: case for case in cases for citation in case.citations}

    def store(
        connection: sqlite3.Connection, exchange: Exchange[JudgeRequest]
    ) -> Sequence[JudgeRequest]:
        reading = judge.read(exchange.asked, exchange.reply.parsed if exchange.reply else None)
        for verdict in reading.verdicts:
            uid = verdict.citation.uid
            case = by_citation[uid]
            if uid not in case.settled:
                case.verdicts[uid] = verdict
                if exchange.seq is not None:
                    case.verdict_seqs[uid] = exchange.seq
                _settle(connection, case, verdict)
        following = judge.unanswered(exchange.asked, reading) if reading.open else []
        for citation in reading.open if not following else ():
            runs.record_failure(connection, _failed(citation, judge, exchange, reading))
        return following

    requests = _requests(cases, judge)
    await exchange_until_settled(asker, "judge", "Verdicts", requests, check_judgement, store)


def citations_of(case: AnsweredCase, material: Material) -> Iterable[Citation]:
    """The pairs of claim and cited passage; an id that no passage has makes none."""
    if case.analysed is None or case.answered is None:
        return
    for claim in case.analysed.claims:
        for cited in claim.citations:
            passage = material.passages.get(cited)
            if passage is not None:
                item = Item(question=case.question.question, claim=claim.text, passage=passage.text)
                yield Citation(
                    run=case.run,
                    case_id=case.question.id,
                    claim_id=claim.claim_id,
                    item=item,
                    answer=case.answered.answer,
                    cited=cited,
                    source=material.source(passage),
                    config=case.answered.config,
                    importance=claim.importance,
                    fields={
                        "query_class": case.question.query_class,
                        "difficulty": case.question.difficulty,
                        **_rescored(case, cited, item),
                    },
                    span=(claim.start, claim.end),
                )


def _rescored(case: AnsweredCase, cited: str, item: Item) -> dict[str, str]:
    """Of a run that mends another one: whether this content was judged there."""
    if case.carried is None:
        return {}
    return {RESCORED: CARRIED if (cited, item.id) in case.carried else CHANGED}


def _requests(cases: Sequence[JudgedCase], judge: RequestJudge) -> list[JudgeRequest]:
    """The requests for what is open.

    Whole answers, also those judged in part: the same requests are found in the cache. What was
    asked in vain before is asked by itself, as a further attempt: the replies that left it out are
    in the cache too.
    """
    fresh: list[Citation] = []
    again: dict[int, list[Citation]] = {}
    for case in cases:
        failed = [one for one in _open(case) if one.uid in case.failures]
        for citation in failed:
            attempt = MOST_ATTEMPTS + case.failures[citation.uid]
            again.setdefault(attempt, []).append(citation)
        if len(failed) < len(_open(case)):
            fresh += case.citations if case.carried is None else _open(case)
    requests = judge.requests(fresh)
    for attempt, citations in sorted(again.items()):
        requests += judge.requests(citations, attempt)
    return requests


def run_source(connection: sqlite3.Connection, run: str) -> RunSource:
    """The source of a declared run, as its citations carry it."""
    row = connection.execute(
        "SELECT source, source_sha256 FROM run WHERE name = ?", [run]
    ).fetchone()
    return RunSource(run=run, origin=row["source"], sha256=row["source_sha256"])


def record_verdict(connection: sqlite3.Connection, case: JudgedCase, verdict: Verdict) -> None:
    """Write a verdict that does not change any more, with the request it came from."""
    uid = verdict.citation.uid
    verdicts.record(connection, run_source(connection, case.run), [verdict])
    if uid in case.verdict_seqs:
        runs.record_verdict_request(connection, verdict.uid, case.verdict_seqs[uid])
    case.settled.add(uid)


def _settle_all(connection: sqlite3.Connection, cases: Iterable[JudgedCase]) -> None:
    for case in cases:
        for verdict in case.verdicts.values():
            _settle(connection, case, verdict)


def _settle(connection: sqlite3.Connection, case: JudgedCase, verdict: Verdict) -> None:
    """Write a verdict unless its category is still to be searched for."""
    waits = verdict.support is Support.UNSUPPORTED and verdict.category is None
    if not waits and verdict.citation.uid not in case.settled:
        record_verdict(connection, case, verdict)


def _open(case: JudgedCase) -> list[Citation]:
    return [citation for citation in case.citations if citation.uid not in case.verdicts]


def _failed(
    citation: Citation,
    judge: RequestJudge,
    exchange: Exchange[JudgeRequest],
    reading: JudgeReading,
) -> Failed:
    problems = "; ".join(f"{one.fault} {one.about}".strip() for one in reading.problems)
    return Failed(
        run=citation.run,
        case_id=citation.case_id,
        claim_id=citation.claim_id,
        cited=citation.cited,
        judge_id=judge.identity.id,
        stage="judge",
        cause=exchange.cause or "no verdict",
        detail=exchange.detail or problems or "the reply does not mention it",
        request_seq=exchange.seq,
    )
