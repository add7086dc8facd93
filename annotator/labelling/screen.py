"""The labelling screen: shows what the desk hands over, and hands decisions to the desk."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import ClassVar

from textual import events, getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from annotator.labelling import keys, layout, steps
from annotator.labelling.closing import Closing
from annotator.labelling.desk import Turn
from annotator.labelling.item_view import ItemView
from annotator.labelling.looking import LookingScreen, Work
from annotator.labelling.sitting import Sitting
from annotator.labelling.steps import Step
from annotator.labelling.stopwatch import Stopwatch
from annotator.widgets.message_line import MessageLine
from annotator.widgets.words import Words
from corpus.errors import StoreError
from corpus.visible import visible
from labels.outcome import Category, Choice, HarnessBug
from labels.store.queue import Decision

MILESTONE = 10
"""Labels after which a low terminal says what they can at best show."""


class LabelScreen(LookingScreen):
    """One item at a time."""

    BINDINGS: ClassVar[list[BindingType]] = list(keys.BINDINGS)
    AUTO_FOCUS = "#passage"

    closing = getters.query_one(Closing)
    progress = getters.query_one("#progress", Static)
    at_best = getters.query_one("#at-best", Words)

    def __init__(self, sitting: Sitting, size: Size) -> None:
        """Make the screen for a terminal of that size."""
        self._step = steps.first(sitting.first)
        # Set before anything is mounted: each change later styles every widget anew.
        super().__init__(classes=" ".join((*layout.classes(size), f"-{self._step}")))
        self._sitting = sitting
        self._desk = sitting.desk
        self._turn = sitting.first
        self._corpus = sitting.corpus
        self._rubric = sitting.rubric
        self._keymap = sitting.keymap
        self._stopwatch = Stopwatch(sitting.clock)
        self._has_begun = False
        self._placed: dict[Binding, Widget] = {}
        """What was given a place under the mouse."""
        self._draft = ""
        """A note that was written and could not be stored."""
        self._found = ""
        self._highlighted = set()

    def compose(self) -> ComposeResult:
        """Textual's: a line of progress, the item, what can be said of it."""
        with Horizontal(id="top"):
            yield Static(id="progress")
            yield Static(Content(f"{visible(self._desk.annotator)} · blind"), id="who")
        yield Words(id="at-best")
        yield ItemView()
        yield Closing(self._keymap)
        yield MessageLine()
        yield steps.choices(keys.OUTCOMES, self._keymap, column_width=15, whole=True, id="outcomes")
        yield steps.choices(keys.COMMANDS, self._keymap, column_width=11, whole=True, id="commands")

    def on_mount(self) -> None:
        """Textual's: show the first item."""
        offer = steps.offer(self._keymap) if self._sitting.offers_tutorial else ""
        self.message.say(self._desk.notice or offer)
        self._show(self._turn)

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Textual's: what was styled while it was mounted need not be styled once more."""
        if not self._has_begun:
            event.refresh_styles = False

    def first_step(self) -> Step:
        """The item, or the second question of one that has its label."""
        return steps.first(self._turn)

    def shut(self) -> Iterable[str]:
        """Undo, where nothing is left to take back."""
        return () if self._turn.can_undo else ("undo",)

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Textual's: which actions are open now."""
        if action == "confirm" and not self._turn.is_stale:
            return False
        if action in steps.ACTIONS:
            return not self._busy and steps.is_open(self._step, action)
        return True

    # What is shown

    def _show(self, turn: Turn, *, stays: bool = False) -> None:
        """Paint a turn, then take keys again; an item's time runs from here, unless it `stays`."""
        self._turn = turn
        self._draft = self._found = ""
        self.progress.update(Content(turn.progress.words()), layout=False)
        self.at_best.put(turn.progress.at_best())
        if turn.item is not None:
            self.item_view.show(turn.item, turn.note, turn.evidence)
            self._remember_highlight()
        else:
            self.closing.show(turn.progress)
        is_new = self._sitting.offers_tutorial and not turn.can_undo
        self._place(keys.TUTORIAL, wanted=is_new)
        self._place(keys.CONFIRM, wanted=turn.is_stale)
        self._enter(steps.first(turn))
        self.call_after_refresh(self._painted, stays)

    def _place(self, binding: Binding, *, wanted: bool) -> None:
        """Give an action its place under the mouse while it is of use."""
        if (placed := self._placed.get(binding)) is not None:
            placed.display = wanted
        elif wanted:
            told = steps.choices([binding], self._keymap, told=[binding], id=binding.id)
            self._placed[binding] = told
            self.mount(self._placed[binding], before="#outcomes")

    def _painted(self, stays: bool) -> None:
        if not stays:
            self._stopwatch.start()
        self._busy = False
        self.refresh_bindings()
        self.run_worker(self._read_ahead(), group="ahead", exclusive=True)
        if not self._has_begun:
            self._has_begun = True
            self._begin()

    async def _read_ahead(self) -> None:
        """Make the next item ready while this one is read."""
        if self._turn.item is None:
            return
        with suppress(StoreError):  # it is read again, and spoken of, once it is its turn
            if (ahead := await self._desk.read_ahead(self._turn.item.id)) is not None:
                self.item_view.expect(ahead)

    def _begin(self) -> None:
        """What comes before the first decision, where anything does."""
        if self._turn.stale:
            self._ask_rubric()
        if self._sitting.begins_with_tutorial:
            self.action_tutorial()

    def _ask_rubric(self) -> None:
        from annotator.labelling.changed_rubric import Answer, ChangedRubricScreen

        def answered(answer: Answer | None) -> None:
            if answer is Answer.ALL_STAND:
                self._keep(self._desk.all_stand, "They stand, under the rubric as it is now.")
            elif answer is Answer.ONE_BY_ONE:
                self._keep(partial(self._desk.review, True))

        page = ChangedRubricScreen(self._turn.stale, self._rubric, self._keymap)
        self.app.push_screen(page, answered)

    # What is stored

    def _keep(self, work: Work, said: str = "", *, stays: bool = False) -> None:
        self._store(work, partial(self._kept, said, stays))

    async def _kept(self, said: str, stays: bool, turn: Turn) -> None:
        words = (said or self._reached(turn)) if turn.stored else _ELSEWHERE
        self.message.say(" ".join(filter(None, (words, steps.kept_words(turn, self._keymap)))))
        self._show(turn, stays=stays)

    def _reached(self, turn: Turn) -> str:
        """What so many labels can show, at every tenth, where it has no line of its own."""
        if not (self.has_class("-low") or self.has_class("-short")) or not turn.item:
            return ""
        return turn.progress.at_best_in_brief() if turn.progress.done % MILESTONE == 0 else ""

    def _label(self, decision: Decision, note: str = "") -> None:
        if (item := self._turn.item) is not None:
            seconds = self._stopwatch.seconds
            label, highlighted = self._turn.label, item.id in self._highlighted
            store = partial(self._desk.label, item.id, decision, seconds, note)
            self._keep(partial(store, instead_of=label, highlighted=highlighted))

    # Actions

    def action_decide(self, choice: str) -> None:
        """Supported, partial, or cannot judge."""
        self._label(Decision(choice=Choice(choice)))

    def action_ask_category(self) -> None:
        """Unsupported: where is the support?"""
        self._found = ""
        self.message.say("")
        self._enter(Step.CATEGORY)

    def action_categorise(self, category: str) -> None:
        """Unsupported, and where the support is."""
        chosen = Category(category)
        found = None if chosen is Category.UNSUPPORTED_CLAIM else self._found or None
        self._label(Decision(choice=Choice.UNSUPPORTED, category=chosen, found=found))

    def action_ask_bug(self) -> None:
        """A harness bug: of which kind?"""
        self.message.say("")
        self._enter(Step.BUG)

    def action_report_bug(self, kind: str) -> None:
        """A harness bug of a kind; one that has no name needs a note."""
        decision = Decision(choice=Choice.HARNESS_BUG, bug=HarnessBug(kind))
        if decision.bug is HarnessBug.OTHER:
            self._ask_note("What is broken?", partial(self._label, decision), needed=True)
        else:
            self._label(decision)

    def action_back(self) -> None:
        """Back from a question to the item; from an item that has its label, on to the next."""
        self._found = ""
        if self._step is Step.KEPT:
            self.action_go_on()
        else:
            self._enter(steps.first(self._turn))
            self.message.say(steps.kept_words(self._turn, self._keymap))

    def action_go_on(self) -> None:
        """The next item without a label; nothing is stored, and no label is gone through."""
        self._keep(partial(self._desk.review, False))

    def action_confirm(self) -> None:
        """The label of another rubric stands under this one."""
        if self._turn.label is not None:
            self._label(self._turn.label)

    def action_go(self) -> None:
        """Choose one of one's own items."""
        self._busy = True
        self.run_worker(self._choose_own(), group="store")

    async def _choose_own(self) -> None:
        from annotator.labelling.going import GoScreen

        try:
            items = await self._desk.own_items()
        except StoreError as error:
            self.message.say(str(error), error=True)
            return
        finally:
            self._busy = False
        if items:
            self.app.push_screen(GoScreen(items, self._keymap), self._go_to)
        else:
            self.message.say("You have labelled, put off or noted nothing yet.")

    def _go_to(self, item_id: str | None) -> None:
        if item_id is not None:
            self._keep(partial(self._desk.go_to, item_id))

    def action_later(self) -> None:
        """Put the item off."""
        if (item := self._turn.item) is not None:
            seconds = self._stopwatch.seconds
            self._keep(partial(self._desk.later, item.id, seconds), "Put off; it comes back.")

    def action_undo(self) -> None:
        """Take back the last label or "later"."""
        if not self._turn.can_undo:
            self.message.say("There is nothing to take back.")
            return
        self._keep(self._desk.undo, "Taken back. This is the item it was on.")

    def action_note(self) -> None:
        """Write a note on the item."""
        if (item := self._turn.item) is not None:

            def store(text: str) -> None:
                self._keep(partial(self._desk.note, item.id, text), "Note stored.", stays=True)

            self._ask_note("A note on this item", store)

    def _ask_note(self, title: str, then: Callable[[str], None], *, needed: bool = False) -> None:
        from annotator.labelling.note import NoteScreen

        def answered(text: str | None) -> None:
            if text is not None:
                self._draft = text
                then(text)

        text = self._draft or self._turn.note
        self.app.push_screen(NoteScreen(title, text, needed, self._keymap), answered)

    def action_leave(self) -> None:
        """Stop for now; everything is stored."""
        self.app.exit()

    def action_tutorial(self) -> None:
        """Practise; the item waits, and its time begins anew."""
        from annotator.labelling.tutorial import TutorialScreen

        tutorial = TutorialScreen(self._sitting, self.app.size)
        self.app.push_screen(tutorial, lambda _: self._stopwatch.start())

    def action_rubric(self) -> None:
        """Read the rubric."""
        from annotator.labelling.rubric import RubricScreen

        self.app.push_screen(RubricScreen(self._rubric))

    def action_help(self) -> None:
        """All keys."""
        from annotator.labelling.help import HelpScreen

        self.app.push_screen(HelpScreen(self._keymap))


_ELSEWHERE = (
    "You had labelled that item in another window, and that label stands. Here is the next."
)
