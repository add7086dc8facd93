"""What was done to a question, by whom, and what it said before."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from annotator.authoring import words
from annotator.labelling.modal import Page
from corpus.visible import visible
from labels.golden import GoldenQuestion


class PastPage(Page):
    """A question's history, the latest first."""

    CSS_PATH = "../labelling/pages.tcss"

    def __init__(self, question: GoldenQuestion) -> None:
        """Make the page."""
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Textual's: the question, then its changes."""
        with VerticalScroll(classes="page") as page:
            page.border_title = Content(visible(f"{self._question.id} and its past"))
            page.border_subtitle = Content("↑ ↓ to read on · esc back")
            yield Static(words.question_line(self._question), classes="past--step")
            for change in reversed(self._question.history):
                yield Static(words.change_line(change), classes="past--step")
            if not self._question.history:
                yield Static(Content("Nothing is known of its past."))
