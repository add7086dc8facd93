"""A text made safe to show, and the way from what is shown back to the raw text.

What a terminal would obey or hide becomes visible (`corpus.visible`), and a tab becomes spaces up
to the next stop. So what is shown can be longer than the raw text, and is shorter where a carriage
return goes with its line feed. An offset into the one is found in the other through the pieces
where the two differ in length; most texts have none.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from corpus.visible import NOT_VISIBLE, visible

TAB_STOP = 8
"""Characters from one tab stop to the next."""


class Piece(NamedTuple):
    """A stretch of the raw text whose shown form has another length."""

    raw_start: int
    raw_end: int
    shown_start: int
    shown_end: int


class OffsetMap:
    """Offsets, in characters, into a raw text and into its shown form."""

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        self._pieces: Sequence[Piece] = tuple(pieces)

    def to_shown(self, raw: int) -> int:
        """Where a place of the raw text is shown."""
        at = bisect_right(self._pieces, raw, key=_raw_start) - 1
        if at < 0:
            return raw
        piece = self._pieces[at]
        if raw == piece.raw_start:
            return piece.shown_start
        return piece.shown_end + max(0, raw - piece.raw_end)

    def to_raw(self, shown: int, *, up: bool = False) -> int:
        """Which place of the raw text is shown there.

        Args:
            shown: an offset into the shown text.
            up: inside what one raw character became, its end and not its beginning.
        """
        at = bisect_right(self._pieces, shown, key=_shown_start) - 1
        if at < 0:
            return shown
        piece = self._pieces[at]
        if shown >= piece.shown_end:
            return piece.raw_end + shown - piece.shown_end
        return piece.raw_end if up and shown > piece.shown_start else piece.raw_start


def shown_form(raw: str) -> tuple[str, OffsetMap]:
    """The text as it is shown, and the map between the two."""
    text = visible(raw)
    if len(text) == len(raw) and "\t" not in raw and "\r\n" not in raw:
        return text, OffsetMap()
    return _stepwise(raw)


def _stepwise(raw: str) -> tuple[str, OffsetMap]:
    parts: list[str] = []
    pieces: list[Piece] = []
    done = length = column = 0
    for start, end in _odd_stretches(raw):
        regular = visible(raw[done:start])
        line_end = regular.rfind("\n")
        column = column + len(regular) if line_end < 0 else len(regular) - line_end - 1
        odd = raw[start:end]
        form = " " * (TAB_STOP - column % TAB_STOP) if odd == "\t" else visible(odd)
        column = 0 if form == "\n" else column + len(form)
        length += len(regular)
        pieces.append(Piece(start, end, length, length + len(form)))
        parts += (regular, form)
        length += len(form)
        done = end
    parts.append(visible(raw[done:]))
    return "".join(parts), OffsetMap(pieces)


def _odd_stretches(raw: str) -> Iterator[tuple[int, int]]:
    """Where the shown form differs in length, or depends on the column."""
    return (match.span() for match in _odd().finditer(raw))


@cache
def _odd() -> re.Pattern[str]:
    longer = (chr(code) for code in NOT_VISIBLE if len(visible(chr(code))) != 1)
    return re.compile(f"\r\n|[\t{''.join(map(re.escape, longer))}]")


def _raw_start(piece: Piece) -> int:
    return piece.raw_start


def _shown_start(piece: Piece) -> int:
    return piece.shown_start
