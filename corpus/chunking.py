"""Passages: about so many words, ending where a sentence ends, never inside a word.

Sentence ends come from nupunkt, which was trained on legal text. A passage takes sentences while
it stays nearer to the target length with the next one than without it. A sentence that is longer
than twice the target (a table, a text without full stops) is cut between words. No passage
crosses the parts of a document: a dissent never continues the majority.
"""

import re
from collections.abc import Iterable, Iterator

import nupunkt

from corpus.document import Document, Part, Passage

_WORD = re.compile(r"\S+")

Span = tuple[int, int]


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
        for start, end in _word_safe(text, nupunkt.sent_spans(text))
        if (trimmed := _trim(text, start, end))
    ]


def _chunks(document: Document, part: Part, words: int) -> Iterator[Span]:
    text = document.text[part.start : part.end]
    pieces = _bounded_pieces(text, sentences(text), 2 * words)
    for start, end in _grouped(pieces, words):
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


def _bounded_pieces(text: str, spans: Iterable[Span], limit: int) -> Iterator[tuple[Span, int]]:
    """Each span with its number of words; one longer than `limit` words is cut between words."""
    for start, end in spans:
        found = [match.span() for match in _WORD.finditer(text, start, end)]
        for first in range(0, len(found), limit):
            group = found[first : first + limit]
            yield (group[0][0], group[-1][1]), len(group)


def _grouped(pieces: Iterable[tuple[Span, int]], target: int) -> Iterator[Span]:
    """Neighbouring pieces joined while that brings the length nearer to the target."""
    held: Span | None = None
    length = 0
    for (start, end), count in pieces:
        if held is not None and length + count - target > target - length:
            yield held
            held, length = None, 0
        held = (held[0] if held else start, end)
        length += count
    if held is not None:
        yield held


def _trim(text: str, start: int, end: int) -> Span | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None
