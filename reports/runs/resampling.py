"""Two arms on the same questions, compared in a rate: which questions were asked is chance.

The interval draws questions anew, both arms of a question together. The test swaps the arms of
questions: were the arms alike, either could have given either answer.
"""

from dataclasses import dataclass

import numpy as np

from reports.estimation.arrays import FloatArray
from reports.estimation.intervals import Interval

DRAWS = 10_000

ENUMERATED = 13
"""Up to so many differing questions every swap is tried: 8,192; the p-value is exact."""

BLOCK = 4_000_000
"""Draws times questions held at a time: 32 megabytes."""

SLACK = 1e-12
"""Two differences that agree so closely are the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedRates:
    """A ratio of two arms by question, (Q, 2) each; column 0 the first arm, no denominator 0."""

    numerators: FloatArray
    denominators: FloatArray

    @property
    def rates(self) -> tuple[float, float]:
        """The ratio of the sums of each arm."""
        first, second = self.numerators.sum(axis=0) / self.denominators.sum(axis=0)
        return float(first), float(second)

    @property
    def difference(self) -> float:
        """First less second, -1 to 1."""
        first, second = self.rates
        return first - second

    @property
    def differing(self) -> int:
        """Questions whose two arms have different values."""
        values = self.numerators / self.denominators
        return int((values[:, 0] != values[:, 1]).sum())

    @property
    def unlike(self) -> "PairedRates":
        """The questions that a swap of the arms would change, in values or only in counts."""
        changed = (self.numerators[:, 0] != self.numerators[:, 1]) | (
            self.denominators[:, 0] != self.denominators[:, 1]
        )
        return PairedRates(
            numerators=self.numerators[changed], denominators=self.denominators[changed]
        )

    def __len__(self) -> int:
        return len(self.numerators)


def bootstrap(pairs: PairedRates, *, seed: int, level: float, draws: int = DRAWS) -> Interval:
    """Percentile interval of the difference, over questions drawn with replacement.

    It cannot draw a difference that no question shows, so it is somewhat narrow where questions
    are few: of "95 %" intervals simulated with an intra-question correlation of .2, .90 to .93 held
    the truth at 25 questions, .94 at 50, and the randomisation test kept its 5 % (.04 to .06).
    Efron & Tibshirani 1993, ch. 13.

    Args:
        pairs: 2 or more questions.
        seed: the same seed gives the same interval.
        level: of the interval.
        draws: how many sets of questions.
    """
    count = len(pairs)
    generator = np.random.default_rng(seed)
    found = []
    for size in _blocks(draws, count):
        times = generator.multinomial(count, np.full(count, 1 / count), size=size)
        rates = (times @ pairs.numerators) / (times @ pairs.denominators)
        found.append(rates[:, 0] - rates[:, 1])
    tail = (1 - level) / 2
    low, high = np.quantile(np.concatenate(found), [tail, 1 - tail])
    return Interval(low=float(low), high=float(high))


def randomisation_test(pairs: PairedRates, *, seed: int, draws: int = DRAWS) -> float:
    """Two-sided p-value of the difference when the arms of each question are swapped by chance.

    The share of swaps with a difference at least as far from 0: of all of them where few questions
    differ, else of `draws` random ones and the observed one. For a binary figure it is McNemar's
    exact test, and as there 6 differing questions are needed for p < .05. 1 where none differs.
    Fisher 1935; Phipson & Smyth 2010 for the observed one.

    Args:
        pairs: 1 or more questions.
        seed: the same seed gives the same p-value.
        draws: how many random swaps.
    """
    unlike = pairs.unlike
    count = len(unlike)
    if count == 0:
        return 1.0
    least = abs(pairs.difference) - SLACK

    def extreme(swaps: FloatArray) -> int:
        return int((np.abs(_swapped(pairs, unlike, swaps)) >= least).sum())

    if count <= ENUMERATED:
        return extreme(_all_swaps(count)) / (1 << count)
    generator = np.random.default_rng(seed)
    found = sum(
        extreme(generator.integers(0, 2, size=(size, count)).astype(np.float64))
        for size in _blocks(draws, count)
    )
    return (found + 1) / (draws + 1)


def _swapped(pairs: PairedRates, unlike: PairedRates, swaps: FloatArray) -> FloatArray:
    """The difference after each row of swaps (1: the arms of that question change places)."""
    arms = []
    for values, moving in (
        (pairs.numerators, unlike.numerators),
        (pairs.denominators, unlike.denominators),
    ):
        shift = swaps @ (moving[:, 1] - moving[:, 0])
        first, second = values.sum(axis=0)
        arms.append((first + shift, second - shift))
    (first_hits, second_hits), (first_units, second_units) = arms
    return np.asarray(first_hits / first_units - second_hits / second_units)


def _all_swaps(count: int) -> FloatArray:
    return (np.arange(2**count)[:, None] >> np.arange(count) & 1).astype(np.float64)


def _blocks(draws: int, count: int) -> list[int]:
    """The draws in parts that fit into memory, however many questions there are."""
    size = max(1, BLOCK // count)
    return [min(size, draws - start) for start in range(0, draws, size)]
