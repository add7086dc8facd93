"""The sentences of an answer's block, and the runs of markers that stand in and between them.

Markers are taken out before the sentences are cut, so that a marker before or after a full stop
cannot hide it, and offsets lead back to the answer. A stop right behind a marker always ends a
sentence, whatever the abbreviation before it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from corpus.answers.answer_blocks import Block, breaks_off
from corpus.answers.markers import Marker
from corpus.chunking import sentences

_STOP_BEHIND = re.compile(r"[^\S\n]*[.!?]+[\"'”’)\]*_]*(?=\s|\Z)")
_CLOSING = re.compile(r"[^\S\n]*[,;:)\]”’]")
_ENDED = re.compile(r"[.!?][\"'”’)\]*_]*\s*\Z")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_IBID = re.compile(r"\bid\.,?\s+at\s+\d[\d–-]*", re.IGNORECASE)
_SIGNALS = (
    "accord according also and as at authorities authority both but by cf citation citations cite "
    "cited citing compare contra document documents e from g i ibid id in infra nor or passage "
    "passages per quoting reference references see source sources supra to under with"
)
_CONNECTIVES = frozenset(_SIGNALS.split())
"""Words that say nothing by themselves: `and`, `see also`, `Source`, `e.g.`, `according to`."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the answer."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Run:
    """Markers with nothing said between them: `[a:1], [a:2]`, `[a:1] and [a:2]`."""

    start: int
    end: int
    markers: tuple[Marker, ...]


def says_something(masked: str) -> bool:
    """Whether a text whose markers are overwritten holds a word that is no mere connective."""
    return any(
        word[0].lower() not in _CONNECTIVES for word in _WORD.finditer(_IBID.sub("", masked))
    )


def runs_of(markers: Iterable[Marker], masked: str, *, merge: bool) -> list[Run]:
    """The markers of a block, neighbours joined where nothing is said between them.

    A marker at the start of a line with text behind it is not joined to the line before.
    """
    groups: list[list[Marker]] = []
    for marker in markers:
        before = masked[groups[-1][-1].end : marker.start] if groups else ""
        if not groups or not merge or says_something(before) or _leads(masked, marker, before):
            groups.append([marker])
        else:
            groups[-1].append(marker)
    return [Run(group[0].start, group[-1].end, tuple(group)) for group in groups]


def _leads(masked: str, marker: Marker, before: str) -> bool:
    return "\n" in before and says_something(rest_of_line(masked, marker.end))


def rest_of_line(text: str, position: int) -> str:
    """From a position to the end of its line."""
    end = text.find("\n", position)
    return text[position : end if end >= 0 else len(text)]


def sentences_of(block: Block, masked: str, gaps: Sequence[Span]) -> list[Span]:
    """The sentences of a block that say something, in offsets of the answer.

    Args:
        block: a block of the answer.
        masked: the answer, markers overwritten by spaces.
        gaps: the markers, or runs of them, and other brackets that are no text, in order.
    """
    return [
        span
        for cleaned in _cleaned(block, masked, _coalesced(gaps, masked))
        for span in cleaned.sentences()
        if says_something(masked[span.start : span.end])
    ]


def _coalesced(gaps: Sequence[Span], masked: str) -> list[Span]:
    """Gaps with no more than blanks between them are one, so that what follows is read once."""
    joined: list[Span] = []
    for gap in gaps:
        between = masked[joined[-1].end : gap.start] if joined else "-"
        if between.strip(" \t"):
            joined.append(gap)
        else:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, gap.end))
    return joined


class _Cleaned:
    """A text without its markers, with the way back to the answer."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._starts: list[int] = []
        self._origins: list[int] = []
        self._length = 0

    def add(self, text: str, origin: int) -> None:
        if text:
            self._pieces.append(text)
            self._starts.append(self._length)
            self._origins.append(origin)
            self._length += len(text)

    @property
    def is_ended(self) -> bool:
        """Whether the text so far ends like a sentence."""
        said = (piece for piece in reversed(self._pieces) if not piece.isspace())
        return bool(_ENDED.search(next(said, "")[-80:].rstrip()))

    def sentences(self) -> Iterator[Span]:
        for start, end in sentences("".join(self._pieces)):
            yield Span(self._origin(start), self._origin(end - 1) + 1)

    def _origin(self, position: int) -> int:
        at = bisect_right(self._starts, position) - 1
        return self._origins[at] + position - self._starts[at]


def _cleaned(block: Block, masked: str, gaps: Sequence[Span]) -> Iterator[_Cleaned]:
    """The text of a block, cut where a sentence surely ends."""
    made = _Cleaned()
    position = block.start
    for gap, is_break, is_end in _gaps(block, masked, gaps):
        if gap.end <= position:
            continue
        stop = None if is_break else _STOP_BEHIND.match(masked, gap.end, block.end)
        text = masked[position : max(position, gap.start)]
        made.add(text.rstrip() if stop or _closes(masked, gap.end) else text, position)
        position = gap.end
        if stop:
            if not made.is_ended:
                made.add(stop[0].lstrip(), stop.end() - len(stop[0].lstrip()))
            position = stop.end()
        if stop or is_end:
            yield made
            made = _Cleaned()
        elif is_break or not _closes(masked, gap.end):
            made.add(" ", gap.start)
    made.add(masked[position : block.end], position)
    yield made


def _closes(masked: str, position: int) -> bool:
    return bool(_CLOSING.match(masked, position))


def _gaps(block: Block, masked: str, gaps: Sequence[Span]) -> Iterator[tuple[Span, bool, bool]]:
    """What is no text: a gap, whether it is a line break, and whether that ends a sentence."""
    breaks = [
        (Span(line.end, following.start), True, breaks_off(masked, line, following))
        for line, following in zip(block.lines[:-1], block.lines[1:], strict=True)
    ]
    yield from sorted(
        [*breaks, *((gap, False, False) for gap in gaps)],
        key=lambda found: (found[0].start, found[0].end),
    )
