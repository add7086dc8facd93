"""What a file is, seen from its beginning: its kind, and the names that occur there.

Formats are told apart by these names alone. At most `HEAD` bytes are read, of JSON Lines the whole
first record, and the directory of a zip; whether the rest is whole is for the reader to find out.
"""

import codecs
import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO

from corpus.errors import InputError
from corpus.files import refuse_irregular
from corpus.readers.source import shown
from labels.interchange import bounded, foreign, marks, workbook, zip_members

HEAD = 2**18
"""Bytes."""


class UnopenedError(InputError):
    """A file that is not there, or that nobody may read."""


class Kind(StrEnum):
    """How a file is written."""

    JSON = "JSON"
    JSON_LINES = "JSON Lines"
    CSV = "CSV"
    YAML = "YAML"
    ZIP = "a zip"
    WORKBOOK = "a workbook"
    EMPTY = "empty"


SHEETS = (Kind.WORKBOOK, Kind.CSV)
"""Rows under a header."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The beginning of a file."""

    kind: Kind
    names: frozenset[str] = frozenset()
    """JSON and YAML: the paths of keys, `results.results[].success`, without the `[]` of a list at
    the top. CSV and workbook: the columns. Zip: the
    members."""
    columns: tuple[str, ...] = ()
    """Of a CSV or a workbook, in order."""

    def has(self, *names: str) -> bool:
        """Whether all the names occur."""
        return self.names.issuperset(names)

    def any(self, *names: str) -> bool:
        """Whether one of the names occurs."""
        return not self.names.isdisjoint(names)

    @property
    def top(self) -> list[str]:
        """The names of the first level, for a sentence."""
        return sorted({name for name in self.names if "." not in name and "[" not in name})


def look(path: Path) -> Opening:
    """Look at the beginning of a file.

    Raises:
        UnopenedError: it cannot be read.
        InputError: it is in an encoding that no reader here takes, a web page, or no text at all.
    """
    refuse_irregular(path, UnopenedError)
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD)
            stream.seek(0)
            record = _first_of_lines(stream)
    except OSError as error:
        raise UnopenedError(
            f"{shown(path)} cannot be read ({error.strerror}); give a readable file."
        ) from error
    if head.startswith(zip_members.MAGIC):
        return _packed(path)
    bounded.refuse_wide(head, shown(path))
    foreign.refuse(head, shown(path))
    # A character cut in two at the end is no fault of the file.
    beginning = max(head, record, key=len).decode("utf-8-sig", "replace")
    return _text(beginning, is_lines=bool(record))


def _packed(path: Path) -> Opening:
    with zip_members.opened(path) as members:
        names = frozenset(members.names())
    if not workbook.is_workbook(names):
        return Opening(kind=Kind.ZIP, names=names)
    columns = workbook.header(path)
    return Opening(kind=Kind.WORKBOOK, names=frozenset(columns), columns=columns)


def _text(head: str, *, is_lines: bool) -> Opening:
    first = head.lstrip()[:1]
    if not first:
        return Opening(kind=Kind.EMPTY)
    if first in "[{":
        names = frozenset(_paths(head))
        return Opening(kind=Kind.JSON_LINES if is_lines else Kind.JSON, names=names)
    if _YAML.match(head.lstrip()):
        return Opening(kind=Kind.YAML, names=frozenset(_yaml_paths(head)))
    columns = marks.columns(_columns(head))
    return Opening(kind=Kind.CSV, names=frozenset(columns), columns=columns)


def _first_of_lines(stream: BinaryIO) -> bytes:
    """The first line where each line is an object of its own; empty where they are not.

    One line that is the whole file is a document.
    """
    line = stream.readline(bounded.LARGEST_RECORD)
    while line and not (written := line.removeprefix(codecs.BOM_UTF8).strip()):
        line = stream.readline(bounded.LARGEST_RECORD)
    is_object = bool(line) and written.startswith(b"{") and written.endswith(b"}")
    goes_on = is_object and line.endswith(b"\n") and bool(stream.read(HEAD).strip())
    return line if goes_on else b""


def _paths(head: str) -> Iterator[str]:
    """The paths of the keys, in the order of the text; what is broken ends it."""
    stack: list[str] = []
    before = name = ""
    for token in _TOKEN.finditer(head):
        mark = token.group()
        if mark == ":" and before.startswith('"'):
            name = f"{stack[-1] if stack else ''}.{before[1:-1]}".removeprefix(".")
            yield name
        elif mark in "{[":
            inside = name if before == ":" else (stack[-1] if stack else "")
            # A list at the top is left out: its records are as those of JSON Lines.
            stack.append(f"{inside}[]" if mark == "[" and stack else inside)
            if len(stack) > _DEEPEST:
                return
        elif mark in "}]":
            if not stack:
                return
            stack.pop()
        before = mark


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]')
_DEEPEST = 200


def _yaml_paths(head: str) -> Iterator[str]:
    """Keys of the first two levels, as block style writes them."""
    above = ""
    for indent, key in _YAML_KEY.findall(head):
        if not indent:
            above = key
        yield f"{above}.{key}" if indent else key


_YAML = re.compile(r"(?:---|%YAML|[A-Za-z_][\w-]*:(?:\s|$))")
_YAML_KEY = re.compile(r"^( {2}|)([A-Za-z_][\w-]*):(?:\s|$)", re.MULTILINE)


def _columns(head: str) -> tuple[str, ...]:
    """The header of a CSV, whose cells may have line breaks."""
    line = head.partition("\n")[0]
    delimiter = max(",;\t", key=line.count)
    csv.field_size_limit(bounded.LARGEST_RECORD)
    try:
        return tuple(cell.strip() for cell in next(csv.reader(_kept(head), delimiter=delimiter)))
    except (csv.Error, StopIteration):
        return ()


def _kept(head: str) -> list[str]:
    return head.splitlines(keepends=True)
