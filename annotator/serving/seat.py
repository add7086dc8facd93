"""One browser tab: the labelling app in a process of its own, for one annotator and no other.

Started by the server as `python -m annotator.serving.seat STUDY SAMPLE ANNOTATOR`; Textual's web
driver speaks for it. The name comes from the link, never from the browser. Where the server is
killed, the app leaves as if the person had quit: nobody could reach it any more.
"""

import os
import select
import signal
import sys
import time
from pathlib import Path
from threading import Thread

from textual.app import App, ComposeResult
from textual.content import Content
from textual.widgets import Static

from annotator.labelling import session
from corpus.errors import CrossSourceError
from corpus.visible import visible
from corpus.workspace import Workspace


class Refusal(App[None]):
    """Says why there is nothing to label, where a terminal would have printed it."""

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


def main() -> None:
    """Label until the tab is closed or the person quits."""
    study, sample, annotator = sys.argv[1:]
    if hasattr(select, "poll"):  # not on Windows
        Thread(target=_leave_with_the_server, daemon=True).start()
    try:
        session.label(Workspace(Path(study)), sample, annotator)
    except CrossSourceError as error:
        Refusal(str(error)).run()


if __name__ == "__main__":
    main()
