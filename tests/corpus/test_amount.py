"""Counts in sentences: one is one."""

import pytest

from corpus import amount


@pytest.mark.parametrize(
    ("count", "plural", "said"),
    [
        (1, "errors", "1 error"),
        (2, "errors", "2 errors"),
        (1, "rows that people accepted", "1 row that people accepted"),
        (1, "not scored", "1 not scored"),
        (0, "values outside the scale", "0 values outside the scale"),
        (1_200, "averages of scores", "1,200 averages of scores"),
    ],
)
def test_one_is_one(count: int, plural: str, said: str) -> None:
    assert amount.of_plural(count, plural) == said


def test_a_count_agrees_with_its_verb() -> None:
    assert amount.being(1, "label") == "1 label is"
    assert amount.being(1_000, "label") == "1,000 labels are"
