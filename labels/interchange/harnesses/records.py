"""The records of a file, each with its place, in whichever of its kinds a format writes them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from corpus.errors import at_place
from corpus.readers.source import kind
from labels.interchange import json_stream, table, yaml_stream
from labels.interchange.harnesses.finding import Source
from labels.interchange.json_stream import Node, Path
from labels.interchange.opening import Kind


@dataclass(frozen=True, slots=True)
class Record:
    """An object of the file."""

    place: str
    """`record 3`, `line 3`."""
    values: dict[str, Any]


def values(
    source: Source, enter: Callable[[Path], bool], *, not_numbers: bool = False
) -> Iterator[Node]:
    """The values of a JSON or YAML document; JSON Lines give one document a line.

    Raises:
        InputError: the file is no such document.
    """
    if source.opening.kind is Kind.YAML:
        yield from yaml_stream.walk(source.path, enter)
        return
    lines = source.opening.kind is Kind.JSON_LINES
    with source.path.open("rb") as stream:
        heard = _Heard(stream, source.heard)
        yield from json_stream.walk(
            heard, source.name, enter, not_numbers=not_numbers, several=lines
        )


class _Heard:
    """A stream whose readings are told."""

    def __init__(self, stream: BinaryIO, heard: Callable[[int], object]):
        self._stream, self._heard = stream, heard

    def read(self, size: int, /) -> bytes:
        """The next bytes."""
        data = self._stream.read(size)
        self._heard(len(data))
        return data


def listed(
    source: Source, *, keys: tuple[str, ...] = (), not_numbers: bool = False
) -> Iterator[Record]:
    """The records of a list, of JSON Lines, or of a table.

    Args:
        source: the file.
        keys: names under which an object at the top holds the list: `results`, `data`.
        not_numbers: take NaN as such.

    Raises:
        InputError: the file is malformed, or a record is no object.
    """
    if source.opening.kind in (Kind.CSV, Kind.WORKBOOK):
        for row in table.read_rows(source.path):
            yield Record(f"line {row.line}", row.values)
        return
    is_list = _is_list(source)
    lines = source.opening.kind is Kind.JSON_LINES
    at_top = is_list or lines or not any(source.opening.any(key) for key in keys)
    one_object = at_top and not is_list

    def enter(path: Path) -> bool:
        return (path == () and not one_object) or (len(path) == 1 and path[0] in keys)

    number = 0
    for node in values(source, enter, not_numbers=not_numbers):
        in_list = len(node.path) == 2 and node.path[0] in keys
        if not (in_list or (at_top and len(node.path) <= 1)):
            continue
        number += 1
        yield as_record(source, node, number)


def as_record(source: Source, node: Node, number: int) -> Record:
    """A value as a record; `InputError` where it is no object."""
    place = f"record {number} (line {node.line})"
    if not isinstance(node.value, dict):
        raise at_place(source.name, place, f"holds {kind(node.value)}, not an object; correct it.")
    return Record(place, node.value)


def _is_list(source: Source) -> bool:
    """Whether the document is a list, and not one record that is the whole file."""
    if source.opening.kind is not Kind.JSON:
        return False
    with source.path.open("rb") as stream:
        return stream.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects of a list, others left out; none where there is no list."""
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def an_object(value: Any) -> dict[str, Any]:
    """An object; an empty one where the value is none."""
    return value if isinstance(value, dict) else {}
