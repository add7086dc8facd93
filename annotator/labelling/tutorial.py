"""The tutorial: the labelling screen itself, on made-up items, with a word after every answer.

Nothing of it is stored: the actions that would are closed, and a decision goes to its explanation.
"""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from annotator.labelling.desk import Turn
from annotator.labelling.key_names import key_text
from annotator.labelling.lessons import LESSONS, ending, verdict_words
from annotator.labelling.progress import Progress
from annotator.labelling.screen import LabelScreen
from annotator.labelling.sitting import Sitting
from annotator.labelling.steps import Step
from annotator.widgets.choice_list import ChoiceList
from annotator.widgets.choices import Choice, Choices
from labels.store.queue import Decision

_CLOSED = frozenset(
    {"later", "undo", "go", "note", "tutorial", "context", "search", "evidence", "highlight"}
)
"""What would be stored, and what asks the corpus for items that it does not know."""


class TutorialScreen(LabelScreen):
    """Five items to practise on; quitting goes to the real ones."""

    def __init__(self, sitting: Sitting, size: Size) -> None:
        """Make the tutorial for a terminal of that size."""
        super().__init__(
            sitting._replace(first=_turn(0), offers_tutorial=False, begins_with_tutorial=False),
            size,
        )
        self._number = 0
        self._right = 0

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Textual's: what makes sense of real items alone is closed."""
        return False if action in _CLOSED else super().check_action(action, parameters)

    def shut(self) -> Iterable[str]:
        """The same actions: their keys look as if they did nothing, and so they do."""
        return _CLOSED

    def _enter(self, step: Step) -> None:
        super()._enter(step)
        for asked in self.query(f"#{step}").results(ChoiceList):
            asked.shut(self.shut())

    def _show(self, turn: Turn, *, stays: bool = False) -> None:
        super()._show(turn, stays=stays)
        place = f"Tutorial · item {self._number + 1} of {len(LESSONS)}"
        leave = key_text(self._keymap["quit"])
        self.progress.update(Content(f"{place} · nothing is stored · {leave}: the real items"))
        self.at_best.put("")

    async def _read_ahead(self) -> None:
        """The next item is at hand: it is made up."""

    def _label(self, decision: Decision, note: str = "") -> None:  # noqa: ARG002
        lesson = LESSONS[self._number]
        self._right += lesson.is_right(decision)
        words = verdict_words(lesson, decision)
        self.app.push_screen(ExplanationPage(words), self._next)

    def _next(self, leaves: bool | None) -> None:
        if leaves:
            self.action_leave()
            return
        self._number += 1
        if self._number < len(LESSONS):
            self._show(_turn(self._number))
        else:
            self.app.push_screen(ExplanationPage(ending(self._right)), lambda _: self.dismiss())

    def action_leave(self) -> None:
        """To the real items."""
        self.dismiss(None)


class ExplanationPage(ModalScreen[bool]):
    """A word on an answer; gives whether the person leaves the tutorial.

    It stands at the bottom: what it speaks of, claim and passage, stays in sight.
    """

    CSS_PATH = "pages.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,escape", "close", "Go on", id="confirm"),
        Binding("q", "leave", "Quit", id="quit"),
    ]

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        """Textual's: the word, and how to go on."""
        with VerticalScroll(classes="page -note") as page:
            page.border_title = Content("Tutorial")
            yield Static(Content(f"{self._words}\n"))
            yield Choices([_GO_ON])

    def action_close(self) -> None:
        """The next item."""
        self.dismiss(False)

    def action_leave(self) -> None:
        """To the real items."""
        self.dismiss(True)


_GO_ON = Choice(name="confirm", label="Go on", key="enter", key_shown="enter")


def _turn(number: int) -> Turn:
    total = len(LESSONS)
    progress = Progress(done=number, total=total, items=total, deferred=0, pace=None, census=False)
    return Turn(
        item=LESSONS[number].item,
        note="",
        evidence=None,
        label=None,
        is_stale=False,
        progress=progress,
        can_undo=False,
    )
