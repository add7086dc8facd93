"""Values inside a JSON document, by a path: `instances[].scores`, `annotations.grammar`, `.`.

A step is a key; `[]` behind it goes into every member of the list that is there. `.` is the
document itself.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpus.errors import InputError
from corpus.files import decode_utf8, read_bytes
from corpus.readers.source import kind, shown
from labels.interchange.json_values import parse_document
from reports.raters.words import some


def document(path: Path) -> Any:
    """The JSON value that a file holds.

    Raises:
        InputError: it cannot be read, is empty, or is no JSON.
    """
    text = decode_utf8(read_bytes(path), shown(path))
    if not text.strip():
        raise InputError(f"{shown(path)} is empty; give a file with ratings.")
    return parse_document(text, shown(path))


def at(value: Any, path: str, file: str) -> Any:
    """The value at a path that goes into no list.

    Raises:
        InputError: a step is not there, or the path has `[]`.
    """
    if "[]" in path:
        raise InputError(f"The path {path!r} goes into a list; leave out the [].")
    (found,) = reached(value, path, file)
    return found


def reached(value: Any, path: str, file: str) -> list[Any]:
    """The values at a path, one for each member of the lists that it goes into.

    A member of a list that lacks a key gives None.

    Raises:
        InputError: a step is nowhere there; it says where, and what is there instead.
    """
    found, gone, inside = [value], "", False
    for key, into in _steps(path):
        place = f"{file}, at {gone or 'the top'}"
        if key:
            found = _step(found, key, place, inside=inside)
            gone = f"{gone}.{key}" if gone else key
        if into:
            found = list(_members(found, f"{file}, at {gone or 'the top'}"))
            gone, inside = f"{gone}[]", True
    return found


def _steps(path: str) -> list[tuple[str, bool]]:
    if path.strip() in ("", "."):
        return []
    parts = path.strip().split(".")
    return [(part.removesuffix("[]"), part.endswith("[]")) for part in parts]


def _step(values: list[Any], key: str, place: str, *, inside: bool) -> list[Any]:
    objects = [value for value in values if isinstance(value, dict)]
    if any(key in value for value in objects):
        return [value.get(key) if isinstance(value, dict) else None for value in values]
    if objects:
        keys = list(dict.fromkeys(name for value in objects[:100] for name in value))
        raise InputError(f"{place} there is no {key!r}; there is: {some(keys)}.")
    what = kind(values[0]) if values else "nothing"
    hint = "; write [] behind the step before to go into it" if what == "a list" else ""
    where = "in each member" if inside else "there"
    raise InputError(f"{place} is {what} {where}, which has no {key!r}{hint}.")


def _members(values: list[Any], place: str) -> Iterator[Any]:
    for value in values:
        if value is None:
            continue
        if not isinstance(value, list):
            raise InputError(f"{place} is {kind(value)}, not a list; leave out the [] there.")
        yield from value
