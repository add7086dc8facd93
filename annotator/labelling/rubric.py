"""The rubric in force, to be read while labelling."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Markdown

from annotator.labelling.modal import Page
from corpus.visible import visible
from labels.rubric import Rubric


class RubricScreen(Page):
    """The text that defines the outcomes."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("r", "close", "Close", id="rubric")]

    def __init__(self, rubric: Rubric) -> None:
        super().__init__()
        self._rubric = rubric

    def compose(self) -> ComposeResult:
        """Textual's: the rubric as the Markdown it is."""
        with VerticalScroll(classes="page") as page:
            page.border_title = Content("Rubric")
            page.border_subtitle = Content("↑ ↓ to read on · esc back to the item")
            yield Markdown(visible(self._rubric.text), open_links=False)
