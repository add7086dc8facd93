"""Running an app until the person leaves it."""

import sys
from typing import TYPE_CHECKING, Any

from corpus.console import say

if TYPE_CHECKING:
    from textual.app import App


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
