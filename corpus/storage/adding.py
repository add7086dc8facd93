"""One document into the corpus: is it there, and if not, its rows and its record."""

import hashlib

from corpus.chunking import passages as passages_of
from corpus.document import Provenance
from corpus.errors import InputError
from corpus.readers.source import SourceDocument
from corpus.stamp import now
from corpus.storage.growing import GrowingFile
from corpus.storage.register import Register
from corpus.storage.rows import document_row, passage_row


def is_there(register: Register, source: SourceDocument) -> bool:
    """Whether a document is in the corpus; `InputError` where its id is, with another text."""
    document = source.document
    record = register.records.get(document.id)
    if record is None:
        return False
    if record.provenance.sha256 != document.sha256:
        raise InputError(
            f"{source.source}: the id {document.id!r} is taken by another text "
            f"(from {record.provenance.source}); give one of them another id or name."
        )
    return True


def enter(
    register: Register,
    source: SourceDocument,
    words: int,
    document_rows: GrowingFile,
    passage_rows: GrowingFile,
) -> int:
    """Writes the rows of a document, enters them, and returns how many passages it has."""
    document = source.document
    row = document_row(document)
    passages = [passage_row(passage) for passage in passages_of(document, words)]
    joined = b"".join(passages)
    document_rows.append(row)
    passage_rows.append(joined)
    register.append(
        Provenance(
            document_id=document.id,
            source=source.source,
            reader=source.reader,
            added_at=now(),
            sha256=document.sha256,
            licence=source.licence,
            encoding=source.encoding,
        ),
        words=words,
        passages=len(passages),
        document_bytes=len(row),
        passages_bytes=len(joined),
        rows_sha256=hashlib.sha256(row + joined).hexdigest(),
    )
    return len(passages)
