"""The list: one's own drafts, then everybody's questions, and what can be done with them."""

from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from annotator.authoring import keys, words
from annotator.authoring.desk import Books, Overview, retire_or_restore
from annotator.authoring.sitting import Sitting
from annotator.labelling import layout, steps
from annotator.labelling.key_names import key_text
from annotator.widgets.message_line import MessageLine
from corpus.errors import InputError, StoreError
from corpus.visible import visible
from labels.collection import changes
from labels.collection.counts import count
from labels.collection.drafts import Draft
from labels.collection.file import ChangedMeanwhileError
from labels.collection.record import Status
from labels.golden import GoldenQuestion

Entry = Draft | GoldenQuestion

FILTERS: dict[str, Callable[[Entry], bool]] = {
    "all": lambda _one: True,
    "drafts": (lambda one: isinstance(one, Draft) or one.status is Status.CANDIDATE),
    "absent": lambda one: isinstance(one, GoldenQuestion) and not one.answerable,
    "machine": (lambda one: isinstance(one, GoldenQuestion) and one.written_by != changes.HUMAN),
    "retired": lambda one: isinstance(one, GoldenQuestion) and one.status is Status.RETIRED,
}
"""What can be listed, one after the other: all, one's own drafts and a machine's, absent ones,
those that no person wrote or confirmed, retired ones."""


class ListingScreen(Screen[None]):
    """What is there, and the way to each question."""

    BINDINGS: ClassVar[list[BindingType]] = list(keys.LISTING)
    AUTO_FOCUS = "#questions"

    counted = getters.query_one("#progress", Static)
    listed = getters.query_one("#questions", OptionList)
    message = getters.query_one(MessageLine)

    def __init__(self, sitting: Sitting, size: Size) -> None:
        """Make the screen for a terminal of that size."""
        super().__init__(classes=" ".join(layout.classes(size)))
        self._sitting = sitting
        self._overview = sitting.first
        self._entries: list[Entry] = []
        self._filter = 0
        self._changed_here: set[str] = set()
        """Ids that stay in the list: what is pressed next is meant for them, not for another."""
        self._dropping = ""
        """The draft that is thrown away where the key is pressed once more."""

    def compose(self) -> ComposeResult:
        """Textual's: how many there are, the list, what can be done."""
        with Horizontal(id="top"):
            yield Static(id="progress")
            yield Static(id="who")
        yield OptionList(id="questions", markup=False)
        yield MessageLine()
        yield steps.choices(keys.LISTING, self._sitting.keymap, column_width=14, id="commands")

    def on_mount(self) -> None:
        """Textual's: what was read before the start."""
        self._show(self._overview)
        if not self._entries:
            new = key_text(self._sitting.keymap["author_new"])
            self.message.say(f"No question yet; {new} writes the first.")

    @property
    def entry(self) -> Entry | None:
        """What the list stands on."""
        at = self.listed.highlighted
        return self._entries[at] if at is not None and at < len(self._entries) else None

    # What is shown

    def _show(self, overview: Overview, stand_on: str = "") -> None:
        self._overview = overview
        stand_on = stand_on or (self.entry.id if self.entry else "")
        name = list(FILTERS)[self._filter]
        under_work = {draft.id for draft in overview.drafts}
        everything: list[Entry] = [
            *overview.drafts,
            *(one for one in overview.questions if one.id not in under_work),
        ]
        self._entries = [
            one for one in everything if FILTERS[name](one) or one.id in self._changed_here
        ]
        self.counted.update(Content(count(overview.questions).words()))
        who = f"{visible(self._sitting.author)} · {name}"
        self.query_one("#who", Static).update(Content(who))
        self.listed.clear_options()
        self.listed.add_options(Option(_line(one)) for one in self._entries)
        if self._entries:
            ids = [one.id for one in self._entries]
            self.listed.highlighted = ids.index(stand_on) if stand_on in ids else 0

    async def _refresh(self, stand_on: str = "") -> None:
        self._show(await self._sitting.desk.call(Books.overview), stand_on)

    def _work(self, work: Coroutine[Any, Any, None]) -> None:
        self._dropping = ""
        self.message.say("")
        self.run_worker(self._guarded(work), group="desk")

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (InputError, StoreError) as error:
            self.message.say(str(error), error=True)

    # Actions

    def action_new(self) -> None:
        """Write a new question."""
        self._work(self._open_new())

    async def _open_new(self) -> None:
        self._edit(await self._sitting.desk.call(Books.new))

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open what the list stands on."""
        if (entry := self.entry) is not None:
            self._work(self._open(entry.id))

    async def _open(self, id_: str) -> None:
        self._edit(await self._sitting.desk.call(lambda books: books.opened(id_)))

    def _edit(self, draft: Draft) -> None:
        from annotator.authoring.editor import EditorScreen

        def left(said: str | None) -> None:
            self._work(self._refresh(draft.id))
            self.message.say(said or "")

        others = {
            one.id: one.question
            for one in self._overview.questions
            if one.id != draft.id and one.status is not Status.RETIRED
        }
        classes = dict.fromkeys(one.query_class for one in self._overview.questions)
        page = EditorScreen(
            self._sitting, draft, others, tuple(filter(None, classes)), self.app.size
        )
        self.app.push_screen(page, left)

    def action_retire(self) -> None:
        """Retire the question, or restore it."""
        self._change(retire_or_restore, "is retired: it is kept, and no run asks it", "is restored")

    def action_undo(self) -> None:
        """Take back the question's last change."""
        self._change(changes.undone, "is as it was before its last change", "")

    def _change(self, rule: Callable[..., GoldenQuestion], said: str, otherwise: str) -> None:
        entry = self.entry
        if isinstance(entry, GoldenQuestion):
            self._work(self._changed(entry, rule, said, otherwise))
        elif entry is not None:
            self.message.say("That is a draft of yours; open it, or throw it away.")

    async def _changed(
        self, entry: GoldenQuestion, rule: Callable[..., GoldenQuestion], said: str, otherwise: str
    ) -> None:
        try:
            after = await self._sitting.desk.call(lambda books: books.change(entry, rule))
        except ChangedMeanwhileError:
            await self._refresh(entry.id)
            self.message.say("Somebody changed it meanwhile; this is how it is now.", error=True)
            return
        self._changed_here.add(entry.id)
        await self._refresh(entry.id)
        if after == entry:
            self.message.say(f"There is nothing of {entry.id} to take back.")
        elif otherwise and after.status is not Status.RETIRED:
            self.message.say(f"{entry.id} {otherwise}.")
        else:
            self.message.say(f"{entry.id} {said}.")

    def action_filter(self) -> None:
        """List others."""
        self._filter = (self._filter + 1) % len(FILTERS)
        self._changed_here.clear()
        self._work(self._refresh())

    def action_drop(self) -> None:
        """Throw a draft away, at the second press."""
        entry = self.entry
        if not isinstance(entry, Draft):
            self.message.say("That is no draft; a question is retired, not thrown away.")
        elif self._dropping == entry.id:
            self._work(self._dropped(entry.id))
        else:
            self._dropping = entry.id
            key = key_text(self._sitting.keymap["author_drop"])
            self.message.say(f"{key} once more throws the draft {entry.id} away for good.")

    async def _dropped(self, id_: str) -> None:
        await self._sitting.desk.call(lambda books: books.drop(id_))
        await self._refresh()
        self.message.say("The draft is thrown away.")

    def action_history(self) -> None:
        """The past of the question."""
        from annotator.authoring.past import PastPage

        entry = self.entry
        question = entry.opened if isinstance(entry, Draft) else entry
        if question is None:
            self.message.say("A new draft has no past.")
        else:
            self.app.push_screen(PastPage(question))

    def action_help(self) -> None:
        """All keys."""
        from annotator.authoring.help import help_screen

        self.app.push_screen(help_screen(self._sitting.keymap))

    def action_leave(self) -> None:
        """Stop for now; everything is on disk."""
        self.app.exit()


def _line(entry: Entry) -> Content:
    return words.draft_line(entry) if isinstance(entry, Draft) else words.question_line(entry)
