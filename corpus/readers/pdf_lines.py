"""The printed lines of a PDF's page, in the order of the file, and where they stand.

PDFium gives characters: with line ends where a line ends, a hyphen at a line end marked, ligatures
taken apart (`ﬁ` is `fi`). Here they become lines with a place on the page, which is turned so that
most of what is printed on it stands upright.
"""

import ctypes
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

Point = tuple[float, float]

_HYPHEN = 2
"""What PDFium has for a hyphen at a line end; the line end itself it leaves out."""
_LOOKED_AT = 200
"""Characters that tell which way the text of a page runs."""
_NONCHARACTERS = frozenset({0, 0xFFFE, 0xFFFF})


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
    page = _Page(textpage)
    return [line for stretch in page.stretches() if (line := page.line(stretch))]


class _Page:
    """The characters of a page."""

    def __init__(self, textpage: pypdfium2.PdfTextPage) -> None:
        self._page = textpage
        self._codes = [
            pdfium.FPDFText_GetUnicode(textpage, index) for index in range(textpage.count_chars())
        ]
        self._turns = self._quarter_turns()

    def stretches(self) -> Iterator[range]:
        """The characters of each line, its line end left out; a hyphen at a line end ends it."""
        start = 0
        for index, code in enumerate(self._codes):
            if code in (10, 13):
                yield range(start, index)
                start = index + 1
            elif code == _HYPHEN:
                yield range(start, index + 1)
                start = index + 1
        yield range(start, len(self._codes))

    def line(self, stretch: range) -> Line | None:
        text = _text([self._codes[index] for index in stretch]).strip()
        if not text:
            return None
        printed = [index for index in stretch if self._codes[index] > 32]
        boxes = [self._box(index) for index in printed]
        return Line(
            text=text,
            left=min(box[0] for box in boxes),
            right=max(box[2] for box in boxes),
            baseline=self._origin(printed[0])[1],
            height=max(box[3] - box[1] for box in boxes),
        )

    def _quarter_turns(self) -> int:
        """How often by 90 degrees most characters are turned, counter-clockwise; PDFium counts the
        other way."""
        printed = [index for index, code in enumerate(self._codes) if code > 32]
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

    def _origin(self, index: int) -> Point:
        x, y = ctypes.c_double(), ctypes.c_double()
        pdfium.FPDFText_GetCharOrigin(self._page, index, x, y)
        return self._turned(x.value, y.value)


def _text(codes: list[int]) -> str:
    """Characters of UTF-32, or of UTF-16 where the system's are so wide."""
    text = "".join(
        "-" if code == _HYPHEN else "\ufffd" if code in _NONCHARACTERS else chr(code)
        for code in codes
        if code <= 0x10FFFF
    )
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
