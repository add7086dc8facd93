"""Rows of a file of records: JSON Lines, a JSON list, or CSV. The shape decides, not the name.

Rows come one at a time with the line they begin on, so that a file larger than memory can be read
and every complaint can name its place.
"""

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from corpus.errors import InputError, at_line
from corpus.files import decode_utf8, read_bytes
from corpus.readers.source import shown
from labels.interchange import json_values

_CELL_LIMIT = 2**31 - 1
"""The csv module's own bound of 131,072 characters is shorter than an opinion."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record."""

    line: int
    """Where it begins in the file, from 1; in a JSON list the number of the record."""
    values: dict[str, Any]
    """By column, as the file holds them; CSV cells are text."""


def read_rows(path: Path) -> Iterator[Row]:
    """The records of a file.

    Raises:
        InputError: it cannot be read, is empty, not UTF-8, or a record is malformed.
    """
    try:
        with path.open("rb") as stream:
            first = _first_character(stream)
            if first is None:
                raise InputError(
                    f"{shown(path)} is empty; give a file with one record a row "
                    "(JSON Lines or CSV)."
                )
            if first == b"[":
                yield from _json_list(path)
            elif first == b"{":
                yield from _json_lines(stream, path)
            else:
                yield from _csv_rows(stream, path)
    except OSError as error:
        raise InputError(
            f"{shown(path)} cannot be read ({error.strerror}); give a readable file."
        ) from error


def read_json_lines(path: Path) -> Iterator[Row]:
    """The records of a file of the study's own, which holds JSON Lines and nothing else.

    What `read_rows` would take for the head of a CSV file is refused here: a damaged file must not
    pass for one without a record.

    Raises:
        InputError: it cannot be read, is not UTF-8, or a line is not blank and no object.
    """
    try:
        with path.open("rb") as stream:
            if _first_character(stream) == b"[":
                raise at_line(
                    shown(path), 1, "begins a JSON list; write one object a line with: jq -c '.[]'"
                )
            stream.seek(0)
            yield from _json_lines(stream, path)
    except OSError as error:
        raise InputError(
            f"{shown(path)} cannot be read ({error.strerror}); give a readable file."
        ) from error


def _first_character(stream: BinaryIO) -> bytes | None:
    """The first byte that is neither white space nor a byte-order mark; the stream is rewound."""
    while chunk := stream.read(65536):
        if stripped := chunk.removeprefix(b"\xef\xbb\xbf").lstrip():
            stream.seek(0)
            return stripped[:1]
    return None


def _decoded(stream: BinaryIO, path: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(stream, start=1):
        try:
            yield number, line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise at_line(
                shown(path),
                number,
                f"byte {line[error.start]:#04x} is not UTF-8; convert the file first, for "
                "example: iconv -f WINDOWS-1252 -t UTF-8.",
            ) from error


def _json_lines(stream: BinaryIO, path: Path) -> Iterator[Row]:
    for number, line in _decoded(stream, path):
        if line.strip():
            yield Row(number, json_values.parse_object(line, shown(path), number))


def _json_list(path: Path) -> Iterator[Row]:
    """A list is read whole: its records may have no lines of their own, so they are counted."""
    text = decode_utf8(read_bytes(path), shown(path))
    records = json_values.parse_list(text, shown(path))
    if not records:
        raise InputError(f"{shown(path)} holds an empty list; give a file with one record a row.")
    for number, record in enumerate(records, start=1):
        if not isinstance(record, dict):
            raise InputError(
                f"{shown(path)}, record {number}: is {json.dumps(record)[:60]}, not an object; "
                "write one object a record."
            )
        yield Row(number, record)


def _csv_rows(stream: BinaryIO, path: Path) -> Iterator[Row]:
    csv.field_size_limit(_CELL_LIMIT)
    lines = (line for _, line in _decoded(stream, path))
    header_line = next(lines)
    delimiter = max(",;\t", key=header_line.count)
    reader = csv.reader(_again(header_line, lines), delimiter=delimiter, strict=True)
    header: list[str] = []
    begins = 1
    try:
        for cells in reader:
            if not header:
                header = _checked_header(cells, path)
            elif cells:
                if len(cells) != len(header):
                    raise at_line(
                        shown(path),
                        begins,
                        f"has {len(cells)} cells where the header has {len(header)}; quote cells "
                        "that hold the delimiter or a line break.",
                    )
                yield Row(begins, dict(zip(header, cells, strict=True)))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise at_line(
            shown(path), begins, f"not valid CSV ({error}); quote the cell or leave the row out."
        ) from error


def _again(first: str, rest: Iterable[str]) -> Iterator[str]:
    yield first
    yield from rest


def _checked_header(cells: list[str], path: Path) -> list[str]:
    header = [cell.strip() for cell in cells]
    for name in header:
        if header.count(name) > 1:
            raise at_line(
                shown(path), 1, f"the column {name!r} occurs twice; rename one of the two."
            )
    return header
