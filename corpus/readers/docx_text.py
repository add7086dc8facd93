"""The text of WordprocessingML, element by element, in the order in which it is read.

python-docx opens the package and its XML; its `paragraph.text` leaves out insertions, content
controls and text boxes, all of which are words that Word prints, so the elements are walked here.
"""

from collections.abc import Callable, Iterator
from functools import partial

from docx.oxml.ns import qn
from lxml.etree import _Element as Element

NOTED_BREAK = "\0page"
"""A page break that Word noted when it last laid the document out; the author set none there."""

_INSIDE = frozenset(
    qn(f"w:{name}")
    for name in (
        "ins",
        "moveTo",
        "hyperlink",
        "fldSimple",
        "smartTag",
        "customXml",
        "sdt",
        "sdtContent",
        "r",
        "bdo",
        "dir",
    )
)
"""Elements that only wrap what is printed."""

_CHARACTERS: dict[str, str] = {
    qn("w:tab"): "\t",
    qn("w:cr"): "\n",
    qn("w:noBreakHyphen"): "-",
    qn("w:lastRenderedPageBreak"): NOTED_BREAK,
}
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_BOX = qn("w:txbxContent")


def blocks(parent: Element) -> Iterator[str]:
    """The text of paragraphs and tables, in pieces; each ends with a line feed.

    A piece that is `NOTED_BREAK` or a form feed is a page break.
    """
    for child in parent.iterchildren():
        if child.tag == qn("w:p"):
            yield from _paragraph(child)
        elif child.tag == qn("w:tbl"):
            yield from _table(child)
        elif child.tag in _INSIDE:
            yield from blocks(child)
        elif child.tag == f"{_MC}AlternateContent":
            yield from _chosen(child, blocks)


def _paragraph(paragraph: Element) -> Iterator[str]:
    properties = paragraph.find(qn("w:pPr"))
    if properties is not None and _is_on(properties.find(qn("w:pageBreakBefore"))):
        yield "\f"
    boxes: list[Element] = []
    yield from _inline(paragraph, boxes)
    yield "\n"
    for box in boxes:
        yield from blocks(box)
    if properties is not None and _ends_page(properties.find(qn("w:sectPr"))):
        yield "\f"


def _inline(parent: Element, boxes: list[Element]) -> Iterator[str]:
    """The text of runs; text boxes that are anchored there go to `boxes`."""
    for child in parent.iterchildren():
        if child.tag == qn("w:t"):
            yield child.text or ""
        elif child.tag in _CHARACTERS:
            yield _CHARACTERS[child.tag]
        elif child.tag == qn("w:br"):
            yield "\f" if child.get(qn("w:type")) == "page" else "\n"
        elif child.tag in _INSIDE:
            yield from _inline(child, boxes)
        elif child.tag == f"{_MC}AlternateContent":
            yield from _chosen(child, partial(_inline, boxes=boxes))
        elif child.tag in (qn("w:drawing"), qn("w:pict")):
            boxes += child.iter(_BOX)


def _chosen(alternatives: Element, read: Callable[[Element], Iterator[str]]) -> Iterator[str]:
    """The first of several forms of the same thing: the others are for older programs."""
    for form in alternatives.iterchildren(f"{_MC}Choice"):
        yield from read(form)
        return


def _table(table: Element) -> Iterator[str]:
    """A row a line, its cells parted by a tab; a break in a cell is one of the table."""
    for row in table.iter(qn("w:tr")):
        if _nearest(row, qn("w:tbl")) is not table:
            continue
        cells = []
        for cell in row.iter(qn("w:tc")):
            if _nearest(cell, qn("w:tr")) is row:
                pieces = list(blocks(cell))
                yield from (piece for piece in pieces if piece in (NOTED_BREAK, "\f"))
                text = "".join(piece for piece in pieces if piece not in (NOTED_BREAK, "\f"))
                cells.append(" ".join(text.split("\n")).strip())
        yield "\t".join(cells) + "\n"


def _nearest(element: Element, tag: str) -> Element | None:
    return next(element.iterancestors(tag), None)


def _ends_page(section: Element | None) -> bool:
    """Whether a section that ends here is followed by a new page: it is, unless it says not."""
    if section is None:
        return False
    kind = section.find(qn("w:type"))
    return kind is None or kind.get(qn("w:val")) not in ("continuous", "nextColumn")


def _is_on(toggle: Element | None) -> bool:
    return toggle is not None and toggle.get(qn("w:val"), "1") not in ("0", "false", "off")
