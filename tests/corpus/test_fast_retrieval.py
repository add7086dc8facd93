"""The fast index: the reference's hits, scores and ties, on whatever corpus."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus import chunking, fast_retrieval
from corpus.document import Passage
from corpus.fast_retrieval import FastIndex
from corpus.readers.detect import read
from corpus.retrieval import Index
from corpus.tokenisers import TOKENISERS, Tokeniser

WORDS = st.sampled_from(
    ["rent", "rents", "carrier", "tenant", "1,250.00", "the", "U.S.C.", "duty", "a", "§", "--"]
)
TEXTS = st.lists(WORDS, max_size=8).map(" ".join)


def passages(texts: list[str]) -> list[Passage]:
    return [
        Passage(document_id=f"d{i % 3}", index=i, start=0, end=len(text), text=text, part="text")
        for i, text in enumerate(texts)
    ]


@settings(max_examples=150)
@given(
    st.lists(TEXTS, max_size=24),
    TEXTS,
    st.sampled_from([1, 5, 100]),
    st.sampled_from([None, None, "d0", "absent"]),
    st.sampled_from([None, None, frozenset({"d0", "d2"}), frozenset()]),
    st.sampled_from([(1.5, 0.75), (0.9, 0.4), (1.2, 0.0), (2.0, 1.0)]),
    st.sampled_from(list(TOKENISERS.values())),
    st.sampled_from([1, 3, 20_000]),
)
def test_both_indexes_give_the_same_hits_scores_and_ties(
    texts: list[str],
    query: str,
    k: int,
    document: str | None,
    within: frozenset[str] | None,
    parameters: tuple[float, float],
    tokeniser: Tokeniser,
    block: int,
) -> None:
    reference = Index(passages(texts), *parameters, tokeniser)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast_retrieval, "BLOCK", block)
        fast = FastIndex(passages(texts), *parameters, tokeniser)
    expected = reference.search(query, k, document, within=within)
    assert fast.search(query, k, document, within=within) == expected
    seen = {hit.passage.document_id for hit in expected}
    assert within is None or seen <= within
    assert document is None or seen <= {document}


@pytest.mark.shared
def test_both_give_the_same_hits_on_real_opinions(shared_data: Path) -> None:
    real = [
        passage
        for source in read(shared_data / "scotus")
        for passage in chunking.passages(source.document, 350)
    ]
    reference, fast = Index(real, 1.5, 0.75), FastIndex(iter(real), 1.5, 0.75)
    for query in ("duty of care", "the standing of a state to sue under Article III", "§ 1983"):
        assert fast.search(query, 20) == reference.search(query, 20)


def test_it_says_which_engine_and_which_form_of_idf() -> None:
    assert "bm25s" in FastIndex([], 1.5, 0.75).describe()
    assert "Lucene" in FastIndex(passages(["rent"]), 1.5, 0.75).describe()
