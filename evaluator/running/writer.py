"""The store's writer: one thread that owns the connection and commits what has come together.

A commit waits for the disk, and an event loop that waits for the disk sends no requests. So writes
are handed to a thread; it takes all that are waiting, writes them in one transaction, and tells
each caller once that is on disk. With many requests under way a commit serves many results.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, Self, TypeVar

from corpus.workspace import Workspace
from labels.store import database

T = TypeVar("T")
_Job = tuple[Callable[[sqlite3.Connection], Any], "Future[Any]"]


class StoreWriter:
    """Use it as `with StoreWriter(workspace) as writer`; leaving waits for all that came in."""

    def __init__(self, workspace: Workspace) -> None:
        """Start the thread; a database that cannot be opened raises at the first write."""
        self._workspace = workspace
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._waiting.put(None)
        self._thread.join()

    async def write(self, change: Callable[[sqlite3.Connection], T]) -> T:
        """Make a change; returns once it is on disk, with what the change returned.

        Raises:
            StoreError: the database refused; nothing of this change is stored.
        """
        # Shielded: an interrupted caller leaves its change to be made, and the thread whole.
        return await asyncio.shield(asyncio.wrap_future(self.submit(change)))

    def submit(self, change: Callable[[sqlite3.Connection], T]) -> "Future[T]":
        """The same for callers outside the event loop."""
        future: Future[T] = Future()
        self._waiting.put((change, future))
        return future

    def _work(self) -> None:
        try:
            with database.opened(self._workspace) as connection:
                while jobs := self._next_jobs():
                    self._commit(connection, jobs)
        except BaseException as error:  # noqa: BLE001  every waiting caller must hear of it
            self._refuse_all(error)

    def _next_jobs(self) -> list[_Job]:
        """Everything that waits, at least one; empty when the writer is being left."""
        first = self._waiting.get()
        jobs = [] if first is None else [first]
        while jobs and not self._waiting.empty():
            job = self._waiting.get()
            if job is None:
                self._waiting.put(None)
                break
            jobs.append(job)
        return jobs

    def _commit(self, connection: sqlite3.Connection, jobs: list[_Job]) -> None:
        results: list[Any] = []
        try:
            with (
                database.in_words(self._workspace.database),
                database.transaction(connection),
            ):
                results = [change(connection) for change, _ in jobs]
        except BaseException as error:  # noqa: BLE001  it belongs to a caller, not to this thread
            if len(jobs) > 1:
                # One bad change takes no other with it.
                for job in jobs:
                    self._commit(connection, [job])
            else:
                jobs[0][1].set_exception(error)
            return
        for (_, future), result in zip(jobs, results, strict=True):
            future.set_result(result)

    def _refuse_all(self, error: BaseException) -> None:
        while (job := self._waiting.get()) is not None:
            job[1].set_exception(error)
