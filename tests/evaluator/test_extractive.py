"""The offline generator: the same answer every time, out of the passages, cited."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.answers.claims import claim_spans
from corpus.answers.markers import parse_markers
from corpus.chunking import passages
from corpus.document import Passage
from corpus.retrieval import Hit, Index
from evaluator.answering.extractive import MOST_SENTENCES, extractive_answer
from evaluator.answering.generation import REFUSAL, is_refusal
from evaluator.study import shipped


def _hit(text: str, index: int = 0) -> Hit:
    passage = Passage(
        document_id="doc", index=index, start=0, end=len(text), text=text, part="text"
    )
    return Hit(passage, 1.0, index + 1)


DEPOSIT = (
    "The landlord must return the deposit within twenty-one days. Pears are kept cold in rooms."
)


@pytest.mark.parametrize(
    ("question", "texts", "answer"),
    [
        (
            "When must the landlord return the deposit?",
            [DEPOSIT],
            "The landlord must return the deposit within twenty-one days [doc:0].",
        ),
        # a second sentence for words that the first lacks
        (
            "Does the landlord return the deposit with interest and who pays for the delay?",
            ["The landlord must return the deposit with interest.", "The tenant pays the delay."],
            "The landlord must return the deposit with interest [doc:0]. "
            "The tenant pays the delay [doc:1].",
        ),
        # too little in common
        ("What does the statute of frauds say of goods?", [DEPOSIT], REFUSAL),
        ("What?", [DEPOSIT], REFUSAL),
        ("When must the landlord return the deposit?", [], REFUSAL),
        # a passage that would cite something else
        ("Where are pears kept cold?", ["Pears are kept cold in the rooms [other:9]."], REFUSAL),
    ],
)
def test_extractive_answer(question: str, texts: list[str], answer: str) -> None:
    hits = [_hit(text, number) for number, text in enumerate(texts)]
    assert extractive_answer(question, hits) == answer


def test_on_the_shipped_study_every_sentence_is_cited_and_from_its_passage() -> None:
    corpus = [passage for document in shipped.corpus() for passage in passages(document, 350)]
    index = Index(corpus, k1=1.5, b=0.75)
    texts = {passage.id: " ".join(passage.text.split()) for passage in corpus}
    refused = 0
    for question in {answer.question for answer in shipped.answers()}:
        hits = index.search(question, 5)
        answer = extractive_answer(question, hits)
        assert answer == extractive_answer(question, hits)
        if is_refusal(answer):
            refused += 1
            continue
        assert 1 <= len(parse_markers(answer).markers) <= MOST_SENTENCES
        for claim in claim_spans(answer).claims:
            assert claim.text in texts[claim.cited[0]]
    assert 1 <= refused <= 5


@settings(max_examples=50)
@given(st.text(), st.lists(st.text(), max_size=3))
def test_any_text_gets_an_answer(question: str, texts: list[str]) -> None:
    hits = [_hit(text, number) for number, text in enumerate(texts)]
    assert extractive_answer(question, hits) == extractive_answer(question, hits)
