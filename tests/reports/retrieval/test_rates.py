"""Figures over questions: their intervals, and where there is none."""

import pytest

from reports.rendering.wording import percent_range
from reports.retrieval.cells import limits
from reports.retrieval.rates import Method, mean_of_questions, share_of_questions


def test_a_share_has_wilsons_interval() -> None:
    rate = share_of_questions([True] * 9 + [False], level=0.95)
    # z = 1.96: centre (.9 + z^2/20) / (1 + z^2/10), half width z sqrt(.009 + z^2/400) / (same).
    assert rate.value == 0.9
    assert rate.low == pytest.approx(0.5958, abs=1e-4)
    assert rate.high == pytest.approx(0.9821, abs=1e-4)
    assert (rate.n, rate.method) == (10, Method.WILSON)


def test_where_every_question_is_found_there_is_still_room_for_one_that_is_not() -> None:
    assert share_of_questions([True] * 5, level=0.95).low == pytest.approx(0.5655, abs=1e-4)
    # Clopper and Pearson for 5 of 5: .025 ** (1 / 5).
    assert mean_of_questions([1.0] * 5, level=0.95).low == pytest.approx(0.025**0.2)


def test_a_mean_is_never_more_certain_than_as_many_yes_and_no() -> None:
    halves = mean_of_questions([0.5] * 20, level=0.95)
    assert halves.value == 0.5
    # Clopper and Pearson for 10 of 20.
    assert halves.low == pytest.approx(0.2720, abs=1e-4)
    assert halves.high == pytest.approx(0.7280, abs=1e-4)


def test_no_question_has_no_figure_and_one_has_no_interval() -> None:
    nothing = mean_of_questions([], level=0.95)
    assert (nothing.value, nothing.low, nothing.n) == (None, None, 0)
    assert nothing.why == share_of_questions([], level=0.95).why != ""
    one = mean_of_questions([0.5], level=0.95)
    assert (one.value, one.low, one.method) == (0.5, None, Method.NONE)
    assert "One question" in one.why


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 43, 1000])
def test_a_bound_that_is_0_or_1_is_so_exactly_and_is_written_so(n: int) -> None:
    for level in (0.8, 0.9, 0.95, 0.99):
        none = share_of_questions([False] * n, level=level)
        every = share_of_questions([True] * n, level=level)
        assert (none.low, every.high) == (0.0, 1.0)
        assert limits(none).startswith("0.0 to ")
        assert limits(every).endswith(" to 100.0 %")


def test_what_is_next_to_0_or_1_is_no_noise() -> None:
    assert percent_range(1e-17, 1 - 1e-16) == "0.0 to 100.0 %"
    assert percent_range(-1e-17, 1 + 1e-16) == "0.0 to 100.0 %"
    assert percent_range(1e-7, 1 - 1e-7) == "<0.1 to >99.9 %"
