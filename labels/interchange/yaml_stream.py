"""A YAML document read event by event: what is entered is streamed, all else is built whole.

Plain values only: no tag makes an object. An alias stands for the value of its anchor, which is
shared and not copied; what all of it would be if it were written out is counted, so that a few
lines that stand for millions are refused. libyaml knows no bound for one text, so the file has one.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

import yaml

from corpus.errors import InputError, at_line
from corpus.readers.source import shown
from labels.interchange.json_stream import Node
from labels.interchange.json_stream import Path as Place

LARGEST_FILE = 64 * 2**20
"""Bytes."""
DEEPEST = 100
MOST_VALUES = 2_000_000
"""Of one value, aliases written out."""


class _Built(NamedTuple):
    """A value and how many it is made of, aliases written out."""

    value: Any
    size: int


def walk(path: Path, enter: Callable[[Place], bool]) -> Iterator[Node]:
    """The values of a YAML document in their order, as `json_stream.walk` gives those of a JSON
    document.

    Raises:
        InputError: the file is no such document, or too large, too deep or too much.
    """
    file = shown(path)
    if path.stat().st_size > LARGEST_FILE:
        raise InputError(
            f"{file} has more than {LARGEST_FILE // 2**20} MiB of YAML; write it as JSON or JSON "
            "Lines, which are read at any size."
        )
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with path.open("rb") as stream:
        try:
            yield from _Document(iter(yaml.parse(stream, Loader=loader)), file).nodes(enter)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
            problem = getattr(error, "problem", None) or "not valid YAML"
            raise at_line(
                file, mark.line + 1 if mark else 1, f"not valid YAML ({problem}); correct the line."
            ) from error
        except (UnicodeDecodeError, ValueError) as error:
            raise InputError(f"{file} is not valid YAML ({error}); write it again.") from error


class _Document:
    def __init__(self, events: Iterator[Any], file: str):
        self._events, self._file = events, file
        self._anchors: dict[str, _Built] = {}
        self._anchored = 0
        self._line = 1

    def nodes(self, enter: Callable[[Place], bool]) -> Iterator[Node]:
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                yield from self._visit(self._next(), (), enter)

    def _next(self) -> Any:
        event = next(self._events)
        self._line = event.start_mark.line + 1
        return event

    def _visit(self, event: Any, path: Place, enter: Callable[[Place], bool]) -> Iterator[Node]:
        line = self._line
        if isinstance(event, yaml.MappingStartEvent) and enter(path):
            seen: set[Any] = set()
            while not isinstance(event := self._next(), yaml.MappingEndEvent):
                key = self._key(event, seen)
                yield from self._visit(self._next(), (*path, key), enter)
        elif isinstance(event, yaml.SequenceStartEvent) and enter(path):
            number = 0
            while not isinstance(event := self._next(), yaml.SequenceEndEvent):
                yield from self._visit(event, (*path, number), enter)
                number += 1
        else:
            yield Node(path, line, self._build(event, 0).value)

    def _build(self, event: Any, depth: int) -> _Built:
        if depth > DEEPEST:
            raise at_line(
                self._file, self._line, "the YAML is nested too deeply to be read; flatten it."
            )
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                raise at_line(
                    self._file, self._line, f"the alias {event.anchor[:60]!r} stands for nothing."
                )
            return self._anchors[event.anchor]
        if isinstance(event, yaml.MappingStartEvent):
            built = self._mapping(depth)
        elif isinstance(event, yaml.SequenceStartEvent):
            built = self._sequence(depth)
        else:
            built = _Built(self._scalar(event), 1)
        if event.anchor:
            self._anchored += built.size
            self._refuse_many(self._anchored)
            self._anchors[event.anchor] = built
        return built

    def _mapping(self, depth: int) -> _Built:
        found: dict[str, Any] = {}
        seen: set[str] = set()
        size = 1
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            key = self._key(event, seen)
            member = self._build(self._next(), depth + 1)
            found[key] = member.value
            size += 1 + member.size
            self._refuse_many(size)
        return _Built(found, size)

    def _sequence(self, depth: int) -> _Built:
        found: list[Any] = []
        size = 1
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            member = self._build(event, depth + 1)
            found.append(member.value)
            size += member.size
            self._refuse_many(size)
        return _Built(found, size)

    def _key(self, event: Any, seen: set[str]) -> str:
        """A key as text, as JSON would have it; one that occurs twice is refused."""
        if not isinstance(event, yaml.ScalarEvent):
            raise at_line(self._file, self._line, "a key is no text; write it as one.")
        if event.value in seen:
            raise at_line(
                self._file,
                self._line,
                f"the key {event.value[:60]!r} occurs twice in one object; leave one of the two.",
            )
        seen.add(event.value)
        return cast(str, event.value)

    def _scalar(self, event: Any) -> Any:
        """Text, number, truth value or nothing; a quoted one is text, and so is a date."""
        is_plain = event.implicit[0]
        return _plain(event.value) if is_plain else event.value

    def _refuse_many(self, size: int) -> None:
        if size > MOST_VALUES:
            raise at_line(
                self._file,
                self._line,
                f"this stands for more than {MOST_VALUES:,} values; write it out as JSON.",
            )


def _plain(text: str) -> Any:
    """An unquoted scalar by the core schema of YAML 1.2, in which `No` and `12:30` are texts.

    The harnesses write by it; PyYAML resolves by 1.1, where the one is false and the other 750.
    """
    if text in _WORDS:
        return _WORDS[text]
    try:
        if _INTEGER.fullmatch(text):
            return int(text)
        if _NUMBER.fullmatch(text):
            return float(text)
    except ValueError:  # an integer of more than 4,300 digits
        return text
    return text


_WORDS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_INTEGER = re.compile(r"[-+]?[0-9]+")
_NUMBER = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
