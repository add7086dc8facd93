"""Heads and feet of any printed document: lines that stand at the edge of page after page.

`Case 1:20-cv-00123  Document 45  Page 3 of 12`, a firm's name, a page number: no author wrote them
there, so a quote may run from one page to the next without them. A line is one of them where it
stands at the same distance from the edge, up to three lines in, of three pages at least and of a
third of all, numbers in it apart; and every line nearer to the edge is one too.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

_DEEPEST = 3
_FEWEST = 3
_SHARE = 3
"""One page in so many: left and right pages have heads of their own, and some pages have none."""

_PRINTED = re.compile(r"[^\S\n]*\S[^\n]*")
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Margins:
    """What of a page is its author's."""

    start: int
    """Where its text begins, behind the head."""
    end: int
    """Where its text ends, before the foot."""


def margins(text: str) -> list[Margins]:
    """Each page's own text, in order; where nothing is repeated, all of the page.

    Args:
        text: pages parted by form feeds.
    """
    pages = list(_pages(text))
    above = [_keys(text, page[:_DEEPEST]) for page in pages]
    below = [_keys(text, page[: -_DEEPEST - 1 : -1]) for page in pages]
    repeated_above, repeated_below = _repeated(above), _repeated(below)
    starts = _starts(text)
    found = []
    for number, page in enumerate(pages):
        start, end = starts[number], starts[number + 1] - 1
        head = _depth(above[number], repeated_above)
        foot = min(_depth(below[number], repeated_below), len(page) - head)
        if head:
            start = page[head - 1][1]
        if foot:
            end = page[-foot][0]
        found.append(Margins(start, end))
    return found


def _starts(text: str) -> list[int]:
    """Where each page begins; and one more, where the page after the last would."""
    return [0, *(match.end() for match in re.finditer("\f", text)), len(text) + 1]


def _pages(text: str) -> Iterator[list[Span]]:
    """The printed lines of each page."""
    starts = _starts(text)
    for start, following in pairwise(starts):
        yield [match.span() for match in _PRINTED.finditer(text, start, following - 1)]


def _keys(text: str, lines: list[Span]) -> list[str]:
    """The lines with every number the same and single spaces."""
    return [" ".join(_NUMBER.sub("#", text[start:end]).split()) for start, end in lines]


def _repeated(edges: list[list[str]]) -> set[tuple[int, str]]:
    counts = Counter((depth, key) for keys in edges for depth, key in enumerate(keys))
    least = max(_FEWEST, len(edges) // _SHARE)
    return {place for place, count in counts.items() if count >= least}


def _depth(keys: list[str], repeated: set[tuple[int, str]]) -> int:
    """How many lines from the edge are repeated ones."""
    depth = 0
    while depth < len(keys) and (depth, keys[depth]) in repeated:
        depth += 1
    return depth
