"""Item by item: what is shown, what is asked, what is stored.

An answer is on disk before the next item is printed.
"""

from collections.abc import Callable, Mapping

from annotator.labelling import keys
from annotator.labelling.changed_rubric import question
from annotator.labelling.own_items import own_items
from annotator.labelling.progress import progress_of
from annotator.labelling.said import said
from annotator.labelling.stopwatch import Clock, Stopwatch
from annotator.plain import words
from annotator.plain.asking import Asking
from annotator.plain.console import Console, EndOfInputError
from annotator.plain.item_words import item_words
from annotator.plain.tutorial import practise
from corpus.errors import StoreError
from labels.outcome import Choice, HarnessBug
from labels.rubric import Rubric
from labels.store.queue import BlindQueue, Decision
from labels.store.standing import ClosedSampleError

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
        tutorial: bool,
    ) -> None:
        self._queue = queue
        self._console = console
        self._rubric = rubric
        self._keymap = keymap
        self._asking = Asking(console, keymap)
        self._begins_with_tutorial = tutorial
        self._stopwatch = Stopwatch(clock)
        self._shown: str | None = None
        """The item that was printed last, so that help or a slip does not print it again."""
        self._to_review: list[str] = []
        """Items whose labels, under another rubric, are gone through first."""
        self._current = queue.next_id()
        self._is_over = False

    def run(self) -> None:
        """Ask until it is over.

        Raises:
            InputError: a line of a pipe is no answer, or the sample was closed meanwhile.
            StoreError: the database refused an answer of a pipe; what was acknowledged is stored.
        """
        self._console.tell(words.WELCOME)
        try:
            self._begin()
            while not self._is_over:
                self._ask()
        except EndOfInputError:
            self._console.tell("The input has ended. Everything that was acknowledged is stored.")

    # What is asked

    def _begin(self) -> None:
        if self._begins_with_tutorial:
            practise(self._console, self._keymap, self._rubric)
        elif self._console.is_terminal and not self._queue.touched:
            self._console.tell(words.OFFER)
        self._settle_rubric()

    def _settle_rubric(self) -> None:
        """Labels under another rubric: a person is asked what holds, a pipe is told."""
        stale = self._queue.stale
        if not stale:
            return
        self._console.tell(f"\n{question(len(stale))}")
        if not self._console.is_terminal:
            self._console.tell("A pipe is not asked; run crosssource label in a terminal.")
            return
        answer = self._asking.one_of("What holds?", words.RUBRIC_ANSWERS)
        if answer == words.ALL_STAND.id:
            self._queue.let_stand(stale)
            self._console.tell("They stand, under the rubric as it is now.")
        elif answer == words.ONE_BY_ONE.id:
            self._to_review = stale
            self._go_on()

    def _ask(self) -> None:
        """Ask once; a person is told what could not be stored, and can try again."""
        try:
            if self._current is None:
                self._ask_at_end()
            else:
                self._ask_item(self._current)
        except (ClosedSampleError, StoreError) as error:
            if not self._console.is_terminal:
                raise
            self._console.tell(f"Not stored. {error}")

    def _ask_item(self, item_id: str) -> None:
        if self._shown != item_id:
            self._show(item_id)
        action, *kind = self._asking.at_item() or ("",)
        if action in set(Choice):
            self._decide(item_id, self._asking.decision(Choice(action), *kind))
        elif action:
            self._commands[action](item_id)

    def _show(self, item_id: str) -> None:
        self._console.forget()
        progress = progress_of(self._queue).words().replace(" · ", ", ")
        self._console.tell(f"\n{progress}.\n")
        self._console.tell(item_words(self._queue.item(item_id), self._queue.note_of(item_id)))
        self._console.tell()
        if (label := self._queue.label_of(item_id)) is not None:
            self._console.tell(words.kept(label, is_stale=self._queue.is_stale(item_id)))
        self._shown = item_id
        self._stopwatch.start()

    def _ask_at_end(self) -> None:
        self._console.tell(f"\n{words.all_labelled(progress_of(self._queue))}")
        action = self._asking.one_of("What now?", (_UNDO, _GO, _QUIT))
        self._commands[action]("")

    # What is said of an item

    def _decide(self, item_id: str, decision: Decision | None) -> None:
        if decision is None:
            return
        if decision.bug is HarnessBug.OTHER and not self._queue.note_of(item_id):
            note = self._console.ask_text(
                "Say in a few words what is broken (an empty line goes back):"
            )
            if not note:
                return
            self._queue.note(item_id, note)
        self._label(item_id, decision)

    def _label(self, item_id: str, decision: Decision) -> None:
        # The time between two lines of a file is nobody's.
        seconds = self._stopwatch.seconds if self._console.is_terminal else None
        before = self._queue.label_of(item_id)
        if decision == before:
            self._queue.let_stand(filter(self._queue.is_stale, [item_id]), seconds)
            stored = True
        else:
            stored = self._queue.label(item_id, decision, seconds, instead_of=before)
        self._console.tell(f"Stored: {said(decision)}." if stored else words.ELSEWHERE)
        self._go_on()

    def _go_on(self) -> None:
        stale = self._queue.stale if self._to_review else []
        self._to_review = [item_id for item_id in self._to_review if item_id in stale]
        following = next(iter(self._to_review), None)
        self._current = self._queue.go_to(following) if following else self._queue.next_id()
        self._shown = None

    # What can be done besides

    @property
    def _commands(self) -> Mapping[str, Callable[[str], None]]:
        return {
            "later": self._later,
            "go": self._go,
            "confirm": self._confirm,
            "tutorial": self._tutorial,
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

    def _tutorial(self, _item_id: str) -> None:
        practise(self._console, self._keymap, self._rubric)
        self._shown = None

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
            self._current, self._shown = self._queue.go_to(items[int(line) - 1].id), None
        elif line:
            self._console.refuse(line, f"a number from 1 to {len(items)}")

    def _note(self, item_id: str) -> None:
        text = self._console.ask_text(
            "Your note, in one line (empty keeps it, a minus sign removes it):"
        )
        if text:
            self._queue.note(item_id, "" if text == "-" else text)
            self._console.tell("Note removed." if text == "-" else "Note stored.")

    def _read_rubric(self, _item_id: str) -> None:
        self._console.tell(words.rubric_text(self._rubric))

    def _help(self, _item_id: str) -> None:
        self._console.tell(words.help_text(self._keymap))

    def _leave(self, _item_id: str) -> None:
        self._is_over = True
