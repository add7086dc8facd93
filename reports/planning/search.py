"""The fewest labels that reach what is wanted of an expected interval."""

from collections.abc import Callable, Sequence
from math import sqrt

import numpy as np

from labels.outcome import Support
from reports.estimation.linearised import standard_error_of
from reports.planning.expectation import Expected, expected
from reports.planning.figures import PlannedFigure
from reports.planning.population import Assumed, Labelled, cells_of, labels_for
from reports.planning.sizes import normal_quantile

FINE = 100
"""A number of labels is found to a hundredth of itself: up to 199 to the last one."""


def fewest(meets: Callable[[int], bool], *, low: int, high: int, guess: int) -> int | None:
    """The least number in low..high from which on `meets` holds; None where `high` does not.

    It is looked for around a guess, in doubling steps, then by halves, to a part in `FINE`.
    """
    if low > high or not meets(high):
        return None
    guess = min(max(guess, low), high)
    step = max(1, guess // 8)
    if meets(guess):
        while guess > low and meets(nearer := max(low, guess - step)):
            guess, step = nearer, 2 * step
        low, high = max(low, guess - step), guess
    else:
        low = guess + 1
        while not meets(farther := min(high, guess + step)):
            guess, step, low = farther, 2 * step, farther + 1
        high = farther
    while high - low >= max(1, high // FINE):
        middle = (low + high) // 2
        if meets(middle):
            high = middle
        else:
            low = middle + 1
    return high


class Search:
    """Asks how many supported verdicts to label, every flagged one being labelled."""

    def __init__(self, figure: PlannedFigure, strata: Sequence[Assumed], *, level: float) -> None:
        self._figure = figure
        self._strata = strata
        self._level = level
        sizes = [one.size for one in strata if one.verdict is Support.SUPPORTED]
        self.all = sum(sizes)
        """Supported verdicts of the run."""
        self.least = sum(min(size, 2) for size in sizes)
        """Two a stratum: `sample draw` gives no less, but for none at all."""

    def at(self, supported: int) -> Expected:
        """The interval with so many labelled."""
        labels = labels_for(self._strata, supported=supported)
        return expected(self._figure, self._strata, labels, level=self._level)

    def for_half_width(self, wanted: float) -> int | None:
        """The fewest whose expected half-width is no more; None where not even all reach it.

        0 where the figure rests on no supported verdict.
        """
        if self.at(0).half_width <= wanted:
            return 0
        return fewest(
            lambda n: self.at(n).half_width <= wanted,
            low=self.least,
            high=self.all,
            guess=self.first_guess(wanted) or self.least,
        )

    def for_low(self, wanted: float) -> int | None:
        """The fewest whose expected low end is no less; None where not even all reach it."""
        return fewest(
            lambda n: self.at(n).low >= wanted, low=self.least, high=self.all, guess=self.all // 4
        )

    def first_guess(self, wanted: float) -> int | None:
        """By z times the analytic standard error: Cochran's formula, for any figure.

        None where it is undefined, or 0 because no error is assumed. Too few where errors are
        rare: then nothing is normal.
        """
        z = normal_quantile(self._level)

        def narrow(supported: int) -> bool:
            error = self._standard_error(supported)
            return error is not None and z * error <= wanted

        start = max(2, self.least)
        if start > self.all or not self._standard_error(start):
            return None
        return fewest(narrow, low=start, high=self.all, guess=round(sqrt(start * self.all)))

    def _standard_error(self, supported: int) -> float | None:
        """With every rate found exactly as it is assumed."""
        whole = [
            Labelled(verdict=one.verdict, size=one.size, n=one.size, wrong=one.wrong, mix=one.mix)
            for one in self._strata
        ]
        labels = labels_for(self._strata, supported=supported)
        cells = cells_of(whole, self._figure.measure.scale)
        shares = [n / one.size for n, one in zip(labels, self._strata, strict=True)]
        counts = cells.counts * np.array(shares)[:, None, None]
        return standard_error_of(self._figure.measure, cells.sizes, counts)
