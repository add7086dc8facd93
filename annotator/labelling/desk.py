"""The blind queue on a thread of its own, and what comes back from it: the next thing to show."""

from collections.abc import Callable
from dataclasses import dataclass

from annotator.labelling.progress import Progress, pace
from annotator.store_thread import StoreThread
from labels.blind import BlindItem
from labels.label import Evidence
from labels.store.queue import BlindQueue, Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What is to be shown now. Everything in it is on disk."""

    item: BlindItem | None
    """None where every item has a label."""
    note: str
    """The item's note; empty where there is none."""
    evidence: Evidence | None
    """What of the passage is marked; None where nothing is."""
    progress: Progress
    can_undo: bool
    stored: bool = True
    """False where a label was not stored because another window had labelled the item."""


class Desk(StoreThread[BlindQueue]):
    """One annotator at work on one sample."""

    @property
    def sample(self) -> str:
        """The sample's name."""
        return self.store.sample

    @property
    def annotator(self) -> str:
        """The annotator's name as it is stored."""
        return self.store.annotator

    def turn(self) -> Turn:
        """The first thing to show, without an event loop.

        Raises:
            InputError: the sample or the annotator's name cannot be used.
            StoreError: the database cannot be read or written.
        """
        return self.at_once(lambda queue: _turn(queue, queue.next_id))

    async def label(
        self, item_id: str, decision: Decision, seconds: float, note: str, *, highlighted: bool
    ) -> Turn:
        """Store a label, before it the note that goes with it where there is one; the next item."""

        def work(queue: BlindQueue) -> Turn:
            if note and note != queue.note_of(item_id):
                queue.note(item_id, note)
            stored = queue.label(item_id, decision, seconds, highlighted=highlighted)
            return _turn(queue, queue.next_id, stored=stored)

        return await self.call(work)

    async def later(self, item_id: str, seconds: float) -> Turn:
        """Put an item off; the next one."""

        def work(queue: BlindQueue) -> Turn:
            queue.later(item_id, seconds)
            return _turn(queue, queue.next_id)

        return await self.call(work)

    async def note(self, item_id: str, text: str) -> Turn:
        """Set an item's note; the same item again."""

        def work(queue: BlindQueue) -> Turn:
            queue.note(item_id, text)
            return _turn(queue, lambda: item_id)

        return await self.call(work)

    async def mark(self, item_id: str, start: int, end: int) -> Turn:
        """Mark a stretch of an item's passage, an empty one marks nothing; the same item again."""

        def work(queue: BlindQueue) -> Turn:
            queue.mark(item_id, start, end)
            return _turn(queue, lambda: item_id)

        return await self.call(work)

    async def undo(self) -> Turn:
        """Take back the last label or "later"; the item it was on, or the next one."""

        def work(queue: BlindQueue) -> Turn:
            undone = queue.undo()
            return _turn(queue, lambda: undone or queue.next_id())

        return await self.call(work)


def _turn(queue: BlindQueue, which: Callable[[], str | None], *, stored: bool = True) -> Turn:
    item_id = which()
    return Turn(
        item=queue.item(item_id) if item_id else None,
        note=queue.note_of(item_id) if item_id else "",
        evidence=queue.evidence_of(item_id) if item_id else None,
        progress=Progress(
            done=queue.done,
            total=queue.total,
            items=queue.items,
            deferred=queue.deferred,
            pace=pace(queue.seconds),
            census=queue.census,
            afterwards=queue.afterwards,
        ),
        can_undo=queue.can_undo,
        stored=stored,
    )
