"""JSON from outside: whatever is wrong with it is one sentence that names file and line."""

import json
from typing import Any

from corpus.errors import InputError

JsonObject = dict[str, Any]


def parse_object(text: str, where: str, line: int | None = None) -> JsonObject:
    """The JSON object that `text` holds.

    Args:
        text: the whole of a file, or one line of it.
        where: the file, as an error names it.
        line: the number of the line where `text` is one line; None for a whole file.

    Raises:
        InputError: broken, nested beyond reading, a number too long to read, or no object.
    """
    place = where if line is None else f"{where}, line {line}"
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        number = error.lineno if line is None else line
        raise InputError(
            f"{where}, line {number}: not valid JSON ({_lower(error.msg)} at column "
            f"{error.colno}); correct the line or leave it out."
        ) from error
    except RecursionError as error:
        raise InputError(
            f"{place}: the JSON is nested too deeply to be read; flatten it."
        ) from error
    except ValueError as error:  # an integer of more than 4,300 digits
        raise InputError(f"{place}: a number is too long to be read; shorten it.") from error
    if not isinstance(value, dict):
        raise InputError(
            f"{place}: holds {_kind(value)}, not a JSON object; write one object a line, "
            "for example with: jq -c '.[]'"
        )
    return value


def _lower(message: str) -> str:
    """For the middle of a sentence; "unterminated string starting at" is followed by the place."""
    return (message[:1].lower() + message[1:]).removesuffix(" at")


def _kind(value: object) -> str:
    return "a list" if isinstance(value, list) else "a single value"
