"""The second stage: markers, claims and quotations of every answer, before any judge."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.answers.claims import claim_spans
from corpus.answers.markers import check, parse_markers
from evaluator.claims.analysis import (
    Analysis,
    Subject,
    analysis_request,
    check_analysis,
    read_analysis,
    rule_analysis,
)
from evaluator.claims.quotations import check_quotation, quotations
from evaluator.configuration import ModelUse
from evaluator.model.request import ModelRequest
from evaluator.prompts.shipped import prompt
from evaluator.running.asking import Asker
from evaluator.running.case import AnsweredCase
from evaluator.running.exchange import Exchange, exchange_all
from evaluator.running.material import Material
from evaluator.running.writer import StoreWriter
from labels.run import Analysed, Failed
from labels.store import runs


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysing:
    """An answer to be taken apart, as a request."""

    case: AnsweredCase
    subject: Subject
    request: ModelRequest


async def analyse_offline(
    cases: Sequence[AnsweredCase], material: Material, writer: StoreWriter
) -> None:
    """Take the answers apart by rules, and store what was found."""
    for case in cases:
        analyse_by_rules(case, material)

    def change(connection: sqlite3.Connection) -> None:
        for case in cases:
            if case.analysed is not None:
                runs.record_analysis(connection, case.analysed)

    await writer.write(change)


def analyse_reply(asked: Analysing, material: Material, parsed: object) -> None:
    """Take one answer apart by a model's reply, and store nothing."""
    analysis = read_analysis(parsed, asked.subject)
    asked.case.analysed = _analysed(asked.case, material, analysis, str(analysis.by), None)


def analyse_by_rules(case: AnsweredCase, material: Material) -> None:
    """Take one answer apart by rules, and store nothing."""
    subject = _subject(case, material)
    case.analysed = _analysed(case, material, rule_analysis(subject.spans), "rules", None)


async def analyse_by_model(
    cases: Sequence[AnsweredCase], material: Material, use: ModelUse, asker: Asker
) -> None:
    """The same through a model; where its claims are not the answer's own, by rules, and why.

    What is stored stays: an answer is taken apart once, and its verdicts hang on the claims.
    """

    def store(connection: sqlite3.Connection, exchange: Exchange[Analysing]) -> None:
        asked, reply = exchange.asked, exchange.reply
        if exchange.seq is None:
            # No reply at all: the case is missing, and is asked again another time.
            runs.record_failure(connection, _failed(asked.case, exchange))
            return
        analysis = read_analysis(reply.parsed if reply else None, asked.subject)
        why = f": {exchange.cause} {exchange.detail}" if reply is None else ""
        method = str(analysis.by)
        if analysis.failure is not None:
            method = f"{method} ({analysis.failure.fault}: {analysis.failure.detail}{why})"
        asked.case.analysed = _analysed(asked.case, material, analysis, method, exchange.seq)
        runs.record_analysis(connection, asked.case.analysed)

    asked = [analysing(case, material, use) for case in cases]
    await exchange_all(asker, "analyse", "Claims", asked, check_analysis, store)


def analysing(case: AnsweredCase, material: Material, use: ModelUse) -> Analysing:
    """A case's request."""
    subject = _subject(case, material)
    return Analysing(
        case=case, subject=subject, request=analysis_request(subject, use, prompt("analyse"))
    )


def _subject(case: AnsweredCase, material: Material) -> Subject:
    assert case.answered is not None
    answer = case.answered.answer
    case.spans = claim_spans(
        answer,
        parse_markers(answer, material.documents.keys()),
        merge_adjacent=material.settings.parsing.merges_consecutive,
    )
    return Subject(
        question=case.question.question,
        answer=answer,
        spans=case.spans.claims,
        reference=case.question.reference,
    )


def _analysed(
    case: AnsweredCase, material: Material, analysis: Analysis, method: str, seq: int | None
) -> Analysed:
    assert case.answered is not None
    assert case.spans is not None
    answer = case.answered.answer
    retrieved = {one.passage_id for one in case.answered.retrieved}
    parsed = parse_markers(answer, material.documents.keys())
    faults = check(parsed.markers, material.passages.keys(), retrieved)
    quoted = quotations(answer, case.spans.claims)
    return Analysed(
        run=case.run,
        case_id=case.question.id,
        method=method,
        claims=analysis.claims,
        unknown_citations=tuple(dict.fromkeys(fault.cited for fault in faults.unknown_citation)),
        not_retrieved=tuple(dict.fromkeys(fault.cited for fault in faults.citation_not_retrieved)),
        duplicate_citations=len(faults.duplicates),
        quotes=tuple(
            check_quotation(one, material.passages, material.documents).quoting for one in quoted
        ),
        relevance=analysis.relevance,
        contradicts_reference=analysis.contradicts_reference,
        request_seq=seq,
    )


def _failed(case: AnsweredCase, exchange: Exchange[Analysing]) -> Failed:
    return Failed(
        run=case.run,
        case_id=case.question.id,
        stage="analyse",
        cause=exchange.cause,
        detail=exchange.detail,
    )
