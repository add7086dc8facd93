"""A PDF: the text of its pages as PDFium reads it, line for line, a form feed between two pages.

The text is what the file says it is: nothing is recognised in a picture. A page is labelled as the
file labels it (`iv`, `12`), else counted. A page without text is told by its number, and a file
without any is refused. What needs a password is refused; one that merely forbids printing or
copying is read, as every viewer does.
"""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from corpus.errors import InputError
from corpus.readers.extracted import Extracted, Limits, numbers, refuse_long
from corpus.readers.pdf_fields import filled_in
from corpus.readers.pdf_layout import page_text
from corpus.readers.pdf_lines import lines_of
from corpus.readers.source import NoTextError

OCR = "ocrmypdf in.pdf out.pdf"

_LITTLE = 300
"""Characters: a page that is one picture and has no more is a scan with a stamp."""
_PICTURE = 0.6
"""Of a page's area: a picture that covers as much is the page."""
_UNREADABLE = 0.3
"""Of a page's characters: where as many are no letters of anything, its fonts tell no text."""


def extract(path: Path, where: str, limits: Limits) -> Extracted:
    """The text of a PDF.

    Raises:
        NoTextError: no page has text.
        InputError: damaged, encrypted or too large.
    """
    with _opened(path, where) as file:
        if len(file) > limits.pages:
            raise InputError(
                f"{where} has {len(file)} pages, more than the {limits.pages} that one document "
                "may have; split it."
            )
        texts: list[str] = []
        empty: list[int] = []
        faint: list[int] = []
        length = 0
        for number in range(1, len(file) + 1):
            text, is_picture = _page(file, number, where)
            if not text.strip():
                empty.append(number)
            elif (is_picture and len(text) <= _LITTLE) or _is_unreadable(text):
                faint.append(number)
            length += len(text)
            refuse_long(length, where, limits)
            texts.append(text)
        if len(empty) == len(texts):
            raise NoTextError(
                f"{where} holds no text on its {_pages(len(texts))}: it was scanned; recognise "
                f"the text first, for example with: {OCR}"
            )
        labels = tuple(_label(file, number) for number in range(1, len(texts) + 1))
        return Extracted(
            text="\n\f".join(texts),
            page_labels=labels,
            notes=tuple(_notes(empty, faint)),
            metadata=_metadata(file, empty, faint),
        )


def _opened(path: Path, where: str) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code == pdfium.FPDF_ERR_PASSWORD:
            raise InputError(
                f"{where} is encrypted; save a copy without the password, for example with: "
                "qpdf --decrypt --password=… in.pdf out.pdf"
            ) from error
        if code == pdfium.FPDF_ERR_SECURITY:
            raise InputError(
                f"{where} is encrypted in a way that is not read; save a copy without a password."
            ) from error
        raise InputError(
            f"{where} is a damaged PDF; download it again, or mend it, for example with: "
            "qpdf in.pdf out.pdf"
        ) from error


def _page(file: pypdfium2.PdfDocument, number: int, where: str) -> tuple[str, bool]:
    """The text of a page, and whether a picture covers it."""
    try:
        page = file[number - 1]
    except pypdfium2.PdfiumError as error:
        raise InputError(
            f"{where}, page {number}: the page is damaged; mend the file, for example with: "
            "qpdf in.pdf out.pdf"
        ) from error
    try:
        textpage = page.get_textpage()
        try:
            lines = lines_of(textpage)
        finally:
            textpage.close()
        text = page_text(lines, filled_in(file, number, lines))
        return text, len(text) <= _LITTLE and _is_picture(page)
    except pypdfium2.PdfiumError as error:
        raise InputError(
            f"{where}, page {number}: its text is damaged; mend the file, for example with: "
            "qpdf in.pdf out.pdf"
        ) from error
    finally:
        page.close()


def _is_picture(page: pypdfium2.PdfPage) -> bool:
    width, height = page.get_size()
    covered = 0.0
    for image in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = image.get_bounds()
        covered = max(covered, abs(right - left) * abs(top - bottom))
    return bool(covered > _PICTURE * width * height)


def _is_unreadable(text: str) -> bool:
    """Whether much of it is unassigned, private or a control: a font without a table of letters."""
    counts = Counter("".join(text.split()))
    strange = sum(
        count
        for character, count in counts.items()
        if character == "\ufffd" or unicodedata.category(character) in ("Cc", "Co", "Cn")
    )
    return strange > _UNREADABLE * counts.total()


def _label(file: pypdfium2.PdfDocument, number: int) -> str:
    try:
        label = file.get_page_label(number - 1).strip()
    except (pypdfium2.PdfiumError, UnicodeError):
        label = ""
    return label if label and label.isprintable() and len(label) <= 20 else str(number)


def _notes(empty: Sequence[int], faint: Sequence[int]) -> list[str]:
    notes = []
    if empty:
        holds = "holds" if len(empty) == 1 else "hold"
        notes.append(f"{numbers(empty)} {holds} no text (scanned or blank)")
    if faint:
        holds = "holds" if len(faint) == 1 else "hold"
        notes.append(f"{numbers(faint)} {holds} next to no readable text (scanned)")
    if notes:
        notes[-1] += f"; recognise it first, for example with: {OCR}"
    return notes


def _metadata(
    file: pypdfium2.PdfDocument, empty: Sequence[int], faint: Sequence[int]
) -> dict[str, str]:
    try:
        found: dict[str, Any] = file.get_metadata_dict(skip_empty=True)
    except (pypdfium2.PdfiumError, UnicodeError):
        found = {}
    title = _clean(found.get("Title", ""))
    facts = {"title in the file": title} if title.lower() not in ("", "untitled") else {}
    if empty:
        facts["without text"] = numbers(empty)
    if faint:
        facts["with next to no readable text"] = numbers(faint)
    return facts


def _clean(value: str) -> str:
    return value.encode("utf-8", "replace").decode().strip("\0 \t\r\n")


def _pages(number: int) -> str:
    return "one page" if number == 1 else f"{number} pages"
