"""The vocabulary: what is compared with what."""

import pytest

from labels.outcome import Category, Choice, Outcome, Support


@pytest.mark.parametrize(
    ("support", "category", "outcome"),
    [
        (Support.SUPPORTED, None, Outcome.SUPPORTED),
        (Support.PARTIAL, None, Outcome.PARTIAL),
        (Support.PARTIAL, Category.WRONG_DOCUMENT, Outcome.PARTIAL),
        (Support.UNSUPPORTED, Category.WRONG_DOCUMENT, Outcome.WRONG_DOCUMENT),
        # Nobody said why: a row of its own, never guessed.
        (Support.UNSUPPORTED, None, Outcome.UNCATEGORISED),
    ],
)
def test_an_outcome_is_made_of_support_and_category(
    support: Support, category: Category | None, outcome: Outcome
) -> None:
    assert Outcome.of(support, category) is outcome
    assert outcome.support is support


def test_the_scale_is_ordered() -> None:
    assert [support.rank for support in Support] == [2, 1, 0]


def test_cannot_judge_and_harness_bug_are_on_no_scale() -> None:
    assert [choice.support for choice in Choice][-2:] == [None, None]
    assert Choice.PARTIAL.support is Support.PARTIAL
