"""JSON of other harnesses, read so that nothing in it is lost or guessed.

Python keeps the last of two equal keys without a word, and reads NaN and Infinity, which are no
JSON: a verdict could change that way, so both are refused by line and key.
"""

import json
import math
import re
from typing import Any

from corpus.errors import at_line
from corpus.readers.source import kind


def parse_object(text: str, file: str, line: int) -> dict[str, Any]:
    """The object that one line of a file holds.

    Raises:
        InputError: it is broken, nested beyond reading, no object, or holds a key twice or a
            number that is none.
    """
    value, end = _value_at(text, _after_space(text, 0), file, line)
    _refuse_more(text, end, file, line)
    if not isinstance(value, dict):
        raise at_line(
            file,
            line,
            f"holds {kind(value)}, not a JSON object; write one object a line, for example with: "
            "jq -c '.[]'",
        )
    return value


def parse_document(text: str, file: str) -> Any:
    """The one value that a whole file holds, whatever it is.

    Raises:
        InputError: as for `parse_object`, with the line in the file; or the file goes on behind it.
    """
    value, end = _value_at(text, _after_space(text, 0), file)
    _refuse_more(text, end, file)
    return value


def parse_list(text: str, file: str) -> list[Any]:
    """The values of a file that holds one JSON list; each complaint names its line in the file.

    Raises:
        InputError: as for `parse_object`, or the file goes on behind the list.
    """
    values: list[Any] = []
    start = _after_space(text, 0)
    if text[start : start + 1] != "[":
        raise _broken(text, start, file, None, "expecting a list")
    at = _after_space(text, start + 1)
    while text[at : at + 1] != "]" or values:
        value, at = _value_at(text, at, file)
        values.append(value)
        at = _after_space(text, at)
        if text[at : at + 1] == "]":
            break
        if text[at : at + 1] != ",":
            raise _broken(text, at, file, None, "expecting ',' delimiter")
        at = _after_space(text, at + 1)
    _refuse_more(text, at + 1, file)
    return values


class _RefusedError(ValueError):
    """What Python would have read; the text says what is wrong, and what helps."""


def _value_at(text: str, at: int, file: str, line: int | None = None) -> tuple[Any, int]:
    """The value that begins at a place in the text, and where it ends."""
    cause: Exception
    try:
        return _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise _broken(text, error.pos, file, line, error.msg) from error
    except RecursionError as error:
        problem, cause = "the JSON is nested too deeply to be read; flatten it.", error
    except _RefusedError as error:
        problem, cause = str(error), error
    except ValueError as error:  # an integer of more than 4,300 digits
        problem, cause = "a number is too long to be read; shorten it.", error
    raise at_line(file, line or _line_of(text, at), problem) from cause


def _checked(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of the pairs as they are written."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _RefusedError(
                f"the key {key[:60]!r} occurs twice in one object; leave one of the two."
            )
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


_DECODER = json.JSONDecoder(object_pairs_hook=_checked)


def _refuse_more(text: str, end: int, file: str, line: int | None = None) -> None:
    end = _after_space(text, end)
    if end < len(text):
        raise _broken(text, end, file, line, "extra data")


def _broken(text: str, at: int, file: str, line: int | None, problem: str) -> Exception:
    number = line or _line_of(text, at)
    problem = problem.removesuffix(" at")  # "Unterminated string starting at"
    column = at - text.rfind("\n", 0, at)
    return at_line(
        file,
        number,
        f"not valid JSON ({problem[:1].lower()}{problem[1:]} at column {column}); correct the "
        "line or leave it out.",
    )


def _line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


_SPACE = re.compile(r"[ \t\r\n]*")
