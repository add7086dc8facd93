"""How long a call waits before it is sent again."""

import random
from email.utils import formatdate

import pytest

from evaluator.model.waiting import Backoff, Gate, retry_after
from tests.evaluator.model.conftest import FakeClock

NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),  # the finer one comes first
        ({"retry-after-ms": "soon", "retry-after": "9"}, 9.0),
        ({"retry-after": formatdate(NOW + 30, usegmt=True)}, 30.0),
        ({"retry-after": formatdate(NOW - 30, usegmt=True)}, 0.0),  # that moment has passed
        ({"retry-after": "-5"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": ""}, None),
    ],
)
def test_what_the_service_asks_for(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, NOW) == seconds


def test_backoff_is_exponential_with_full_jitter() -> None:
    backoff = Backoff(random=random.Random(1))
    for failures, most in [(1, 0.5), (2, 1.0), (3, 2.0), (6, 16.0), (7, 30.0), (5_000, 30.0)]:
        waits = [backoff.wait(failures, None) for _ in range(2_000)]
        assert 0 <= min(waits) < 0.05 * most
        assert 0.95 * most < max(waits) <= most


def test_what_the_service_asks_for_is_a_least() -> None:
    backoff = Backoff(random=random.Random(1))
    waits = [backoff.wait(1, 60.0) for _ in range(500)]
    assert min(waits) >= 60.0
    assert max(waits) <= 61.0


def test_a_seed_gives_the_same_waits() -> None:
    first, second = (Backoff(random=random.Random(3)) for _ in range(2))
    assert [first.wait(4, None) for _ in range(9)] == [second.wait(4, None) for _ in range(9)]


async def test_the_gate_opens_when_the_longest_closing_is_over() -> None:
    clock = FakeClock()
    gate = Gate(clock=clock, backoff=Backoff(random=random.Random(1)))
    await gate.passed()
    assert clock.slept == []
    assert gate.close(10.0)
    assert not gate.close(5.0)
    await gate.passed()
    assert 1_010.0 <= clock.now <= 1_011.0
