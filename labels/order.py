"""The order in which an annotator sees a sample: random in effect, the same on every machine.

A function of the sample's and the annotator's names and of the items' ids. Nobody looks at all of
a large sample at once, so an order is worked out only as far as it is looked at: a person waits
for the first item, not for a hundred thousand.
"""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from itertools import filterfalse, islice
from typing import overload


class Order(Sequence[str]):
    """A permutation of items' ids, by the Fisher-Yates shuffle, as far as it has been looked at."""

    def __init__(
        self, annotator: str, sample: str, item_ids: Collection[str], last: Sequence[str] = ()
    ) -> None:
        """Shuffle the ids.

        Args:
            annotator: whose order it is; another one has another.
            sample: so is it in another sample.
            item_ids: in any order, none twice.
            last: those of them that stand at the end as they are.
        """
        self._seed = hashlib.sha256(f"{sample}\0{annotator}\0".encode())
        self._ids = [*sorted(filterfalse(set(last).__contains__, item_ids)), *last]
        self._to_shuffle = len(self._ids) - len(last)
        self._settled = 0
        """How many ids stand where they will stay."""

    def __len__(self) -> int:
        return len(self._ids)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        positions = range(len(self))[index]
        if isinstance(positions, range):
            self._settle(max(positions, default=-1) + 1)
        else:
            self._settle(positions + 1)
        return self._ids[index]

    def __iter__(self) -> Iterator[str]:
        settled = self._settled
        yield from islice(self._ids, settled)
        for position in range(settled, len(self)):
            self._settle(position + 1)
            yield self._ids[position]

    def _settle(self, count: int) -> None:
        """Work out the first `count` places."""
        ids = self._ids
        for place in range(self._settled, min(count, self._to_shuffle)):
            drawn = place + self._draw(place) % (self._to_shuffle - place)
            ids[place], ids[drawn] = ids[drawn], ids[place]
        self._settled = max(self._settled, count)

    def _draw(self, place: int) -> int:
        """An even draw for a place; of 2 to the 64th, which no sample comes near."""
        hashed = self._seed.copy()  # the beginning, which all share, is hashed once
        hashed.update(place.to_bytes(8, "big"))
        return int.from_bytes(hashed.digest()[:8], "big")
