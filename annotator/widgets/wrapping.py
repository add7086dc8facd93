"""Text from outside as lines of a width, with stretches of it marked.

Nothing is markup here. What a terminal would obey is made visible first (`annotator.widgets.
offsets`), and the marks stay on the characters they were meant for. Lines know where they stand in
the text, so that a place on the screen is a place in the raw text.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from textual.content import Content

from annotator.widgets.offsets import OffsetMap, shown_form

Span = tuple[int, int]
"""Offsets from and to, in characters; the end is exclusive."""


class Look(StrEnum):
    """How a stretch is marked; the later one is painted over the earlier."""

    PART = "part"
    """A bar beside its lines, and nothing else: the one of several texts that is meant."""
    MARK = "mark"
    EVIDENCE = "evidence"
    HEADING = "heading"
    WORD = "word"
    CURSOR = "cursor"


BARRED = frozenset({Look.PART, Look.MARK, Look.EVIDENCE})
"""Looks with a bar at the left of their lines, because colour alone is lost on some."""


class Mark(NamedTuple):
    """A stretch of a raw text, and how it is marked."""

    start: int
    end: int
    look: Look = Look.MARK


class ShownText(NamedTuple):
    """A text as it is shown, and what is marked in it."""

    text: str
    """Safe to show."""
    offsets: OffsetMap = OffsetMap()
    """Between the raw text and this one."""
    marks: tuple[Mark, ...] = ()
    """Offsets into `text`; none is empty."""

    @classmethod
    def of(cls, raw: str, mark: Span | None = None, *, marks: Iterable[Mark] = ()) -> "ShownText":
        """A raw text made visible; marks count in the raw text, None marks nothing."""
        text, offsets = shown_form(raw)
        wanted = [*([Mark(*mark)] if mark else []), *marks]
        return cls(text, offsets, tuple(shown_marks(offsets, wanted)))


def shown_marks(offsets: OffsetMap, marks: Iterable[Mark]) -> list[Mark]:
    """The same marks in the shown text; empty ones are left out."""
    moved = (
        Mark(offsets.to_shown(mark.start), offsets.to_shown(mark.end), mark.look) for mark in marks
    )
    return [mark for mark in moved if mark.start < mark.end]


class Line(NamedTuple):
    """What is shown in one row."""

    content: Content
    start: int
    """Where it begins in the shown text."""

    @property
    def end(self) -> int:
        """Where it ends there; white space at which it was wrapped is not in it."""
        return self.start + len(self.content)


@lru_cache(maxsize=4)
def wrap(text: str, width: int) -> Sequence[Line]:
    """The lines of a shown text.

    The last few are kept: those of a text that is shown soon can be made meanwhile.

    Args:
        width: in cells; 1 or more.
    """
    lines: list[Line] = []
    offset = 0
    for paragraph in text.split("\n"):
        lines.extend(_wrapped(paragraph, offset, width) if paragraph else [Line(_EMPTY, offset)])
        offset += len(paragraph) + 1
    return tuple(lines)


_EMPTY = Content("")


def _wrapped(paragraph: str, offset: int, width: int) -> list[Line]:
    """Textual wraps, and leaves out white space at the ends of lines: each line is looked up."""
    lines = []
    at = 0
    for content in Content(paragraph).wrap(width):
        plain = content.plain
        if plain and not plain.isspace():
            at = max(at, paragraph.find(plain, at))
        lines.append(Line(content, offset + at))
        at += len(plain)
    return lines
