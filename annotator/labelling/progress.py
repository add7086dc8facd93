"""How far, how fast, how long still: told from counts and times alone, never from what was said."""

from collections.abc import Sequence
from dataclasses import dataclass

from labels.at_best import at_best
from labels.store.queue import BlindQueue

FEWEST_FOR_PACE = 5
"""Labels from which on a pace is told; before, one slow item would be the whole estimate."""

LONGEST = 600.0
"""Seconds: what an item is taken to have needed at most. Who was away longer was at something else;
600 in the store means ten minutes or more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Counts of one annotator's sample."""

    done: int
    total: int
    deferred: int
    """Put off until the end; not done."""
    pace: float | None
    """Median seconds an item; None with fewer than five labels that were timed."""

    @property
    def left(self) -> int:
        """Items without a label."""
        return self.total - self.done

    def words(self) -> str:
        """`12 of 60 done · 2 put off · 38 s an item · about 30 min left`."""
        told = [f"{self.done:,} of {self.total:,} done"]
        if self.deferred:
            told.append(f"{self.deferred:,} put off")
        if self.pace is not None and self.left:
            told.append(f"{_seconds(self.pace)} an item")
            told.append(f"about {_duration(self.pace * self.left)} left")
        return " · ".join(told)

    def at_best(self) -> str:
        """`60 labels can bound the miss rate at 5 % at best; 40 more, at 3 %`."""
        return at_best(self.done, self.total)


def progress_of(queue: BlindQueue) -> Progress:
    """Where the queue stands."""
    return Progress(
        done=queue.done,
        total=queue.total,
        deferred=queue.deferred,
        pace=pace(queue.seconds),
    )


def pace(seconds: Sequence[float]) -> float | None:
    """The median time of an item, in seconds; None where too few were timed."""
    if len(seconds) < FEWEST_FOR_PACE:
        return None
    from statistics import median  # costs a start 17 ms, and no start needs it

    return median(seconds)


def _seconds(value: float) -> str:
    if value < 1:
        return "under 1 s"
    return f"{value:.0f} s" if value < 120 else f"{value / 60:.0f} min"


def _duration(seconds: float) -> str:
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(5 * round(minutes / 5), 60)
    return f"{hours} h {minutes} min" if minutes and hours < 10 else f"{hours} h"
