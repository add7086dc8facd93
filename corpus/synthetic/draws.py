"""Chance that is the same everywhere: streams of draws, and values that never come twice.

Two things are relied on, both documented to stay as they are: SHA-256, and the sequence of
`random.Random(n).random()` for a whole number n. Everything else (a choice, a shuffle) is made of
these here, because the standard library may change how it makes them. Nothing depends on the order
of a set or on the hash of a text.
"""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Draws:
    """A stream of draws that its name determines.

    Args:
        name: what the stream is for: the seed, then a word or a number for each level below it.
    """

    def __init__(self, *name: object) -> None:
        self._fraction = Random(_number(*name)).random

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1."""
        return int(self._fraction() * bound)

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def pick(self, values: Sequence[T]) -> T:
        """One of the values."""
        return values[self.below(len(values))]

    def some(self, values: Sequence[T], count: int) -> list[T]:
        """`count` of the values in random order, each at most once (Fisher and Yates)."""
        left = list(values)
        for place in range(min(count, len(left))):
            other = self.between(place, len(left) - 1)
            left[place], left[other] = left[other], left[place]
        return left[:count]


@dataclass(frozen=True, slots=True)
class Distinct:
    """The numbers 0 to `size` - 1 in an order of their own: drawing without replacement.

    `number(k)` is known without the numbers before it, so nothing is held however many are drawn:
    a·k + b modulo `size`, which repeats no value because a and `size` have no common divisor.
    """

    size: int
    factor: int
    shift: int

    def number(self, place: int) -> int:
        """The number at a place, 0 to `size` - 1; at another place it is another number."""
        if not 0 <= place < self.size:
            raise ValueError(f"place {place} of {self.size}")
        return (self.factor * place + self.shift) % self.size


def distinct(size: int, *name: object) -> Distinct:
    """The order that the name determines."""
    factor = _number(*name, "factor") % size
    while math.gcd(factor, size) != 1:
        factor = (factor + 1) % size
    return Distinct(size, factor, _number(*name, "shift") % size)


def _number(*name: object) -> int:
    text = "\x1f".join(str(part) for part in name)
    return int.from_bytes(hashlib.sha256(text.encode()).digest())
