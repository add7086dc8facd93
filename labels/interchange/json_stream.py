"""A JSON file of any size, value by value: what is asked for is entered, all else is read whole.

The standard decoder reads each value, so that a key that occurs twice, a number that is none and a
nesting beyond reading are refused with their line, as everywhere here; a streaming parser such as
ijson would take the last of two keys, knows no bound for one text and refuses the NaN that some
harnesses write. Held at once is one value, never more than `LARGEST_RECORD` characters.
"""

import codecs
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from corpus.errors import InputError
from labels.interchange import bounded, json_values

Path = tuple[str | int, ...]
"""Keys and positions from the top of the document, positions from 0."""

_PIECE = 2**20
"""Bytes read at once."""
_MOST_KEYS = 1_000_000
"""Of an object that is entered: they are remembered, so that none occurs twice."""
_NEAR_END = 16
"""Characters: a fault so near to the end of what was read may be a word that goes on."""


class Readable(Protocol):
    """What bytes are read from."""

    def read(self, size: int, /) -> bytes:
        """The next bytes, none at the end."""
        ...


@dataclass(frozen=True, slots=True)
class Node:
    """A value of the document."""

    path: Path
    line: int
    """Where it begins."""
    value: Any


def walk(
    stream: Readable,
    file: str,
    enter: Callable[[Path], bool],
    *,
    not_numbers: bool = False,
    several: bool = False,
) -> Iterator[Node]:
    """The values of a JSON document in their order.

    Args:
        stream: the file, from its beginning.
        file: as errors name it.
        enter: whether the object or list at a path is entered; its members are then values of
            their own.
        not_numbers: take NaN and Infinity as they are, where the format is known to write them.
        several: the file may hold several values one after the other (JSON Lines); each has the
            path `()`.

    Raises:
        InputError: the file is no such document; it names the line.
    """
    text = _Text(stream, file, json_values.decoder(not_numbers=not_numbers))
    if text.ahead() == "":
        return
    while text.ahead():
        yield from _value(text, (), enter)
        if not several and text.ahead():
            raise text.broken("extra data")


def _value(text: "_Text", path: Path, enter: Callable[[Path], bool]) -> Iterator[Node]:
    """The value that comes next: its members where it is entered, itself otherwise."""
    first = text.ahead()
    if first in ("{", "[") and enter(path):
        members = _pairs if first == "{" else _elements
        yield from members(text, path, enter)
    else:
        line = text.line()
        yield Node(path, line, text.value())


def _elements(text: "_Text", path: Path, enter: Callable[[Path], bool]) -> Iterator[Node]:
    text.take("[")
    number = 0
    while text.ahead() != "]" or number:
        yield from _value(text, (*path, number), enter)
        number += 1
        if text.ahead() == "]":
            break
        text.take(",")
    text.take("]")


def _pairs(text: "_Text", path: Path, enter: Callable[[Path], bool]) -> Iterator[Node]:
    text.take("{")
    seen: set[str] = set()
    while text.ahead() != "}" or seen:
        if text.ahead() != '"':
            raise text.broken("expecting property name enclosed in double quotes")
        line, key = text.line(), text.value()
        if key in seen:
            raise json_values.twice(file=text.file, line=line, key=key)
        if len(seen) >= _MOST_KEYS:
            raise InputError(
                f"{text.file}, line {line}: one object has more than {_MOST_KEYS:,} keys; write "
                "the records as a list or as JSON Lines."
            )
        seen.add(key)
        text.take(":")
        yield from _value(text, (*path, key), enter)
        if text.ahead() == "}":
            break
        text.take(",")
    text.take("}")


class _Text:
    """The text of the file from a place on, as far as it was read."""

    def __init__(self, stream: Readable, file: str, decoder: json.JSONDecoder):
        self.file = file
        self._stream, self._decoder = stream, decoder
        self._incremental = codecs.getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._at = 0
        self._ended = False
        self._begun = False
        self._lines = 1
        """The line of the place that was counted up to."""
        self._counted = 0
        self._before = 0
        """Characters of the first line held that were let go of."""

    def ahead(self) -> str:
        """The next character that is no white space, which is passed over; empty at the end."""
        while True:
            self._at = _SPACE.match(self._text, self._at).end()  # type: ignore[union-attr]
            if self._at < len(self._text):
                return self._text[self._at]
            if self._ended:
                return ""
            self._fill()

    def take(self, expected: str) -> None:
        """Pass over one character; `InputError` where another one stands there."""
        if self.ahead() != expected:
            wanted = "',' delimiter" if expected in ",]}" else f"'{expected}'"
            raise self.broken(f"expecting {wanted}")
        self._at += 1

    def value(self) -> Any:
        """The whole value that stands here."""
        self.ahead()
        while True:
            held = len(self._text) - self._at
            if held > bounded.LARGEST_RECORD:
                raise bounded.too_large(self.file, self.line(), "the value that begins here")
            bounded.refuse_many(self._text, self._at, self.file, self.line())
            found = json_values.raw(self._decoder, self._text, self._at, self.file, self.line)
            if isinstance(found, json.JSONDecodeError):
                if self._ended or self._is_broken(found):
                    raise self.broken(found.msg, found.pos) from found
            elif self._ended or self._is_whole(found.end):
                line, begin = self.line(), self._at
                self._at = found.end
                json_values.refuse_halves(
                    found.value, self._text, begin, found.end, self.file, line
                )
                return found.value
            # Twice as much each time: a long record is begun again seldom.
            self._fill(held)

    def line(self) -> int:
        """The line of the place, from 1."""
        self._lines += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._lines

    def broken(self, problem: str, at: int | None = None) -> InputError:
        """The sentence for what is no JSON at a place (default: here)."""
        at = self._at if at is None else at
        line = self.line() + self._text.count("\n", self._at, at)
        begins = self._text.rfind("\n", 0, at)
        column = at - begins if begins >= 0 else self._before + at + 1
        cut = self._ended and json_values.is_cut(self._text[at:], problem)
        return json_values.not_json(self.file, line, column, problem, is_cut=cut)

    def _is_whole(self, end: int) -> bool:
        """Whether the value that was read to a place ends there: `1` may go on as `1.5`."""
        if self._text[end - 1] in '"]}':
            return True
        return end < len(self._text) and self._text[end] not in _OF_NUMBERS

    def _is_broken(self, error: json.JSONDecodeError) -> bool:
        """Whether more text would not help. A text without an end may have it further on."""
        is_open = error.msg.startswith("Unterminated")
        return not is_open and error.pos < len(self._text) - _NEAR_END

    def _fill(self, wanted: int = 0) -> None:
        """Read more, `wanted` bytes at least, and let go of what was passed over."""
        self.line()
        data = self._stream.read(max(_PIECE, wanted))
        if not self._begun:
            bounded.refuse_wide(data, self.file)
            self._begun = True
        self._ended = not data
        kept = self._text[self._at :]
        begins = self._text.rfind("\n", 0, self._at) + 1
        self._before = self._at - begins + (0 if begins else self._before)
        self._at = self._counted = 0
        try:
            self._text = kept + self._incremental.decode(data, final=self._ended)
        except UnicodeDecodeError as error:
            lines = self._lines + kept.count("\n") + error.object.count(b"\n", 0, error.start)
            raise bounded.not_utf8(self.file, lines, error.object[error.start]) from error


_OF_NUMBERS = frozenset("0123456789.eE+-")
_SPACE = re.compile(r"[ \t\r\n]*")
