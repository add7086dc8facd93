"""What a run costs: 25 questions under two configurations need at most 150 calls of a model."""

from collections.abc import Iterator

import pytest

from corpus.answers.claims import claim_spans
from corpus.chunking import passages
from corpus.document import Passage
from corpus.retrieval import Index
from evaluator.answering.generation import (
    generation_request,
    is_refusal,
    wants_wider,
    wider_request,
)
from evaluator.claims.analysis import Subject, analysis_request, rule_claims
from evaluator.configuration import Configuration, Generator, ModelUse
from evaluator.judges.anthropic import AnthropicJudge
from evaluator.judges.lexical import LexicalJudge
from evaluator.judges.offline import LexicalRunJudge
from evaluator.judges.protocol import OfflineJudge, RequestJudge
from evaluator.judges.support_search import SearchTask, search_tasks
from evaluator.model.request import ModelRequest
from evaluator.prompts.shipped import prompt
from evaluator.study import shipped
from labels import rubric
from labels.case import AtomicClaim
from labels.item import Citation, Item
from labels.outcome import Support
from labels.verdict import Verdict

USE = ModelUse(model="m-1")
MODEL: RequestJudge = AnthropicJudge(
    use=USE,
    rubric=rubric.shipped(),
    host="api.example",
    prompt=prompt("judge"),
    search_prompt=prompt("support_search"),
)
LEXICAL: OfflineJudge = LexicalRunJudge(LexicalJudge())
CORPUS = {
    passage.id: passage
    for document in shipped.corpus()
    for passage in passages(document, shipped.PASSAGE_WORDS)
}
INDEX = Index(list(CORPUS.values()), k1=1.5, b=0.75)
TRUTH = {(t.config, t.case_id, t.claim_id, t.citation): t for t in shipped.truth()}


def _configuration(name: str) -> Configuration:
    return Configuration(
        name=name,
        generator=Generator.ANTHROPIC,
        model="m-1",
        prompt=prompt(name),
        k=shipped.RETRIEVED,
        chunk_words=shipped.PASSAGE_WORDS,
    )


def _generations(answer: shipped.ShippedAnswer) -> Iterator[ModelRequest]:
    configuration = _configuration(answer.config)
    hits = INDEX.search(answer.question, configuration.k)
    yield generation_request(answer.question, hits, configuration)
    if wants_wider(answer.answer, configuration.k, configuration):
        wider = INDEX.search(answer.question, configuration.most_passages)
        request = wider_request(answer.question, hits, wider, configuration)
        if request is not None:
            yield request


def _citations(answer: shipped.ShippedAnswer, claims: tuple[AtomicClaim, ...]) -> list[Citation]:
    return [
        Citation(
            run=answer.config,
            case_id=answer.case_id,
            claim_id=claim.claim_id,
            item=Item(question=answer.question, claim=claim.text, passage=CORPUS[cited].text),
            answer=answer.answer,
            cited=cited,
            source="",
            config=answer.config,
            importance=claim.importance,
            fields={},
        )
        for claim in claims
        for cited in claim.citations
    ]


def _planted(citation: Citation) -> Verdict:
    """The verdict of a judge that is right; what the study calls a bug passes for unsupported."""
    key = (citation.config, citation.case_id, citation.claim_id, citation.cited)
    truth = TRUTH.get(key)
    support = (truth.choice.support if truth else None) or Support.UNSUPPORTED
    return Verdict(citation=citation, judge=MODEL.identity, support=support)


def _searches(
    answer: shipped.ShippedAnswer, claims: tuple[AtomicClaim, ...], verdicts: list[Verdict]
) -> list[SearchTask]:
    retrieved: list[Passage] = [
        hit.passage for hit in INDEX.search(answer.question, shipped.RETRIEVED)
    ]
    return search_tasks(
        claims,
        verdicts,
        retrieved,
        INDEX,
        run=answer.config,
        case_id=answer.case_id,
        question=answer.question,
    )


@pytest.mark.parametrize("judge", ["planted truth", "lexical"])
def test_a_run_of_the_demos_shape_needs_at_most_150_calls(judge: str) -> None:
    generations: list[ModelRequest] = []
    analyses: list[ModelRequest] = []
    judgings: list[ModelRequest] = []
    tasks: list[SearchTask] = []
    answers = shipped.answers()
    for answer in answers:
        generations += _generations(answer)
        if is_refusal(answer.answer):
            continue
        spans = claim_spans(answer.answer).claims
        subject = Subject(
            question=answer.question, answer=answer.answer, spans=spans, reference="x"
        )
        analyses.append(analysis_request(subject, USE, prompt("analyse")))
        claims = rule_claims(spans)
        citations = _citations(answer, claims)
        judgings += [request.request for request in MODEL.requests(citations)]
        judged = _planted if judge == "planted truth" else LEXICAL.verdict
        tasks += _searches(answer, claims, [judged(citation) for citation in citations])
    searches = [request.request for request in MODEL.search_requests(tasks)]
    assert len(answers) == 50
    assert len(analyses) <= 50
    assert len(judgings) == len(analyses)
    total = [*generations, *analyses, *judgings, *searches]
    assert len(total) <= 150
    # none is asked twice, and none is larger than a model's window
    assert len({request.cache_key for request in total}) == len(total)
    assert max(len(request.messages[0].text) for request in total) < 200_000
