"""How long is waited, by the server's word or without it."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tenacity import Future, RetryCallState, Retrying

from corpus.fetching.waiting import Pace, PassingError, before_next, retry_after

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        ("7", 7.0),
        (" 0 ", 0.0),
        ("Tue, 01 Dec 2026 12:00:30 GMT", 30.0),
        ("Tue, 01 Dec 2026 11:00:00 GMT", 0.0),
        ("Tue, 01 Dec 2026 12:00:30 -0000", 30.0),
        ("soon", None),
        ("-1", None),
        ("", None),
        ("9" * 50, 999_999_999.0),
    ],
)
def test_retry_after(value: str | None, expected: float | None) -> None:
    assert retry_after(value, NOON) == expected


@given(st.text())
def test_any_retry_after(value: str) -> None:
    asked = retry_after(value, NOON)
    assert asked is None or asked >= 0


def failed(attempt: int, error: Exception) -> RetryCallState:
    """The state after this attempt failed."""
    state = RetryCallState(Retrying(), None, (), {})
    state.attempt_number = attempt
    state.outcome = Future(attempt)
    state.outcome.set_exception(error)
    return state


def test_the_pause_doubles_and_the_servers_word_comes_first() -> None:
    for attempt, least in ((1, 0.5), (2, 1.0), (3, 2.0), (4, 4.0)):
        pause = before_next(failed(attempt, PassingError("no")))
        assert least <= pause <= least + 0.5
    assert before_next(failed(9, PassingError("no"))) <= 30
    assert before_next(failed(1, PassingError("no", 77.0))) == 77.0
    assert before_next(failed(1, PassingError("no", 0.0))) == 0.0


def test_the_first_request_does_not_wait() -> None:
    slept: list[float] = []
    pace = Pace(5, slept.append)
    pace.wait()
    assert slept == []
    pace.wait()
    assert 4.9 < slept[0] <= 5
