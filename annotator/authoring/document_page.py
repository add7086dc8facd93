"""A document to read, and the stretch of it that answers the question to mark."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content

from annotator.authoring import keys
from annotator.authoring.sources import Opened
from annotator.labelling import steps
from annotator.labelling.key_names import key_text
from annotator.labelling.shared_words import shared_words
from annotator.widgets.marking_page import MarkingPage
from annotator.widgets.message_line import MessageLine
from annotator.widgets.selecting import Selecting
from annotator.widgets.span_cursor import SpanCursor
from annotator.widgets.wrapping import Look, Mark, ShownText, Span
from corpus.visible import visible


class DocumentPage(MarkingPage[Span | None]):
    """Gives the stretch that was marked, offsets into the document; None where none was."""

    BINDINGS: ClassVar[list[BindingType]] = list(keys.MARKING)

    def __init__(
        self,
        opened: Opened,
        passage_id: str,
        words: str,
        keymap: Mapping[str, str],
        *,
        marked: Span | None = None,
    ) -> None:
        """Make the page.

        Args:
            opened: the document.
            passage_id: where to begin.
            words: what was searched for, to be seen in that passage.
            keymap: the key of every action.
            marked: a stretch that was marked before.
        """
        super().__init__()
        self._document, self._passages = opened
        self._keymap = keymap
        self._words = words
        self._passage = next((one for one in self._passages if one.id == passage_id), None)
        self._marked = marked
        self._told = ""
        self.cursor = SpanCursor(self._document.text, _sentences)
        self.cursor.go(marked[0] if marked else self._passage.start if self._passage else 0)

    def compose(self) -> ComposeResult:
        """Textual's: the document, and what can be done."""
        yield Selecting(id="document", barred=True)
        yield MessageLine()
        yield steps.choices(keys.MARKING, self._keymap, column_width=14, id="commands")

    def on_mount(self) -> None:
        """Textual's: show the document where the passage begins."""
        self.panel.can_focus = False  # every key is the cursor's
        marks = []
        if (passage := self._passage) is not None:
            marks = [
                Mark(start + passage.start, end + passage.start, Look.WORD)
                for start, end in shared_words(self._words, passage.text)
            ]
        if self._marked is not None:
            marks.append(Mark(*self._marked, Look.EVIDENCE))
        elif passage is not None:
            marks.append(Mark(passage.start, passage.end, Look.PART))
        self.panel.show(self._title(), ShownText.of(self._document.text, marks=marks))
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.panel.bring(self.cursor.place)
        self.follow()

    def follow(self) -> None:
        """The cursor is in sight, and the title says in which passage it stands."""
        super().follow()
        if self._where() != self._told:
            self._told = self._where()
            self.panel.retitle(self._title())

    def _where(self) -> str:
        """The passage in which the cursor stands, and its page."""
        starts = [passage.start for passage in self._passages]
        at = bisect_right(starts, self.cursor.place) - 1
        page = self._document.page_at(self.cursor.place)
        parts = [self._passages[at].id] if at >= 0 else []
        return " · ".join(parts + ([f"page {page}"] if page else []))

    def _title(self) -> Content:
        return Content(visible(f"{self._where()} · {self._document.title}"))

    def action_store(self) -> None:
        """This stretch answers the question."""
        if (span := self.chosen(key_text(self._keymap["span_start"]))) is not None:
            self.dismiss(span)

    def action_help(self) -> None:
        """All keys."""
        from annotator.authoring.help import help_screen

        self.app.push_screen(help_screen(self._keymap, keys.MARKING))

    def action_back(self) -> None:
        """Back without a mark."""
        self.dismiss(None)


def _sentences(text: str) -> Sequence[Span]:
    from corpus.chunking import sentences  # costs 0.1 s, once, where it is wanted

    return sentences(text)
