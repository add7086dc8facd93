"""JSON schemas as the service's structured output takes them.

Every property is required and none may be added; bounds of numbers and lengths cannot be said there
and are left to the readers.
"""

from collections.abc import Mapping
from typing import Any

Shape = Mapping[str, Any]

TEXT: Shape = {"type": "string"}
NUMBER: Shape = {"type": "number"}
MAYBE_BOOLEAN: Shape = {"anyOf": [{"type": "boolean"}, {"type": "null"}]}


def one_of(*values: str | int) -> Shape:
    """One of these texts, or of these whole numbers."""
    plain = [str(value) if isinstance(value, str) else value for value in values]
    return {"type": "string" if isinstance(values[0], str) else "integer", "enum": plain}


def list_of(shape: Shape) -> Shape:
    """A list, perhaps empty."""
    return {"type": "array", "items": shape}


def record(**properties: Shape) -> Shape:
    """An object with exactly these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
