"""The printed lines of a PDF's page, in the order of the file, and where they stand.

PDFium gives characters: with line ends where a line ends, a hyphen at a line end marked, ligatures
taken apart (`ﬁ` is `fi`). Here they become lines with a place on the page, which is turned so that
most of what is printed on it stands upright.
"""

import ctypes
import math
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

Point = tuple[float, float]

_LOOKED_AT = 200
"""Characters that tell which way the text of a page runs."""
_STRETCH = re.compile(r"[^\r\n\x02]*\x02?")
"""A line; PDFium has the control 2 for a hyphen at a line end, and leaves out the line end."""
_SPACE = re.compile(r"(?<=\S) (?=\S)")
_PRINTED = re.compile(r"[^\s\x00-\x01\x03-\x1f]")
_WRITTEN = {0: "\ufffd", 2: "-", 11: " ", 12: " ", 0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A printed line, or a stretch of one."""

    text: str
    left: float
    """Points; greater is further right."""
    right: float
    baseline: float
    """Points; greater is further up."""
    height: float
    """Of the type: about its size in points."""


def lines_of(textpage: pypdfium2.PdfTextPage) -> list[Line]:
    """The lines that have something printed in them, in the order of the file."""
    return list(_Page(textpage).lines())


class _Page:
    """The characters of a page, and where they stand."""

    def __init__(self, textpage: pypdfium2.PdfTextPage) -> None:
        self._page = textpage.raw
        codes = [
            pdfium.FPDFText_GetUnicode(self._page, index) for index in range(textpage.count_chars())
        ]
        self._text = "".join(chr(code) if code <= sys.maxunicode else "\ufffd" for code in codes)
        self._turns = self._quarter_turns()

    def lines(self) -> Iterator[Line]:
        """Each line that has something printed in it; a hyphen at a line end ends it."""
        for stretch in _STRETCH.finditer(self._text):
            start = stretch.start()
            for end in (*self._jumps(*stretch.span()), stretch.end()):
                printed = [match.start() for match in _PRINTED.finditer(self._text, start, end)]
                if printed:
                    yield self._line(self._text[start:end], printed)
                start = end

    def _jumps(self, start: int, end: int) -> Iterator[int]:
        """The spaces that PDFium put between two rows: it takes the fields of a form for one."""
        for match in _SPACE.finditer(self._text, start + 1, end - 1):
            at = match.start()
            if pdfium.FPDFText_IsGenerated(self._page, at) != 1:
                continue
            _, bottom, _, top = self._box(at - 1)
            if abs(self._baseline(at - 1) - self._baseline(at + 1)) > 0.5 * (top - bottom):
                yield at

    def _line(self, text: str, printed: list[int]) -> Line:
        # Three tell where a line stands; asking for every one would take most of the time.
        boxes = [self._box(printed[at]) for at in (0, len(printed) // 2, -1)]
        return Line(
            text=_whole(text.translate(_WRITTEN).strip()),
            left=min(box[0] for box in boxes),
            right=max(box[2] for box in boxes),
            baseline=self._baseline(printed[0]),
            height=max(box[3] - box[1] for box in boxes),
        )

    def _quarter_turns(self) -> int:
        """How often by 90 degrees most characters are turned, counter-clockwise; PDFium counts the
        other way."""
        printed = [match.start() for match in _PRINTED.finditer(self._text)]
        step = max(1, len(printed) // _LOOKED_AT)
        angles = (pdfium.FPDFText_GetCharAngle(self._page, index) for index in printed[::step])
        turns = Counter(-round(angle / (math.pi / 2)) % 4 for angle in angles)
        return turns.most_common(1)[0][0] if turns else 0

    def _turned(self, x: float, y: float) -> Point:
        return ((x, y), (y, -x), (-x, -y), (-y, x))[self._turns]

    def _box(self, index: int) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of a character with the room that its font leaves it."""
        box = pdfium.FS_RECTF()
        pdfium.FPDFText_GetLooseCharBox(self._page, index, box)
        x1, y1 = self._turned(box.left, box.bottom)
        x2, y2 = self._turned(box.right, box.top)
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)

    def _baseline(self, index: int) -> float:
        x, y = ctypes.c_double(), ctypes.c_double()
        pdfium.FPDFText_GetCharOrigin(self._page, index, x, y)
        return self._turned(x.value, y.value)[1]


def _whole(text: str) -> str:
    """UTF-16 put together, where the system's characters are narrow; half a pair is no letter."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
