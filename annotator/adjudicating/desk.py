"""The adjudicator's queue on a thread of its own: the next thing to show comes back from it."""

from collections.abc import Callable
from dataclasses import dataclass

from annotator.adjudicating.progress import Progress
from annotator.store_thread import StoreThread
from labels.store.adjudication_queue import AdjudicationQueue, Dispute, Stored
from labels.store.queue import Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What is to be shown now. Everything in it is on disk."""

    dispute: Dispute | None
    """None where nothing is left to decide."""
    progress: Progress
    can_undo: bool
    stored: Stored = Stored.STORED
    """What became of the decision that led here."""


class Desk(StoreThread[AdjudicationQueue]):
    """One adjudicator at work on one sample."""

    def turn(self) -> Turn:
        """The first thing to show, without an event loop.

        Raises:
            InputError: the sample or the adjudicator's name cannot be used.
            StoreError: the database cannot be read or written.
        """
        return self.at_once(lambda queue: _turn(queue, queue.next_id))

    async def decide(
        self, dispute: Dispute, decision: Decision, reason: str, seconds: float
    ) -> Turn:
        """Store a decision; the next item, or the same where its labels changed meanwhile."""

        def work(queue: AdjudicationQueue) -> Turn:
            stored = queue.decide(dispute, decision, reason, seconds)
            same = dispute.item.id if stored is Stored.CHANGED else None
            return _turn(queue, lambda: same or queue.next_id(), stored=stored)

        return await self.call(work)

    async def later(self, item_id: str, seconds: float) -> Turn:
        """Put an item off; the next one."""

        def work(queue: AdjudicationQueue) -> Turn:
            queue.later(item_id, seconds)
            return _turn(queue, queue.next_id)

        return await self.call(work)

    async def undo(self) -> Turn:
        """Take back the last decision or "later"; the item it was on, or the next one."""

        def work(queue: AdjudicationQueue) -> Turn:
            undone = queue.undo()
            return _turn(queue, lambda: undone or queue.next_id())

        return await self.call(work)


def _turn(
    queue: AdjudicationQueue, which: Callable[[], str | None], *, stored: Stored = Stored.STORED
) -> Turn:
    item_id = which()
    dispute = queue.dispute(item_id) if item_id else None
    if dispute is None and (following := queue.next_id()) is not None:
        # The item's labels were changed meanwhile and leave nothing open there.
        dispute = queue.dispute(following)
    return Turn(
        dispute=dispute,
        progress=Progress(
            done=queue.done, total=queue.total, deferred=queue.deferred, void=queue.void
        ),
        can_undo=queue.can_undo,
        stored=stored,
    )
