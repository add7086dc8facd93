"""The measures, each held against a calculation by hand."""

from math import log2

import pytest

from reports.retrieval.measures import DEPTH, scores


def test_the_first_answer_counts_for_the_rank_and_each_for_the_share() -> None:
    got = scores({"q": {"a": 1, "b": 1}}, {"q": ["x", "a", "y", "b"]}, (1, 3, 5))["q"]
    assert got.any == {1: False, 3: True, 5: True}
    assert got.share == {1: 0.0, 3: 0.5, 5: 1.0}
    assert got.reciprocal_rank == 0.5
    # Gains at ranks 2 and 4, over gains at ranks 1 and 2.
    assert got.ndcg == pytest.approx((1 / log2(3) + 1 / log2(5)) / (1 + 1 / log2(3)))


def test_grades_weigh_in_ndcg_and_nowhere_else() -> None:
    got = scores({"q": {"best": 2, "good": 1}}, {"q": ["good", "best"]}, (1,))["q"]
    assert got.ndcg == pytest.approx((1 + 2 / log2(3)) / (2 + 1 / log2(3)))
    assert got.reciprocal_rank == 1.0
    assert got.share == {1: 0.5}


def test_the_order_that_was_given_stands_whatever_the_names() -> None:
    """trec_eval puts ties by name, the last one first."""
    for names in (["a", "z"], ["z", "a"]):
        got = scores({"q": {names[1]: 1}}, {"q": names}, (1,))["q"]
        assert got.reciprocal_rank == 0.5
        assert got.any == {1: False}


def test_a_passage_that_comes_again_is_counted_once_where_it_was_first() -> None:
    got = scores({"q": {"a": 1, "b": 1}}, {"q": ["a", "a", "a", "b"]}, (1, 2))["q"]
    assert got.share == {1: 0.5, 2: 1.0}
    assert got.ndcg == 1.0


@pytest.mark.parametrize("found", [{}, {"q": []}, {"q": ["x"]}])
def test_a_question_that_found_nothing_counts_as_nothing(found: dict[str, list[str]]) -> None:
    got = scores({"q": {"a": 1}, "r": {"b": 1}}, {"r": ["b"]} | found, (1,))
    assert (got["q"].any[1], got["q"].share[1]) == (False, 0.0)
    assert (got["q"].reciprocal_rank, got["q"].ndcg) == (0.0, 0.0)
    assert got["r"].ndcg == 1.0


def test_a_rank_beyond_the_depth_is_none_though_a_greater_k_finds_it() -> None:
    far = [f"x{n}" for n in range(DEPTH)]
    got = scores({"q": {"a": 1}}, {"q": [*far, "a"]}, (DEPTH, 200))["q"]
    assert got.any == {DEPTH: False, 200: True}
    assert got.reciprocal_rank == 0.0
    last = scores({"q": {"a": 1}}, {"q": [*far[1:], "a"]}, (DEPTH,))["q"]
    assert last.reciprocal_rank == pytest.approx(1 / DEPTH)
