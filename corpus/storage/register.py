"""`sources.json`: which documents the corpus holds, where each came from, and how far it reaches.

    {"version": 1,
     "documents_bytes": 1234,      length of documents.jsonl that counts
     "passages_bytes": 5678,       length of passages.jsonl that counts
     "passages_file": "…",         while a new cut takes the place of the old one: where it is
     "documents": [                one line each, in the order of the rows
       {"document_id", "source", "reader", "added_at", "sha256", "licence", "encoding",
        "notes",                   what was told of it when it was added
        "words",                   the target length its passages were cut to
        "passages",                how many there are
        "document_bytes", "passages_bytes",   of its rows
        "rows_sha256",             of its document row and its passage rows, in that order
        "recut_at"}]}              when it was last cut anew; absent where it never was

It is the commit point of an add: written last, whole or not at all. What lies beyond the two
lengths was left by an add that did not finish, and does not count.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from corpus.document import Provenance
from corpus.errors import InputError, StoreError
from corpus.files import read_utf8, write_atomically

VERSION = 1
PASSAGES = "passages.jsonl"
NEW_PASSAGES = "passages.new.jsonl"
"""Of a new cut, until it has the old one's name."""
_FACTS = ("document_id", "source", "reader", "added_at", "sha256", "licence")
_COUNTS = ("words", "passages", "document_bytes", "passages_bytes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A document of the corpus: its provenance and where its rows lie."""

    provenance: Provenance
    words: int
    """The target length that its passages were cut to."""
    passages: int
    """How many there are."""
    document_at: int
    """Bytes before its row in documents.jsonl."""
    document_bytes: int
    passages_at: int
    """Bytes before its rows in passages.jsonl."""
    passages_bytes: int
    rows_sha256: str
    recut_at: str | None = None
    """When it was last cut anew, ISO time, UTC; None where it is as it was added."""

    @property
    def cut_at(self) -> str:
        """Since when its passages are what they are."""
        return self.recut_at or self.provenance.added_at


class Register:
    """The records by document id, in the order of their rows, and the two lengths that count."""

    def __init__(self, passages_name: str = PASSAGES) -> None:
        self.records: dict[str, Record] = {}
        self.passages_name = passages_name
        """The file of the passages."""
        self.documents_bytes = 0
        self.passages_bytes = 0

    @property
    def passages(self) -> int:
        """How many there are in all."""
        return sum(record.passages for record in self.records.values())

    def append(
        self,
        provenance: Provenance,
        *,
        words: int,
        passages: int,
        document_bytes: int,
        passages_bytes: int,
        rows_sha256: str,
        recut_at: str | None = None,
    ) -> None:
        """Takes in a document whose rows follow those that are there."""
        record = Record(
            provenance=provenance,
            words=words,
            passages=passages,
            document_at=self.documents_bytes,
            document_bytes=document_bytes,
            passages_at=self.passages_bytes,
            passages_bytes=passages_bytes,
            rows_sha256=rows_sha256,
            recut_at=recut_at,
        )
        self.enter(provenance.document_id, record)

    def enter(self, document_id: str, record: Record) -> None:
        """Takes in a record from elsewhere: its rows follow those that are there."""
        self.records[document_id] = replace(
            record, document_at=self.documents_bytes, passages_at=self.passages_bytes
        )
        self.documents_bytes += record.document_bytes
        self.passages_bytes += record.passages_bytes

    def of_other_length(self, words: int) -> list[Record]:
        """The documents that are not cut into passages of about so many words."""
        return [record for record in self.records.values() if record.words != words]

    def write(self, path: Path) -> None:
        """Commits; `StoreError` where the system refuses, and `path` is unchanged."""
        write_atomically(path, self._pieces())

    def _pieces(self) -> Iterator[str]:
        """The file's text, a document at a time: of a large corpus it is a hundred megabytes."""
        yield f'{{"version": {VERSION},\n'
        yield f'"documents_bytes": {self.documents_bytes},\n'
        yield f'"passages_bytes": {self.passages_bytes},\n'
        if self.passages_name != PASSAGES:
            yield f'"passages_file": {json.dumps(self.passages_name)},\n'
        yield '"documents": [\n'
        for number, record in enumerate(self.records.values()):
            yield (",\n" if number else "") + json.dumps(_row(record), ensure_ascii=False)
        yield "\n]}\n"


def read(path: Path) -> Register:
    """The register that `path` holds.

    Raises:
        StoreError: it cannot be read, or is not what this version writes.
    """
    try:
        stored = json.loads(read_utf8(path))
        if stored["version"] != VERSION:
            raise StoreError(
                f"{path} has version {stored['version']!r} and this program reads {VERSION}; "
                "update the program: pip install --upgrade crosssource"
            )
        register = Register(_passages_name(stored))
        for row in stored["documents"]:
            _take(register, row)
        lengths = (stored["documents_bytes"], stored["passages_bytes"])
    except (InputError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise _damaged(path, _reason(error)) from error
    if lengths != (register.documents_bytes, register.passages_bytes):
        raise _damaged(path, "the lengths of its documents do not add up to those it records")
    return register


def _passages_name(stored: dict[str, Any]) -> str:
    name = stored.get("passages_file", PASSAGES)
    if name not in (PASSAGES, NEW_PASSAGES):
        raise ValueError(f"passages_file is {name!r}")
    return str(name)


def _take(register: Register, row: dict[str, Any]) -> None:
    counts = {name: row[name] for name in _COUNTS}
    if not all(isinstance(value, int) and value >= 0 for value in counts.values()):
        raise ValueError(f"a count of {row['document_id']!r} is no whole number")
    facts = {name: row[name] for name in _FACTS}
    provenance = Provenance(  # encoding and notes are absent before they were recorded
        **facts, encoding=row.get("encoding"), notes=tuple(row.get("notes", ()))
    )
    if provenance.document_id in register.records:
        raise ValueError(f"{provenance.document_id!r} is there twice")
    times = {"rows_sha256": row["rows_sha256"], "recut_at": row.get("recut_at")}
    register.append(provenance, **counts, **times)


def _row(record: Record) -> dict[str, Any]:
    counts = {name: getattr(record, name) for name in _COUNTS}
    row = asdict(record.provenance) | counts | {"rows_sha256": record.rows_sha256}
    return row | ({"recut_at": record.recut_at} if record.recut_at else {})


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"field {error} is missing"
    if isinstance(error, json.JSONDecodeError):
        return f"it is no JSON from line {error.lineno} on"
    if isinstance(error, InputError | ValueError):
        return str(error).rstrip(".")
    return "it is no register of documents"


def _damaged(path: Path, reason: str) -> StoreError:
    return StoreError(
        f"{path} is damaged ({reason}); bring it back from version control or a copy, "
        "or move the folder away and add the documents again."
    )
