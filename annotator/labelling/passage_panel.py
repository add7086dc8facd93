"""The cited passage on the screen: alone or between its neighbours, with what is marked in it.

A function of the item's content, of the corpus, and of what its reader marked or switched on.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from annotator.labelling.study_corpus import Around
from annotator.widgets.selecting import Selecting
from annotator.widgets.wrapping import Look, Mark, ShownText, Span
from corpus.visible import visible
from labels.blind import BlindItem
from labels.label import Evidence

if TYPE_CHECKING:
    from corpus.document import Passage


class PassagePanel(Selecting):
    """Shows one item's passage."""

    item: BlindItem | None = None
    evidence: Evidence | None = None
    around: Around | None = None
    """The passages next door, where they are shown."""
    highlights = False
    """Whether the claim's words are highlighted."""

    def present(self, item: BlindItem, evidence: Evidence | None) -> None:
        """Show an item's passage, alone."""
        self.item, self.evidence, self.around = item, evidence, None
        self._repaint()

    def expect_item(self, item: BlindItem) -> None:
        """Make ready to show an item's passage, alone."""
        self.expect(ShownText.of(_passage(item)))

    def show_around(self, around: Around | None) -> None:
        """Put the passages next door before and after it, or take them away."""
        self.around = around
        self._repaint()

    def highlight(self, on: bool) -> None:
        """Highlight the claim's words and go to where most of them stand, or no longer."""
        self.highlights = on
        if self.item is not None:
            _, offset = _texts(self.item, self.around)
            spans = [(a + offset, b + offset) for a, b in self.words]
            self.mark(Look.WORD, spans)
            self._find_words(offset)

    @property
    def words(self) -> Sequence[Span]:
        """What is highlighted in the passage; offsets into it."""
        if not self.highlights or self.item is None:
            return ()
        from annotator.labelling.shared_words import shared_words

        return shared_words(self.item.claim, self.item.passage)

    def _repaint(self) -> None:
        if self.item is None:
            return
        parts, offset = _texts(self.item, self.around)
        marks = list(_marks(parts))
        if self.evidence is not None:
            where = (self.evidence.start + offset, self.evidence.end + offset)
            marks.append(Mark(*where, Look.EVIDENCE))
        marks += [Mark(a + offset, b + offset, Look.WORD) for a, b in self.words]
        text = "".join(part.text for part in parts)
        self.show(_title(self.item, self.around), ShownText.of(text, marks=marks))
        self._find_words(offset)

    def _find_words(self, offset: int) -> None:
        """Bring the sentences with the most of the claim's words into sight, where they are on."""
        if self.item is None or self.around or self.evidence or not (words := self.words):
            return
        from annotator.labelling.shared_words import densest

        in_sight = self.lines_in_sight * self.scrollable_content_region.width
        self.bring(densest(words, self.item.passage, in_sight // 2) + offset)


class _Part(NamedTuple):
    """A stretch of what the panel shows."""

    text: str
    look: Look | None = None


def _texts(item: BlindItem, around: Around | None) -> tuple[list[_Part], int]:
    """What is shown, piece by piece, and where the cited passage begins in it."""
    if around is None:
        return [_Part(_passage(item))], 0
    before = [
        *_neighbour(around.before, "the passage before", "This is the document's first passage."),
        _Part("\n\n"),
        _Part(_cited_heading(item, around.cited), Look.HEADING),
        _Part("\n"),
    ]
    after = [
        _Part("\n\n"),
        *_neighbour(around.after, "the passage after", "This is the document's last passage."),
    ]
    offset = sum(len(part.text) for part in before)
    return [*before, _Part(_passage(item), Look.PART), *after], offset


def _neighbour(passage: "Passage | None", which: str, none: str) -> list[_Part]:
    if passage is None:
        return [_Part(f"({none})")]
    heading = f" {passage.id} · {which}{_page(passage)} "
    return [_Part(heading, Look.HEADING), _Part(f"\n{passage.text}")]


def _cited_heading(item: BlindItem, stored: "Passage") -> str:
    differs = "" if stored.text == item.passage else " · the corpus has another text under this id"
    # In the frame a long citation is cut off; here it is read to its end.
    source = f" · {item.source}" if item.source.strip() else ""
    return f" ▶ {item.cited} · THE CITED PASSAGE{_page(stored)}{differs}{source} "


def _page(passage: "Passage") -> str:
    return f", page {passage.page}" if passage.page else ""


def _passage(item: BlindItem) -> str:
    return item.passage if item.passage.strip() else "(the passage is empty)"


def _marks(parts: Sequence[_Part]) -> Iterator[Mark]:
    at = 0
    for part in parts:
        if part.look is not None:
            yield Mark(at, at + len(part.text), part.look)
        at += len(part.text)


def _title(item: BlindItem, around: Around | None) -> Content:
    parts = [visible(part) for part in (item.cited, item.source) if part.strip()]
    name = "Cited passage" if around is None else "Cited passage and those next door"
    return Content(" · ".join([name, *parts]))
