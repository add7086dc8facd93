"""What a search lists, made on a thread: lines are ready to be shown when they come back."""

import re
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from annotator.authoring.sources import Sources
from annotator.widgets.wrapping import Span
from corpus.presenting import one_line
from corpus.tokens import tokenise, word_spans
from corpus.visible import visible

if TYPE_CHECKING:
    from corpus.retrieval import Hit

MOST = 10
"""Passages listed for words; they are what an author has been shown."""

MOST_DOCUMENTS = 200

SNIPPET = 220
"""Characters of the line that a result shows of its passage."""

_BEFORE = 40
"""Characters of it before the first word that was looked for."""


class Result(NamedTuple):
    """A line of the list, and where it leads."""

    line: Content
    place: tuple[str, Span | None]
    """A passage's id, and the stretch that is marked in its document; None where none is."""
    hit: "Hit | None" = None


def passage_results(sources: Sources, words: str) -> list[Result]:
    """The passages that fit the words best. `StoreError` where the corpus cannot be read."""
    titles = {one.id: one.title for one in sources.documents()}
    looked_for = _pattern(words)
    return [
        Result(
            line=_line(_place(hit, titles[hit.passage.document_id]), _snippet(hit, looked_for)),
            place=(hit.passage.id, None),
            hit=hit,
        )
        for hit in sources.search(words, MOST)
    ]


def document_results(sources: Sources, part: str) -> list[Result]:
    """The documents whose name or id holds all words of the part; all where it is empty."""
    wanted = part.casefold().split()
    found = [
        one
        for one in sources.documents()
        if all(word in f"{one.id} {one.title}".casefold() for word in wanted)
    ]
    return [
        Result(
            line=_line(one.id, f"{one.title} · {one.passages:,} passages"),
            place=(f"{one.id}:0", None),
        )
        for one in found[:MOST_DOCUMENTS]
    ]


def _place(hit: "Hit", title: str) -> str:
    """`2. lease:7 · Lease of 1921 · page 12`."""
    page = f"page {hit.passage.page}" if hit.passage.page else ""
    name = title if title != hit.passage.document_id else ""
    parts = (f"{hit.rank}. {hit.passage.id}", one_line(name, 80), page)
    return " · ".join(part for part in parts if part)


def _pattern(words: str) -> re.Pattern[str] | None:
    """What looks like the words, for the eye alone: their stems and whatever follows."""
    looked_for = {words[start:end].casefold() for start, end in word_spans(words)}
    stems = {stem for word in looked_for for stem in tokenise(word)}
    alike = [re.escape(each) for each in sorted(stems) if each]
    return re.compile(rf"\b(?:{'|'.join(alike)})\w*", re.IGNORECASE) if alike else None


def _snippet(hit: "Hit", looked_for: re.Pattern[str] | None) -> str:
    text = hit.passage.text
    first = looked_for.search(text) if looked_for else None
    start = max(0, first.start() - _BEFORE) if first else 0
    return f"{'…' if start else ''}{one_line(text[start : start + 2 * SNIPPET], SNIPPET)}"


def _line(head: str, rest: str) -> Content:
    return Content("\n").join([Content.styled(visible(head), "bold"), Content(visible(rest))])
