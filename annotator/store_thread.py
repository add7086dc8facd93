"""A store on a thread of its own.

A commit waits for the disk, and up to a minute for another process that holds the database; the
screen must live meanwhile. SQLite wants one thread a connection. So one thread opens the store and
makes every call, and the app gets values that nothing changes any more.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Any, Generic, Self, TypeVar

Store = TypeVar("Store", bound=AbstractContextManager[Any])
Value = TypeVar("Value")


class StoreThread(Generic[Store]):
    """Opens a store, works on it, closes it: all of it on one thread."""

    def __init__(self, open_store: Callable[[], Store]) -> None:
        """Start opening the store; whoever asks for something waits for it.

        Args:
            open_store: what it raises is raised by the first question.
        """
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._opened = self._thread.submit(open_store)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Let a write that is under way come to its end, then close the store."""
        if self._opened.exception() is None:
            self._thread.submit(self._opened.result().__exit__, None, None, None)
        self._thread.shutdown()

    @property
    def store(self) -> Store:
        """The store itself: for what of it never changes."""
        return self._opened.result()

    def at_once(self, work: Callable[[Store], Value]) -> Value:
        """Do some work on the store's thread and wait for it, without an event loop."""
        return self._thread.submit(work, self.store).result()

    async def call(self, work: Callable[[Store], Value]) -> Value:
        """Do some work on the store's thread.

        It is shielded: a decision that was made is stored, even where the app is quit meanwhile.
        """
        future = self._thread.submit(work, self.store)
        return await asyncio.shield(asyncio.wrap_future(future))
