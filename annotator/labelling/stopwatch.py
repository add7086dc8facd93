"""Seconds from an item's first sight to the decision on it."""

from collections.abc import Callable

from annotator.labelling.progress import LONGEST

Clock = Callable[[], float]
"""Seconds from any fixed moment, never going back: `time.monotonic`."""


class Stopwatch:
    """Runs while one item is on the screen; time spent in the rubric or in a note counts.

    An item that comes back (put off, or undone) is timed anew from the moment it is seen again.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since = clock()

    def start(self) -> None:
        """The item has just been painted."""
        self._since = self._clock()

    @property
    def seconds(self) -> float:
        """Since then, 600 at most: who was away longer was at something else."""
        return round(min(self._clock() - self._since, LONGEST), 1)
