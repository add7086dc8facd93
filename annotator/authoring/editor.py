"""A question while it is written: its words, the passages that answer it, what the app says of it.

Every change goes to disk as a draft at once; the top line says whether what is seen is what is on
disk. The question itself is stored by saving alone.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from annotator.authoring import keys, words
from annotator.authoring.desk import EMPTY
from annotator.authoring.fields import Fields
from annotator.authoring.finding import FindingScreen, Found
from annotator.authoring.remarks import Remarks, missing, remarks
from annotator.authoring.sitting import Sitting
from annotator.authoring.sources import DEEPEST
from annotator.labelling import layout, steps
from annotator.labelling.background import in_background
from annotator.labelling.key_names import key_text
from annotator.widgets.message_line import MessageLine
from annotator.widgets.words import Words
from corpus.errors import InputError, StoreError
from corpus.retrieval import Hit
from corpus.stamp import now
from corpus.visible import visible
from labels.collection.changes import HUMAN, MACHINE, Text, text_of
from labels.collection.drafts import Draft
from labels.collection.file import ChangedMeanwhileError
from labels.collection.record import Search
from labels.golden import Support

PAUSE = 0.12
"""Seconds without a key after which the question is looked at."""

ASKED_AGAIN = 0.3
"""Seconds between two looks at whether the corpus is read."""


class EditorScreen(Screen[str]):
    """Gives what is to be said once it is left."""

    BINDINGS: ClassVar[list[BindingType]] = list(keys.EDITING)
    AUTO_FOCUS = "#asked"

    fields = getters.query_one(Fields)
    evidence = getters.query_one("#evidence", OptionList)
    remarked = getters.query_one("#remarks", Words)
    kept = getters.query_one("#who", Static)
    message = getters.query_one(MessageLine)

    def __init__(
        self,
        sitting: Sitting,
        draft: Draft,
        others: Mapping[str, str],
        classes: Sequence[str],
        size: Size,
    ) -> None:
        """Make the page.

        Args:
            sitting: what it stands on.
            draft: what is written so far.
            others: the texts of the other questions, by id, to be held against this one.
            classes: those that other questions have; offered.
            size: of the terminal.
        """
        super().__init__(classes=" ".join(layout.classes(size)))
        self._sitting = sitting
        self._draft = draft
        self._others = others
        self._known_classes = classes
        self._remarks: Remarks | None = None
        self._waiting: Timer | None = None
        """Looks whether the corpus is read."""
        self._whole: Mapping[str, str] = {}
        """The texts of passages that answer the question as a whole, by id."""
        self._is_saving = False
        self._is_unkept = False
        """Whether the disk refused, and the message says so."""
        self._is_refused = False
        """Whether saving was refused, and the message says why."""
        self._is_asked = False
        """Whether the person was asked if they stand for what a machine drafted, as it is."""

    def compose(self) -> ComposeResult:
        """Textual's: the fields, the passages, what is said of them."""
        with Horizontal(id="top"):
            yield Static(id="progress")
            yield Static(id="who")
        with Vertical(id="fields"):
            yield Fields(self._draft.text, self._known_classes)
            yield OptionList(id="evidence", markup=False)
        yield Words(id="remarks")
        yield MessageLine()
        yield steps.choices(keys.EDITING, self._sitting.keymap, column_width=21, id="commands")

    def on_mount(self) -> None:
        """Textual's: the draft as it is."""
        opened = self._draft.opened
        if opened is not None and opened.written_by != HUMAN:
            save = key_text(self._sitting.keymap["author_save"])
            who = "A machine" if opened.written_by == MACHINE else "Nobody knows who"
            self.message.say(
                f"{who} wrote this. Read it against its passage, and rewrite what is wrong; {save} "
                "says that you stand for it, and it counts as human."
            )
        self._tell()
        self._look()

    # What is written

    @on(TextArea.Changed)
    @on(Input.Changed)
    def typed(self) -> None:
        """A field has other words: they are kept."""
        self._change(self.fields.over(self._draft.text))

    def _change(self, text: Text) -> None:
        if text == self._draft.text or self._is_saving:
            return
        if self._is_refused:
            self._is_refused = False
            self.message.say("")
        self._draft = replace(self._draft, text=text, at=now())
        self._tell_kept("keeping…")
        self.run_worker(self._keep(self._draft), group="keep")
        self._tell()
        self._look()

    async def _keep(self, draft: Draft) -> None:
        try:
            is_kept = await self._sitting.desk.keep(draft)
        except StoreError as error:
            self._is_unkept = True
            self._tell_kept("draft not kept")
            self.message.say(f"This draft is not on disk. {error}", error=True)
            return
        if is_kept and draft is self._draft:
            self._tell_kept("draft kept")
            if self._is_unkept:
                self._is_unkept = False
                self.message.say("")

    # What is said of it

    def _tell(self) -> None:
        """The top line, and the list of passages or searches."""
        text = self._draft.text
        kind = "answerable" if text.answerable else "absent"
        of = "new" if self._draft.opened is None else words.origin(self._draft.opened)
        told = visible(f"{self._draft.id} · {of} · {kind}")
        self.query_one("#progress", Static).update(Content(told))
        self.evidence.border_title = (
            "Passages that answer it" if text.answerable else "Searches that found nothing"
        )
        stood = self.evidence.highlighted
        ranks = self._remarks.ranks if self._remarks else None
        lines = (
            [words.support_line(one, ranks, DEEPEST, self._whole) for one in text.supports]
            if text.answerable
            else [words.search_line(one) for one in text.searches]
        )
        self.evidence.border_subtitle = "enter opens it" if text.answerable and lines else ""
        self.evidence.clear_options()
        self.evidence.add_options(Option(line) for line in lines)
        if lines:
            self.evidence.highlighted = min(stood or 0, len(lines) - 1)

    def _tell_kept(self, told: str) -> None:
        self.kept.update(Content(f"{visible(self._sitting.author)} · {told}"))

    def _look(self) -> None:
        """Look at the question once no key came for a moment."""
        self.run_worker(self._looked(), group="remarks", exclusive=True)

    async def _looked(self) -> None:
        await asyncio.sleep(PAUSE)
        sources = self._sitting.sources
        is_ready = sources.is_ready
        search = sources.search if is_ready else _no_search
        text = self._draft.text
        try:
            found = await in_background(partial(remarks, text, self._others, search, DEEPEST))
            self._whole = await in_background(partial(sources.whole, text.supports))
        except (InputError, StoreError) as error:
            self.message.say(str(error), error=True)
            return
        self._remarks = found if is_ready else replace(found, ranks={})
        waits = [] if is_ready else [sources.progress()]
        self.remarked.put("\n".join(map(visible, (*found.warnings, *waits))))
        self._tell()
        if not is_ready and self._waiting is None:
            self._waiting = self.set_interval(ASKED_AGAIN, self._ask_again)

    def _ask_again(self) -> None:
        self._look()
        if self._sitting.sources.is_ready and self._waiting is not None:
            self._waiting.stop()
            self._waiting = None

    # Actions

    def action_find(self) -> None:
        """Look for a passage that answers the question, or for none."""
        page = FindingScreen(self._sitting, self._draft.text, self.app.size)
        self.app.push_screen(page, self._found)

    def _found(self, found: Found | None) -> None:
        text = self._draft.text
        if isinstance(found, Support):
            others = [one for one in text.supports if one != found]
            self._change(replace(text, supports=(*others, found), answerable=True))
        elif isinstance(found, Search):
            earlier = [one for one in text.searches if one.query != found.query]
            self._change(replace(text, searches=(*earlier, found)))

    @on(OptionList.OptionSelected)
    def reopen(self, event: OptionList.OptionSelected) -> None:
        """Read a passage that was chosen in its document, and mark it otherwise."""
        if self._draft.text.answerable:
            support = self._draft.text.supports[event.option_index]
            page = FindingScreen(self._sitting, self._draft.text, self.app.size, opened=support)
            self.app.push_screen(page, partial(self._remarked_otherwise, support))

    def _remarked_otherwise(self, before: Support, found: Found | None) -> None:
        if isinstance(found, Support):
            text = self._draft.text
            supports = [found if one == before else one for one in text.supports if one != found]
            self._change(replace(text, supports=tuple(dict.fromkeys(supports))))

    def action_absent(self) -> None:
        """Answerable or absent; what was found for the other kind is kept until it is saved."""
        text = self._draft.text
        self._change(replace(text, answerable=not text.answerable))

    def action_remove(self) -> None:
        """Take the passage or the search away that the list stands on."""
        text, at = self._draft.text, self.evidence.highlighted
        if at is None:
            self.message.say("There is nothing to take away.")
        elif text.answerable:
            self._change(replace(text, supports=text.supports[:at] + text.supports[at + 1 :]))
        else:
            self._change(replace(text, searches=text.searches[:at] + text.searches[at + 1 :]))

    def action_save(self) -> None:
        """Store the question."""
        lacks = missing(self._draft.text)
        if lacks:
            self._is_refused = True
            self.message.say(lacks, error=True)
        elif self._would_confirm and not self._is_asked:
            self._is_asked = True
            save = key_text(self._sitting.keymap["author_save"])
            self.message.say(
                f"Nothing is changed. {save} once more says that you have read it against its "
                "passage, and stand for it as it is."
            )
        elif not self._is_saving:
            self._is_saving = True
            self.message.say("")
            self.run_worker(self._save(), group="save")

    async def _save(self) -> None:
        draft = replace(self._draft, text=_finished(self._draft.text))
        try:
            id_ = await self._sitting.desk.save(draft)
        except ChangedMeanwhileError as error:
            self._draft = replace(self._draft, opened=error.now)
            self._refused(error)
        except (InputError, StoreError) as error:
            self._refused(error)
        else:
            self._go(f"{id_} is saved.")

    def _refused(self, error: Exception) -> None:
        self._is_saving = False
        self.typed()  # what was typed meanwhile
        self._is_refused = True
        self.message.say(f"Not saved, the draft is kept. {error}", error=True)

    def action_back(self) -> None:
        """To the list; the draft stays."""
        if not self._is_saving:
            self._is_saving = True
            self.run_worker(self._leave(), group="save")

    async def _leave(self) -> None:
        if self._is_worth_keeping:
            said = "Kept as a draft."
        else:
            await self._sitting.desk.drop(self._draft.id)
            said = ""
        self._go(said)

    def _go(self, said: str) -> None:
        """Leave; what is still under way has no screen any more to speak on."""
        for group in ("remarks", "keep"):
            self.workers.cancel_group(self, group)
        self.dismiss(said)

    @property
    def _would_confirm(self) -> bool:
        """Whether saving makes a machine's question a person's, word for word."""
        opened = self._draft.opened
        if opened is None or opened.written_by == HUMAN:
            return False
        return _finished(self._draft.text) == text_of(opened)

    @property
    def _is_worth_keeping(self) -> bool:
        """Whether anything is written that is not in `golden.jsonl` as it is."""
        before = EMPTY if self._draft.opened is None else text_of(self._draft.opened)
        return _finished(self._draft.text) != before and self._draft.text != before

    def action_help(self) -> None:
        """All keys."""
        from annotator.authoring.help import help_screen

        self.app.push_screen(help_screen(self._sitting.keymap, keys.EDITING))


def _no_search(_words: str, _k: int) -> Sequence[Hit]:
    return ()


def _finished(text: Text) -> Text:
    """As it is stored: of an answerable question no searches, of an absent one no passages."""
    text = replace(text, question=text.question.strip(), reference=text.reference.strip())
    return replace(text, searches=()) if text.answerable else replace(text, supports=())
