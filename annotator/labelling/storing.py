"""A screen that stores one decision at a time.

While one is on its way to the disk, and until its successor is painted, every key but the scrolling
ones is ignored: a key never reaches an item that its presser had not seen. Where the disk refuses,
the item stays, and the decision can be repeated.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Generic, TypeVar

from textual import getters
from textual.screen import Screen
from textual.timer import Timer

from annotator.labelling import steps
from annotator.labelling.steps import Step
from annotator.widgets.choices import Choices
from annotator.widgets.message_line import MessageLine
from corpus.errors import StoreError
from labels.store.standing import ClosedSampleError

SAVING_AFTER = 0.3
"""Seconds after which a write that is still under way is spoken of."""

TurnT = TypeVar("TurnT")
"""What is shown next, once something was stored."""


class StoringScreen(Screen[None], Generic[TurnT]):
    """The part of a screen that stores, and asks a second question where there is one."""

    message = getters.query_one(MessageLine)
    commands = getters.query_one("#commands", Choices)

    _keymap: Mapping[str, str]
    _turn: TurnT
    """What is shown."""
    _step: Step
    _busy = True
    _saving: Timer | None = None

    @property
    def busy(self) -> bool:
        """Whether a decision is being stored, or its successor is not painted yet."""
        return self._busy

    def first_step(self) -> Step:
        """What is asked of the turn at first, and again once a decision was refused."""
        raise NotImplementedError

    def shut(self) -> Iterable[str]:
        """The actions that would do nothing now, by name."""
        raise NotImplementedError

    def _store(
        self, work: Callable[[], Awaitable[TurnT]], then: Callable[[TurnT], Awaitable[None]]
    ) -> None:
        """Do the work on the desk's thread.

        Args:
            work: makes one change.
            then: shows what it hands back.
        """
        self._busy = True
        self._saving = self.set_timer(SAVING_AFTER, self._say_saving)
        self.run_worker(self._stored(work, then), group="store")

    async def _stored(
        self, work: Callable[[], Awaitable[TurnT]], then: Callable[[TurnT], Awaitable[None]]
    ) -> None:
        try:
            turn = await work()
        except (ClosedSampleError, StoreError) as error:
            self._stop_saving()
            self.message.say(f"Not stored. {error}", error=True)
            self._busy = False
            self._enter(self.first_step())
        else:
            self._stop_saving()
            await then(turn)

    def _say_saving(self) -> None:
        # A timer that was stopped may have its last event in the queue.
        if self._saving is not None:
            self.message.say("Saving…")

    def _stop_saving(self) -> None:
        if self._saving is not None:
            self._saving.stop()
            self._saving = None

    def _enter(self, step: Step) -> None:
        """Ask this now."""
        if step in steps.QUESTIONS and not self.query(f"#{step}"):
            self.mount(steps.question(step, self._keymap), before="#outcomes")
        self._step = step
        self.update_classes(steps.classes(step), animate=False)
        self.commands.shut(self.shut())
        self.refresh_bindings()
