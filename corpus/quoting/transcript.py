"""Transcripts of depositions and hearings: printed pages of numbered lines, cited as `12:7-9`.

A transcript is known by its lines: they begin with 1, 2, 3 … up to 28 at most and begin anew on
the next page, under a printed page number (`Page 12`, or `12` alone on a line) or above it. A text
without both is none, and a page whose number is not printed has no line that can be cited: nothing
is counted up or guessed. Line numbers, and what stands between two pages, are the printer's and
not the speaker's; `furniture` holds them, so that a quote can be found across them.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

MOST_LINES = 28
"""Of pleading paper, which is cited in the same way; a transcript has 25."""
_FEWEST_LINES = 5
"""On at least one page under `Page 12`; fewer may be a table."""
_FEWEST_UNDER_A_BARE_NUMBER = 10
_LONGEST_MARGIN = 8
"""Printed lines between two pages; more of them are text."""

Span = tuple[int, int]

_ENDS = r"\n\r\f\v\x85\u2028\u2029"
_LINE = re.compile(rf"[^{_ENDS}]*(?:\r\n|[{_ENDS}])|[^{_ENDS}]+")
"""A form feed ends a line too: what stands behind it is printed on the next page."""
_NUMBERED = re.compile(r"[\s\f]*0?(\d{1,2})(?:[^\S\n]+(?=\S)|[^\S\n]*$)")
_PAGE_WORD = re.compile(r"\bPage\s+0*(\d{1,5})\b", re.IGNORECASE)
_PAGE_ALONE = re.compile(r"[\s\f]*[-–—]?\s{0,3}0*(\d{1,5})\s{0,3}[-–—]?\s*")


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of a printed page."""

    begin: int
    """Where the line begins, its number included."""
    start: int
    """Where its text begins, behind the number."""
    end: int
    """Where its text ends; a following line without a number belongs to it."""
    page: str | None
    """The printed page number; None where it is not printed."""
    number: int
    """1 to 28."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """The numbered lines of a transcript."""

    lines: tuple[NumberedLine, ...]
    """At least five, in order."""
    furniture: tuple[Span, ...]
    """What is no speech: line ends with the number that follows, page ends with the next head."""
    _begins: list[int] = field(repr=False)

    def line_at(self, offset: int) -> str | None:
        """The line of a character as `page:line`; None outside the lines of numbered pages."""
        at = bisect_right(self._begins, offset) - 1
        if at < 0 or offset >= self.lines[at].end or self.lines[at].page is None:
            return None
        return f"{self.lines[at].page}:{self.lines[at].number}"

    def lines_of(self, start: int, end: int) -> str | None:
        """The lines of a stretch: `12:7`, `12:7-9`, `12:24-13:2`.

        None where it touches the text of no line, or begins or ends on a page without a number.
        """
        first = max(0, bisect_right(self._begins, start) - 1)
        touched = [
            line
            for line in self.lines[first : bisect_left(self._begins, end)]
            if max(line.start, start) < min(line.end, end)
        ]
        return _range(touched[0], touched[-1]) if touched else None

    def without_furniture(self, text: str, start: int, end: int) -> str:
        """A stretch of the transcript's text as it was spoken, a line feed for each line end."""
        pieces: list[str] = []
        for left, right in self.furniture[bisect_left(self.furniture, (start, start)) :]:
            if right > end:
                break
            pieces += (text[start:left], "\n")
            start = right
        return "".join((*pieces, text[start:end]))


@lru_cache(maxsize=256)
def transcript_of(text: str) -> Transcript | None:
    """The numbered lines of a text; None where it is no transcript."""
    pages = _pages(text)
    margins = [_margin_label(text, page.margin[-_LONGEST_MARGIN:]) for page in pages]
    below = _margin_label(text, pages[-1].behind[:_LONGEST_MARGIN])
    if margins[0] is None and below is not None:  # page numbers stand at the foot
        margins = [*margins[1:], below]
    if not _is_transcript(pages, margins):
        return None
    lines = tuple(_lines(pages, margins))
    return Transcript(lines, tuple(_furniture(pages)), [line.begin for line in lines])


def _range(first: NumberedLine, last: NumberedLine) -> str | None:
    if first.page is None or last.page is None:
        return None
    if first == last:
        return f"{first.page}:{first.number}"
    page = "" if first.page == last.page else f"{last.page}:"
    return f"{first.page}:{first.number}-{page}{last.number}"


@dataclass(slots=True)
class _Row:
    """A numbered line as it is read."""

    number: int
    begin: int
    start: int
    end: int


@dataclass(slots=True)
class _Page:
    """The rows of one page, and the printed lines without a number round them."""

    margin: list[Span]
    """Above the first row."""
    rows: list[_Row] = field(default_factory=list)
    wrapped: int = 0
    """How many stand between the first row and the last."""
    behind: list[Span] = field(default_factory=list)
    """Since the last row."""


@dataclass(frozen=True, slots=True)
class _Label:
    """A printed page number."""

    text: str
    is_worded: bool
    """`Page 12`, not `12`."""


def _pages(text: str) -> list[_Page]:
    pages = [_Page([])]
    for line in _LINE.finditer(text):
        page = pages[-1]
        row = _row(line)
        if row is not None and row.number == (page.rows[-1].number if page.rows else 0) + 1:
            if page.behind:
                page.rows[-1].end = page.behind[-1][1]
                page.wrapped += len(page.behind)
                page.behind = []
            page.rows.append(row)
        elif row is not None and row.number == 1:
            _give_up_page_number(text, page)
            if page.rows:
                pages.append(_Page(page.behind, [row]))
            else:
                pages[-1] = _Page([*page.margin, *page.behind][-_LONGEST_MARGIN - 1 :], [row])
        elif not line[0].isspace():
            span = (line.start(), line.start() + len(line[0].rstrip()))
            (page.behind if page.rows else page.margin).append(span)
    return pages


def _row(line: re.Match[str]) -> _Row | None:
    numbered = _NUMBERED.match(line[0])
    if numbered is None or not 1 <= int(numbered[1]) <= MOST_LINES:
        return None
    end = max(numbered.end(1), len(line[0].rstrip()))
    start = min(numbered.end(), end)
    return _Row(int(numbered[1]), *(line.start() + at for at in (0, start, end)))


def _give_up_page_number(text: str, page: _Page) -> None:
    """A bare number that seemed a line, and behind which line 1 follows, is the next page's.

    That is certain where the page has no other line, and likely where its own number is one less.
    """
    last = page.rows[-1]
    if last.start < last.end or page.behind:
        return
    label = _margin_label(text, page.margin[-_LONGEST_MARGIN:])
    if len(page.rows) == 1 or (label is not None and int(label.text) + 1 == last.number):
        page.behind = [(last.begin, last.end)]
        page.rows.pop()


def _margin_label(text: str, margin: Sequence[Span]) -> _Label | None:
    """The page number printed in a margin; where there are several, the last, `Page 12` first."""
    printed = [text[start:end] for start, end in margin]
    worded = [match[1] for line in printed if (match := _PAGE_WORD.search(line))]
    alone = [match[1] for line in printed if (match := _PAGE_ALONE.fullmatch(line))]
    if worded:
        return _Label(worded[-1], is_worded=True)
    return _Label(alone[-1], is_worded=False) if alone else None


def _is_transcript(pages: Sequence[_Page], labels: Sequence[_Label | None]) -> bool:
    """Whether a page has a number and enough lines, and most printed lines are numbered."""
    is_paged = any(
        label is not None
        and len(page.rows) >= (_FEWEST_LINES if label.is_worded else _FEWEST_UNDER_A_BARE_NUMBER)
        for page, label in zip(pages, labels, strict=True)
    )
    numbered = sum(len(page.rows) for page in pages)
    others = sum(page.wrapped for page in pages) + sum(len(page.margin) for page in pages[1:])
    return is_paged and numbered >= others


def _lines(pages: Sequence[_Page], labels: Sequence[_Label | None]) -> Iterator[NumberedLine]:
    for page, label in zip(pages, labels, strict=True):
        printed = label.text if label else None
        for row in page.rows:
            yield NumberedLine(row.begin, row.start, row.end, printed, row.number)


def _furniture(pages: Sequence[_Page]) -> Iterator[Span]:
    """From the end of each line's text to the beginning of the next one's."""
    end: int | None = None
    for page in pages:
        if len(page.margin) > _LONGEST_MARGIN:
            end = None
        for row in page.rows:
            start = row.begin if end is None else end
            if start < row.start:
                yield start, row.start
            end = row.end
