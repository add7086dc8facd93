"""A DOCX: the text of its body as Word would print it, then its notes; pages where it states them.

Read are paragraphs, tables (cells parted by a tab), text boxes, content controls, links and what is
inserted under tracked changes; left out are what is deleted there, comments, heads and feet, and
what Word only computes (the numbers of lists, of lines, of pages): the file does not hold them.
Footnotes and endnotes are parts of their own, so that no passage crosses into them; their marks are
not in the body, so that a quote is found across them. A form feed stands at each page break that
the file states: one that the author set, and one that Word noted when it last printed the document.
"""

import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import docx
import docx.opc.exceptions
import lxml.etree
from docx.document import Document as WordDocument
from docx.oxml.ns import qn
from docx.oxml.parser import parse_xml

from corpus.document import Part
from corpus.errors import InputError
from corpus.readers.docx_text import NOTED_BREAK, blocks
from corpus.readers.extracted import Extracted, Limits, refuse_long
from corpus.readers.source import NoTextError

_NOTES = {"footnotes": "footnote", "endnotes": "endnote"}
_DAMAGE = (
    docx.opc.exceptions.OpcError,
    lxml.etree.LxmlError,
    zipfile.BadZipFile,
    zlib.error,
    KeyError,
    ValueError,
    NotImplementedError,
    EOFError,
    OSError,
    AttributeError,  # python-docx, of a package without what it looks for
    TypeError,
)
_ENCRYPTED = 0x1


def extract(path: Path, where: str, limits: Limits) -> Extracted:
    """The text of a DOCX.

    Raises:
        NoTextError: it has none.
        InputError: damaged, encrypted or too large.
    """
    try:
        _refuse_dangerous(path, where, limits)
        document = docx.Document(str(path))
        texts = [("text", _body(document)), *_notes(document)]
        metadata = _metadata(document)
    except _DAMAGE as error:
        raise InputError(
            f"{where} is a damaged DOCX ({_reason(error)}); open it in a word processor and "
            "save it anew."
        ) from error
    texts = [(kind, text) for kind, text in texts if text.strip()]
    if not texts:
        raise NoTextError(f"{where} holds no text; leave it out.")
    feeds = sum(text.count("\f") for _, text in texts)
    # Of a document with pages, notes are on none: which one, only Word's layout tells.
    text = ("\f" if feeds else "\n").join(text for _, text in texts)
    refuse_long(len(text), where, limits)
    if feeds >= limits.pages:
        raise InputError(
            f"{where} has {feeds + 1} pages, more than the {limits.pages} that one document may "
            "have; split it."
        )
    counted = tuple(str(number) for number in range(1, feeds + 2))
    notes = tuple(kind for kind, _ in texts if kind in _NOTES)
    return Extracted(
        text=text,
        page_labels=(*counted, *notes) if feeds else (),
        metadata=metadata,
        parts=tuple(_parts(texts)),
    )


def _reason(error: Exception) -> str:
    """What is wrong with a package, in the words of who has to mend it."""
    if isinstance(error, (zipfile.BadZipFile, zlib.error, EOFError)):
        return "its zip is cut off or garbled"
    if isinstance(error, KeyError):
        return "a part that it names is missing"
    if isinstance(error, lxml.etree.LxmlError):
        return "the XML of a part is garbled"
    if isinstance(error, OSError):
        return error.strerror or "it cannot be read to its end"
    return "a part holds something else than it should"


def _refuse_dangerous(path: Path, where: str, limits: Limits) -> None:
    """Before anything is unpacked: zipfile gives no more of a member than it declares."""
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
    if any(member.flag_bits & _ENCRYPTED for member in members):
        raise InputError(f"{where} is encrypted; save a copy without the password.")
    total = sum(member.file_size for member in members)
    if total > limits.unpacked_bytes:
        raise InputError(
            f"{where} unpacks to {total} bytes, more than the {limits.unpacked_bytes} that are "
            "read; leave its pictures out, or split it."
        )


def _body(document: WordDocument) -> str:
    return _text(blocks(document.element.body))


def _notes(document: WordDocument) -> Iterator[tuple[str, str]]:
    """Each kind of notes as one text, a note a paragraph, its number before it."""
    for relation in document.part.rels.values():
        kind = relation.reltype.rpartition("/")[2]
        if kind in _NOTES and not relation.is_external:
            root = parse_xml(relation.target_part.blob)
            # Those with a type are the lines that part notes from the text.
            notes = [
                note
                for note in root.findall(qn(f"w:{_NOTES[kind]}"))
                if note.get(qn("w:type"), "normal") == "normal"
            ]
            lines = (
                f"{number} {_text(blocks(note)).replace(chr(12), '').strip()}"
                for number, note in enumerate(notes, start=1)
            )
            yield kind, "\n".join(lines)


def _text(pieces: Iterator[str]) -> str:
    """The pieces in a row; a page break that Word noted where one is set is one break."""
    text: list[str] = []
    is_set = False
    for piece in pieces:
        if piece == NOTED_BREAK:
            if not is_set and any(part.strip() for part in text):
                text.append("\f")
            continue
        if piece == "\f":
            is_set = True
        elif piece.strip():
            is_set = False
        text.append(piece)
    return "".join(text)


def _parts(texts: list[tuple[str, str]]) -> Iterator[Part]:
    start = 0
    for kind, text in texts:
        yield Part(kind=kind, start=start, end=start + len(text))
        start += len(text) + 1


def _metadata(document: WordDocument) -> dict[str, str]:
    title = document.core_properties.title.strip()
    return {"title in the file": title} if title else {}
