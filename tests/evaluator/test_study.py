"""The shipped study is what it says it is: every id, offset, count and truth row holds."""

import json
from collections import Counter
from typing import Any

import pytest

from corpus.chunking import passages
from corpus.document import Passage
from evaluator.study import shipped
from evaluator.study.shipped import ShippedAnswer, Truth
from labels.outcome import Category, Choice, HarnessBug


@pytest.fixture(scope="module")
def cut() -> dict[str, Passage]:
    return {
        passage.id: passage
        for document in shipped.corpus()
        for passage in passages(document, shipped.PASSAGE_WORDS)
    }


@pytest.fixture(scope="module")
def golden() -> list[dict[str, Any]]:
    return [json.loads(line) for line in shipped.golden_text().splitlines()]


@pytest.fixture(scope="module")
def answers() -> list[ShippedAnswer]:
    return shipped.answers()


@pytest.fixture(scope="module")
def truth() -> list[Truth]:
    return shipped.truth()


def test_ten_documents_of_some_twenty_passages(cut: dict[str, Passage]) -> None:
    counts = Counter(passage.document_id for passage in cut.values())
    assert len(counts) == len(shipped.documents()) == 10
    assert all(17 <= count <= 25 for count in counts.values())
    assert all(700 <= len(document.text.split()) <= 1400 for document in shipped.corpus())


def test_a_cited_passage_is_a_few_sentences(cut: dict[str, Passage], truth: list[Truth]) -> None:
    lengths = [len(cut[row.citation].text.split()) for row in truth]
    assert 25 <= min(lengths) <= max(lengths) <= 70
    assert sum(lengths) / len(lengths) < 50


def test_document_ids_can_stand_in_a_marker() -> None:
    for document in shipped.corpus():
        assert not set(document.id) & set(" []:,;\t\n")


def test_parts_cover_the_text_and_two_documents_have_a_dissent() -> None:
    for document in shipped.corpus():
        kept = "".join(document.text[part.start : part.end] for part in document.parts)
        assert "".join(kept.split()) == "".join(document.text.split())
    dissents = [d.id for d in shipped.corpus() if [p.kind for p in d.parts][1:] == ["dissent"]]
    assert dissents == ["harrow-v-tidewater", "moody-v-ferriter"]


def test_golden_quotes_are_verbatim_and_inside_their_passage(
    golden: list[dict[str, Any]], cut: dict[str, Passage]
) -> None:
    texts = {document.id: document.text for document in shipped.corpus()}
    for question in golden:
        assert question["answerable"] == bool(question["supports"])
        assert question["written_by"] == "machine"
        for support in question["supports"]:
            passage = cut[support["passage"]]
            assert passage.start <= support["start"] < support["end"] <= passage.end
            text = texts[passage.document_id]
            assert text[support["start"] : support["end"]] == support["quote"]


def test_twenty_five_questions_of_which_four_are_absent(golden: list[dict[str, Any]]) -> None:
    assert [question["id"] for question in golden] == [f"g{n:02}" for n in range(1, 26)]
    assert sum(not question["answerable"] for question in golden) == 4


def test_each_configuration_answers_each_question(
    answers: list[ShippedAnswer], golden: list[dict[str, Any]]
) -> None:
    asked = {question["id"]: question["question"] for question in golden}
    assert [(a.config, a.case_id, a.question) for a in answers] == [
        (config, *item) for config in shipped.CONFIGURATIONS for item in asked.items()
    ]


def test_one_answered_absent_and_one_false_refusal(
    answers: list[ShippedAnswer], golden: list[dict[str, Any]]
) -> None:
    answerable = {question["id"] for question in golden if question["answerable"]}
    refused = {(a.config, a.case_id) for a in answers if a.answer == shipped.REFUSAL}
    assert {(a.config, a.case_id) for a in answers if not a.claims} == refused
    assert {pair for pair in refused if pair[1] in answerable} == {("strict", "g06")}
    absent = {(a.config, a.case_id) for a in answers if a.case_id not in answerable}
    assert absent - refused == {("baseline", "g22")}


def test_claims_and_markers_stand_in_the_answer(
    answers: list[ShippedAnswer], cut: dict[str, Passage]
) -> None:
    for answer in answers:
        for claim in answer.claims:
            assert claim.claim in answer.answer
            assert claim.importance in (1, 2, 3)
            for citation in claim.citations:
                assert citation in cut
                assert f"[{citation}]" in answer.answer


def test_every_citation_has_exactly_one_truth_row_in_order(
    answers: list[ShippedAnswer], truth: list[Truth]
) -> None:
    assert [(t.config, t.case_id, t.claim_id, t.citation) for t in truth] == [
        (answer.config, answer.case_id, claim.claim_id, citation)
        for answer in answers
        for claim in answer.claims
        for citation in claim.citations
    ]


def test_equal_items_have_equal_truth(answers: list[ShippedAnswer], truth: list[Truth]) -> None:
    claims = {
        (answer.config, answer.case_id, claim.claim_id): (answer.question, claim.claim)
        for answer in answers
        for claim in answer.claims
    }
    seen: dict[tuple[str, str, str], tuple[Choice, Category | None]] = {}
    for row in truth:
        item = (*claims[row.config, row.case_id, row.claim_id], row.citation)
        assert seen.setdefault(item, (row.choice, row.category)) == (row.choice, row.category)


def test_category_and_bug_go_with_their_choice(truth: list[Truth]) -> None:
    for row in truth:
        assert (row.category is not None) == (row.choice is Choice.UNSUPPORTED)
        assert (row.bug is not None) == (row.choice is Choice.HARNESS_BUG)
        assert row.note.endswith(".")


def test_quoted_reasons_are_in_the_passages_they_name(
    truth: list[Truth], cut: dict[str, Passage]
) -> None:
    for row in truth:
        if "“" not in row.note:
            continue
        quote = row.note[row.note.index("“") + 1 : row.note.rindex("”")]
        named = next((word for word in row.note.split() if word in cut), row.citation)
        assert quote in cut[named].text
        if row.category is Category.RIGHT_DOC_WRONG_PASSAGE:
            assert named != row.citation
            assert cut[named].document_id == cut[row.citation].document_id
        if row.category is Category.WRONG_DOCUMENT:
            assert cut[named].document_id != cut[row.citation].document_id


def test_counts_as_documented(truth: list[Truth]) -> None:
    def counts(config: str) -> dict[str, int]:
        return dict(Counter(row.category or row.choice for row in truth if row.config == config))

    assert counts("baseline") == {
        Choice.SUPPORTED: 55,
        Choice.PARTIAL: 11,
        Category.RIGHT_DOC_WRONG_PASSAGE: 8,
        Category.WRONG_DOCUMENT: 6,
        Category.UNSUPPORTED_CLAIM: 9,
        Choice.HARNESS_BUG: 3,
    }
    assert counts("strict") == {
        Choice.SUPPORTED: 72,
        Choice.PARTIAL: 7,
        Category.RIGHT_DOC_WRONG_PASSAGE: 1,
        Category.WRONG_DOCUMENT: 2,
        Category.UNSUPPORTED_CLAIM: 2,
        Choice.HARNESS_BUG: 3,
    }


def test_four_kinds_of_harness_bugs(truth: list[Truth]) -> None:
    assert Counter(row.bug for row in truth if row.bug) == {
        HarnessBug.EMPTY_CLAIM: 2,
        HarnessBug.CLAIM_FRAGMENT: 2,
        HarnessBug.PROMPT_LEAK: 1,
        HarnessBug.WRONG_CLAIM: 1,
    }
