"""The blind queue on a thread of its own, and what comes back from it: the next thing to show."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from annotator.labelling.progress import Progress, progress_of
from annotator.store_thread import StoreThread
from labels.blind import BlindItem
from labels.label import Evidence
from labels.store.queue import BlindQueue, Decision

if TYPE_CHECKING:
    from annotator.labelling.own_items import OwnItem


class Turn(NamedTuple):
    """What is to be shown now. Everything in it is on disk."""

    item: BlindItem | None
    """None where every item has a label."""
    note: str
    """The item's note; empty where there is none."""
    evidence: Evidence | None
    """What of the passage is marked; None where nothing is."""
    label: Decision | None
    """The label in force of an item that the person went back to; None where it has none."""
    is_stale: bool
    """Whether that label was given under another rubric than the one in force."""
    progress: Progress
    can_undo: bool
    stale: int = 0
    """At the start, how many of the person's labels were given under another rubric."""
    stored: bool = True
    """False where a label was not stored because another window had labelled the item."""


class Desk(StoreThread[BlindQueue]):
    """One annotator at work on one sample."""

    def __init__(self, open_queue: Callable[[], BlindQueue]) -> None:
        """Start opening the queue; `turn` waits for it and raises what `open_queue` raised."""
        super().__init__(open_queue)
        self._is_reviewing = False

    @property
    def sample(self) -> str:
        """The sample's name."""
        return self.store.sample

    @property
    def notice(self) -> str:
        """What is told before the first item; empty where nothing is."""
        return self.store.notice

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

        def work(queue: BlindQueue) -> Turn:
            return _turn(queue, queue.next_id)._replace(stale=len(queue.stale))

        return self.at_once(work)

    async def label(
        self,
        item_id: str,
        decision: Decision,
        seconds: float,
        note: str,
        *,
        instead_of: Decision | None = None,
        highlighted: bool,
    ) -> Turn:
        """Store a label, before it the note that goes with it where there is one; the next item.

        `instead_of` is the label that the person saw and changes; saying it again stores nothing,
        unless it was given under another rubric: then it stands.
        """

        def work(queue: BlindQueue) -> Turn:
            if note and note != queue.note_of(item_id):
                queue.note(item_id, note)
            if decision == instead_of:
                queue.let_stand(filter(queue.is_stale, [item_id]), seconds)
                stored = True
            else:
                stored = queue.label(
                    item_id, decision, seconds, instead_of=instead_of, highlighted=highlighted
                )
            return self._next_turn(queue, stored=stored)

        return await self.call(work)

    async def later(self, item_id: str, seconds: float) -> Turn:
        """Put an item off; the next one."""

        def work(queue: BlindQueue) -> Turn:
            queue.later(item_id, seconds)
            return self._next_turn(queue)

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
            return _turn(queue, lambda: undone or self._next_id(queue))

        return await self.call(work)

    async def go_to(self, item_id: str | None) -> Turn:
        """An item of the person's own, or the next one; nothing is stored."""

        def work(queue: BlindQueue) -> Turn:
            queue.refresh()
            return _turn(queue, lambda: queue.go_to(item_id) if item_id else self._next_id(queue))

        return await self.call(work)

    async def review(self, on: bool) -> Turn:
        """Go through the labels under another rubric before anything else, or no longer."""
        self._is_reviewing = on
        return await self.go_to(None)

    async def all_stand(self) -> Turn:
        """Repeat every label of another rubric under the one in force."""

        def work(queue: BlindQueue) -> Turn:
            queue.let_stand(queue.stale)
            return self._next_turn(queue)

        return await self.call(work)

    async def read_ahead(self, item_id: str) -> BlindItem | None:
        """What is likely to be shown after an item; None where nothing is."""
        return await self.call(lambda queue: queue.read_ahead(item_id))

    async def own_items(self) -> "list[OwnItem]":
        """What the person has labelled, put off or noted, the latest first."""
        from annotator.labelling.own_items import own_items

        def work(queue: BlindQueue) -> list["OwnItem"]:
            queue.refresh()
            return own_items(queue)

        return await self.call(work)

    def _next_turn(self, queue: BlindQueue, *, stored: bool = True) -> Turn:
        return _turn(queue, partial(self._next_id, queue), stored=stored)

    def _next_id(self, queue: BlindQueue) -> str | None:
        stale = queue.stale if self._is_reviewing else []
        return queue.go_to(stale[0]) if stale else queue.next_id()


def _turn(queue: BlindQueue, which: Callable[[], str | None], *, stored: bool = True) -> Turn:
    item_id = which()
    return Turn(
        item=queue.item(item_id) if item_id else None,
        note=queue.note_of(item_id) if item_id else "",
        evidence=queue.evidence_of(item_id) if item_id else None,
        label=queue.label_of(item_id) if item_id else None,
        is_stale=queue.is_stale(item_id) if item_id else False,
        progress=progress_of(queue),
        can_undo=queue.can_undo,
        stored=stored,
    )
