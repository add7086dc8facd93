"""A question with its answers one below the other, each with its key."""

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from annotator.widgets.choices import Choices


class ChoiceList(VerticalScroll, can_focus=False):
    """Stands where the row of choices was, so that the item stays in sight."""

    DEFAULT_CSS = """
    ChoiceList {
        height: auto;
        max-height: 60%;
        scrollbar-size-vertical: 1;
        & > .choice-list--question { text-style: bold; }
    }
    """

    def __init__(self, question: str, choices: Choices, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._question = question
        self._choices = choices

    def shut(self, names: Iterable[str]) -> None:
        """These answers would do nothing now, and look so."""
        self._choices.shut(names)

    def compose(self) -> ComposeResult:
        """Textual's: the question, then its answers."""
        yield Static(Content(self._question), classes="choice-list--question")
        yield self._choices
