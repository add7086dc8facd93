"""Which item comes next to a person, and which of them a second time.

Pure, and a function of the items' ids, of what the person has said and of which items have all the
labels they want: nothing else can decide what is shown.

An item that comes twice does so after a dozen other items or more, at a place of its own in what is
left of the person's queue. The last dozen items of an order are ones that come once, as far as the
sample has so many: whoever works through it in order is never shown the same item twice within a
dozen. Who puts items off can be, at the very end.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from labels.label import LabelEvent, LabelState
from labels.order import Order

APART = 12
"""Items that are labelled between the two showings of one."""


class Showing(NamedTuple):
    """An item before a person's eyes."""

    item_id: str
    again: bool
    """Whether it is the second time. It is written beside what is said, and shown nowhere."""


def own_order(
    annotator: str, sample: str, item_ids: Sequence[str], repeated: Set[str]
) -> Sequence[str]:
    """The person's own order of a sample, the last dozen of it items that come once.

    Args:
        annotator: whose order it is.
        sample: its name.
        item_ids: ascending.
        repeated: those of them that come twice.
    """
    if not repeated:
        return Order(annotator, sample, item_ids)
    once = [item_id for item_id in item_ids if item_id not in repeated]
    # An order of another name: which items stand last must not tell of what stands first.
    last = Order(annotator, f"{sample}\0last", once)[:APART]
    first = [item_id for item_id in item_ids if item_id not in last]
    return Order(annotator, sample, first, last)


def waits(annotator: str, sample: str, repeated: Collection[str]) -> dict[str, float]:
    """Where in what is left of the person's queue an item comes again: 0 at once, 1 at the end.

    Sooner rather than later (the square of an even draw): even draws would gather at the end.
    """

    def wait(item_id: str) -> float:
        digest = hashlib.sha256(f"{sample}\0{annotator}\0again\0{item_id}".encode()).digest()
        return int.from_bytes(digest[:6], "big") ** 2 / 2**96

    return {item_id: wait(item_id) for item_id in repeated}


@dataclass(slots=True, kw_only=True)
class Showings:
    """One person's way through a sample."""

    order: Sequence[str]
    """As `own_order` gives it."""
    waits: Mapping[str, float]
    """Of the items that come twice."""
    state: LabelState = field(default_factory=LabelState)
    """What the person has said."""
    taken: set[str] = field(default_factory=set)
    """Items that have all the labels they want from other people; empty where nothing is shared."""

    @property
    def total(self) -> int:
        """What the person has labelled and what is open to them, second showings included.

        Where the work is shared it falls while other people label, and never rises unless somebody
        takes a label back.
        """
        second = self.state.second.labels
        again = sum(self._is_own(item_id) or item_id in second for item_id in self.waits)
        return self.items + again

    @property
    def items(self) -> int:
        """Items that are the person's: labelled by them, or open to them."""
        labels = self.state.labels
        return len(self.order) - sum(item_id not in labels for item_id in self.taken)

    @property
    def done(self) -> int:
        """Showings with a label in force."""
        return len(self.state.labels) + len(self.state.second.labels)

    @property
    def deferred(self) -> int:
        """Showings put off until the end."""
        return sum(1 for _ in self._put_off())

    @property
    def given(self) -> list[LabelEvent]:
        """The labels in force, of both showings, oldest first."""
        both = (*self.state.labels.values(), *self.state.second.labels.values())
        return sorted(both, key=lambda event: event.seq)

    def open_ids(self) -> Iterator[str]:
        """The items that are open to the person and have no label of theirs, in their order."""
        labels, taken = self.state.labels, self.taken
        return (id_ for id_ in self.order if id_ not in labels and id_ not in taken)

    def next(self) -> Showing | None:
        """What to show now; None at the end.

        What is due a second time, the person's order, what was put off, and at the end what was not
        yet due.
        """
        again = list(self._awaited())
        if due := next(self._due(again), None):
            return Showing(due, again=True)
        if fresh := next(self._fresh(), None):
            return Showing(fresh, again=False)
        if put_off := min(self._put_off(), default=None):
            return put_off[1]
        return Showing(again[0], again=True) if again else None

    def ahead(self, item_id: str) -> str | None:
        """What is likely to be shown after an item; None where nothing of the order is left."""
        return next((id_ for id_ in self._fresh() if id_ != item_id), None)

    def _is_own(self, item_id: str) -> bool:
        return item_id in self.state.labels or item_id not in self.taken

    def _fresh(self) -> Iterator[str]:
        return (id_ for id_ in self.open_ids() if id_ not in self.state.deferred)

    def _put_off(self) -> Iterator[tuple[int, Showing]]:
        """With the seq of its "later"."""
        for item_id, seq in self.state.deferred.items():
            if item_id not in self.taken:
                yield seq, Showing(item_id, again=False)
        for item_id, seq in self.state.second.deferred.items():
            yield seq, Showing(item_id, again=True)

    def _awaited(self) -> Iterator[str]:
        """Items that come a second time and have not yet, the one labelled first in front."""
        labels, second = self.state.labels, self.state.second
        open_ = [
            item_id
            for item_id in self.waits
            if item_id in labels and item_id not in second.labels and item_id not in second.deferred
        ]
        return iter(sorted(open_, key=lambda item_id: labels[item_id].seq))

    def _due(self, awaited: Sequence[str]) -> Iterator[str]:
        if not awaited:
            return
        labels = self.state.labels
        seqs = [event.seq for event in self.given]
        left = self.items - len(labels)
        for item_id in awaited:
            since = len(seqs) - bisect_right(seqs, labels[item_id].seq)
            rest = max(0, since + left - APART)
            if since >= APART + int(self.waits[item_id] * rest):
                yield item_id
