"""The order in which an annotator sees a sample: random in effect, the same on every machine.

A function of the sample's and the annotator's names and of the items' ids. Nobody looks at all of
a large sample at once, so an order is worked out only as far as it is looked at: a person waits
for the first item, not for a hundred thousand.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import overload


class Order(Sequence[str]):
    """A permutation of items' ids, by the Fisher-Yates shuffle, as far as it has been looked at."""

    def __init__(
        self, annotator: str, sample: str, item_ids: Sequence[str], last: Sequence[str] = ()
    ) -> None:
        """Shuffle the ids.

        Args:
            annotator: whose order it is; another one has another.
            sample: so is it in another sample.
            item_ids: ascending, none twice: the same items must come in the same way.
            last: what stands at the end as it is; none of `item_ids`.
        """
        self._seed = hashlib.sha256(f"{sample}\0{annotator}\0".encode())
        self._ids = item_ids
        self._last = last
        self._settled: list[str] = []
        """The ids that stand where they will stay: the beginning of the order."""
        self._moved: dict[int, int] = {}
        """Behind them, of places that have changed: which of `item_ids` stands there."""

    def __len__(self) -> int:
        return len(self._ids) + len(self._last)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        positions = range(len(self))[index]
        if isinstance(positions, int):
            self._settle(positions + 1)
            return self._settled[positions]
        self._settle(max(positions, default=-1) + 1)
        return [self._settled[position] for position in positions]

    def __iter__(self) -> Iterator[str]:
        settled = len(self._settled)
        yield from islice(self._settled, settled)
        for position in range(settled, len(self)):
            self._settle(position + 1)
            yield self._settled[position]

    def _settle(self, count: int) -> None:
        """Work out the first `count` places."""
        left, moved = len(self._ids), self._moved
        for place in range(len(self._settled), min(count, left)):
            drawn = place + self._draw(place) % (left - place)
            self._settled.append(self._ids[moved.get(drawn, drawn)])
            moved[drawn] = moved.get(place, place)
            moved.pop(place, None)
        if count > len(self._settled):
            self._settled.extend(self._last)

    def _draw(self, place: int) -> int:
        """An even draw for a place; of 2 to the 64th, which no sample comes near."""
        hashed = self._seed.copy()  # the beginning, which all share, is hashed once
        hashed.update(place.to_bytes(8, "big"))
        return int.from_bytes(hashed.digest()[:8], "big")
