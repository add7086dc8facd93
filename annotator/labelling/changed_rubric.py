"""The rubric has changed since some labels were given: the person says which of them stand."""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from annotator.labelling import keys, steps
from annotator.labelling.rubric import RubricScreen
from annotator.widgets.choices import Choices
from labels.rubric import Rubric

_ANSWERS = (
    ("all_stand", "They all stand under the rubric as it is now"),
    ("one_by_one", "Go through them one by one"),
    ("rubric", "Read the rubric first"),
    ("back", "Not now; ask again at the next start"),
)


class Answer(StrEnum):
    """What is to become of the labels."""

    ALL_STAND = "all_stand"
    """Each is recorded once more, under the rubric in force."""
    ONE_BY_ONE = "one_by_one"
    """Each is shown with what was said, to be confirmed or changed."""


def question(count: int) -> str:
    """What is asked of so many labels."""
    labels = "one of your labels was" if count == 1 else f"{count:,} of your labels were"
    return (
        f"The rubric has changed: {labels} given under another version. Reports count such labels "
        "apart until you say what holds."
    )


class ChangedRubricScreen(ModalScreen[Answer | None]):
    """Gives the answer; None puts it off to the next start."""

    CSS_PATH = "pages.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.ANOTHER_RUBRIC,
        Binding("r", "rubric", "Read the rubric first", id="rubric"),
        Binding("escape", "close", "Not now; ask at the next start", id="back"),
    ]

    def __init__(self, count: int, rubric: Rubric, keymap: Mapping[str, str]) -> None:
        """Make the page.

        Args:
            count: labels under another rubric, 1 or more.
            rubric: the one in force.
            keymap: the key of every action.
        """
        super().__init__()
        self._keymap = keymap
        self._count = count
        self._rubric = rubric

    def compose(self) -> ComposeResult:
        """Textual's: the question and its answers."""
        with Vertical(classes="page") as page:
            page.border_title = Content("Another rubric")
            yield Static(Content(f"{question(self._count)}\n"))
            yield Choices(steps.choice(*answer, self._keymap) for answer in _ANSWERS)

    def action_answer(self, answer: str) -> None:
        """Hand the answer back."""
        self.dismiss(Answer(answer))

    def action_rubric(self) -> None:
        """Read the rubric; this page waits behind it."""
        self.app.push_screen(RubricScreen(self._rubric))

    def action_close(self) -> None:
        """Put it off."""
        self.dismiss(None)
