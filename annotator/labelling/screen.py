"""The labelling screen: shows what the desk hands over, and hands decisions to the desk.

One thing happens at a time. While a decision is being stored, and until the next item has been
painted, every key but the scrolling ones is ignored: a key never reaches an item that its presser
had not seen.
"""

from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from functools import partial
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ItemGrid
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from annotator.labelling import keys
from annotator.labelling.closing import Closing
from annotator.labelling.desk import Desk, Turn
from annotator.labelling.item_view import ItemView
from annotator.labelling.stopwatch import Clock, Stopwatch
from annotator.widgets.choice import Choice as ChoiceKey
from annotator.widgets.choice_list import ChoiceList
from corpus.errors import StoreError
from corpus.visible import visible
from labels import outcome
from labels.outcome import Category, HarnessBug
from labels.rubric import Rubric
from labels.store.queue import Decision
from labels.store.standing import ClosedSampleError

SAVING_AFTER = 0.3
"""Seconds after which a write that is still under way is spoken of."""


class Step(StrEnum):
    """What is being asked now."""

    ITEM = "item"
    CATEGORY = "category"
    BUG = "bug"
    END = "end"
    """Every item has a label."""
    CLOSED = "closed"
    """The sample was closed; nothing more is stored."""


_ANYWHERE = frozenset({"rubric", "help"})
_OPEN: dict[Step, frozenset[str]] = {
    Step.ITEM: frozenset({"decide", "ask_category", "ask_bug", "later", "note", "undo"}),
    Step.CATEGORY: frozenset({"categorise", "back"}),
    Step.BUG: frozenset({"report_bug", "back"}),
    Step.END: frozenset({"undo"}),
    Step.CLOSED: frozenset(),
}
"""The actions that a step allows, beside those that are allowed anywhere."""
_STEPPED = _ANYWHERE.union(*_OPEN.values())

Work = Callable[[], Awaitable[Turn]]


class LabelScreen(Screen[None]):
    """One item at a time."""

    BINDINGS: ClassVar[list[BindingType]] = list(keys.BINDINGS)
    AUTO_FOCUS = "#passage"

    item_view = getters.query_one(ItemView)
    closing = getters.query_one(Closing)
    progress = getters.query_one("#progress", Static)
    message = getters.query_one("#message", Static)

    def __init__(
        self, desk: Desk, first: Turn, rubric: Rubric, keymap: Mapping[str, str], clock: Clock
    ) -> None:
        """Make the screen.

        Args:
            desk: stores decisions and hands over the next item.
            first: what is shown first.
            rubric: the rubric in force, to be read with a key.
            keymap: the key of every action.
            clock: times each item.
        """
        super().__init__()
        self._desk = desk
        self._turn = first
        self._rubric = rubric
        self._keymap = keymap
        self._stopwatch = Stopwatch(clock)
        self._step = Step.ITEM
        self._busy = True
        self._saving: Timer | None = None
        self._draft = ""
        """A note that was written and could not be stored."""

    def compose(self) -> ComposeResult:
        """Textual's: a line of progress, the item, what can be said of it."""
        with Horizontal(id="top"):
            yield Static(id="progress")
            yield Static(Content(f"{visible(self._desk.annotator)} · blind"), id="who")
        yield ItemView()
        yield Closing(self._keymap)
        yield Static(id="message")
        with ItemGrid(id="outcomes", min_column_width=15):
            yield from map(self._choice, keys.OUTCOMES)
        yield ChoiceList(
            "Unsupported. Where is the support?",
            map(self._choice, (*keys.CATEGORIES, keys.BACK)),
            id="categories",
        )
        yield ChoiceList(
            "Harness bug. What is broken?", map(self._choice, (*keys.BUGS, keys.BACK)), id="bugs"
        )
        with ItemGrid(id="commands", min_column_width=11):
            yield from map(self._choice, keys.COMMANDS)

    def on_mount(self) -> None:
        """Textual's: show the first item."""
        self._show(self._turn)

    @property
    def busy(self) -> bool:
        """Whether a decision is being stored, or its successor is not painted yet."""
        return self._busy

    def _choice(self, binding: Binding) -> ChoiceKey:
        key = self._keymap[binding.id or ""]
        told = binding.id in _TOLD_AT_ONCE
        return ChoiceKey(
            f"{binding.description}: {binding.tooltip}" if told else binding.description,
            key=key.split(",")[0],
            key_shown=keys.shown(key),
            tooltip="" if told else binding.tooltip,
            id=f"key-{binding.id}",
        )

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Textual's: which actions are open now."""
        if action == "undo" and not self._turn.can_undo:
            return False
        if action in _STEPPED:
            return not self._busy and action in _OPEN[self._step] | _ANYWHERE
        return True

    # What is shown

    def _show(self, turn: Turn) -> None:
        """Paint a turn, then take keys again; an item's time runs from here."""
        self._turn = turn
        self._draft = ""
        self.progress.update(Content(turn.progress.words()))
        if turn.item is not None:
            self.item_view.show(turn.item, turn.note)
        else:
            self.closing.show(turn.progress)
        self._enter(Step.ITEM if turn.item else Step.END)
        self.call_after_refresh(self._painted)

    def _painted(self) -> None:
        self._stopwatch.start()
        self._busy = False
        self.refresh_bindings()

    def _enter(self, step: Step) -> None:
        self._step = step
        for each in Step:
            self.set_class(each is step, f"-{each}")
        self.query_one("#key-undo").disabled = not self._turn.can_undo
        self.refresh_bindings()

    def _say(self, words: str, *, error: bool = False) -> None:
        """One line above the choices, until the next decision."""
        self.message.set_class(error, "-error")
        self.message.display = bool(words)
        self.message.update(Content(f"{'! ' if error else ''}{visible(words)}"))

    # What is stored

    def _store(self, work: Work, said: str = "") -> None:
        """Do the work on the desk's thread, then show what it hands back.

        Args:
            work: makes one change.
            said: what is told once it is stored.
        """
        self._busy = True
        self._say("")
        self._saving = self.set_timer(SAVING_AFTER, lambda: self._say("Saving…"))
        self.run_worker(self._stored(work, said), group="store")

    async def _stored(self, work: Work, said: str) -> None:
        try:
            turn = await work()
        except ClosedSampleError as error:
            self._refused(error, Step.CLOSED)
        except StoreError as error:
            self._refused(error, Step.ITEM if self._turn.item else Step.END)
        else:
            self._stop_saving()
            self._say(said if turn.stored else _ELSEWHERE)
            self._show(turn)

    def _refused(self, error: Exception, step: Step) -> None:
        """Nothing was stored: the item stays, and its time runs on."""
        self._stop_saving()
        self._say(f"Not stored. {error}", error=True)
        self._busy = False
        self._enter(step)

    def _stop_saving(self) -> None:
        if self._saving is not None:
            self._saving.stop()

    def _label(self, decision: Decision, note: str = "") -> None:
        if (item := self._turn.item) is not None:
            seconds = self._stopwatch.seconds
            self._store(partial(self._desk.label, item.id, decision, seconds, note))

    # Actions

    def action_decide(self, choice: str) -> None:
        """Supported, partial, or cannot judge."""
        self._label(Decision(choice=outcome.Choice(choice)))

    def action_ask_category(self) -> None:
        """Unsupported: where is the support?"""
        self._say("")
        self._enter(Step.CATEGORY)

    def action_categorise(self, category: str) -> None:
        """Unsupported, and where the support is."""
        self._label(Decision(choice=outcome.Choice.UNSUPPORTED, category=Category(category)))

    def action_ask_bug(self) -> None:
        """A harness bug: of which kind?"""
        self._say("")
        self._enter(Step.BUG)

    def action_report_bug(self, kind: str) -> None:
        """A harness bug of a kind; one that has no name needs a note."""
        decision = Decision(choice=outcome.Choice.HARNESS_BUG, bug=HarnessBug(kind))
        if decision.bug is HarnessBug.OTHER:
            self._ask_note("What is broken?", partial(self._label, decision), needed=True)
        else:
            self._label(decision)

    def action_back(self) -> None:
        """Back from a question to the item."""
        self._enter(Step.ITEM)

    def action_later(self) -> None:
        """Put the item off."""
        if (item := self._turn.item) is not None:
            seconds = self._stopwatch.seconds
            self._store(partial(self._desk.later, item.id, seconds), "Put off; it comes back.")

    def action_undo(self) -> None:
        """Take back the last label or "later"."""
        self._store(self._desk.undo, "Taken back. This is the item it was on.")

    def action_note(self) -> None:
        """Write a note on the item."""
        if (item := self._turn.item) is not None:

            def store(text: str) -> None:
                self._store(partial(self._desk.note, item.id, text), "Note stored.")

            self._ask_note("A note on this item", store)

    def _ask_note(self, title: str, then: Callable[[str], None], *, needed: bool = False) -> None:
        from annotator.labelling.note import NoteScreen

        def answered(text: str | None) -> None:
            if text is not None:
                self._draft = text
                then(text)

        text = self._draft or self._turn.note
        self.app.push_screen(NoteScreen(title, text, needed, self._keymap), answered)

    def action_rubric(self) -> None:
        """Read the rubric."""
        from annotator.labelling.rubric import RubricScreen

        self.app.push_screen(RubricScreen(self._rubric))

    def action_help(self) -> None:
        """All keys."""
        from annotator.labelling.help import HelpScreen

        self.app.push_screen(HelpScreen(self._keymap))


_TOLD_AT_ONCE = frozenset(binding.id for binding in keys.BUGS)
"""Choices whose meaning is too little known to wait for a mouse."""

_ELSEWHERE = (
    "You had labelled that item in another window, and that label stands. Here is the next."
)
