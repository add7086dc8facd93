"""The smallest Textual app that shows the same texts: what the labeller is held against.

python benchmarks/bare_app.py FILE [DATABASE]

FILE is a JSON list of texts; 1 shows the next one, q quits. With DATABASE, each 1 first puts a row
into it and waits for the disk: what a labeller must do, and nothing else of it.
"""

import json
import sqlite3
import sys
from pathlib import Path

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Footer, Static


class BareApp(App[None]):
    """A text in a scroll view, and a footer."""

    BINDINGS = [("1", "next", "Next"), ("q", "quit", "Quit")]  # noqa: RUF012

    def __init__(self, texts: list[str], database: sqlite3.Connection | None) -> None:
        super().__init__()
        self._texts = iter(texts)
        self._database = database

    def compose(self) -> ComposeResult:
        """Textual's: the text as it is, no markup."""
        with VerticalScroll():
            yield Static(next(self._texts), markup=False)
        yield Footer()

    def action_next(self) -> None:
        """The next text in the place of this one."""
        if self._database is not None:
            with self._database:
                self._database.execute("INSERT INTO label VALUES ('supported')")
        self.query_one(Static).update(next(self._texts))


def _database(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE label (choice TEXT)")
    return connection


if __name__ == "__main__":
    BareApp(
        json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")),
        _database(sys.argv[2]) if len(sys.argv) > 2 else None,
    ).run()
