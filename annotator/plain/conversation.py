"""Item by item: what is shown, what is asked, what is stored.

An answer is on disk before the next item is printed.
"""

from collections.abc import Callable, Mapping

from textual.binding import Binding

from annotator.labelling import keys
from annotator.labelling.changed_rubric import question
from annotator.labelling.own_items import own_items
from annotator.labelling.progress import progress_of
from annotator.labelling.said import said
from annotator.labelling.stopwatch import Clock, Stopwatch
from annotator.plain import answers, words
from annotator.plain.console import Console, EndOfInputError
from annotator.plain.item_words import item_words
from labels.outcome import Category, Choice, HarnessBug
from labels.rubric import Rubric
from labels.store.queue import BlindQueue, Decision

_ITEM = (*keys.OUTCOMES, *keys.COMMANDS)
_UNDO, _GO, _QUIT = (b for b in keys.COMMANDS if b.id in ("undo", "go", "quit"))


class Conversation:
    """One person at work on one sample, until they quit or the input ends."""

    def __init__(
        self,
        queue: BlindQueue,
        console: Console,
        *,
        rubric: Rubric,
        keymap: Mapping[str, str],
        clock: Clock,
    ) -> None:
        self._queue = queue
        self._console = console
        self._rubric = rubric
        self._keymap = keymap
        self._typed = answers.at_item(keymap)
        self._stopwatch = Stopwatch(clock)
        self._shown: str | None = None
        """The item that was printed last, so that help or a slip does not print it again."""
        self._is_told = False
        """Whether all answers have been listed; from then on the prompt is short."""
        self._to_review: list[str] = []
        """Items whose labels, under another rubric, are gone through first."""
        self._current = queue.next_id()
        self._is_over = False

    def run(self) -> None:
        """Ask until it is over.

        Raises:
            InputError: a line of a pipe is no answer, or the sample was closed meanwhile.
            StoreError: the database refused; what was acknowledged is stored.
        """
        self._console.tell(words.WELCOME)
        try:
            self._settle_rubric()
            while not self._is_over:
                if self._current is None:
                    self._ask_at_end()
                else:
                    self._ask_item(self._current)
        except EndOfInputError:
            self._console.tell("The input has ended. Everything that was acknowledged is stored.")

    # What is asked

    def _settle_rubric(self) -> None:
        """Labels under another rubric: a person is asked what holds, a pipe is told."""
        stale = self._queue.stale
        if not stale:
            return
        self._console.tell(f"\n{question(len(stale))}")
        if not self._console.is_terminal:
            self._console.tell("A pipe is not asked; run crosssource label in a terminal.")
            return
        answer = self._one_of("What holds?", words.RUBRIC_ANSWERS)
        if answer == words.ALL_STAND.id:
            self._queue.let_stand(stale)
            self._console.tell("They stand, under the rubric as it is now.")
        elif answer == words.ONE_BY_ONE.id:
            self._to_review = stale
            self._go_on()

    def _ask_item(self, item_id: str) -> None:
        if self._shown != item_id:
            self._show(item_id)
        line = self._console.ask(self._prompt())
        actions = answers.found(self._typed, line)
        if actions is None:
            if line or self._console.is_terminal:
                self._console.refuse(line, answers.prompt(_ITEM, self._keymap))
                self._is_told = False
            return
        action, *further = actions
        if action == Choice.UNSUPPORTED:
            self._unsupported(item_id, *further)
        elif action == Choice.HARNESS_BUG:
            self._harness_bug(item_id, *further)
        elif action in set(Choice):
            self._label(item_id, Decision(choice=Choice(action)))
        else:
            self._commands[action](item_id)

    def _show(self, item_id: str) -> None:
        progress = progress_of(self._queue).words().replace(" · ", ", ")
        self._console.tell(f"\n{progress}.\n")
        self._console.tell(item_words(self._queue.item(item_id), self._queue.note_of(item_id)))
        self._console.tell()
        if (label := self._queue.label_of(item_id)) is not None:
            self._console.tell(words.kept(label, is_stale=self._queue.is_stale(item_id)))
        self._shown = item_id
        self._stopwatch.start()

    def _prompt(self) -> str:
        if self._is_told:
            outcomes = ", ".join(keys.shown(self._keymap[b.id or ""]) for b in keys.OUTCOMES)
            return f"Does the passage support the claim? {outcomes}, or help:"
        self._is_told = True
        return f"{words.QUESTION} {answers.prompt(_ITEM, self._keymap)}:"

    def _ask_at_end(self) -> None:
        self._console.tell(f"\n{words.all_labelled(progress_of(self._queue))}")
        action = self._one_of("What now?", (_UNDO, _GO, _QUIT))
        self._commands[action]("")

    def _one_of(self, question: str, bindings: tuple[Binding, ...]) -> str:
        """The action of one of the bindings; asked until one is named."""
        typed = answers.one_of(bindings, self._keymap)
        listed = answers.prompt(bindings, self._keymap)
        while True:
            line = self._console.ask(f"{question} {listed}:")
            if (actions := answers.found(typed, line)) is not None:
                return actions[0]
            if line or self._console.is_terminal:
                self._console.refuse(line, listed)

    # What is said of an item

    def _unsupported(self, item_id: str, category: str = "") -> None:
        category = category or self._one_of(
            "Unsupported. Where is the support?", (*keys.CATEGORIES, words.BACK)
        )
        if category != words.BACK.id:
            decision = Decision(choice=Choice.UNSUPPORTED, category=Category(category))
            self._label(item_id, decision)

    def _harness_bug(self, item_id: str, kind: str = "") -> None:
        kind = kind or self._one_of("Harness bug. What is broken?", (*keys.BUGS, words.BACK))
        if kind == words.BACK.id:
            return
        decision = Decision(choice=Choice.HARNESS_BUG, bug=HarnessBug(kind))
        if decision.bug is HarnessBug.OTHER and not self._queue.note_of(item_id):
            note = self._console.ask("Say in a few words what is broken (an empty line goes back):")
            if not note:
                return
            self._queue.note(item_id, note)
        self._label(item_id, decision)

    def _label(self, item_id: str, decision: Decision) -> None:
        # The time between two lines of a file is nobody's.
        seconds = self._stopwatch.seconds if self._console.is_terminal else None
        before = self._queue.label_of(item_id)
        if decision == before:
            self._queue.let_stand([item_id], seconds)
            stored = True
        else:
            stored = self._queue.label(item_id, decision, seconds, before)
        self._console.tell(f"Stored: {said(decision)}." if stored else words.ELSEWHERE)
        self._go_on()

    def _go_on(self) -> None:
        self._to_review = [item_id for item_id in self._to_review if self._queue.is_stale(item_id)]
        self._current = next(iter(self._to_review), None) or self._queue.next_id()
        self._shown = None

    # What can be done besides

    @property
    def _commands(self) -> Mapping[str, Callable[[str], None]]:
        return {
            "later": self._later,
            "go": self._go,
            "confirm": self._confirm,
            "undo": self._undo,
            "note": self._note,
            "rubric": self._read_rubric,
            "help": self._help,
            "quit": self._leave,
        }

    def _later(self, item_id: str) -> None:
        if self._queue.label_of(item_id) is None:
            seconds = self._stopwatch.seconds if self._console.is_terminal else None
            self._queue.later(item_id, seconds)
            self._console.tell("Put off; it comes back at the end.")
        else:
            self._console.tell("Left as it is.")
            self._to_review = [other for other in self._to_review if other != item_id]
        self._go_on()

    def _undo(self, _item_id: str) -> None:
        undone = self._queue.undo()
        if undone is None:
            self._console.tell("There is nothing to take back.")
            return
        self._console.tell("Taken back. This is the item it was on.")
        self._current, self._shown = undone, None

    def _confirm(self, item_id: str) -> None:
        label = self._queue.label_of(item_id)
        if label is not None and self._queue.is_stale(item_id):
            self._label(item_id, label)
        else:
            self._console.tell("There is no label under another rubric here.")

    def _go(self, _item_id: str) -> None:
        items = own_items(self._queue)
        if not items:
            self._console.tell("You have labelled, put off or noted nothing yet.")
            return
        self._console.tell(words.numbered(items))
        line = self._console.ask("The number of the item to go to (an empty line goes back):")
        if line.isdecimal() and 0 < int(line) <= len(items):
            self._current, self._shown = items[int(line) - 1].id, None
        elif line:
            self._console.refuse(line, f"a number from 1 to {len(items)}")

    def _note(self, item_id: str) -> None:
        text = self._console.ask(
            "Your note, in one line (empty keeps it, a minus sign removes it):"
        )
        if text:
            self._queue.note(item_id, "" if text == "-" else text)
            self._console.tell("Note removed." if text == "-" else "Note stored.")

    def _read_rubric(self, _item_id: str) -> None:
        self._console.tell(f"\n{words.without_markup(self._rubric.text)}\nEnd of the rubric.\n")

    def _help(self, _item_id: str) -> None:
        self._console.tell(words.help_text(self._keymap))

    def _leave(self, _item_id: str) -> None:
        self._is_over = True
