"""How long to wait before a call is sent again, and the gate that all calls wait at.

Exponential backoff with full jitter (M. Brooker, "Exponential Backoff and Jitter", 2015): uniform
between 0 and min(cap, base * 2^n), so that callers that failed together do not come back together.
What the service asks for in `retry-after-ms` or `retry-after` (seconds or a date) comes first.
"""

import asyncio
import math
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Protocol

SPREAD = 0.1
"""Callers that were held together set out within this share of their pause, at most a second."""


class Clock(Protocol):
    """Time, so that a test can set it."""

    def monotonic(self) -> float:
        """Seconds that only grow."""
        ...

    def wall(self) -> float:
        """Seconds since 1970, to compare with a date in a header."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Let `seconds` pass."""
        ...


class SystemClock:
    """The machine's own time."""

    def monotonic(self) -> float:
        """Seconds that only grow."""
        return time.monotonic()

    def wall(self) -> float:
        """Seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Let `seconds` pass."""
        await asyncio.sleep(seconds)


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds that the service asks to wait, 0 or more; None where it does not ask.

    Args:
        headers: of a response; names in lower case, or a mapping that ignores case.
        now: seconds since 1970.
    """
    if (milliseconds := _seconds(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    asked = headers.get("retry-after")
    if asked is None or (seconds := _seconds(asked)) is not None:
        return seconds if asked is not None else None
    try:
        return max(0.0, parsedate_to_datetime(asked).timestamp() - now)
    except (ValueError, OverflowError):
        return None


def _seconds(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return max(0.0, value) if math.isfinite(value) else None


@dataclass(slots=True, kw_only=True)
class Backoff:
    """The waits between attempts."""

    random: random.Random
    base: float = 0.5
    """Seconds; the longest wait after the first failure."""
    cap: float = 30.0
    """Seconds; no wait of our own choosing is longer."""

    def wait(self, failures: int, asked: float | None) -> float:
        """Seconds to wait.

        Args:
            failures: attempts that failed so far, 1 or more.
            asked: what the service asked for; None where it did not.
        """
        if asked is not None:
            return asked + self.spread(asked)
        return self.random.uniform(0, min(self.cap, self.base * 2 ** min(failures - 1, 30)))

    def spread(self, pause: float) -> float:
        """A little more than a pause, different for each caller."""
        return self.random.uniform(0, min(1.0, SPREAD * pause))


@dataclass(slots=True, kw_only=True)
class Gate:
    """Closed while the service asked everybody to wait; every call passes it before it is sent."""

    clock: Clock
    backoff: Backoff
    _opens: float = field(default=-math.inf, init=False)

    def close(self, seconds: float) -> bool:
        """Close it for `seconds` from now; a longer closing stands. Whether this one counts."""
        opens = self.clock.monotonic() + seconds
        later = opens > self._opens
        self._opens = max(opens, self._opens)
        return later

    async def passed(self) -> None:
        """Wait until it is open."""
        while (left := self._opens - self.clock.monotonic()) > 0:
            await self.clock.sleep(left + self.backoff.spread(left))
