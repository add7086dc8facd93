"""What a file is, by what it holds: its name decides only where its bytes do not.

A PDF, a DOCX and HTML are known by how they begin; Markdown looks like any text and is known by its
name alone. Formats that are not read are known too, so that the refusal says what the file is and
how to make something of it that is read.
"""

import codecs
import re
import zipfile
from enum import StrEnum
from pathlib import Path

from corpus.errors import InputError
from corpus.readers import archive

SAMPLE = 8192
"""Bytes at the beginning of a file that are looked at."""


class Kind(StrEnum):
    """What is read; the value is what a person calls it."""

    TEXT = "text"
    MARKDOWN = "Markdown"
    HTML = "HTML"
    PDF = "a PDF"
    DOCX = "a DOCX"
    ARCHIVE = "a zip"


_NAMED = {
    ".txt": Kind.TEXT,
    ".text": Kind.TEXT,
    ".md": Kind.MARKDOWN,
    ".markdown": Kind.MARKDOWN,
    ".html": Kind.HTML,
    ".htm": Kind.HTML,
    ".xhtml": Kind.HTML,
    ".pdf": Kind.PDF,
    ".docx": Kind.DOCX,
    ".json": Kind.TEXT,
    ".jsonl": Kind.TEXT,
    ".ndjson": Kind.TEXT,
    ".zip": Kind.ARCHIVE,
}
SUFFIXES = frozenset(_NAMED)
"""Names of files that may be documents."""
_JSON = frozenset({".json", ".jsonl", ".ndjson"})

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_AS_DOCX = "save it as a DOCX, for example with: soffice --convert-to docx FILE"
_AS_TEXT = "recognise its text first, for example with: img2pdf, then ocrmypdf"
_REFUSED = {
    b"\x1f\x8b": ("compressed with gzip", "unpack it first with: gunzip"),
    b"BZh": ("compressed with bzip2", "unpack it first with: bunzip2"),
    b"\xfd7zXZ": ("compressed with xz", "unpack it first with: unxz"),
    b"7z\xbc\xaf\x27\x1c": ("compressed with 7-Zip", "unpack it first with: 7z x"),
    b"{\\rtf": ("rich text (RTF)", _AS_DOCX),
    b"\xffWPC": ("a WordPerfect document", _AS_DOCX),
    b"%!PS": ("PostScript", "make a PDF of it first with: ps2pdf"),
    b"\x89PNG": ("a picture", _AS_TEXT),
    b"\xff\xd8\xff": ("a picture", _AS_TEXT),
    b"II*\0": ("a picture", _AS_TEXT),
    b"MM\0*": ("a picture", _AS_TEXT),
    b"GIF8": ("a picture", _AS_TEXT),
}
_OFFICE = {
    "xl/": ("a workbook", "save its sheets as CSV or text"),
    "ppt/": ("a slide show", "print it to a PDF"),
    "META-INF/container.xml": ("an e-book (EPUB)", "convert it to a PDF or to HTML"),
    "content.xml": ("an OpenDocument file", _AS_DOCX),
}
_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.{0,4000}?-->\s*)?<(?:!doctype\s+html|html[\s>])",
    re.IGNORECASE | re.DOTALL,
)
_TAG = re.compile(r"<[a-z!/]", re.IGNORECASE)


def kind_of(path: Path, sample: bytes, where: str) -> Kind:
    """What a file is.

    Args:
        path: the file.
        sample: its beginning, `SAMPLE` bytes of it or all.
        where: the file, as an error names it.

    Raises:
        InputError: it is of a format that is not read.
    """
    suffix = path.suffix.lower()
    if sample.lstrip().startswith(b"%PDF-") or (suffix == ".pdf" and b"%PDF-" in sample[:1024]):
        return Kind.PDF
    if sample.startswith(archive.MAGIC):
        return _packed(path, where)
    _refuse_others(path, sample, where)
    if suffix == ".zip":
        return Kind.ARCHIVE
    named = _NAMED.get(suffix)
    beginning = _beginning(sample)
    if suffix in _JSON:  # a page that was served where a case should be is no document
        return Kind.TEXT
    if _PAGE.match(beginning) or (named is Kind.HTML and _TAG.search(beginning)):
        return Kind.HTML
    if named in (Kind.PDF, Kind.DOCX):
        _refuse_no_text(sample, suffix, where)
    return Kind.MARKDOWN if named is Kind.MARKDOWN else Kind.TEXT


def mislabelled(path: Path, kind: Kind) -> tuple[str, ...]:
    """What to tell where a file is not what its name says: one clause, or none."""
    suffix = path.suffix.lower()
    named = _NAMED.get(suffix)
    if named is None or named is kind:
        return ()
    return (f"it is named {suffix} and holds {kind}; it was read as that",)


def _packed(path: Path, where: str) -> Kind:
    """What kind of zip; a damaged one is what its name says: its reader then says what is wrong."""
    try:
        with zipfile.ZipFile(path) as packed:
            names = packed.namelist()
    except (*archive.DAMAGE, MemoryError):
        return Kind.DOCX if path.suffix.lower() == ".docx" else Kind.ARCHIVE
    if "[Content_Types].xml" in names and any(name.startswith("word/") for name in names):
        return Kind.DOCX
    for name, (what, remedy) in _OFFICE.items():
        if any(other.startswith(name) for other in names):
            raise InputError(f"{where} is {what}; {remedy}")
    return Kind.DOCX if path.suffix.lower() == ".docx" else Kind.ARCHIVE


def _refuse_others(path: Path, sample: bytes, where: str) -> None:
    for magic, (what, remedy) in _REFUSED.items():
        if sample.startswith(magic):
            raise InputError(f"{where} is {what}; {remedy}")
    if not sample.startswith(_OLE):
        return
    if _holds(path, "EncryptedPackage"):
        raise InputError(f"{where} is encrypted; save a copy without the password.")
    if _holds(path, "WordDocument"):
        raise InputError(f"{where} is a Word document of the old kind (.doc); {_AS_DOCX}")
    raise InputError(f"{where} is a file of an old Office program; {_AS_DOCX}")


def _refuse_no_text(sample: bytes, suffix: str, where: str) -> None:
    """What is named as a format that it is not is read where it is text beyond doubt."""
    if b" obj" in sample:
        raise InputError(f"{where} is a damaged PDF (its beginning is missing); download it again.")
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        if not sample.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise InputError(
                f"{where} is named {suffix} and is neither that nor text in UTF-8; download it "
                "again, or give it the name of what it is."
            ) from None


def _holds(path: Path, name: str) -> bool:
    """Whether a compound file has a stream of that name: its directory has it in UTF-16."""
    wanted = name.encode("utf-16-le")
    kept = b""
    with path.open("rb") as stream:
        for block in iter(lambda: stream.read(2**20), b""):
            if wanted in kept + block:
                return True
            kept = block[-len(wanted) :]
    return False


def _beginning(sample: bytes) -> str:
    """The first characters, whatever the encoding: for the tags of HTML, which are ASCII."""
    if sample.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return sample.decode("utf-16", "replace")
    return sample.removeprefix(codecs.BOM_UTF8).replace(b"\0", b"").decode("latin-1")
