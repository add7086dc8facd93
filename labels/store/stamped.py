"""What every stored row ends with, and how values without a column of their own are written."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from corpus import stamp


class Stamp(NamedTuple):
    """When, by whom and with what version a row was written."""

    created_at: str
    """ISO time, UTC."""
    author: str
    tool_version: str


STAMP = ", ".join(Stamp._fields)
"""The columns, in the order of `stamped`."""


def stamped() -> Stamp:
    """Of this moment."""
    return Stamp(stamp.now(), stamp.author(), stamp.tool_version())


def as_json(value: Mapping[str, Any] | Sequence[Any]) -> str:
    """A value as it is stored: the same value is always the same text."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
