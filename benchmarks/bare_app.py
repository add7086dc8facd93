"""The smallest Textual app that shows the same text: what the labeller's start is held against.

python benchmarks/bare_app.py FILE
"""

import sys
from pathlib import Path

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Footer, Static


class BareApp(App[None]):
    """A text in a scroll view, and a footer."""

    BINDINGS = [("q", "quit", "Quit")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        """Textual's: the text as it is, no markup."""
        with VerticalScroll():
            yield Static(Path(sys.argv[1]).read_text(encoding="utf-8"), markup=False)
        yield Footer()


if __name__ == "__main__":
    BareApp().run()
