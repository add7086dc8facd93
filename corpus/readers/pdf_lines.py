"""The printed lines of a PDF's page, in the order of the file, and where they stand.

PDFium gives characters: with line ends where a line ends, a hyphen at a line end marked, ligatures
taken apart (`ﬁ` is `fi`). Here they become lines with a place on the page as it is looked at, its
rotation undone.
"""

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

Point = tuple[float, float]

_TURNED: dict[int, Callable[[float, float], Point]] = {
    0: lambda x, y: (x, y),
    90: lambda x, y: (y, -x),
    180: lambda x, y: (-x, -y),
    270: lambda x, y: (-y, x),
}
_HYPHEN = 2
"""What PDFium has for a hyphen at a line end; the line end itself it leaves out."""
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


def lines_of(textpage: pypdfium2.PdfTextPage, rotation: int) -> list[Line]:
    """The lines that have something printed in them, in the order of the file."""
    page = _Page(textpage, _TURNED.get(rotation, _TURNED[0]))
    return [line for stretch in page.stretches() if (line := page.line(stretch))]


class _Page:
    """The characters of a page."""

    def __init__(self, textpage: pypdfium2.PdfTextPage, turned: Callable[[float, float], Point]):
        self._page = textpage
        self._turned = turned
        self._codes = [
            pdfium.FPDFText_GetUnicode(textpage, index) for index in range(textpage.count_chars())
        ]

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
