"""Cleaned forms of a text, each with the way back to the characters of the verbatim one.

A view is made by replacing stretches of the view before it. Only the replaced stretches are
recorded, so a view costs little more than its text, and an offset is mapped by bisection.

Hyphens between word characters are taken out by `without_hyphens`, and where they were is kept:
a hyphen at a line end (or before white space: a line end that a copy has flattened) may be the
printer's or the author's, so a quote may have it or not; any other hyphen must be in both.
"""

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from corpus.quoting.page_heads import page_heads
from corpus.quoting.transcript import transcript_of

Replacement = tuple[int, int, str]

_SPACE = re.compile(r"\s{2,}|[^\S ]")
_DASHES = re.compile(r"-{2,}")
_HYPHEN = re.compile(r"(?<=[^\W_])[\u00ad-]\s*(?=[^\W_])")
_QUOTES_AND_DASHES = str.maketrans(
    "\u2018\u2019\u201a\u201b\u2032\u0060\u00b4\u02bc"  # single quotes, prime, grave, acute
    "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"  # double quotes, double prime, guillemets
    "\u2010\u2011\u2012\u2013\u2014\u2015\u2212",  # hyphens, dashes, minus
    "''''''''" + '"""""""' + "-------",
)


@dataclass(frozen=True, slots=True)
class View:
    """A form of a text."""

    text: str
    parent: "View | None" = None
    """What it was made of; None for the verbatim text."""
    positions: list[int] = field(default_factory=lambda: [0])
    """Where, in this view, each stretch begins that was copied or put in."""
    sources: list[tuple[int, int, bool]] = field(default_factory=lambda: [(0, 0, True)])
    """Of each: where it begins and ends in the parent, and whether it was copied."""
    hyphens: dict[int, bool] = field(default_factory=dict)
    """Before which character of this view a hyphen was taken out; True where the quote may lack
    it."""

    def verbatim(self, start: int, end: int) -> tuple[int, int]:
        """A stretch of this view as a stretch of the verbatim text; `end` is exclusive."""
        if self.parent is None:
            return start, end
        return self.parent.verbatim(self._first(start), self._last(end - 1))

    def _first(self, position: int) -> int:
        at = bisect_right(self.positions, position) - 1
        start, _, copied = self.sources[at]
        return start + position - self.positions[at] if copied else start

    def _last(self, position: int) -> int:
        at = bisect_right(self.positions, position) - 1
        start, end, copied = self.sources[at]
        return start + position - self.positions[at] + 1 if copied else end


def with_single_spaces(view: View) -> View:
    """Every run of white space is one space."""
    return _replaced(view, ((m.start(), m.end(), " ") for m in _SPACE.finditer(view.text)))


def with_plain_quotes_and_dashes(view: View) -> View:
    """Quotation marks are straight; every dash, and a run of them, is one hyphen."""
    plain = View(view.text.translate(_QUOTES_AND_DASHES), view)
    return _replaced(plain, ((m.start(), m.end(), "-") for m in _DASHES.finditer(plain.text)))


def without_hyphens(view: View) -> View:
    """Hyphens between word characters are out, with white space after them; see the module."""
    found = [match.span() for match in _HYPHEN.finditer(view.text)]
    made = _replaced(view, ((start, end, "") for start, end in found))
    taken = 0
    for start, end in found:
        may_lack = end - start > 1 or view.text[start] == "\u00ad"
        made.hyphens[start - taken] = may_lack
        taken += end - start
    return made


def without_page_heads(view: View) -> View:
    """Heads and feet of pages are out; a line end stays."""
    return _replaced(view, ((start, end, "\n") for start, end in page_heads(view.text)))


def without_line_numbers(view: View) -> View:
    """Line numbers and page heads of a transcript are out; a line end stays."""
    transcript = transcript_of(view.text)
    furniture = transcript.furniture if transcript else ()
    return _replaced(view, ((start, end, "\n") for start, end in furniture))


Normalisation = Callable[[View], View]

NORMALISATIONS: dict[str, Normalisation] = {
    "white space": with_single_spaces,
    "quotes and dashes": with_plain_quotes_and_dashes,
    "line-end hyphens": without_hyphens,
    "page heads": without_page_heads,
    "line numbers": without_line_numbers,
}
"""By name, in the order in which they are tried: each beside those before it."""

_ORDER = ("line numbers", "page heads", "quotes and dashes", "line-end hyphens", "white space")


def view_of(text: str, names: tuple[str, ...]) -> View:
    """The text under some normalisations, applied in the one order in which they work together.

    Line numbers and heads go first, while the form feeds are there; hyphens need the line ends;
    white space goes last.
    """
    view = View(text)
    for name in _ORDER:
        if name in names:
            view = NORMALISATIONS[name](view)
    return view


def hyphens_of(view: View) -> dict[int, bool]:
    """Where hyphens were taken out on the way to a view, by its positions; True: may be lacking."""
    if view.hyphens or view.parent is None:
        return view.hyphens
    below = hyphens_of(view.parent)
    return {_here(view, position): may_lack for position, may_lack in below.items()}


def _here(view: View, position: int) -> int:
    """A position of the parent that was copied, in this view."""
    at = bisect_right(view.sources, (position, sys.maxsize, True)) - 1
    return view.positions[at] + position - view.sources[at][0]


def _replaced(view: View, replacements: Iterator[Replacement]) -> View:
    """The view with stretches replaced, in order, none overlapping the next."""
    pieces: list[str] = []
    positions: list[int] = []
    sources: list[tuple[int, int, bool]] = []
    length = done = 0
    for start, end, text in replacements:
        copied = (view.text[done:start], (done, start, True))
        for piece, source in (copied, (text, (start, end, False))):
            if piece:
                pieces.append(piece)
                positions.append(length)
                sources.append(source)
                length += len(piece)
        done = end
    if not done:
        return view
    rest = view.text[done:]
    if rest:
        pieces.append(rest)
        positions.append(length)
        sources.append((done, len(view.text), True))
    return View("".join(pieces), view, positions, sources)
