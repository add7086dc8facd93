"""JSON of other harnesses, read so that nothing in it is lost or guessed.

Python keeps the last of two equal keys without a word, and reads NaN and Infinity, which are no
JSON: a verdict could change that way, so both are refused by line and key.
"""

import json
import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from corpus.errors import InputError, at_line
from corpus.readers.source import kind


def parse_object(text: str, file: str, line: int, *, is_last: bool = False) -> dict[str, Any]:
    """The object that one line of a file holds; `is_last` where the file ends with it.

    Raises:
        InputError: it is broken, nested beyond reading, no object, or holds a key twice or a
            number that is none.
    """
    value, end = _value_at(text, _after_space(text, 0), file, line, is_last=is_last)
    _refuse_more(text, end, file, line)
    if not isinstance(value, dict):
        raise at_line(
            file,
            line,
            f"holds {kind(value)}, not a JSON object; write one object a line, for example with: "
            "jq -c '.[]'",
        )
    if half := next((key for key in value if _HALF.search(key)), None):
        raise at_line(
            file,
            line,
            f"the key {half[:60]!r} holds half a character; write the whole surrogate pair or "
            "leave it out.",
        )
    return value


def parse_document(text: str, file: str) -> Any:
    """The one value that a whole file holds, whatever it is.

    Raises:
        InputError: as for `parse_object`, with the line in the file; or the file goes on behind it.
    """
    value, end = _value_at(text, _after_space(text, 0), file, is_last=True)
    _refuse_more(text, end, file)
    return value


class Read(NamedTuple):
    """A value that was read."""

    value: Any
    end: int
    """The place behind it."""


def decoder(*, not_numbers: bool) -> json.JSONDecoder:
    """The decoder that everything here reads with.

    Args:
        not_numbers: NaN and Infinity are read as such and not refused.
    """
    return _TOLERANT if not_numbers else _DECODER


def raw(
    decoder: json.JSONDecoder, text: str, at: int, file: str, line: Callable[[], int]
) -> Read | json.JSONDecodeError:
    """The value that begins at a place in the text; the fault itself where there is none.

    Args:
        decoder: one of `decoder`.
        text: perhaps not all of the file.
        at: the place.
        file: as errors name it.
        line: counts the line of the place.

    Raises:
        InputError: what stands there is refused, whatever comes behind it.
    """
    cause: Exception
    try:
        return Read(*decoder.raw_decode(text, at))
    except json.JSONDecodeError as error:
        return error
    except RecursionError as error:
        problem, cause = "the JSON is nested too deeply to be read; flatten it.", error
    except _RefusedError as error:
        problem, cause = str(error), error
    except ValueError as error:  # an integer of more than 4,300 digits
        problem, cause = "a number is too long to be read; shorten it.", error
    raise at_line(file, line(), problem) from cause


def not_json(
    file: str, line: int, column: int, problem: str, *, is_cut: bool = False
) -> InputError:
    """The sentence for text that is no JSON.

    Args:
        file: as errors name it.
        line: of the fault, from 1.
        column: in the whole line, from 1.
        problem: the decoder's words.
        is_cut: whether the file ends before the value does.
    """
    # "Unterminated string starting at"
    problem = problem.removesuffix(" at")
    told = f"not valid JSON ({problem[:1].lower()}{problem[1:]} at column {column})"
    if is_cut:
        return at_line(file, line, f"{told}: the file ends in the middle; export it again.")
    return at_line(file, line, f"{told}; correct the line or leave it out.")


def is_cut(rest: str, problem: str) -> bool:
    """Whether text that is no JSON would be, if it went on.

    Args:
        rest: the text from the fault to the end of the file.
        problem: the decoder's words.
    """
    if problem.startswith("Unterminated string"):
        return True
    if problem.startswith("Invalid \\"):  # an escape of which a part is there
        return len(rest) < _LONGEST_ESCAPE
    return any(word.startswith(rest.strip()) for word in _WORDS)


_LONGEST_ESCAPE = len("\\u0000")
_WORDS = ("true", "false", "null", "-")


def twice(*, file: str, line: int, key: str) -> InputError:
    """The sentence for a key that an object has twice."""
    return at_line(file, line, _twice(key))


def refuse_halves(value: Any, text: str, start: int, end: int, file: str, line: int) -> None:
    """Refuse a value with half a character in it: no file, store or hash can hold one.

    Args:
        value: what was read.
        text: what it was read from, between `start` and `end`.
        start: where it begins.
        end: the place behind it.
        file: as errors name it.
        line: where it begins.

    Raises:
        InputError: an escape stands for half a pair, alone.
    """
    # Only an escape can: the bytes were UTF-8.
    if _ESCAPED_HALF.search(text, start, end) and _has_half(value):
        raise at_line(
            file,
            line,
            "the value that begins here holds half a character (\\ud800 to \\udfff without its "
            "other half); write the whole surrogate pair or leave it out.",
        )


def _has_half(value: Any) -> bool:
    if isinstance(value, str):
        return _HALF.search(value) is not None
    if isinstance(value, dict):
        return any(_has_half(key) or _has_half(part) for key, part in value.items())
    return isinstance(value, list) and any(map(_has_half, value))


_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_HALF = re.compile("[\ud800-\udfff]")


def _twice(key: str) -> str:
    return f"the key {key[:60]!r} occurs twice in one object; leave one of the two."


class _RefusedError(ValueError):
    """What Python would have read; the text says what is wrong, and what helps."""


def _value_at(text: str, at: int, file: str, line: int | None = None, *, is_last: bool) -> Read:
    """The value that begins at a place in the text, and where it ends."""
    found = raw(_DECODER, text, at, file, lambda: line or _line_of(text, at))
    if isinstance(found, json.JSONDecodeError):
        cut = is_last and is_cut(text[found.pos :], found.msg)
        raise _broken(text, found.pos, file, line, found.msg, cut=cut) from found
    return found


def _checked(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of the pairs as they are written."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _RefusedError(_twice(key))
        if not _is_finite(value):
            raise _RefusedError(
                f"the value of {key[:60]!r} is NaN or infinite, which is no JSON; write null where "
                "there is no value."
            )
        found[key] = value
    return found


def _is_finite(value: Any) -> bool:
    """Objects within have been looked at already."""
    if isinstance(value, list):
        return all(map(_is_finite, value))
    return not isinstance(value, float) or math.isfinite(value)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of the pairs; NaN is let through."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _RefusedError(_twice(next(key for key in keys if keys.count(key) > 1)))
    return found


_DECODER = json.JSONDecoder(object_pairs_hook=_checked)
_TOLERANT = json.JSONDecoder(object_pairs_hook=_once)


def _refuse_more(text: str, end: int, file: str, line: int | None = None) -> None:
    end = _after_space(text, end)
    if end < len(text):
        raise _broken(text, end, file, line, "extra data")


def _broken(
    text: str, at: int, file: str, line: int | None, problem: str, *, cut: bool = False
) -> InputError:
    column = at - text.rfind("\n", 0, at)
    return not_json(file, line or _line_of(text, at), column, problem, is_cut=cut)


def _line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


_SPACE = re.compile(r"[ \t\r\n]*")
