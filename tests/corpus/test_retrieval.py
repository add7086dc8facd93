"""BM25: the reference's scores, and its pitfalls closed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from corpus.document import Passage
from corpus.retrieval import Index
from corpus.tokens import TOKENISER, tokenise


def passages(*texts: str, document: str = "d") -> list[Passage]:
    return [
        Passage(document_id=document, index=i, start=0, end=len(text), text=text, part="text")
        for i, text in enumerate(texts)
    ]


CARRIERS = passages(
    "The carrier delayed the shipment.",
    "The tenant paid the rent.",
    "A carrier, a carrier, and another carrier.",
    "The judge dissented.",
    "Rent was late, and the tenant left.",
    "Nothing of interest happened.",
)


def found(index: Index, query: str, k: int = 10) -> list[str]:
    return [hit.passage.id for hit in index.search(query, k)]


def test_scores_are_those_of_rank_bm25() -> None:
    index = Index(CARRIERS, k1=1.2, b=0.6)
    engine = BM25Okapi([tokenise(passage.text) for passage in CARRIERS], k1=1.2, b=0.6)
    hits = index.search("carrier's shipment", 10)
    expected = sorted(
        (score for score in engine.get_scores(tokenise("carrier's shipment")) if score > 0),
        reverse=True,
    )
    assert [hit.score for hit in hits] == pytest.approx(expected)
    assert [hit.rank for hit in hits] == [1, 2]


def test_only_passages_that_share_a_word_are_found() -> None:
    assert found(Index(CARRIERS, 1.5, 0.75), "tenants") == ["d:1", "d:4"]


def test_ties_are_in_passage_order_and_k_bounds() -> None:
    index = Index(
        passages("rent due", "rent due", "rent due", "a b", "c d", "e f", "g h"), 1.5, 0.75
    )
    assert found(index, "rent") == ["d:0", "d:1", "d:2"]
    assert found(index, "rent", 2) == ["d:0", "d:1"]


def test_one_document_alone() -> None:
    both = [*passages("rent here"), *passages("rent there", "nothing", document="e")]
    index = Index(both, 1.5, 0.75)
    assert [hit.passage.id for hit in index.search("rent", 10, "e")] == ["e:0"]
    assert index.search("rent", 10, "absent") == []


@pytest.mark.parametrize("query", ["", "   ", "the of", "?!", "unknown"])
def test_a_query_without_a_known_word_finds_nothing(query: str) -> None:
    assert Index(CARRIERS, 1.5, 0.75).search(query, 5) == []


@pytest.mark.parametrize("texts", [(), ("",), ("...", "the")])
def test_a_corpus_without_words_finds_nothing(texts: tuple[str, ...]) -> None:
    index = Index(passages(*texts), 1.5, 0.75)
    assert index.search("carrier", 5) == []
    assert "BM25" in index.describe()


def test_a_passage_without_words_divides_nothing_by_zero() -> None:
    index = Index(passages("---", "rent due", "tenant", "carrier"), 1.5, b=1.0)
    assert found(index, "rent") == ["d:1"]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_in_a_tiny_corpus_a_match_never_costs(count: int) -> None:
    """rank-bm25 gives a word of more than half of two passages a negative weight."""
    index = Index(passages(*["rent is due"] * count), 1.5, 0.75)
    hits = index.search("rent", 10)
    assert len(hits) == count
    assert all(hit.score > 0 for hit in hits)
    assert "Lucene" in index.describe()


def test_a_rarer_word_counts_more_in_a_tiny_corpus() -> None:
    index = Index(passages("rent due", "rent paid"), 1.5, 0.75)
    assert found(index, "rent paid") == ["d:1", "d:0"]


def test_the_description_names_all_that_a_figure_depends_on() -> None:
    text = Index(CARRIERS, 0.9, 0.4).describe()
    assert TOKENISER in text
    assert all(part in text for part in ("BM25 Okapi", "rank-bm25", "k1 0.9", "b 0.4"))


@settings(deadline=None)
@given(st.lists(st.text("abc .", max_size=12), max_size=8), st.text("abc ", max_size=8))
def test_every_search_is_sorted_and_positive(texts: list[str], query: str) -> None:
    hits = Index(passages(*texts), 1.5, 0.75).search(query, 5)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert all(score >= 0 for score in scores)
    assert all(set(tokenise(query)) & set(tokenise(hit.passage.text)) for hit in hits)
