"""One spelling for every number."""

import pytest

from evaluator.judges.figures import figures


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$17,200", ["17200"]),
        ("17,200.00", ["17200"]),  # cents that are none
        ("a rate of 3.50 percent", ["3.5"]),
        ("thirty (30) days", ["30"]),  # the same number twice
        ("forty-three days", ["43"]),
        ("the twenty-sixth day", ["26"]),
        ("on the 163rd day", ["163"]),
        ("sixty-first", ["61"]),
        ("no one, at first", []),  # a pronoun and an adverb
        ("thirtyfold, tenant, often", []),  # inside words
        ("section 41-306", ["41", "306"]),
        ("at 007", ["7"]),
        ("0", ["0"]),
        ("on March 3, 2012, and", ["3", "2012"]),  # a comma that ends the number
        ("", []),
    ],
)
def test_figures(text: str, expected: list[str]) -> None:
    assert figures(text) == expected
