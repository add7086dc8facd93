"""Values of other people's files as the texts that a person reads.

What a harness passed to a model may be a text, a list of chat messages, a list of documents, an
object with the text under some key, or JSON inside a text. What is in none of these shapes is shown
as JSON: nothing is left out in silence.
"""

import ast
import io
import json
import tokenize
from collections.abc import Mapping
from typing import Any

from labels.interchange.harnesses import names

_TEXT_KEYS = ("text", "page_content", "pageContent", "content", "document", "value", "segment")
_LONGEST_LIST = 2**20
"""Characters of a cell that is read as a list in Python's notation."""
_DEEPEST = 20

_OF_LISTS = frozenset({"[", "]", "(", ")", ",", "=", "array", "dtype", "object", "nan", "None"})
"""What stands between the texts of a list, as Python and numpy write it."""
_MEANT = (tokenize.NAME, tokenize.NUMBER, tokenize.OP)

BETWEEN = "\n\n"
"""What parts the passages of one item."""


def text(value: Any, keys: tuple[str, ...] = (), depth: int = 0) -> str:
    """A value as text.

    Args:
        value: any JSON value.
        keys: names under which an object may hold the text meant.
        depth: of the value in the record.
    """
    if value is None or depth > _DEEPEST:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Mapping):
        return _of_object(value, keys, depth)
    if all(_is_message(part) for part in value):
        return _of_messages(value, depth)
    return BETWEEN.join(filter(None, (text(part, keys, depth + 1) for part in value)))


def unpacked(value: Any) -> Any:
    """The value that a text holds as JSON, once or twice encoded; the text itself where it is none.

    Only objects, lists and texts are unpacked: `"12"` stays a text.
    """
    for _ in range(2):
        if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "[", '"'):
            break
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            break
    return value


def asked(value: Any) -> str:
    """What was asked: of a conversation, the last that the user said; else the text."""
    return _last(unpacked(value), ("user", "human"), names.QUESTION)


def answered(value: Any) -> str:
    """What was answered: of a conversation, the last that the assistant said; else the text."""
    return _last(unpacked(value), ("assistant", "ai"), names.ANSWER)


def _last(value: Any, roles: tuple[str, ...], keys: tuple[str, ...]) -> str:
    messages = value.get("messages") if isinstance(value, Mapping) else value
    said = [
        message["content"]
        for message in (messages if isinstance(messages, list) else [])
        if _is_message(message) and str(message.get("role") or message.get("type")) in roles
    ]
    return text(said[-1]) if said else text(value, keys)


def passages(value: Any) -> list[str]:
    """The passages that a cell or value holds, however it writes a list of them."""
    if isinstance(value, str):
        value = listed(value)
    if isinstance(value, list):
        return [text(part, _TEXT_KEYS) for part in value]
    return [text(value, _TEXT_KEYS)] if value is not None else []


def listed(cell: str) -> Any:
    """A cell with a list in it as that list; the cell where there is none.

    pandas writes a list as Python does, and a numpy array without commas: Python would join the
    texts of `['a' 'b']` to one.
    """
    stripped = cell.strip()
    if not stripped.startswith("[") or not stripped.endswith("]"):
        return cell
    as_json = unpacked(stripped)
    if isinstance(as_json, list):
        return as_json
    if len(stripped) > _LONGEST_LIST:
        return cell
    found: list[str] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(stripped).readline):
            if token.type == tokenize.STRING:
                found.append(ast.literal_eval(token.string))
            elif token.string in _OF_LISTS or token.type not in _MEANT:
                continue
            else:
                return cell
    except (tokenize.TokenError, SyntaxError, ValueError, IndentationError, RecursionError):
        return cell
    return found if found and all(isinstance(part, str) for part in found) else cell


def joined(parts: list[str]) -> str | None:
    """Passages as the one text of an item; None where there is none."""
    kept = [part for part in parts if part.strip()]
    return BETWEEN.join(kept) if kept else ("" if parts else None)


def _of_object(value: Mapping[str, Any], keys: tuple[str, ...], depth: int) -> str:
    if "messages" in value and isinstance(value["messages"], list):
        return text(value["messages"], keys, depth + 1)
    found = names.first(value, keys) if keys else None
    if found is None:
        found = next((value[key] for key in _TEXT_KEYS if isinstance(value.get(key), str)), None)
    if found is None and len(value) == 1:
        found = next(iter(value.values()))
    if found is not None:
        return text(found, keys, depth + 1)
    try:
        return json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        return ""


def _is_message(part: Any) -> bool:
    return isinstance(part, Mapping) and "content" in part and ("role" in part or "type" in part)


def _of_messages(messages: list[Mapping[str, Any]], depth: int) -> str:
    """One message as it is; several with who speaks before each."""
    if len(messages) == 1:
        return text(messages[0]["content"], (), depth + 1)
    return BETWEEN.join(
        f"{message.get('role') or message.get('type')}: {text(message['content'], (), depth + 1)}"
        for message in messages
    )
