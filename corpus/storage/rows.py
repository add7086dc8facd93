"""Documents and passages as lines of JSON, in the order in which their fields are declared.

A document: `id, title, text, parts [{kind, start, end, author}], pages [{label, start}], citation,
court, decided, metadata`. A passage: `id, document_id, index, start, end, text, part, page,
sha256`. What is None is null. Each line is UTF-8 and ends with one line feed; every line feed and
control character of a text is escaped, so that a line is always a row.
"""

import json
from typing import Any

from corpus.document import Document, Page, Part, Passage


def document_row(document: Document) -> bytes:
    """The line of a document."""
    return _line(
        {
            "id": document.id,
            "title": document.title,
            "text": document.text,
            "parts": [
                {"kind": part.kind, "start": part.start, "end": part.end, "author": part.author}
                for part in document.parts
            ],
            "pages": [{"label": page.label, "start": page.start} for page in document.pages],
            "citation": document.citation,
            "court": document.court,
            "decided": document.decided,
            "metadata": document.metadata,
        }
    )


def document_of(line: bytes) -> Document:
    """The document of a line.

    Raises:
        ValueError, KeyError, TypeError: the line is not what `document_row` writes.
    """
    row = json.loads(line)
    return Document(
        id=row["id"],
        title=row["title"],
        text=row["text"],
        parts=tuple(Part(**part) for part in row["parts"]),
        pages=tuple(Page(**page) for page in row["pages"]),
        citation=row["citation"],
        court=row["court"],
        decided=row["decided"],
        metadata=row["metadata"],
    )


def passage_row(passage: Passage) -> bytes:
    """The line of a passage."""
    return _line(
        {
            "id": passage.id,
            "document_id": passage.document_id,
            "index": passage.index,
            "start": passage.start,
            "end": passage.end,
            "text": passage.text,
            "part": passage.part,
            "page": passage.page,
            "sha256": passage.sha256,
        }
    )


def passage_of(line: bytes) -> Passage:
    """The passage of a line; raises as `document_of` does."""
    row = json.loads(line)
    return Passage(
        document_id=row["document_id"],
        index=row["index"],
        start=row["start"],
        end=row["end"],
        text=row["text"],
        part=row["part"],
        page=row["page"],
    )


def _line(row: dict[str, Any]) -> bytes:
    return (json.dumps(row, ensure_ascii=False) + "\n").encode()
