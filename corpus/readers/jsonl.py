"""JSON Lines: one document a line, read line by line whatever the size of the file.

A row has `id` (or `_id`, as BEIR has it) and `text`, and may have `title`, `citation`, `court`,
`decided`, `licence`; every other field that is text, a number or a truth value becomes metadata.
`sentences`, a list of texts, stands for `text` where there is none: they are joined by a space.
A row that is a CAP case or a CourtListener opinion is read as one.
"""

from collections.abc import Iterator
from pathlib import Path

from corpus.document import Document, Part
from corpus.errors import InputError
from corpus.readers import cap, courtlistener
from corpus.readers.source import (
    LARGEST_DOCUMENT,
    SourceDocument,
    checked_text,
    kind,
    optional_text,
    shown,
    usable_id,
    whole,
)
from corpus.readers.strict_json import JsonObject, parse_object

FIELDS = ("id", "text")
_KNOWN = frozenset(
    (
        "id",
        "_id",
        "text",
        "sentences",
        "title",
        "citation",
        "court",
        "decided",
        "licence",
        "license",
    )
)


def rows(path: Path) -> Iterator[SourceDocument]:
    """The documents of a JSON Lines file; blank lines are passed over.

    Raises:
        InputError: names the line, and what is wrong with it.
    """
    where = shown(path)
    try:
        with path.open("rb") as stream:
            number = 0
            while line := stream.readline(LARGEST_DOCUMENT + 1):
                number += 1
                if line.strip():
                    yield _row(line, where, number)
    except OSError as error:
        raise InputError(
            f"{where} cannot be read ({error.strerror}); give a readable file."
        ) from error


def from_object(data: JsonObject, where: str, size: int = 0) -> SourceDocument:
    """The document that one JSON object holds, by its shape: CAP, CourtListener or a row.

    Raises:
        InputError: it has none of the shapes; names the fields that were looked for.
    """
    if cap.is_case(data):
        return cap.case(data, where, size)
    if courtlistener.is_opinion(data):
        return courtlistener.opinion(data, where, size)
    return _document(data, where, size)


def is_known(data: object) -> bool:
    """Whether a JSON value has one of the shapes that are read."""
    if not isinstance(data, dict):
        return False
    row = ("id" in data or "_id" in data) and ("text" in data or "sentences" in data)
    return row or cap.is_case(data) or courtlistener.is_opinion(data)


def _row(line: bytes, where: str, number: int) -> SourceDocument:
    if len(line) > LARGEST_DOCUMENT:
        raise InputError(
            f"{where}, line {number}: longer than {LARGEST_DOCUMENT // 2**20} MiB; "
            "split the document."
        )
    try:
        text = line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{where}, line {number}: byte {line[error.start]:#04x} is not UTF-8; "
            "convert the file first, for example: iconv -f WINDOWS-1252 -t UTF-8."
        ) from error
    return from_object(parse_object(text, where, number), f"{where}, line {number}", len(line))


def _document(data: JsonObject, where: str, size: int) -> SourceDocument:
    if "id" not in data and "_id" not in data:
        raise InputError(f"{where}: {_missing('id')}")
    if "text" not in data and "sentences" not in data:
        raise InputError(f"{where}: {_missing('text')}")
    identity = usable_id(data["id"] if "id" in data else data["_id"], where)
    text = _text(data, where)

    def fact(field: str) -> str | None:
        return optional_text(data.get(field), where, field)

    document = Document(
        id=identity,
        title=fact("title") or identity,
        text=text,
        parts=(Part(kind="text", start=0, end=len(text)),),
        citation=fact("citation"),
        court=fact("court"),
        decided=fact("decided"),
        metadata=_metadata(data, where),
    )
    return SourceDocument(
        document=document,
        source=where,
        reader="jsonl",
        licence=fact("licence") or fact("license"),
        size=size,
    )


def _missing(field: str) -> str:
    looked_for = (
        f"{', '.join(cap.FIELDS)} for a CAP case, "
        f"{' or '.join(courtlistener.FIELDS[:2])} for CourtListener, "
        f"{' and '.join(FIELDS)} for a row of JSON Lines"
    )
    return f"field {field!r} is missing (looked for {looked_for}); add it."


def _text(data: JsonObject, where: str) -> str:
    if "text" in data:
        return checked_text(data["text"], where, "text")
    sentences = data["sentences"]
    if not isinstance(sentences, list) or not all(isinstance(part, str) for part in sentences):
        raise InputError(
            f"{where}: field 'sentences' must be a list of texts, not {kind(sentences)}; "
            "correct it."
        )
    return checked_text(" ".join(sentences), where, "sentences")


def _metadata(data: JsonObject, where: str) -> dict[str, str]:
    scalars = {
        whole(name, where, "name of a field"): str(value).lower()
        if isinstance(value, bool)
        else optional_text(value, where, name)
        for name, value in data.items()
        if name not in _KNOWN and isinstance(value, str | int | float)
    }
    return {name: value for name, value in scalars.items() if value}
