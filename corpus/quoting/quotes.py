"""Is this quote in the source, character for character? And if not: under what changes is it?

The verbatim text is searched first. Then named normalisations are applied, each beside those
before it (`views.NORMALISATIONS`), to text and quote alike; the search ends at the first that finds
the quote. What is reported is always a stretch of the verbatim text, with the normalisations that
it took and no others. Letters, words and their order are never touched: a quote that differs in
those is not found.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from corpus.document import Document
from corpus.errors import InputError
from corpus.quoting.page_heads import without_heads
from corpus.quoting.transcript import transcript_of
from corpus.quoting.views import NORMALISATIONS, View, hyphens_of, view_of

LINE_NUMBERS = "line numbers"
PAGE_HEADS = "page heads"
NAMES = tuple(name for name in NORMALISATIONS if name != LINE_NUMBERS)
"""Tried on any text; a transcript is then searched without its line numbers too."""
MOST_PLACES = 20

_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where a quote stands in a text."""

    start: int
    end: int
    """`text[start:end]` is the verbatim stretch."""
    normalisations: tuple[str, ...]
    """What it took to find it; empty: character for character."""


@dataclass(frozen=True, slots=True)
class QuoteMatch:
    """Where a quote stands in a document."""

    document_id: str
    start: int
    end: int
    """`document.text[start:end]` is the verbatim stretch."""
    page: str | None
    """The page on which it begins; None where the document has none."""
    normalisations: tuple[str, ...]
    """What it took to find it; empty: character for character."""
    last_page: str | None = None
    """The page on which it ends, the same one as a rule."""
    lines: str | None = None
    """Page and lines in a transcript, as printed: `12:7-9`; None where there are none."""


def find_quote(
    documents: Iterable[Document], quote: str, most: int = MOST_PLACES
) -> list[QuoteMatch]:
    """Every place of a quote, under the fewest normalisations that find it in any document.

    The documents are read once, one at a time; the order is theirs.

    Raises:
        InputError: the quote holds no word.
    """
    _refuse_wordless(quote)
    needed = len(NORMALISATIONS)
    found: list[QuoteMatch] = []
    for document in documents:
        depth, stretches = _first(document.text, quote, needed, most)
        if not stretches or (depth == needed and len(found) >= most):
            continue
        if depth < needed:
            needed, found = depth, []
        found += [_match(document, stretch) for stretch in stretches]
    return found[:most]


def locate(text: str, quote: str, most: int = MOST_PLACES) -> list[Stretch]:
    """Every place of a quote in one text (a passage, say), under the fewest normalisations.

    Raises:
        InputError: the quote holds no word.
    """
    _refuse_wordless(quote)
    return _first(text, quote, len(NORMALISATIONS), most)[1]


def _first(text: str, quote: str, deepest: int, most: int) -> tuple[int, list[Stretch]]:
    """The number of normalisations that first finds the quote, at most `deepest`, and where."""
    for depth in range(deepest + 1):
        if depth > len(NAMES) and transcript_of(text) is None:
            break
        names = tuple(NORMALISATIONS)[:depth]
        stretches = list(_places(text, quote, names, most))
        if stretches:
            return depth, stretches
    return deepest, []


def _places(text: str, quote: str, names: tuple[str, ...], most: int) -> Iterator[Stretch]:
    if not names:
        for start in _occurrences(text, quote, most):
            yield Stretch(start, start + len(quote), ())
        return
    searched, wanted = _searched(text, names), _wanted(quote, names)
    left = most
    for position in _occurrences(searched.view.text, wanted.text, None):
        if left and _same_hyphens(searched, wanted, position):
            start, end = searched.view.verbatim(position, position + len(wanted.text))
            yield Stretch(start, end, _needed_at(text, start, end, quote, names))
            left -= 1


def _occurrences(text: str, quote: str, most: int | None) -> Iterator[int]:
    """Where the quote begins, one after the other."""
    position = text.find(quote) if quote else -1
    count = 0
    while position >= 0 and count != most:
        yield position
        count += 1
        position = text.find(quote, position + len(quote))


@dataclass(frozen=True, slots=True)
class _Searched:
    """A text made ready: its view, and the hyphens that were taken out of it, in order."""

    view: View
    hyphens: dict[int, bool]
    positions: list[int]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A quote made ready, white space at its ends left out."""

    text: str
    hyphens: dict[int, bool]


@lru_cache(maxsize=512)
def _searched(text: str, names: tuple[str, ...]) -> _Searched:
    """Cached, so that many quotes against the same opinions cost a search each."""
    view = view_of(text, names)
    hyphens = hyphens_of(view)
    return _Searched(view, hyphens, sorted(hyphens))


@lru_cache(maxsize=64)
def _wanted(quote: str, names: tuple[str, ...]) -> _Wanted:
    view = view_of(quote, names)
    lead = len(view.text) - len(view.text.lstrip()) if "white space" in names else 0
    text = view.text.strip() if "white space" in names else view.text
    hyphens = {position - lead: lack for position, lack in hyphens_of(view).items()}
    return _Wanted(text, hyphens)


def _same_hyphens(searched: _Searched, wanted: _Wanted, position: int) -> bool:
    """Whether text and quote have the same hyphens there, but for those that may be lacking."""
    first = bisect_left(searched.positions, position + 1)
    last = bisect_left(searched.positions, position + len(wanted.text))
    here = {at - position: searched.hyphens[at] for at in searched.positions[first:last]}
    return all(
        (at in here and at in wanted.hyphens) or here.get(at, wanted.hyphens.get(at))
        for at in here.keys() | wanted.hyphens.keys()
    )


def _needed_at(
    text: str, start: int, end: int, quote: str, names: tuple[str, ...]
) -> tuple[str, ...]:
    """What a stretch of a text took; only the whole text tells what counts its lines, and what
    its pages have in common."""
    transcript = transcript_of(text) if LINE_NUMBERS in names else None
    if transcript is not None:
        printed = LINE_NUMBERS
        without = transcript.without_furniture(text, start, end)
    elif PAGE_HEADS in names:
        printed = PAGE_HEADS
        without = without_heads(text, start, end)
    else:
        return _needed(text[start:end], quote, names)
    needed = _needed(without, quote, tuple(name for name in NAMES if name != printed))
    taken = without != text[start:end]
    return tuple(name for name in NORMALISATIONS if name in needed or (taken and name == printed))


def _needed(stretch: str, quote: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The normalisations without which stretch and quote are not the same."""
    needed = names
    for name in names:
        fewer = tuple(other for other in needed if other != name)
        if _is_same(stretch, quote, fewer):
            needed = fewer
    return needed


def _is_same(stretch: str, quote: str, names: tuple[str, ...]) -> bool:
    if not names:
        return stretch == quote
    wanted = _wanted(quote, names)
    view = view_of(stretch, names)
    hyphens = hyphens_of(view)
    searched = _Searched(view, hyphens, sorted(hyphens))
    return view.text == wanted.text and _same_hyphens(searched, wanted, 0)


def _refuse_wordless(quote: str) -> None:
    if not _WORD.search(quote):
        raise InputError(
            f"The quote {quote!r} holds no word; give the words as they stand in the source."
        )


def _match(document: Document, stretch: Stretch) -> QuoteMatch:
    transcript = transcript_of(document.text)
    return QuoteMatch(
        document_id=document.id,
        start=stretch.start,
        end=stretch.end,
        page=document.page_at(stretch.start),
        last_page=document.page_at(stretch.end - 1),
        normalisations=stretch.normalisations,
        lines=transcript.lines_of(stretch.start, stretch.end) if transcript else None,
    )
