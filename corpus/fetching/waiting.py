"""How long to wait: between two requests, and before one that failed is sent again.

The server's own word (`Retry-After`, seconds or a date) comes first; without it the pause doubles
from half a second, with jitter. Where the server asks for more than two minutes, waiting is the
person's choice and not ours.
"""

import math
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from tenacity import RetryCallState, wait_exponential_jitter

LONGEST_WAIT = 120.0
"""Seconds that a server may ask for and get."""

_BACKOFF = wait_exponential_jitter(multiplier=0.5, max=30, jitter=0.5)


class PassingError(Exception):
    """A failure that may pass when the request is sent again; its text says what happened."""

    def __init__(self, reason: str, asked: float | None = None) -> None:
        super().__init__(reason)
        self.asked = asked
        """Seconds the server asks to wait; None where it does not."""


class Pace:
    """At least `pause` seconds from the beginning of one request to that of the next."""

    def __init__(self, pause: float, sleep: Callable[[float], None] = time.sleep) -> None:
        self._pause = pause
        self._sleep = sleep
        self._next = -math.inf

    def wait(self) -> None:
        """Returns when the next request may begin."""
        ahead = self._next - time.monotonic()
        if ahead > 0:
            self._sleep(ahead)
        self._next = time.monotonic() + self._pause


def before_next(state: RetryCallState) -> float:
    """Seconds until a failed request is sent again."""
    error = state.outcome.exception() if state.outcome else None
    asked = error.asked if isinstance(error, PassingError) else None
    return _BACKOFF(state) if asked is None else asked


def retry_after(value: str | None, now: datetime | None = None) -> float | None:
    """Seconds that a `Retry-After` asks for, 0 or more; None where it is absent or makes no sense.

    Args:
        value: the header.
        now: the time in UTC (default: the machine's).
    """
    if value is None:
        return None
    if value.strip().isascii() and value.strip().isdigit():
        return float(value.strip()[:9])
    try:
        until = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (until - (now or datetime.now(UTC))).total_seconds())
