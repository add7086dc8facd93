"""The item on the screen: what was asked and answered, the claim, the passage cited for it.

A function of the item's content alone: nothing else reaches this module.
"""

from textual import getters
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content

from annotator.labelling.passage_panel import PassagePanel
from annotator.widgets.reading import Reading
from annotator.widgets.words import Words
from annotator.widgets.wrapping import ShownText
from corpus.visible import visible
from labels.blind import BlindItem
from labels.label import Evidence


class ItemView(Container):
    """Question and answer over claim and passage; side by side where the screen is wide."""

    question = getters.query_one("#question", Reading)
    answer = getters.query_one("#answer", Reading)
    claim = getters.query_one("#claim", Reading)
    passage = getters.query_one("#passage", PassagePanel)
    note = getters.query_one("#note", Words)

    def compose(self) -> ComposeResult:
        """Textual's: the panels, in the order in which one reads them."""
        with Vertical(id="said"):
            yield Reading(id="question")
            yield Reading(id="answer")
        with Vertical(id="cited"):
            yield Reading(id="claim")
            yield PassagePanel(id="passage")
            yield Words(id="note")

    item: BlindItem | None = None
    """What is shown; None before the first."""

    def show(self, item: BlindItem, note: str, evidence: Evidence | None) -> None:
        """Put an item into the panels."""
        self.item = item
        self.set_class(not item.question.strip(), "-no-question")
        self.set_class(not item.answer.strip(), "-no-answer")
        self.question.show(Content("Question"), ShownText.of(item.question))
        self.answer.show(_answer_title(item), _answer(item))
        claim = item.claim if item.claim.strip() else "(the claim is empty)"
        self.claim.show(_claim_title(item.claim), ShownText.of(claim))
        self.passage.present(item, evidence)
        self.set_class(bool(note), "-noted")
        self.note.put(f"Your note: {visible(note)}" if note else "")

    def expect(self, item: BlindItem) -> None:
        """Make ready what takes longest of an item that is likely to be shown next."""
        self.answer.expect(_answer(item))
        self.passage.expect_item(item)


def _answer(item: BlindItem) -> ShownText:
    return ShownText.of(item.answer, item.claim_span)


def _answer_title(item: BlindItem) -> Content:
    if item.claim_span is None and item.claim.strip():
        return Content("Answer (the claim does not stand in it word for word)")
    return Content("Answer, the claim marked" if item.claim_span else "Answer")


def _claim_title(claim: str) -> Content:
    has_word = any(character.isalnum() for character in claim)
    if claim.strip() and not has_word:
        return Content("Claim (no words in it)")
    return Content("Claim: does the passage support it?")
