"""What `crosssource corpus check` holds to be true of the stored corpus, line by line.

Each row is what was written (its hash), each text has its recorded hash, each passage is that
stretch of its document (`document.text[start:end] == text`), lies in one part, and the passages of
a document hold every character of its parts that is not white space; the rows are those of
`sources.json`, in its order, and lie where it says.
"""

import hashlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from corpus.document import Document, Passage
from corpus.storage.register import Record, Register
from corpus.storage.rows import document_of, passage_of, passage_row


def faults(register: Register, documents_path: Path, passages_path: Path) -> Iterator[str]:
    """Every fault, as a sentence that names the file and the line."""
    records = list(register.records.values())
    yield from _short(documents_path, register.documents_bytes)
    yield from _short(passages_path, register.passages_bytes)
    if not records or not (documents_path.exists() and passages_path.exists()):
        return
    with ExitStack() as stack:
        documents = _Rows(stack.enter_context(documents_path.open("rb")), "documents.jsonl")
        passages = _Rows(stack.enter_context(passages_path.open("rb")), "passages.jsonl")
        for record in records:
            yield from _document_faults(record, documents, passages)


class _Rows:
    """The lines of a file, counted; and whether they still lie where they are recorded."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self._stream = stream
        self._name = name
        self.line = 0
        self._moved = False

    def next(self) -> bytes:
        """The next line; empty at the end of the file."""
        self.line += 1
        return self._stream.readline()

    def at(self) -> str:
        """The file and the line that was read last."""
        return f"{self._name}, line {self.line}"

    def moved(self, expected: int) -> Iterator[str]:
        """A fault where the next line does not begin at the recorded byte; told once."""
        found = self._stream.tell()
        if found != expected and not self._moved:
            self._moved = True
            yield (
                f"{self.at()}: ends at byte {found}, recorded is {expected}; "
                "the file was edited by hand."
            )


def _document_faults(record: Record, documents: _Rows, passages: _Rows) -> Iterator[str]:
    """The faults of one document and of its passages, which are the next rows of both files."""
    row = documents.next()
    rows_hash = hashlib.sha256(row)
    document = _read_document(row)
    if document is None:
        yield f"{documents.at()}: not a row of a document; the file was edited by hand."
    else:
        yield from _text_faults(document, record, documents.at())
    found: list[tuple[str, Passage]] = []
    for index in range(record.passages):
        row = passages.next()
        rows_hash.update(row)
        passage = _read_passage(row)
        if passage is None:
            yield f"{passages.at()}: not a row of a passage; the file was edited by hand."
            continue
        found.append((passages.at(), passage))
        yield from _passage_faults(passage, document, record, index, passages.at(), row)
    if document is not None:
        yield from _coverage_faults(document, found, documents.at())
    if rows_hash.hexdigest() != record.rows_sha256:
        yield (
            f"{documents.at()}, or its passages (passages.jsonl, up to line {passages.line}): "
            f"the rows of {record.provenance.document_id!r} are not as they were stored."
        )
    yield from documents.moved(record.document_at + record.document_bytes)
    yield from passages.moved(record.passages_at + record.passages_bytes)


def _text_faults(document: Document, record: Record, at: str) -> Iterator[str]:
    recorded = record.provenance
    if document.id != recorded.document_id:
        yield f"{at}: has id {document.id!r} where {recorded.document_id!r} is recorded."
    if document.sha256 != recorded.sha256:
        yield f"{at}: the text of {document.id!r} does not have its recorded hash."
    end = 0
    for part in document.parts:
        if not end <= part.start < part.end <= len(document.text):
            yield f"{at}: the part {part.kind!r} ({part.start} to {part.end}) does not fit."
        end = part.end
    starts = [page.start for page in document.pages]
    if starts != sorted(starts) or any(start > len(document.text) for start in starts):
        yield f"{at}: the pages of {document.id!r} are not in order."


def _passage_faults(
    passage: Passage, document: Document | None, record: Record, index: int, at: str, row: bytes
) -> Iterator[str]:
    expected = f"{record.provenance.document_id}:{index}"
    if passage.id != expected:
        yield f"{at}: has id {passage.id!r} where {expected!r} is recorded."
    elif passage_row(passage) != row:
        yield f"{at}: the id or the hash of {passage.id!r} does not fit its text."
    if document is None:
        return
    if document.text[passage.start : passage.end] != passage.text:
        yield (
            f"{at}: the text of {passage.id!r} is not characters {passage.start} to "
            f"{passage.end} of its document."
        )
    if not any(
        part.start <= passage.start and passage.end <= part.end and part.kind == passage.part
        for part in document.parts
    ):
        yield f"{at}: {passage.id!r} does not lie in a part {passage.part!r} of its document."
    if document.page_at(passage.start) != passage.page:
        yield f"{at}: {passage.id!r} does not begin on page {passage.page!r}."


def _coverage_faults(
    document: Document, found: list[tuple[str, Passage]], at: str
) -> Iterator[str]:
    """A stretch between two passages must be white space, and no two may overlap."""
    end = 0
    for where, passage in found:
        if passage.start < end:
            yield f"{where}: {passage.id!r} overlaps the passage before it."
        elif document.text[end : passage.start].strip():
            yield f"{where}: text of {document.id!r} before {passage.id!r} is in no passage."
        end = max(end, passage.end)
    if document.text[end:].strip():
        yield f"{at}: the text of {document.id!r} from character {end} is in no passage."


def _short(path: Path, length: int) -> Iterator[str]:
    found = path.stat().st_size if path.exists() else 0
    if found < length:
        yield f"{path.name} has {found} bytes where {length} are recorded; it was cut off."


def _read_document(row: bytes) -> Document | None:
    try:
        return document_of(row)
    except (ValueError, KeyError, TypeError):
        return None


def _read_passage(row: bytes) -> Passage | None:
    try:
        return passage_of(row)
    except (ValueError, KeyError, TypeError):
        return None
