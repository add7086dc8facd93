"""Rows of a file of records: JSON Lines, a JSON list, CSV or a workbook. The shape decides.

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
from corpus.files import refuse_irregular
from corpus.readers.source import shown
from labels.interchange import json_stream, json_values, marks, workbook, zip_members
from labels.interchange.bounded import LARGEST_RECORD, decoded_lines, refuse_many


@dataclass(frozen=True, slots=True)
class Row:
    """One record."""

    line: int
    """Where it begins in the file, from 1; in a JSON list the number of the record."""
    values: dict[str, Any]
    """By column, as the file holds them; CSV cells are text. Columns of marks are one of words."""


def read_rows(path: Path) -> Iterator[Row]:
    """The records of a file.

    Raises:
        InputError: it cannot be read, is empty, not UTF-8, or a record is malformed.
    """
    refuse_irregular(path)
    try:
        with path.open("rb") as stream:
            if zip_members.is_zip(stream):
                for number, values in workbook.rows(path):
                    yield Row(number, dict(values))
                return
            first = _first_character(stream)
            if first is None:
                raise InputError(
                    f"{shown(path)} is empty; give a file with one record a row "
                    "(JSON Lines or CSV)."
                )
            if first == b"[":
                yield from _json_list(stream, path)
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
    refuse_irregular(path)
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


def _json_lines(stream: BinaryIO, path: Path) -> Iterator[Row]:
    for number, line in decoded_lines(stream, shown(path)):
        if line.strip():
            refuse_many(line, 0, shown(path), number)
            # Only the last line of a file can be without an end.
            is_last = not line.endswith("\n")
            value = json_values.parse_object(line, shown(path), number, is_last=is_last)
            yield Row(number, value)


def _json_list(stream: BinaryIO, path: Path) -> Iterator[Row]:
    """The records may have no lines of their own, so they are counted."""
    number = 0
    for number, node in enumerate(
        json_stream.walk(stream, shown(path), lambda where: where == ()), start=1
    ):
        if not isinstance(node.value, dict):
            raise InputError(
                f"{shown(path)}, record {number}: is {json.dumps(node.value)[:60]}, not an object; "
                "write one object a record."
            )
        yield Row(number, node.value)
    if not number:
        raise InputError(f"{shown(path)} holds an empty list; give a file with one record a row.")


def _csv_rows(stream: BinaryIO, path: Path) -> Iterator[Row]:
    # The csv module's own bound of 131,072 characters is shorter than an opinion.
    csv.field_size_limit(LARGEST_RECORD)
    lines = (line for _, line in decoded_lines(stream, shown(path)))
    header_line = next(lines)
    delimiter = max(",;\t", key=header_line.count)
    reader = csv.reader(_again(header_line, lines), delimiter=delimiter, strict=True)
    header: list[str] = []
    marked: dict[str, str] = {}
    begins = 1
    try:
        for cells in reader:
            if not header:
                header = _checked_header(cells, path)
                marked = marks.marks(header)
            elif cells:
                if len(cells) != len(header):
                    raise at_line(
                        shown(path),
                        begins,
                        f"has {len(cells)} cells where the header has {len(header)}; quote cells "
                        "that hold the delimiter or a line break.",
                    )
                values: dict[str, Any] = dict(zip(header, cells, strict=True))
                if marked:
                    values = marks.read(values, marked, shown(path), f"line {begins}")
                yield Row(begins, values)
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
