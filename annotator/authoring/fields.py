"""What is typed of a question: its words, the reference note, class and difficulty.

A field paints its text as it is, so what a terminal would obey is put into it in its visible form.
As long as nobody changes such a field the text stays what it was.
"""

from collections.abc import Sequence
from dataclasses import replace

from textual import getters
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static, TextArea

from corpus.visible import visible
from labels.collection.changes import Text

DIFFICULTIES = ("easy", "medium", "hard")
"""Offered; any other word will do."""


class Fields(Vertical):
    """The four of them."""

    asked = getters.query_one("#asked", TextArea)
    reference = getters.query_one("#reference", TextArea)
    query_class = getters.query_one("#class", Input)
    difficulty = getters.query_one("#difficulty", Input)

    def __init__(self, text: Text, known: Sequence[str]) -> None:
        """Make them.

        Args:
            text: the question so far.
            known: classes that other questions have; offered.
        """
        super().__init__(id="written")
        self._text = text
        self._known = known

    def compose(self) -> ComposeResult:
        """Textual's: two fields of several lines, two of one."""
        text = self._text
        yield _titled(TextArea(visible(text.question), id="asked"), "Question")
        yield _titled(
            TextArea(visible(text.reference), id="reference"),
            "Reference: what a right answer says",
        )
        with Horizontal(id="kinds"):
            yield Static("Class", classes="field-name")
            offered = SuggestFromList([visible(name) for name in self._known])
            yield Input(visible(text.query_class), id="class", suggester=offered)
            yield Static("Difficulty", classes="field-name")
            offered = SuggestFromList(DIFFICULTIES)
            yield Input(visible(text.difficulty), id="difficulty", suggester=offered)

    def on_mount(self) -> None:
        """Textual's: go on where the texts end."""
        for area in (self.asked, self.reference):
            area.move_cursor(area.document.end)
            self.call_after_refresh(_from_the_top, area)

    def over(self, text: Text) -> Text:
        """The question with what stands in the fields."""
        return replace(
            text,
            question=_written(self.asked.text, text.question),
            reference=_written(self.reference.text, text.reference),
            query_class=_written(self.query_class.value, text.query_class),
            difficulty=_written(self.difficulty.value, text.difficulty),
        )


def _written(field: str, before: str) -> str:
    return before if field == visible(before) else field


def _from_the_top(area: TextArea) -> None:
    """The cursor went to the end before the field had a height, and the beginning out of sight."""
    area.scroll_home(animate=False)
    area.scroll_cursor_visible()


def _titled(area: TextArea, title: str) -> TextArea:
    area.border_title = title
    return area
