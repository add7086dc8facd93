"""An app whose terminal is gone ends.

A lost terminal sends a hangup, which ends the app. Where hangups are ignored, under `nohup` say,
Textual would read the end of what can be read over and over, at the cost of a whole core.
"""

import errno
import os
import signal
import sys
from typing import Any

from textual.app import App

LOOKS_EVERY = 2.0
"""Seconds."""


def watch(app: App[Any]) -> None:
    """End the process once the app's terminal is gone, as the hangup would have ended it.

    What was shown as done is on disk. To leave in good order, Textual would write to the terminal.
    """

    def look() -> None:
        if _is_gone():
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            signal.raise_signal(signal.SIGHUP)

    if hasattr(signal, "SIGHUP"):  # not on Windows
        app.set_interval(LOOKS_EVERY, look)


def _is_gone() -> bool:
    """Whether what the app reads was a terminal and is none any more."""
    if sys.__stdin__ is None:
        return False
    try:
        os.get_terminal_size(sys.__stdin__.fileno())
    except OSError as error:
        return error.errno == errno.EIO
    return False
