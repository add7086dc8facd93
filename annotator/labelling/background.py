"""Work that takes its time, on a thread of its own."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


async def in_background(work: Callable[[], T]) -> T:
    """What the work returns or raises.

    The thread is a daemon: whoever leaves the app does not wait for an index that nobody will use.
    So it must write nothing that has to be whole; labels go through the desk.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def deliver(give: Callable[[], None]) -> None:
        def unless_gone() -> None:
            if not done.done():
                give()

        with suppress(RuntimeError):  # the app was left meanwhile
            loop.call_soon_threadsafe(unless_gone)

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 - whoever waits gets it
            failure = error
            deliver(lambda: done.set_exception(failure))
        else:
            deliver(lambda: done.set_result(result))

    threading.Thread(target=run, name="corpus", daemon=True).start()
    return await done
