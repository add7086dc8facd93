"""The first stage: an answer to every question, offline or from a model, one wider retrieval."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.retrieval import Hit
from evaluator.answering.extractive import extractive_answer
from evaluator.answering.generation import (
    Answer,
    generation_request,
    read_answer,
    wants_wider,
    wider_request,
)
from evaluator.configuration import Generator
from evaluator.model.request import ModelRequest
from evaluator.running.asking import Asker
from evaluator.running.case import RunCase
from evaluator.running.exchange import Exchange, exchange_all
from evaluator.running.material import Material
from evaluator.running.writer import StoreWriter
from labels.case import Retrieved
from labels.run import Answered, Failed
from labels.store import runs


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A question with its passages, as a request."""

    case: RunCase
    request: ModelRequest
    hits: Sequence[Hit]
    widened: bool = False
    before: Answered | None = None
    """The refusal that the wider retrieval follows: it stands where that fails."""


async def answer_offline(cases: Sequence[RunCase], material: Material, writer: StoreWriter) -> None:
    """Answer the cases whose configuration needs no model, and store the answers."""
    for case in cases:
        configuration, asked = case.configuration, case.question.question
        hits, widened = material.retrieve(asked, configuration.k), False
        text = extractive_answer(asked, hits)
        if wants_wider(text, configuration.k, configuration):
            hits, widened = material.retrieve(asked, configuration.most_passages), True
            text = extractive_answer(asked, hits)
        case.answered = _answered(case, read_answer(text), hits, widened=widened, seq=None)

    def change(connection: sqlite3.Connection) -> None:
        for case in cases:
            if case.answered is not None:
                runs.record_answer(connection, case.answered)

    await writer.write(change)


async def answer_by_model(cases: Sequence[RunCase], material: Material, asker: Asker) -> None:
    """Answer the other cases: a first round, and a second one for what was refused."""
    wider: list[Asking] = []

    def store(connection: sqlite3.Connection, exchange: Exchange[Asking]) -> None:
        asking, answer = exchange.asked, _read(exchange)
        if answer is None:
            runs.record_failure(connection, _failed(asking.case, exchange))
            # Where the wider retrieval brought an answer that cannot be used, the refusal stands;
            # where it brought none, the case is missing and is asked again another time.
            answered = asking.before if exchange.seq is not None else None
        elif following := _following(asking, answer, exchange, material):
            wider.append(following)
            return
        else:
            answered = _answered(
                asking.case, answer, asking.hits, widened=asking.widened, seq=exchange.seq
            )
        if answered is not None:
            asking.case.answered = answered
            runs.record_answer(connection, answered)

    first = [first_asking(case, material) for case in cases]
    await exchange_all(asker, "generate", "Answers", first, None, store)
    if wider:
        await exchange_all(asker, "generate", "Wider retrieval", wider, None, store)


def first_asking(case: RunCase, material: Material) -> Asking:
    """A case's first request."""
    hits = material.retrieve(case.question.question, case.configuration.k)
    request = generation_request(case.question.question, hits, case.configuration)
    return Asking(case=case, request=request, hits=hits)


def wider_asking(
    asking: Asking, answer: Answer, seq: int | None, material: Material
) -> Asking | None:
    """The request of the wider retrieval; None where the answer stands."""
    case, configuration = asking.case, asking.case.configuration
    if not wants_wider(answer.text, configuration.k, configuration):
        return None
    question = case.question.question
    hits = material.retrieve(question, configuration.most_passages)
    request = wider_request(question, asking.hits, hits, configuration)
    if request is None:
        return None
    refusal = _answered(case, answer, asking.hits, widened=False, seq=seq)
    return Asking(case=case, request=request, hits=hits, widened=True, before=refusal)


def stand_in(case: RunCase, answer: Answer, hits: Sequence[Hit]) -> Answered:
    """An answer for counting only: nothing of it is stored."""
    return _answered(case, answer, hits, widened=False, seq=None)


def is_offline(case: RunCase) -> bool:
    """Whether a case's configuration needs no model."""
    return case.configuration.generator is Generator.EXTRACTIVE


def _read(exchange: Exchange[Asking]) -> Answer | None:
    return None if exchange.reply is None else read_answer(exchange.reply.text)


def _following(
    asking: Asking, answer: Answer, exchange: Exchange[Asking], material: Material
) -> Asking | None:
    return None if asking.widened else wider_asking(asking, answer, exchange.seq, material)


def _answered(
    case: RunCase, answer: Answer, hits: Sequence[Hit], *, widened: bool, seq: int | None
) -> Answered:
    return Answered(
        run=case.run,
        case_id=case.question.id,
        config=case.configuration.name,
        question=case.question.question,
        answerable=case.question.answerable,
        ground_truth=tuple(dict.fromkeys(one.passage for one in case.question.supports)),
        answer=answer.text,
        refused=answer.refused,
        widened=widened,
        retrieved=tuple(
            Retrieved(passage_id=hit.passage.id, rank=hit.rank, score=hit.score) for hit in hits
        ),
        request_seq=seq,
        written_by=case.question.written_by,
        drafted_by=case.question.drafted_by,
    )


def _failed(case: RunCase, exchange: Exchange[Asking]) -> Failed:
    return Failed(
        run=case.run,
        case_id=case.question.id,
        stage="generate",
        cause=exchange.cause,
        detail=exchange.detail,
        request_seq=exchange.seq,
    )
