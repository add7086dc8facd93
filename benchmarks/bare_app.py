"""The smallest Textual app that shows the same texts: what the labeller is held against.

python benchmarks/bare_app.py FILE       a JSON list of texts; 1 shows the next one, q quits
"""

import json
import sys
from pathlib import Path

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Footer, Static


class BareApp(App[None]):
    """A text in a scroll view, and a footer."""

    BINDINGS = [("1", "next", "Next"), ("q", "quit", "Quit")]  # noqa: RUF012

    def __init__(self, texts: list[str]) -> None:
        super().__init__()
        self._texts = iter(texts)

    def compose(self) -> ComposeResult:
        """Textual's: the text as it is, no markup."""
        with VerticalScroll():
            yield Static(next(self._texts), markup=False)
        yield Footer()

    def action_next(self) -> None:
        """The next text in the place of this one."""
        self.query_one(Static).update(next(self._texts))


if __name__ == "__main__":
    BareApp(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))).run()
