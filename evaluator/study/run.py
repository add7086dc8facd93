"""The shipped answers as runs: what a person gets who asks for nothing else.

The answers and their claims ship, faults and all; from there on it is a run like any other, with
the lexical judge. Run again, it finds everything done.
"""

import asyncio
import sqlite3
from collections.abc import Iterator

from corpus.hashes import text_hash
from corpus.settings import TEMPLATE, Chunking, Retrieval, Settings
from corpus.workspace import Workspace
from evaluator.answering.extractive import extractive
from evaluator.judges.lexical import LexicalJudge
from evaluator.judges.offline import LexicalRunJudge
from evaluator.running import material as materials
from evaluator.running.case import RunCase
from evaluator.running.material import Material
from evaluator.running.runner import finish
from evaluator.running.writer import StoreWriter
from evaluator.study import shipped
from labels.case import AtomicClaim, ClaimKind, Retrieved
from labels.item import Citation
from labels.run import Analysed, Answered
from labels.store import runs


def settings() -> Settings:
    """What the study sets: passages of a few sentences, and so more of them for a question."""
    return Settings(
        chunking=Chunking(words=shipped.PASSAGE_WORDS), retrieval=Retrieval(k=shipped.RETRIEVED)
    )


def settings_text() -> str:
    """The study's `crosssource.toml`: a new study's, with what `settings` has."""
    default, own = Settings(), settings()
    text = TEMPLATE
    for old, new in (
        (f"words = {default.chunking.words}", f"words = {own.chunking.words}"),
        (f"k = {default.retrieval.k}", f"k = {own.retrieval.k}"),
    ):
        width = max(len(old), len(new))
        text = text.replace(f"\n{old:{width}} ", f"\n{new:{width}} ", 1)
    return text


def run_shipped(workspace: Workspace) -> list[tuple[Citation, shipped.Truth]]:
    """Judge the shipped answers; every citation with its planted truth.

    Args:
        workspace: with the shipped documents and golden questions in it.

    Raises:
        InputError: it has other runs of these names.
    """
    material = materials.load(workspace, settings())
    cases = list(_cases(material))
    with StoreWriter(workspace) as writer:
        asyncio.run(_run(cases, material, writer))
    truths = {
        (truth.config, truth.case_id, truth.claim_id, truth.citation): truth
        for truth in shipped.truth()
    }
    return [
        (one, truths[one.run, one.case_id, one.claim_id, one.cited])
        for case in cases
        for one in case.citations
    ]


async def _run(cases: list[RunCase], material: Material, writer: StoreWriter) -> None:
    answers = text_hash(repr(shipped.answers()))

    def change(connection: sqlite3.Connection) -> None:
        for name in shipped.CONFIGURATIONS:
            settings = {"configuration": "shipped", "answers": answers}
            runs.declare(connection, name, settings | {"corpus": material.corpus_revision})
        for case in cases:
            if case.answered is not None:
                runs.record_answer(connection, case.answered)
            if case.analysed is not None:
                runs.record_analysis(connection, case.analysed)

    await writer.write(change)
    judge = LexicalRunJudge(LexicalJudge())
    await finish(shipped.CONFIGURATIONS, cases, material, judge, writer, None)


def _cases(material: Material) -> Iterator[RunCase]:
    questions = {question.id: question for question in material.questions}
    retrieval = material.settings.retrieval
    for one in shipped.answers():
        question = questions[one.case_id]
        hits = material.retrieve(one.question, retrieval.k)
        answered = Answered(
            run=one.config,
            case_id=one.case_id,
            config=one.config,
            question=one.question,
            answerable=question.answerable,
            ground_truth=tuple(dict.fromkeys(support.passage for support in question.supports)),
            answer=one.answer,
            refused=one.answer == shipped.REFUSAL,
            widened=False,
            retrieved=tuple(
                Retrieved(passage_id=hit.passage.id, rank=hit.rank, score=hit.score) for hit in hits
            ),
            request_seq=None,
            written_by=question.written_by,
            drafted_by=question.drafted_by,
        )
        yield RunCase(
            run=one.config,
            configuration=extractive(one.config, k=retrieval.k, chunk_words=shipped.PASSAGE_WORDS),
            question=question,
            answered=answered,
            analysed=None if answered.refused else _analysed(one, answered),
        )


def _analysed(one: shipped.ShippedAnswer, answered: Answered) -> Analysed:
    """The claims as they ship: with the faults of the harness that cut them."""
    retrieved = {passage.passage_id for passage in answered.retrieved}
    cited = dict.fromkeys(cited for claim in one.claims for cited in claim.citations)
    return Analysed(
        run=one.config,
        case_id=one.case_id,
        method="shipped",
        claims=tuple(_claim(claim, one.answer) for claim in one.claims),
        unknown_citations=(),
        not_retrieved=tuple(passage for passage in cited if passage not in retrieved),
        duplicate_citations=0,
        quotes=(),
        relevance=None,
        contradicts_reference=None,
        request_seq=None,
    )


def _claim(claim: shipped.ShippedClaim, answer: str) -> AtomicClaim:
    start = answer.index(claim.claim)
    return AtomicClaim(
        claim_id=claim.claim_id,
        text=claim.claim,
        start=start,
        end=start + len(claim.claim),
        kind=ClaimKind.FACTUAL,
        importance=claim.importance,
        citations=claim.citations,
    )
