"""Golden questions of a synthetic practice: what they are worth, and where their answers stand."""

import re
from collections import Counter
from functools import cache

import pytest

from corpus.chunking import passages
from corpus.document import Document, Passage
from corpus.restriction import admits
from corpus.retrieval import Index
from corpus.settings import Retrieval
from corpus.synthetic.fact import EXACT, QueryClass
from corpus.synthetic.practice import Practice
from labels.golden import GoldenQuestion
from labels.synthetic.questions import (
    LARGE,
    SMALL,
    Amount,
    absent_fact,
    isolation,
    questions,
)

WORDS = 350


@cache
def small(seed: int) -> tuple[dict[str, Document], dict[str, Passage], list[GoldenQuestion]]:
    """A practice of eight matters: documents and passages by id, and its questions."""
    practice = Practice(seed, 8)
    documents = {one.document.id: one.document for one in practice.documents()}
    cut = {p.id: p for document in documents.values() for p in passages(document, WORDS)}
    return documents, cut, list(questions(practice, SMALL, WORDS))


def test_seventy_two_of_a_small_practice() -> None:
    _, _, asked = small(1)
    assert [one.id for one in asked] == [f"g{number:03}" for number in range(1, 73)]
    assert Counter(one.answerable for one in asked) == {True: 63, False: 9}
    present = Counter(one.query_class for one in asked if one.answerable)
    assert present == dict.fromkeys(QueryClass, 8) | {QueryClass.TWIN: 7}
    absent = Counter(one.query_class for one in asked if not one.answerable)
    assert set(absent) == set(QueryClass) - {QueryClass.TWIN}
    assert len({one.question for one in asked}) == len(asked)


def test_fifty_of_a_large_one_go_through_all_of_it() -> None:
    practice = Practice(1, 300)
    asked = list(questions(practice, LARGE, WORDS))
    assert Counter(one.answerable for one in asked) == {True: 43, False: 7}
    assert {one.query_class for one in asked} == set(QueryClass)
    matters = [
        int(one.supports[0].passage[1:6])
        for one in asked
        if one.answerable and one.supports[0].passage.startswith("m")
    ]
    assert matters == sorted(matters)
    assert matters[0] < 10
    assert matters[-1] > 285


@pytest.mark.parametrize("seed", [1, 2])
def test_each_support_is_verbatim_in_its_passage_and_on_its_page(seed: int) -> None:
    documents, cut, asked = small(seed)
    for one in asked:
        assert one.answerable == bool(one.supports)
        for support in one.supports:
            passage = cut[support.passage]
            document = documents[passage.document_id]
            assert support.start is not None
            assert support.end is not None
            assert document.text[support.start : support.end] == support.quote
            assert passage.start <= support.start < support.end <= passage.end
            assert support.page == document.page_at(support.start) is not None


def test_a_machine_made_them_and_they_say_so() -> None:
    _, _, asked = small(2)
    assert {(one.written_by, one.author) for one in asked} == {
        ("machine", "crosssource corpus synth --seed 2")
    }
    assert all(one.reference for one in asked)
    assert {one.difficulty for one in asked} == {"easy", "medium", "hard"}


def test_what_is_absent_is_in_no_document_of_the_default_practice() -> None:
    practice = Practice(1, 50)
    keys = [absent_fact(practice, number, LARGE).key for number in range(LARGE.absent)]
    keys += [absent_fact(Practice(1, 8), number, SMALL).key for number in range(SMALL.absent)]
    sought = re.compile("|".join(rf"{re.escape(key)}(?![\w])" for key in keys), re.IGNORECASE)
    for one in practice.documents():
        assert not sought.search(one.document.text), one.document.id


def test_a_question_does_not_copy_its_passage() -> None:
    """No run of six words; a statute's citation with its heading is one name, and copied whole."""
    _, _, asked = small(1)
    for one in asked:
        words = re.findall(r"\w+", one.question.lower())
        runs = [" ".join(words[at : at + 6]) for at in range(len(words) - 5)]
        for support in one.supports:
            quote = " ".join(re.findall(r"\w+", support.quote.lower()))
            if one.query_class != QueryClass.STATUTE_CITATION:
                assert [run for run in runs if run in quote] == [], one.question


@pytest.mark.parametrize("seed", [1, 2])
def test_the_shipped_search_finds_them_among_the_first_five(seed: int) -> None:
    _, cut, asked = small(seed)
    settings = Retrieval()
    index = Index(list(cut.values()), k1=settings.k1, b=settings.b)
    found = {
        one.id: any(
            hit.passage.id == one.supports[0].passage for hit in index.search(one.question, 5)
        )
        for one in asked
        if one.answerable
    }
    assert sum(found.values()) / len(found) >= 0.98
    assert all(found[one.id] for one in asked if one.answerable and one.query_class in EXACT)


@pytest.mark.parametrize("words", [60, 900])
def test_passages_of_another_length_split_no_support(words: int) -> None:
    practice = Practice(4, 8)
    cut = {
        passage.id: passage
        for one in practice.documents()
        for passage in passages(one.document, words)
    }
    for one in questions(practice, Amount(present=24, absent=1), words):
        for support in one.supports:
            assert support.quote in cut[support.passage].text


def test_isolation_checks_lead_out_of_the_matter() -> None:
    """Without the restriction each finds what it must not see; within, what it names."""
    documents, cut, _ = small(1)
    first, second = isolation(Practice(1, 8), WORDS)
    assert first.within == second.within == {"matter": "M-00000"}
    settings = Retrieval()
    everywhere = Index(list(cut.values()), k1=settings.k1, b=settings.b)
    inside = [
        passage
        for passage in cut.values()
        if admits(first.within, documents[passage.document_id].metadata)
    ]
    within = Index(inside, k1=settings.k1, b=settings.b)
    assert [hit.passage.id for hit in everywhere.search(first.question, 1)] == [
        one.passage for one in first.elsewhere
    ]
    assert first.supports == ()
    assert second.elsewhere[0].passage not in {passage.id for passage in inside}
    seen = [hit.passage.id for hit in within.search(second.question, 5)]
    assert second.supports[0].passage in seen
    trials = {
        hit.passage.document_id.split("-")[0] for hit in everywhere.search(second.question, 30)
    }
    assert len(trials) > 1
