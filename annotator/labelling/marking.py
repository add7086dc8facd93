"""Marking what of the cited passage decides the item, by keyboard or by mouse."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content

from annotator.labelling import keys, steps
from annotator.labelling.key_names import key_text
from annotator.widgets.choices import Choices
from annotator.widgets.marking_page import MarkingPage
from annotator.widgets.message_line import MessageLine
from annotator.widgets.reading import Reading
from annotator.widgets.selecting import Selecting
from annotator.widgets.span_cursor import SpanCursor
from annotator.widgets.wrapping import Look, Mark, ShownText, Span
from labels.blind import BlindItem
from labels.label import Evidence

NOTHING: Span = (0, 0)
"""The mark is to be taken away."""


class MarkingScreen(MarkingPage[Span | None]):
    """Gives the stretch to store, `NOTHING` to remove it, None where the person went back."""

    CSS_PATH = "marking.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*keys.MARKING, keys.HELP, keys.BACK]

    claim = getters.query_one("#marking-claim", Reading)

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
        self.cursor = SpanCursor(item.passage, _sentences)
        if dragged is not None:
            self.cursor.choose(*dragged)
        elif evidence is not None:
            self.cursor.go(evidence.start)

    def compose(self) -> ComposeResult:
        """Textual's: the claim, the passage, and what can be done."""
        yield Reading(id="marking-claim")
        yield Selecting(id="marking-passage", barred=True)
        yield MessageLine()
        actions = (*keys.MARKING, keys.HELP, keys.BACK)
        yield steps.choices(actions, self._keymap, column_width=14, id="marking-keys")

    def on_mount(self) -> None:
        """Textual's: show the passage with what is stored."""
        for panel in (self.claim, self.panel):
            panel.can_focus = False  # every key is the cursor's
        marks = [Mark(*span, Look.WORD) for span in self._words]
        if self._evidence is not None:
            marks.append(Mark(self._evidence.start, self._evidence.end, Look.EVIDENCE))
        self.claim.show(Content("Claim"), ShownText.of(self._item.claim))
        self.panel.show(_TITLE, ShownText.of(self._item.passage, marks=marks))
        self.query_one(Choices).shut([] if self._evidence else ["span_remove"])
        if not self.cursor.has_words:
            self.message.say("This passage has no word in it that could be marked.", error=True)

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Textual's: nothing can be removed where nothing is stored."""
        return self._evidence is not None if action == "remove" else True

    def action_store(self) -> None:
        """Hand the stretch back."""
        if (span := self.chosen(key_text(self._keymap["span_start"]))) is not None:
            self.dismiss(span)

    def action_remove(self) -> None:
        """Take the stored mark away."""
        self.dismiss(NOTHING)

    def action_help(self) -> None:
        """All keys."""
        from annotator.labelling.help import HelpScreen

        self.app.push_screen(HelpScreen(self._keymap, first=keys.MARKING))

    def action_back(self) -> None:
        """Leave it as it was."""
        self.dismiss(None)


_TITLE = Content("What of the cited passage decides it?")


def _sentences(text: str) -> Sequence[Span]:
    from corpus.chunking import sentences  # costs 0.1 s, once, where it is wanted

    return sentences(text)
