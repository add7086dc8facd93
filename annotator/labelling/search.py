"""Looking for the passage that supports the claim: in the cited document, then in the corpus."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from annotator.labelling import keys, steps
from annotator.labelling.background import in_background
from annotator.labelling.key_names import key_text
from annotator.labelling.shared_words import shared_words, snippet
from annotator.labelling.study_corpus import Hit, StudyCorpus
from annotator.widgets.choices import Choices
from annotator.widgets.message_line import MessageLine
from annotator.widgets.reading import Reading, Studied
from annotator.widgets.typed_ahead import TakesText
from annotator.widgets.wrapping import Look, Mark, ShownText
from corpus.errors import InputError, StoreError
from corpus.visible import visible
from labels.blind import BlindItem
from labels.outcome import Category

SNIPPET = 220
"""Characters of the line that a result shows of its passage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The passage that supports the claim."""

    passage_id: str
    category: Category | None
    """What follows from it; None where the corpus does not know the cited document, so that
    whether it is the same one is for the person to say."""


class SearchScreen(TakesText, ModalScreen[Found | None]):
    """Gives what was found, or None where the person went back."""

    CSS_PATH = "search.tcss"
    AUTO_FOCUS = "#search-words"
    BINDINGS: ClassVar[list[BindingType]] = [
        keys.SEARCH,
        *keys.SEARCHING,
        keys.BACK,
        Binding("down", "results", "To the results", id="scroll_down", show=False),
    ]

    words = getters.query_one("#search-words", Input)
    results = getters.query_one("#search-results", OptionList)
    passage = getters.query_one("#search-passage", Studied)
    message = getters.query_one(MessageLine)

    def __init__(self, item: BlindItem, corpus: StudyCorpus, keymap: Mapping[str, str]) -> None:
        """Make the page.

        Args:
            item: whose claim is looked for.
            corpus: what is searched.
            keymap: the key of every action.
        """
        super().__init__()
        self._item = item
        self._corpus = corpus
        self._keymap = keymap
        self._document: str | None = None
        """The cited document, where the corpus has it."""
        self._looked_up = asyncio.Event()
        """Set once that is known; a search waits for it."""
        self._whole = True
        """Whether the whole corpus is searched."""
        self._wanted = ""
        """The words that were last searched for."""
        self._hits: Sequence[Hit] = ()
        self._open: Hit | None = None
        """The result that is being read."""
        self._early: str | None = ""
        """What was typed before the page stood; None once it does."""

    def compose(self) -> ComposeResult:
        """Textual's: the claim, where and for what to look, what was found."""
        yield Reading(id="search-claim")
        yield Static(id="search-scope")
        yield Input(
            placeholder="Words to look for; enter alone takes the claim’s", id="search-words"
        )
        yield MessageLine()
        yield OptionList(id="search-results")
        yield Studied(id="search-passage")
        actions = (keys.SEARCH, *keys.SEARCHING, keys.BACK)
        yield steps.choices(actions, self._keymap, column_width=22, id="search-keys")

    def on_mount(self) -> None:
        """Textual's: the claim, and the cited document where the corpus has it."""
        claim = self.query_one("#search-claim", Reading)
        claim.can_focus = False
        claim.show(Content("Claim"), ShownText.of(self._item.claim))
        self.run_worker(self._look_up(), group="look-up")
        early, self._early = self._early, None
        self.type_in(early or "")

    @property
    def takes_text(self) -> bool:
        """While words can be typed; where results are gone through, keys are keys."""
        return self._open is None and (self.focused is None or self.focused is self.words)

    def type_in(self, text: str) -> None:
        """Add to the words what was typed while the page opened."""
        if self._early is not None:
            self._early += text
            return
        words, enter, _ = text.partition("\n")
        self.words.insert_text_at_cursor(words)
        if enter:
            self.search()

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Textual's: a passage is named while it is read, and nothing else is."""
        if action == "found":
            return self._open is not None
        if action == "scope":
            return self._open is None and self._document is not None
        return self._open is None if action == "results" else True

    # Searching

    async def _look_up(self) -> None:
        try:
            self._document = await in_background(
                partial(self._corpus.document_of, self._item.cited)
            )
        except StoreError as error:
            self.message.say(str(error), error=True)
        self._whole = self._document is None
        self._looked_up.set()
        self._tell_scope()

    def _tell_scope(self) -> None:
        if self._open is not None:
            told = f"{_place(self._open)}: does it support the claim?"
        elif self._document is None:
            told = "In the whole corpus. It does not have the cited document."
        elif self._whole:
            told = f"In the whole corpus. {self._key('search_scope')}: in {self._document} only."
        else:
            told = (
                f"In the cited document, {self._document}. {self._key('search_scope')}: everywhere."
            )
        self.query_one("#search-scope", Static).update(Content(visible(told)))
        self._tell_keys()

    def _tell_keys(self) -> None:
        of_actions = (("found", "found"), ("scope", "search_scope"))
        shut = [name for action, name in of_actions if not self.check_action(action, ())]
        self.query_one(Choices).shut(shut)
        self.refresh_bindings()

    def _key(self, action: str) -> str:
        return key_text(self._keymap[action])

    @on(Input.Submitted)
    def search(self) -> None:
        """Look for the words, or for those of the claim."""
        self._wanted = self.words.value.strip() or self._item.claim
        self.run_worker(self._searched(self._wanted), group="search", exclusive=True)

    async def _searched(self, wanted: str) -> None:
        await self._looked_up.wait()
        scope = None if self._whole else self._document
        if not self._corpus.is_ready(scope):
            where = "the whole corpus" if scope is None else "the cited document"
            self.message.say(f"Reading {where} to search it; once a sitting…")
        try:
            hits = await in_background(partial(self._corpus.search, wanted, scope))
        except (InputError, StoreError) as error:
            self.message.say(str(error), error=True)
            return
        self._hits = hits
        self.message.say(_READ_ONE if hits else self._nothing(wanted))
        self.results.clear_options()
        self.results.add_options([Option(self._result(hit)) for hit in hits])
        if hits:
            self.results.highlighted = 0
            self.results.focus()

    def _nothing(self, wanted: str) -> str:
        where = "The corpus" if self._whole else "The cited document"
        return f"{where} has no passage with a word of “{wanted[:60]}”; try other words."

    def _result(self, hit: Hit) -> Content:
        """A passage as a result: its document, page and id, and the line that fits."""
        cited = " · the cited passage" if self._is_cited(hit) else ""
        head = Content.styled(visible(f"{_place(hit)}{cited}"), "bold")
        line = visible(snippet(self._wanted, hit.passage.text, SNIPPET))
        shown = Content(line)
        for start, end in self._highlighted(hit, line):
            shown = shown.stylize("underline", start, end)
        return Content("\n").join([head, shown])

    def _highlighted(self, hit: Hit, text: str) -> Sequence[tuple[int, int]]:
        """The words that were looked for; in the cited passage they are for `highlight` alone,
        because that they were highlighted there is stored with the label."""
        return () if self._is_cited(hit) else shared_words(self._wanted, text)

    def _is_cited(self, hit: Hit) -> bool:
        return hit.passage.id == self._item.cited or hit.passage.text == self._item.passage

    # Reading

    @on(OptionList.OptionSelected)
    def read(self, event: OptionList.OptionSelected) -> None:
        """Open a result."""
        self._open = hit = self._hits[event.option_index]
        text = hit.passage.text
        marks = [Mark(*span, Look.WORD) for span in self._highlighted(hit, text)]
        self.message.say("")
        self.add_class("-reading")
        self.passage.show(Content("Passage"), ShownText.of(text, marks=marks))
        self.passage.focus()
        self._tell_scope()

    def _close(self) -> None:
        self._open = None
        self.message.say(_READ_ONE if self._hits else "")
        self.remove_class("-reading")
        self.results.focus()
        self._tell_scope()

    # Actions

    def action_search(self) -> None:
        """Other words."""
        self._close()
        self.words.focus()

    def action_scope(self) -> None:
        """The cited document, or the whole corpus; what was looked for is looked for there."""
        self._whole = not self._whole
        self._tell_scope()
        if self._wanted or self.words.value.strip():
            self.search()

    def action_results(self) -> None:
        """From the words down to what was found."""
        if self._hits:
            self.results.focus()

    def action_found(self) -> None:
        """Name the passage that is being read as the one that supports the claim."""
        if (hit := self._open) is None:
            return
        if self._is_cited(hit):
            self.message.say(
                f"{hit.passage.id} is the cited passage itself, or the same text: where it "
                f"supports the claim, the label is supported ({self._key('back')}, then "
                f"{self._key('supported')}).",
                error=True,
            )
            return
        same = hit.passage.document_id == self._document
        follows = Category.RIGHT_DOC_WRONG_PASSAGE if same else Category.WRONG_DOCUMENT
        known = self._document is not None
        self.dismiss(Found(passage_id=hit.passage.id, category=follows if known else None))

    def action_back(self) -> None:
        """From a passage to the results, from there to the item."""
        if self._open is not None:
            self._close()
        else:
            self.dismiss(None)


_READ_ONE = "↑ ↓ and enter: read one; then say whether it supports the claim."


def _place(hit: Hit) -> str:
    """`lease:7 · Lease of 1921 · page 12`."""
    page = f"page {hit.passage.page}" if hit.passage.page else ""
    title = hit.title if hit.title != hit.passage.document_id else ""
    return " · ".join(part for part in (hit.passage.id, title, page) if part)
