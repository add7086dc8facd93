"""The adjudicating screen: an item, what people say of it, and the decision with its reason."""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from annotator.adjudicating import words
from annotator.adjudicating.closing import Closing
from annotator.adjudicating.desk import Turn
from annotator.adjudicating.labels_view import LabelsView
from annotator.adjudicating.marked import Marks
from annotator.adjudicating.sitting import Sitting
from annotator.labelling import keys, layout, steps
from annotator.labelling.item_view import ItemView
from annotator.labelling.key_names import key_text
from annotator.labelling.steps import Step
from annotator.labelling.stopwatch import Stopwatch
from annotator.labelling.storing import StoringScreen
from annotator.widgets.message_line import MessageLine
from corpus.visible import visible
from labels.adjudication import letter
from labels.outcome import Category, Choice, HarnessBug
from labels.store.adjudication_queue import Stored
from labels.store.queue import Decision

Work = Callable[[], Awaitable[Turn]]

_BINDINGS = (
    *keys.OUTCOMES,
    *keys.AS_SAID,
    *keys.CATEGORIES,
    *keys.BUGS,
    keys.BACK,
    *keys.ADJUDICATING,
)
_ON_ITEM = frozenset({"as_said", "show_marked"})
"""Actions besides those of labelling that are open while an item is shown."""

_SAID = {
    Stored.STORED: "",
    Stored.ELSEWHERE: "Not stored: that item was decided meanwhile. Here is the next.",
    Stored.CHANGED: "Not stored: a label of this item changed meanwhile. Read it once more.",
}


class AdjudicationScreen(StoringScreen[Turn]):
    """One item at a time."""

    BINDINGS: ClassVar[list[BindingType]] = list(_BINDINGS)
    AUTO_FOCUS = "#passage"

    item_view = getters.query_one(ItemView)
    labels_view = getters.query_one(LabelsView)
    closing = getters.query_one(Closing)
    progress = getters.query_one("#progress", Static)

    def __init__(self, sitting: Sitting, size: Size) -> None:
        """Make the screen for a terminal of that size."""
        self._step = Step.ITEM if sitting.first.dispute else Step.END
        # Set before anything is mounted: each change later styles every widget anew.
        super().__init__(classes=" ".join((*layout.classes(size), f"-{self._step}")))
        self._sitting = sitting
        self._desk = sitting.desk
        self._turn = sitting.first
        self._keymap = sitting.keymap
        self._stopwatch = Stopwatch(sitting.clock)
        self._marks = Marks(None)
        self._draft = ""
        """A reason that was written and could not be stored."""

    def compose(self) -> ComposeResult:
        """Textual's: a line of progress, the item, what people say, what can be decided."""
        with Horizontal(id="top"):
            yield Static(id="progress")
            yield Static(Content(visible(self._who())), id="who")
        yield ItemView()
        yield LabelsView(self._keymap)
        yield Closing(self._keymap)
        yield MessageLine()
        yield steps.choices(keys.OUTCOMES, self._keymap, column_width=15, id="outcomes")
        yield steps.choices(keys.ADJUDICATING, self._keymap, column_width=11, id="commands")

    def _who(self) -> str:
        own = f" · labelled {self._sitting.labelled:,} here" if self._sitting.labelled else ""
        return f"{self._sitting.adjudicator} · adjudicating{own}"

    async def on_mount(self) -> None:
        """Textual's: show the first item."""
        await self._show(self._turn)

    def first_step(self) -> Step:
        """The item, or the end."""
        return Step.ITEM if self._turn.dispute else Step.END

    def shut(self) -> Iterable[str]:
        """Undo and what was marked, where there is nothing of it."""
        is_open = {"undo": self._turn.can_undo, "marked": self._marks.any}
        return [name for name, can in is_open.items() if not can]

    @property
    def turn(self) -> Turn:
        """What is shown."""
        return self._turn

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Textual's: which actions are open now."""
        if action == "undo" and not self._turn.can_undo:
            return False
        if action == "show_marked" and not self._marks.any:
            return False
        if action == "as_said" and self._label_number(parameters) is None:
            return False
        if action in _ON_ITEM:
            return not self._busy and self._step is Step.ITEM
        if action in steps.ACTIONS:
            return not self._busy and steps.is_open(self._step, action)
        return True

    def _label_number(self, parameters: tuple[object, ...]) -> int | None:
        """Which label a letter means; None where the item has no such label."""
        labels = self._turn.dispute.labels if self._turn.dispute else ()
        letters = [letter(number) for number in range(len(labels))]
        meant = parameters[0] if parameters else None
        return letters.index(meant) if meant in letters else None

    # What is shown

    async def _show(self, turn: Turn) -> None:
        """Paint a turn, then take keys again; an item's time runs from here."""
        self._turn = turn
        self._draft = ""
        self._marks = Marks(turn.dispute)
        if turn.dispute is not None:
            self.item_view.show(turn.dispute.item, "", None)
            await self.labels_view.show(turn.dispute)
        else:
            self.closing.show(turn.progress)
        self._enter(self.first_step())
        self.call_after_refresh(self._painted)

    def _painted(self) -> None:
        self._stopwatch.start()
        self._busy = False
        # The last of it: who reads how far they are sees the item, and keys are taken.
        self.progress.update(Content(self._turn.progress.words()))
        self.commands.shut(self.shut())
        self.refresh_bindings()

    # What is stored

    def _keep(self, work: Work, said: str = "") -> None:
        self._store(work, partial(self._kept, said))

    async def _kept(self, said: str, turn: Turn) -> None:
        self.message.say(_SAID[turn.stored] or said)
        await self._show(turn)

    def _decide(self, decision: Decision, reason: str) -> None:
        if (dispute := self._turn.dispute) is not None:
            what = words.said(decision.choice, decision.category, decision.bug)
            undo = key_text(self._keymap["undo"])
            self._keep(
                partial(self._desk.decide, dispute, decision, reason, self._stopwatch.seconds),
                f"Decided: {what} ({reason}). {undo} takes it back.",
            )

    def _ask_reason(self, decision: Decision) -> None:
        """A decision stands on its reason: without one nothing is stored."""
        from annotator.labelling.note import NoteScreen

        def answered(text: str | None) -> None:
            if text is None:
                self._enter(Step.ITEM)
            else:
                self._draft = text
                self._decide(decision, text)

        what = words.said(decision.choice, decision.category, decision.bug)
        page = NoteScreen(
            f"{what}. Why?",
            self._draft,
            True,
            self._keymap,
            hint="A sentence is enough. The report gives it with the item.",
            missing="Give the reason in a few words, then save.",
        )
        self.app.push_screen(page, answered)

    # Actions

    def action_decide(self, choice: str) -> None:
        """Supported, partial, or cannot judge; then why."""
        self._ask_reason(Decision(choice=Choice(choice)))

    def action_ask_category(self) -> None:
        """Unsupported: where is the support?"""
        self.message.say("")
        self._enter(Step.CATEGORY)

    def action_categorise(self, category: str) -> None:
        """Unsupported, and where the support is; then why."""
        self._ask_reason(Decision(choice=Choice.UNSUPPORTED, category=Category(category)))

    def action_ask_bug(self) -> None:
        """A harness bug: of which kind?"""
        self.message.say("")
        self._enter(Step.BUG)

    def action_report_bug(self, kind: str) -> None:
        """A harness bug of a kind; then why."""
        self._ask_reason(Decision(choice=Choice.HARNESS_BUG, bug=HarnessBug(kind)))

    def action_as_said(self, who: str) -> None:
        """What one of the labels says is the decision, and that it says so the reason."""
        number = self._label_number((who,))
        if number is not None and self._turn.dispute is not None:
            label = self._turn.dispute.labels[number]
            self._decide(label.decision, f"as {who} says")

    def action_show_marked(self) -> None:
        """In the passage, the words that the next person marked."""
        title, shown = self._marks.next()
        self.item_view.passage.show(title, shown)

    def action_back(self) -> None:
        """Back from a question to the item."""
        self._enter(Step.ITEM)

    def action_later(self) -> None:
        """Put the item off."""
        if (dispute := self._turn.dispute) is not None:
            seconds = self._stopwatch.seconds
            self._keep(partial(self._desk.later, dispute.item.id, seconds), "Put off.")

    def action_undo(self) -> None:
        """Take back the last decision or "later"."""
        self._keep(self._desk.undo, "Taken back. This is the item it was on.")

    def action_leave(self) -> None:
        """Stop for now; everything is stored."""
        self.app.exit()

    def action_rubric(self) -> None:
        """Read the rubric."""
        from annotator.labelling.rubric import RubricScreen

        self.app.push_screen(RubricScreen(self._sitting.rubric))

    def action_help(self) -> None:
        """All keys."""
        from annotator.adjudicating.help import help_screen

        self.app.push_screen(help_screen(self._keymap))
