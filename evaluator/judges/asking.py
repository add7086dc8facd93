"""How much goes into one request, and how often the rest is asked again."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

MOST_ATTEMPTS = 3
"""Requests for one thing, the first counted, before it is missing for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The size of a request."""

    most: int
    """Pairs of a claim and a passage, or claims that are searched for; 1 or more."""
    characters: int
    """Of what is put into it; something longer goes alone."""
    answers: int = 1
    """Answers whose pairs may share a request, 1 or more; searches are pooled whatever it says.
    More answers make fewer calls, and an answer's verdicts wait for the others."""

    def after(self, attempt: int) -> "Bounds":
        """Those of a later attempt: half as much each time, since a reply may have been cut off, or
        refused for one of its passages."""
        factor = 2 ** (attempt - 1)
        return Bounds(
            most=max(1, self.most // factor),
            characters=self.characters // factor,
            answers=max(1, self.answers // factor),
        )


def portions(parts: Sequence[T], bounds: Bounds, size: Callable[[T], int]) -> Iterator[list[T]]:
    """The parts in their order, cut into portions within the bounds; each holds at least one."""
    portion: list[T] = []
    length = 0
    for part in parts:
        if portion and (len(portion) >= bounds.most or length + size(part) > bounds.characters):
            yield portion
            portion, length = [], 0
        portion.append(part)
        length += size(part)
    if portion:
        yield portion


def again(attempt: int) -> str:
    """The line that a later attempt begins with; it makes the request another one, too, so that no
    stored answer is taken for its answer. Empty for the first."""
    return (
        f"(Attempt {attempt}: one entry for everything below, no more.)\n\n" if attempt > 1 else ""
    )
