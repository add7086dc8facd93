"""Who labels what: the items of a sample that several people label, and those shown twice.

Without it whoever labels gets the whole sample. With an overlap the work is shared: some items are
wanted by several people, the others by one. The overlap is a random part of every stratum, in
proportion to what was drawn of it, so that figures of people against people can be weighted as the
sample is; of each stratum it has two items at least, because one alone has no variance.

Like the draw it sorts by SHA-256 of the seed and the id and takes the first: the same on every
machine. It takes items, not verdicts, so that an item that was drawn twice is as likely to be in it
as any other.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus.errors import InputError
from labels.sampling import MINIMUM_PER_STRATUM, allocate

SEVERAL = 2
"""People who are wanted for an item of the overlap, where nothing else is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """What is asked of the people who label a sample."""

    overlap: float | None = None
    """The share of the items, 0 to 1, that is wanted by several; 0 shares out all of them, each to
    one person. None: whoever labels gets the whole sample."""
    per_item: int = SEVERAL
    """How many people an item of the overlap wants, 2 or more."""
    repeat: int = 0
    """How many items come to each person a second time."""


WHOLE = Assignment()
"""Whoever labels gets the whole sample, each item once."""


def overlapping(strata: Sequence[Sequence[str]], share: float, seed: int) -> tuple[str, ...]:
    """The items that several people label.

    Args:
        strata: the items of each stratum, each item in one of them.
        share: of all items, 0 to 1.
        seed: the same seed gives the same items.
    """
    sizes = [len(items) for items in strata]
    total = round(share * sum(sizes))
    if share > 0:
        total = max(total, sum(min(size, MINIMUM_PER_STRATUM) for size in sizes))
    counts = allocate(sizes, total)
    return tuple(
        item
        for items, count in zip(strata, counts, strict=True)
        for item in _shuffled(items, "overlap", seed)[:count]
    )


def repeated(item_ids: Iterable[str], number: int, seed: int) -> tuple[str, ...]:
    """The items that come a second time: random over items, whatever their stratum.

    Raises:
        InputError: there are not so many.
    """
    shuffled = _shuffled(item_ids, "repeat", seed)
    if number > len(shuffled):
        raise InputError(
            f"--repeat {number}: the sample has only {len(shuffled)} items, and each comes twice "
            f"at most; give {len(shuffled)} or fewer."
        )
    return tuple(shuffled[:number])


def _shuffled(item_ids: Iterable[str], purpose: str, seed: int) -> list[str]:
    """In an order that neither the draw nor the other purpose shares."""

    def key(item_id: str) -> bytes:
        return hashlib.sha256(f"{seed}\0{purpose}\0{item_id}".encode()).digest()

    return sorted(item_ids, key=key)
