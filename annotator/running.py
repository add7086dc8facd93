"""Running an app until the person leaves it."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from corpus.console import say

if TYPE_CHECKING:
    from textual.app import App


@contextmanager
def starting() -> Iterator[None]:
    """Around an app, from its imports on: no garbage is collected until its first picture stands.

    Nothing that is made meanwhile is garbage; looking for some takes a tenth of the time until the
    first item. `ColouredApp` turns the collector on again.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def run(app: "App[Any]", what: str, kept: str) -> None:
    """Run an app.

    Args:
        app: ready to run.
        what: it is called: `labelling app`.
        kept: what is on disk where it broke down, as a clause.

    Raises:
        SystemExit: it broke down, and has said how; with its return code.
    """
    app.run()
    # Textual prints what went wrong, and returns as if nothing had.
    if app.return_code:
        say(f"The {what} broke down; {kept}. Run the same command to go on.")
        sys.exit(app.return_code)
