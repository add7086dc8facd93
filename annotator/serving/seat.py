"""One browser tab: the labelling app in a process of its own, for one annotator and no other.

Started by the server as `python -m annotator.serving.seat STUDY SAMPLE ANNOTATOR`; Textual's web
driver speaks for it. The name comes from the link, never from the browser.
"""

import sys
from pathlib import Path

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


def main() -> None:
    """Label until the tab is closed or the person quits."""
    study, sample, annotator = sys.argv[1:]
    try:
        session.label(Workspace(Path(study)), sample, annotator)
    except CrossSourceError as error:
        Refusal(str(error)).run()


if __name__ == "__main__":
    main()
