"""Marking what of the cited passage decides the item, by keyboard or by mouse."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ItemGrid
from textual.content import Content
from textual.screen import ModalScreen

from annotator.labelling import keys, steps
from annotator.labelling.span_cursor import SpanCursor
from annotator.widgets.message_line import MessageLine
from annotator.widgets.reading import Reading
from annotator.widgets.selecting import Selecting
from annotator.widgets.wrapping import Look, Mark, ShownText, Span
from labels.blind import BlindItem
from labels.label import Evidence

_MOVES = {
    "scroll_up": "line(-1)",
    "scroll_down": "line(1)",
    "page_up": "page(-1)",
    "page_down": "page(1)",
    "scroll_home": "edge(-1)",
    "scroll_end": "edge(1)",
}
"""The keys of reading move the cursor here, and the panel follows."""

NOTHING: Span = (0, 0)
"""The mark is to be taken away."""


class MarkingScreen(ModalScreen[Span | None]):
    """Gives the stretch to store, `NOTHING` to remove it, None where the person went back."""

    CSS_PATH = "marking.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(scroll.key, _MOVES[scroll.id or ""], scroll.description, id=scroll.id)
            for scroll in keys.SCROLLING
        ),
        *keys.MARKING,
        keys.BACK,
    ]

    claim = getters.query_one("#marking-claim", Reading)
    panel = getters.query_one("#marking-passage", Selecting)
    message = getters.query_one(MessageLine)

    def __init__(
        self,
        item: BlindItem,
        evidence: Evidence | None,
        keymap: Mapping[str, str],
        *,
        dragged: Span | None = None,
        words: Sequence[Span] = (),
    ) -> None:
        """Make the page.

        Args:
            item: whose passage is marked.
            evidence: what is stored now.
            keymap: the key of every action.
            dragged: what was dragged over before the page opened; offsets into the passage.
            words: what is highlighted in the passage.
        """
        super().__init__()
        self._item = item
        self._evidence = evidence
        self._keymap = keymap
        self._words = words
        self._cursor = SpanCursor(item.passage, _sentences)
        if dragged is not None:
            self._cursor.choose(*dragged)
        elif evidence is not None:
            self._cursor.go(evidence.start)

    def compose(self) -> ComposeResult:
        """Textual's: the claim, the passage, and what can be done."""
        yield Reading(id="marking-claim")
        yield Selecting(id="marking-passage", barred=True)
        yield MessageLine()
        with ItemGrid(id="marking-keys", min_column_width=18):
            for binding in (*keys.MARKING, keys.BACK):
                yield steps.choice(binding, self._keymap)

    def on_mount(self) -> None:
        """Textual's: show the passage with what is stored."""
        for panel in (self.claim, self.panel):
            panel.can_focus = False  # every key is the cursor's
        marks = [Mark(*span, Look.WORD) for span in self._words]
        if self._evidence is not None:
            marks.append(Mark(self._evidence.start, self._evidence.end, Look.EVIDENCE))
        self.claim.show(Content("Claim"), ShownText.of(self._item.claim))
        self.panel.show(_TITLE, ShownText.of(self._item.passage, marks=marks))
        self.query_one("#key-span_remove").disabled = self._evidence is None
        if not self._cursor.has_words:
            self.message.say("This passage has no word in it that could be marked.", error=True)

    def on_resize(self) -> None:
        """Textual's: the cursor stays in sight."""
        self.call_after_refresh(self._follow)

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Textual's: nothing can be removed where nothing is stored."""
        return self._evidence is not None if action == "remove" else True

    @on(Selecting.Selected)
    def choose(self, event: Selecting.Selected) -> None:
        """The mouse chose a stretch, or a place for the cursor."""
        self._cursor.choose(event.start, event.end)
        self._moved()

    def _moved(self) -> None:
        self.message.say("")
        self._follow()

    def _follow(self) -> None:
        """The panel shows what is chosen, and the cursor is in sight."""
        chosen = self._cursor.chosen
        self.panel.mark(Look.CURSOR, [chosen] if self._cursor.has_words else [])
        self.panel.reveal(self._cursor.place)

    # Actions

    def action_word(self, count: int) -> None:
        """A word on or back."""
        self._cursor.by_words(count)
        self._moved()

    def action_sentence(self, count: int) -> None:
        """A sentence on or back."""
        if count > 0:
            self._cursor.sentence_on()
        else:
            self._cursor.sentence_back()
        self._moved()

    def action_line(self, count: int) -> None:
        """A line down or up."""
        before = self._cursor.place
        self._cursor.go(self.panel.raw_below(before, count))
        if self._cursor.place == before:  # a word that is longer than a line
            self._cursor.by_words(count)
        self._moved()

    def action_page(self, count: int) -> None:
        """A page down or up."""
        lines = max(1, self.panel.lines_in_sight - 1)
        self._cursor.go(self.panel.raw_below(self._cursor.place, count * lines))
        self._moved()

    def action_edge(self, count: int) -> None:
        """To the last word or the first."""
        self._cursor.go(len(self._item.passage) if count > 0 else 0)
        self._moved()

    def action_start(self) -> None:
        """The evidence begins here."""
        self._cursor.set_start()
        self._moved()

    def action_store(self) -> None:
        """Hand the stretch back."""
        if not self._cursor.has_words:
            return
        if self._cursor.is_open:
            self.dismiss(self._cursor.chosen)
            return
        start = keys.shown(self._keymap["span_start"])
        self.message.say(
            f"Nothing is chosen yet: go to its first word and press {start}, then to its last; "
            "or drag the mouse over it.",
            error=True,
        )

    def action_remove(self) -> None:
        """Take the stored mark away."""
        self.dismiss(NOTHING)

    def action_back(self) -> None:
        """Leave it as it was."""
        self.dismiss(None)


_TITLE = Content("What of the cited passage decides it?")


def _sentences(text: str) -> Sequence[Span]:
    from corpus.chunking import sentences  # costs 0.1 s, once, where it is wanted

    return sentences(text)
