"""How far, how fast, how long still: told from counts and times alone, never from what was said."""

from collections.abc import Sequence
from typing import NamedTuple

from labels.at_best import at_best, at_best_in_brief
from labels.store.queue import BlindQueue

FEWEST_FOR_PACE = 5
"""Labels from which on a pace is told; before, one slow item would be the whole estimate."""

LONGEST = 600.0
"""Seconds: what an item is taken to have needed at most. Who was away longer was at something else;
600 in the store means ten minutes or more."""


class Progress(NamedTuple):
    """Counts of one annotator's share of a sample; an item that comes twice is two here."""

    done: int
    total: int
    """Labelled by the person, or open to them. Where people share the work it falls as others
    label."""
    items: int
    """The same, an item that comes twice being one."""
    deferred: int
    """Put off until the end; not done."""
    pace: float | None
    """Median seconds an item; None with fewer than five labels that were timed."""
    census: bool
    """Whether nothing was left out when the sample was drawn."""
    afterwards: str = "crosssource report"
    """The command for whoever set this up, once all is labelled."""

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
        """What the labels can show (`labels.at_best`).

        A second label of an item shows nothing of the judge. Those there are left out in proportion
        to what is done: a figure that stood still for one would tell which it was.
        """
        return at_best(self._counting, self.items, census=self.census)

    def at_best_in_brief(self) -> str:
        """The same in one line of a terminal."""
        return at_best_in_brief(self._counting, self.items, census=self.census)

    @property
    def _counting(self) -> int:
        return self.done * self.items // self.total if self.total else 0


def progress_of(queue: BlindQueue) -> Progress:
    """Where the queue stands."""
    return Progress(
        done=queue.done,
        total=queue.total,
        items=queue.items,
        deferred=queue.deferred,
        pace=pace(queue.seconds),
        census=queue.census,
        afterwards=queue.afterwards,
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
