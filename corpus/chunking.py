"""Passages: about so many words, ending where a sentence ends, never inside a word.

Sentence ends come from nupunkt, which was trained on legal text, and are the full stops of Chinese
and Japanese. A passage takes sentences while it stays nearer to the target length with the next one
than without it. A sentence that is longer than twice the target (a table, a text without full
stops) is cut between words. No passage crosses the parts of a document: a dissent never continues
the majority.

Not every text has a blank behind each word. Two Chinese or Japanese characters count as a word, and
so do twelve letters wherever words are longer than that on the average, so that a passage is never
longer than twice its target. What is longer without any blank (a picture in base64) is the one
thing that is cut inside.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import nupunkt

from corpus.document import Document, Part, Passage

_LETTERS = 12
"""Of a word, at most, on the average of a passage. English has about 5, a contract's German 8."""
_IDEOGRAPHS = (
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff66-\uff9f\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
"""Chinese characters and kana, which are written without blanks. Korean has them."""
_OPENING = "「『（〈《【〔｢"
_WORD = re.compile(rf"[{_OPENING}]*[{_IDEOGRAPHS}]{{1,2}}[^\w\s{_OPENING}]*|[^\s{_IDEOGRAPHS}]+")
_FULL_STOP = re.compile(r"[。！？｡]+[」』）〉》】〕｣”’]*")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch that is not cut any further."""

    start: int
    end: int
    words: int
    letters: int
    """Characters that are no white space."""


def passages(document: Document, words: int) -> tuple[Passage, ...]:
    """Cut a document into passages of about `words` words.

    Every character that is not white space lies in exactly one passage.
    """
    spans = [(part, span) for part in document.parts for span in _chunks(document, part, words)]
    return tuple(
        Passage(
            document_id=document.id,
            index=index,
            start=start,
            end=end,
            text=document.text[start:end],
            part=part.kind,
            page=document.page_at(start),
        )
        for index, (part, (start, end)) in enumerate(spans)
    )


def sentences(text: str) -> list[Span]:
    """The sentences of a text as (start, end), white space at either end left out."""
    return [
        trimmed
        for start, end in _at_full_stops(text, _word_safe(text, nupunkt.sent_spans(text)))
        if (trimmed := _trim(text, start, end))
    ]


def _chunks(document: Document, part: Part, words: int) -> Iterator[Span]:
    text = document.text[part.start : part.end]
    for start, end in _grouped(_pieces(text, sentences(text), 2 * words), words):
        yield part.start + start, part.start + end


def _word_safe(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Sentence spans, joined where the boundary between two falls inside a word."""
    held: Span | None = None
    for start, end in spans:
        if held is None:
            held = (start, end)
        elif text[held[1] - 1].isspace() or text[held[1] : held[1] + 1].isspace():
            yield held
            held = (held[1], end)
        else:
            held = (held[0], end)
    if held is not None:
        yield held[0], len(text)


def _at_full_stops(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Sentence spans, parted behind the full stops of Chinese and Japanese too."""
    for start, end in spans:
        for stop in _FULL_STOP.finditer(text, start, end):
            yield start, stop.end()
            start = stop.end()
        if start < end:
            yield start, end


def _pieces(text: str, spans: Iterable[Span], limit: int) -> Iterator[_Piece]:
    """The spans; one that is longer than `limit` words is cut between words."""
    for start, end in spans:
        found = _WORD.findall(text, start, end)
        whole = _Piece(start, end, len(found), sum(map(len, found)))
        if _length(whole) <= limit:
            yield whole
        else:
            yield from _cut(text, whole, limit)


def _cut(text: str, whole: _Piece, limit: int) -> Iterator[_Piece]:
    held: _Piece | None = None
    for first, last in _words(text, whole.start, whole.end, limit * _LETTERS):
        word = _Piece(first, last, 1, last - first)
        joined = _joined(held, word)
        if held is not None and _length(joined) > limit:
            yield held
            joined = word
        held = joined
    if held is not None:
        yield held


def _words(text: str, start: int, end: int, longest: int) -> Iterator[Span]:
    """The words of a span; of one that is longer than `longest`, stretches of that length."""
    for match in _WORD.finditer(text, start, end):
        first, last = match.span()
        while last - first > longest:
            cut = first + longest
            while cut > first + 1 and unicodedata.combining(text[cut]):
                cut -= 1  # an accent stays with its letter
            yield first, cut
            first = cut
        yield first, last


def _grouped(pieces: Iterable[_Piece], target: int) -> Iterator[Span]:
    """Neighbouring pieces joined while that brings the length nearer to the target."""
    held: _Piece | None = None
    for piece in pieces:
        joined = _joined(held, piece)
        if held is not None and _length(joined) - target > target - _length(held):
            yield held.start, held.end
            joined = piece
        held = joined
    if held is not None:
        yield held.start, held.end


def _joined(held: _Piece | None, piece: _Piece) -> _Piece:
    if held is None:
        return piece
    return _Piece(held.start, piece.end, held.words + piece.words, held.letters + piece.letters)


def _length(piece: _Piece) -> int:
    """Words; where these are longer than any language's on the average, their letters tell."""
    return max(piece.words, piece.letters // _LETTERS)


def _trim(text: str, start: int, end: int) -> Span | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None
