"""Looking for the passage that answers the question: by words, as they are typed, or by document.

What is found is opened in its document, and a stretch of it marked there. A search that finds
nothing can be kept: it is the evidence that the corpus does not hold the answer.
"""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from annotator.authoring import keys
from annotator.authoring.document_page import DocumentPage
from annotator.authoring.results import Result, document_results, passage_results
from annotator.authoring.sitting import Sitting
from annotator.authoring.sources import Opened
from annotator.labelling import layout, steps
from annotator.labelling.background import in_background
from annotator.labelling.key_names import key_text
from annotator.widgets.choices import Choices
from annotator.widgets.message_line import MessageLine
from annotator.widgets.wrapping import Span
from corpus.errors import InputError, StoreError
from corpus.stamp import now
from corpus.visible import visible
from labels.collection.anchors import support_at
from labels.collection.changes import Text
from labels.collection.record import Search
from labels.golden import Support

Found = Support | Search

ASKED_AGAIN = 0.2
"""Seconds between two looks at whether the corpus is read."""


class FindingScreen(Screen[Found | None]):
    """Gives a passage that answers, a search that found nothing, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.FINDING,
        keys.BACK,
        Binding("down", "results", "To the results", id="scroll_down", show=False),
    ]
    AUTO_FOCUS = "#search-words"

    words = getters.query_one("#search-words", Input)
    listed = getters.query_one("#search-results", OptionList)
    message = getters.query_one(MessageLine)

    def __init__(
        self, sitting: Sitting, text: Text, size: Size, *, opened: Support | None = None
    ) -> None:
        """Make the page.

        Args:
            sitting: what it stands on.
            text: the question as far as it is written.
            size: of the terminal.
            opened: a passage to begin with, to be marked otherwise.
        """
        super().__init__(classes=" ".join(layout.classes(size)))
        self._sitting = sitting
        self._sources = sitting.sources
        self._text = text
        self._begin_with = opened
        self._by_name = False
        """Whether documents are listed, and not passages searched."""
        self._results: Sequence[Result] = ()
        self._searched_for = ""
        """The words that the results are of."""
        self._opens_first = False
        """Whether enter was pressed before the results were there."""
        self._waiting: Timer | None = None

    def compose(self) -> ComposeResult:
        """Textual's: the question, the words, what was found, what can be done."""
        yield Static(id="search-question")
        yield Input(id="search-words")
        yield MessageLine()
        yield OptionList(id="search-results", markup=False)
        actions = (*keys.FINDING, keys.BACK)
        yield steps.choices(actions, self._sitting.keymap, column_width=22, id="commands")

    def on_mount(self) -> None:
        """Textual's: nothing is searched yet; or the passage to begin with."""
        question = " ".join(self._text.question.split()) or "(no question yet)"
        self.query_one("#search-question", Static).update(Content(visible(question)))
        self._tell_place()
        if self._begin_with is not None:
            start, end = self._begin_with.start, self._begin_with.end
            span = (start, end) if start is not None and end is not None else None
            self._open(self._begin_with.passage, span)

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Textual's: only of a search can it be said that it found nothing."""
        return not self._by_name if action == "nothing" else True

    def _tell_place(self) -> None:
        self.words.placeholder = (
            "A part of a document’s name or id" if self._by_name else "Words to search the passages"
        )
        self.query_one(Choices).shut(["author_nothing"] if self._by_name else [])
        self.refresh_bindings()

    # Searching

    @on(Input.Changed)
    def search(self) -> None:
        """List what fits what is typed so far."""
        self.run_worker(self._searched(), group="search", exclusive=True)

    async def _searched(self) -> None:
        wanted = self.words.value
        if wanted.strip() and not self._by_name and not self._sources.is_ready:
            self._wait()
            return
        self._waited()
        if self._by_name:
            work = partial(document_results, self._sources, wanted)
        elif wanted.strip():
            work = partial(passage_results, self._sources, wanted)
        else:
            self._list([], wanted)
            return
        try:
            self._list(await in_background(work), wanted)
        except (InputError, StoreError) as error:
            self.message.say(str(error), error=True)

    def _list(self, results: Sequence[Result], wanted: str) -> None:
        self._results, self._searched_for = results, wanted
        self.listed.clear_options()
        self.listed.add_options(Option(result.line) for result in results)
        if results:
            self.listed.highlighted = 0
        nothing = "No document has that in its name." if self._by_name else self._nothing()
        self.message.say(nothing if wanted.strip() and not results else "")
        if self._opens_first:
            self.first()

    def _nothing(self) -> str:
        key = key_text(self._sitting.keymap["author_nothing"])
        return (
            f"No passage shares a word with that; {key} keeps the search with an absent question."
        )

    def _wait(self) -> None:
        """Say how far the reading is, until the search can be made."""
        self.message.say(self._sources.progress())
        if self._waiting is None:
            self._waiting = self.set_interval(ASKED_AGAIN, self.search)

    def _waited(self) -> None:
        if self._waiting is not None:
            self._waiting.stop()
            self._waiting = None

    # Actions

    def action_results(self) -> None:
        """From the words down to what was found."""
        if self._results:
            self.listed.focus()

    def action_scope(self) -> None:
        """Passages by words, or documents by name."""
        self._by_name = not self._by_name
        self._tell_place()
        self.words.focus()
        self.search()

    @on(Input.Submitted)
    def first(self) -> None:
        """Enter in the words opens the first result, once it is there."""
        self._opens_first = self._searched_for != self.words.value
        if self._results and not self._opens_first:
            self._open(*self._results[self.listed.highlighted or 0].place)

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """A result was chosen, by enter or by click."""
        self._open(*self._results[event.option_index].place)

    def action_help(self) -> None:
        """All keys."""
        from annotator.authoring.help import help_screen

        self.app.push_screen(help_screen(self._sitting.keymap, keys.FINDING))

    def action_nothing(self) -> None:
        """Keep the search that found nothing."""
        wanted = self.words.value.strip()
        if self._text.answerable:
            key = key_text(self._sitting.keymap["author_absent"])
            back = key_text(self._sitting.keymap["back"])
            self.message.say(
                f"Your question is answerable; go back ({back}) and make it absent ({key}) first.",
                error=True,
            )
        elif not wanted:
            self.message.say("Type what to search for first.", error=True)
        elif self._searched_for != self.words.value or not self._sources.is_ready:
            self.message.say("One moment: the search has not been made yet.")
        else:
            hits = [result.hit for result in self._results if result.hit is not None]
            self._go(
                Search(
                    query=wanted,
                    passages=tuple(hit.passage.id for hit in hits),
                    hashes=tuple(hit.passage.sha256 for hit in hits),
                    engine=self._sources.describe(),
                    by=self._sitting.author,
                    at=now(),
                )
            )

    def action_back(self) -> None:
        """To the question."""
        self._go(None)

    def _go(self, found: Found | None) -> None:
        """Leave; what is still under way has no screen any more to be listed on."""
        for group in ("search", "open"):
            self.workers.cancel_group(self, group)
        self.dismiss(found)

    # A document

    def _open(self, passage_id: str, span: Span | None) -> None:
        self.run_worker(self._opened(passage_id, span), group="open", exclusive=True)

    async def _opened(self, passage_id: str, span: Span | None) -> None:
        document_id = passage_id.rpartition(":")[0]
        try:
            opened = await in_background(partial(self._sources.document, document_id))
        except (InputError, StoreError) as error:
            self.message.say(str(error), error=True)
            return
        words = "" if self._by_name else self._searched_for or self._text.question
        page = DocumentPage(opened, passage_id, words, self._sitting.keymap, marked=span)
        self.app.push_screen(page, partial(self._marked, opened))

    def _marked(self, opened: Opened, span: Span | None) -> None:
        if span is None:
            if self._begin_with is not None:
                self._go(None)
            return
        try:
            self._go(support_at(opened.document, opened.passages, *span))
        except InputError as error:
            self.message.say(str(error), error=True)
