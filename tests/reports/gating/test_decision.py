"""How an interval and a bound make an answer, and how answers make one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import ExitCode
from reports.gating.outcome import Answer, at_least, at_most, worst

SHARES = st.floats(0, 1)


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (0.00, 0.08, Answer.PASSED),
        (0.00, 0.10, Answer.PASSED),  # at the bound is at most the bound
        (0.11, 0.30, Answer.FAILED),
        (0.02, 0.30, Answer.OPEN),
        (0.10, 0.10, Answer.PASSED),  # a census has no width
        (0.101, 0.101, Answer.FAILED),
    ],
)
def test_less_is_better(low: float, high: float, answer: Answer) -> None:
    assert at_most(low, high, 0.10) is answer


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (0.80, 0.95, Answer.PASSED),
        (0.60, 0.79, Answer.FAILED),
        (0.75, 0.95, Answer.OPEN),
    ],
)
def test_more_is_better(low: float, high: float, answer: Answer) -> None:
    assert at_least(low, high, 0.80) is answer


def test_a_bound_is_met_but_for_rounding() -> None:
    assert 1 - 0.9 != 0.1
    assert at_most(0.0, 0.1 + 1e-16, 1 - 0.9) is Answer.PASSED
    assert at_least(0.1 + 0.2, 1.0, 0.3) is Answer.PASSED


@given(st.tuples(SHARES, SHARES), SHARES)
def test_an_interval_on_one_side_is_never_open(ends: tuple[float, float], bound: float) -> None:
    low, high = sorted(ends)
    answer = at_most(low, high, bound)
    if high <= bound:
        assert answer is Answer.PASSED
    elif low > bound + 1e-6:
        assert answer is Answer.FAILED
    elif low <= bound and high > bound + 1e-6:
        assert answer is Answer.OPEN


@given(st.tuples(SHARES, SHARES), SHARES, st.floats(0, 0.5))
def test_a_worse_interval_never_gives_a_better_answer(
    ends: tuple[float, float], bound: float, worse: float
) -> None:
    low, high = sorted(ends)
    rank = {Answer.PASSED: 0, Answer.OPEN: 1, Answer.FAILED: 2}
    before, after = at_most(low, high, bound), at_most(low + worse, high + worse, bound)
    assert rank[after] >= rank[before]


@given(st.lists(st.sampled_from(Answer)))
def test_a_failure_outranks_not_knowing_and_nothing_is_no_pass(answers: list[Answer]) -> None:
    found = worst(answers)
    if Answer.FAILED in answers:
        assert found is Answer.FAILED
    elif Answer.OPEN in answers or not answers:
        assert found is Answer.OPEN
    else:
        assert found is Answer.PASSED


def test_the_exit_codes() -> None:
    assert {answer: answer.exit_code for answer in Answer} == {
        Answer.PASSED: ExitCode.DONE,
        Answer.FAILED: ExitCode.FAILED,
        Answer.OPEN: ExitCode.UNDECIDED,
    }
