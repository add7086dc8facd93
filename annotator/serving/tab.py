"""What every browser tab has: a sentence where there is nothing to do, and an end with the server.

Where the server is killed, the app leaves as if the person had quit: nobody could reach it any
more.
"""

import os
import select
import signal
import sys
import time
from collections.abc import Callable
from threading import Thread

from textual.app import App, ComposeResult
from textual.content import Content
from textual.widgets import Static

from corpus.errors import CrossSourceError
from corpus.visible import visible


def work_in_tab(work: Callable[[], object]) -> None:
    """Do the work until the tab is closed or the person quits."""
    if hasattr(select, "poll"):  # not on Windows
        Thread(target=_leave_with_the_server, daemon=True).start()
    try:
        work()
    except CrossSourceError as error:
        Refusal(str(error)).run()


class Refusal(App[None]):
    """Says why there is nothing to do, where a terminal would have printed it."""

    CSS = "Screen { align: center middle; } Static { width: auto; max-width: 80; padding: 1 2; }"

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        """Textual's: one sentence."""
        yield Static(Content(visible(self._words)))


def _leave_with_the_server() -> None:
    """Wait until nobody is at the other end of the pipe, then have Textual leave the app.

    Textual's driver reads that end, and goes on without it. While it listens to SIGTERM it leaves
    at one; before and after, the signal would kill, and a label be lost that is being stored.
    """
    pipe = select.poll()
    pipe.register(sys.stdin.fileno(), 0)
    pipe.poll()
    while signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGTERM)
