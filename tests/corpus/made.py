"""Files that the readers' tests read: made here, so that none of anybody's is in the repository."""

import io
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

import docx
from docx.enum.text import WD_BREAK
from docx.oxml.ns import nsdecls
from docx.oxml.parser import parse_xml
from reportlab.lib.pagesizes import letter
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = letter

COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
SPOKEN = (
    "Q.  Did you see the defend-",
    "ant on the morning of",
    "May 3?",
    "A.  Yes. I saw him enter the",
    "warehouse at 7 o'clock.",
    "",
    "Q.  Was he “alone”?",
    *(f"A.  Answer {word}." for word in COUNTED),
    *(f"Q.  Question {word}?" for word in COUNTED),
)
"""The 25 lines of a page of a transcript."""


def canvas(path: Path, password: str | None = None, owner: str = "owner") -> Canvas:
    """A PDF to draw on; `password` opens it, and the empty one lets everybody in."""
    encrypt = None if password is None else StandardEncryption(password, owner, canCopy=0)
    return Canvas(str(path), pagesize=letter, encrypt=encrypt, invariant=1)


def pdf_of(path: Path, pages: Sequence[Sequence[str]], password: str | None = None) -> Path:
    """A PDF with these lines on its pages; a page without lines is blank."""
    drawn = canvas(path, password)
    for lines in pages:
        for row, line in enumerate(lines):
            drawn.drawString(72, HEIGHT - 72 - 14 * row, line)
        drawn.showPage()
    drawn.save()
    return path


def picture() -> ImageReader:
    """A grey picture, as a scanner makes one."""
    grey = b"P5 8 8 255\n" + bytes(range(64))
    return ImageReader(io.BytesIO(grey))


def scan_of(path: Path, stamps: Sequence[str | None]) -> Path:
    """A PDF whose pages are a picture each, with a stamp over it or without."""
    drawn = canvas(path)
    for stamp in stamps:
        drawn.drawImage(picture(), 0, 0, WIDTH, HEIGHT)
        if stamp:
            drawn.drawString(72, HEIGHT - 20, stamp)
        drawn.showPage()
    drawn.save()
    return path


def transcript_pdf(path: Path, labels: Sequence[int], *, numbers_apart: bool) -> Path:
    """A deposition: 25 numbered lines a page, the numbers drawn with their lines or before all."""
    drawn = canvas(path)
    for label in labels:
        drawn.setFont("Courier", 11)
        drawn.drawRightString(WIDTH - 72, HEIGHT - 50, f"Page {label}")
        _numbered(drawn, 90, HEIGHT - 90, 24, numbers_apart)
        drawn.drawCentredString(WIDTH / 2, 30, "Ace Reporting, 555-0100")
        drawn.showPage()
    drawn.save()
    return path


def condensed_pdf(path: Path, labels: Sequence[int]) -> Path:
    """A deposition with four pages on a sheet, down and then across."""
    drawn = canvas(path)
    for at, label in enumerate(labels):
        quarter = at % 4
        left, top = 40 + 280 * (quarter // 2), HEIGHT - 50 - 350 * (quarter % 2)
        drawn.setFont("Courier", 7)
        drawn.drawRightString(left + 240, top, f"Page {label}")
        _numbered(drawn, left, top - 14, 12, apart=True)
        if quarter == 3 or label == labels[-1]:
            drawn.drawCentredString(WIDTH / 2, 20, f"{at // 4 + 1} (Pages {label - 3} - {label})")
            drawn.showPage()
    drawn.save()
    return path


def _numbered(drawn: Canvas, left: float, top: float, pitch: float, apart: bool) -> None:
    rows = [(str(number), top - pitch * number) for number in range(1, len(SPOKEN) + 1)]
    texts = [(line, y) for line, (_, y) in zip(SPOKEN, rows, strict=True)]
    if apart:
        for number, y in rows:
            drawn.drawRightString(left, y, number)
        for text, y in texts:
            drawn.drawString(left + 20, y, text)
        return
    for (number, y), (text, _) in zip(rows, texts, strict=True):
        drawn.drawRightString(left, y, number)
        drawn.drawString(left + 20, y, text)


def raw_pdf(content: bytes, *, filters: str = "/FlateDecode", pages: int = 1) -> bytes:
    """A PDF written byte by byte, all its pages with one stream, packed already."""
    kids = " ".join(f"{5 + number} 0 R" for number in range(pages))
    page = (
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 3 0 R"
        b"/Resources<</Font<</F1 4 0 R>>>>>>"
    )
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {pages}>>".encode(),
        f"<</Length {len(content)}/Filter[{filters}]>>stream\n".encode() + content + b"\nendstream",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        *(page for _ in range(pages)),
    ]
    made = b"%PDF-1.4\n"
    starts = []
    for number, body in enumerate(objects, start=1):
        starts.append(len(made))
        made += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = b"".join(f"{start:010} 00000 n \n".encode() for start in starts)
    size = len(objects) + 1
    head = f"xref\n0 {size}\n0000000000 65535 f \n".encode()
    tail = f"trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{len(made)}\n%%EOF".encode()
    return made + head + table + tail


def text_stream(words: str) -> bytes:
    """The packed content of a page with a line of text."""
    return zlib.compress(f"BT /F1 12 Tf 72 700 Td ({words}) Tj ET".encode())


def docx_of(path: Path, paragraphs: Sequence[str]) -> Path:
    """A DOCX with these paragraphs; `\\f` alone is a page break that the author set."""
    document = docx.Document()
    for text in paragraphs:
        if text == "\f":
            document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
        else:
            document.add_paragraph(text)
    document.save(str(path))
    return path


def word(xml: str) -> object:
    """An element of WordprocessingML: `word('<w:r><w:t>x</w:t></w:r>')`."""
    name, _, rest = xml.partition(">")
    closed = name.endswith("/")
    opened = name.removesuffix("/")
    return parse_xml(f"{opened} {nsdecls('w')}{'/' if closed else ''}>{rest}")


def docx_with(path: Path, original: Path, members: dict[str, bytes]) -> Path:
    """A DOCX with some of its members replaced or added."""
    with zipfile.ZipFile(original) as source:
        kept = {name: source.read(name) for name in source.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in (kept | members).items():
            made.writestr(name, data)
    return path
