"""The line of progress, from counts and times alone."""

import pytest

from annotator.labelling.progress import Progress, pace


def line(done: int, total: int, deferred: int = 0, seconds: float | None = None) -> str:
    made = Progress(
        done=done, total=total, items=total, deferred=deferred, pace=seconds, census=False
    )
    return made.words()


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (line(12, 60, 2, 38), "12 of 60 done · 2 put off · 38 s an item · about 30 min left"),
        (line(0, 60), "0 of 60 done"),
        (line(60, 60, 0, 38), "60 of 60 done"),
        (line(1234, 10_000), "1,234 of 10,000 done"),
        # 55 items at 0.4 s are 22 s: under a minute is told as one.
        (line(5, 60, 0, 0.4), "5 of 60 done · under 1 s an item · about 1 min left"),
        # 100 at 3 min are 5 h.
        (line(0, 100, 0, 180), "0 of 100 done · 3 min an item · about 5 h left"),
        # 30 at 150 s are 75 min.
        (line(0, 30, 0, 150), "0 of 30 done · 2 min an item · about 1 h 15 min left"),
    ],
)
def test_words(told: str, words: str) -> None:
    assert told == words


def test_the_pace_is_a_median_from_five_on() -> None:
    assert pace([1, 2, 3, 4]) is None
    assert pace([1, 600, 2, 3, 600]) == 3


def test_second_labels_show_nothing_and_are_left_out_in_proportion() -> None:
    made = Progress(done=25, total=25, items=20, deferred=0, pace=None, census=False)
    assert (
        made.at_best()
        == Progress(done=20, total=20, items=20, deferred=0, pace=None, census=False).at_best()
    )
    assert "20 labels" in made.at_best()
