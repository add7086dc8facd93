"""A packet from the service, read: the text, the JSON in it, and what is wrong with it.

A server may ignore the schema it was given. JSON between fences is taken and recorded as such; any
other prose is no answer. The check that a caller passes sees the JSON only, and says no by raising
`ValueError` (pydantic's `TypeAdapter(...).validate_python` does).
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evaluator.model.reply import Failure, Fault, ModelReply, Usage
from evaluator.model.request import JsonObject, ModelRequest

Check = Callable[[Any], object]
"""Raises `ValueError` where the JSON cannot be used. What it returns is not looked at."""

LONGEST_QUOTE = 200
"""Characters of an answer that a failure quotes."""
_FENCED = re.compile(r"```[\w+-]*[ \t]*\r?\n(.*?)\r?\n?```", re.DOTALL)
_CUT_SHORT = ("max_tokens", "model_context_window_exceeded")


@dataclass(frozen=True, slots=True)
class FoundJson:
    """JSON in a text."""

    value: object
    fenced: bool


def is_message(packet: JsonObject) -> bool:
    """Whether a packet has the shape of the Messages API; a proxy's error page has not."""
    content = packet.get("content")
    return isinstance(content, list) and all(isinstance(block, dict) for block in content)


def read_reply(
    received: JsonObject,
    request: ModelRequest,
    check: Check | None,
    *,
    latency: float | None,
    request_id: str,
    attempts: int,
    batch: bool = False,
    earlier: tuple[ModelReply, ...] = (),
) -> ModelReply:
    """The reply in a packet for which `is_message` holds."""
    text = _text(received)
    found = find_json(text) if request.schema is not None else None
    failure = _failure(received, text, found, request, check)
    return ModelReply(
        text=text,
        parsed=found.value if found and not failure else None,
        fenced=bool(found and found.fenced),
        failure=failure,
        stop_reason=_word(received, "stop_reason"),
        model=_word(received, "model"),
        usage=_usage(received.get("usage")),
        latency=latency,
        request_id=request_id,
        attempts=attempts,
        batch=batch,
        sent=request.packet,
        received=received,
        earlier=earlier,
    )


def find_json(text: str) -> FoundJson | None:
    """The JSON that is the text, or the only JSON between fences in it; else None."""
    if whole := _parse(text):
        return FoundJson(whole[0], fenced=False)
    blocks = [value for match in _FENCED.finditer(text) if (value := _parse(match[1]))]
    return FoundJson(blocks[0][0], fenced=True) if len(blocks) == 1 else None


def _failure(
    received: JsonObject,
    text: str,
    found: FoundJson | None,
    request: ModelRequest,
    check: Check | None,
) -> Failure | None:
    """What is wrong with an answer, the gravest first."""
    stop = received.get("stop_reason")
    if stop == "refusal":
        return Failure(fault=Fault.REFUSED, detail=_refusal(received, text))
    if stop in _CUT_SHORT:
        return Failure(fault=Fault.TRUNCATED, detail=f"{stop} after {_quote(text, end=True)}")
    if not text.strip():
        return Failure(fault=Fault.EMPTY, detail=f"no text; stopped by {stop or 'nothing named'}")
    if request.schema is None:
        return None
    if found is None:
        return Failure(fault=Fault.NOT_JSON, detail=f"prose: {_quote(text)}")
    if problem := _mismatch(found.value, request, check):
        return Failure(fault=Fault.SCHEMA_MISMATCH, detail=problem)
    return None


def _mismatch(value: object, request: ModelRequest, check: Check | None) -> str:
    """Why the check refuses the JSON; empty where it does not."""
    wanted = request.schema.get("type") if request.schema is not None else None
    if wanted == "object" and not isinstance(value, dict):
        return f"an object was asked for: {_quote(json.dumps(value, ensure_ascii=False))}"
    try:
        if check is not None:
            check(value)
    except ValueError as error:
        return _said_by(error)
    return ""


def _said_by(error: ValueError) -> str:
    """One line of a validation error, without the values that pydantic puts in."""
    if callable(details := getattr(error, "errors", None)):
        return "; ".join(
            f"{'.'.join(map(str, detail['loc'])) or 'the whole'}: {detail['msg']}"
            for detail in details()[:3]
        )
    return _quote(str(error))


def _parse(text: str) -> tuple[object] | None:
    """The JSON value in a tuple, because `null` is one; None where the text is none."""
    try:
        return (json.loads(text, parse_constant=_no_constant),)
    except (ValueError, RecursionError):
        return None


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _text(received: JsonObject) -> str:
    blocks = (block for block in received["content"] if block.get("type") == "text")
    return "".join(text for block in blocks if isinstance(text := block.get("text"), str))


def _refusal(received: JsonObject, text: str) -> str:
    details = received.get("stop_details")
    said = details.get("explanation") or details.get("category") if details else None
    return str(said or _quote(text) or "no reason given")


def _usage(counted: object) -> Usage | None:
    if not isinstance(counted, dict):
        return None
    return Usage(
        input=_count(counted, "input_tokens"),
        output=_count(counted, "output_tokens"),
        cache_creation=_count(counted, "cache_creation_input_tokens"),
        cache_read=_count(counted, "cache_read_input_tokens"),
    )


def _count(counted: JsonObject, name: str) -> int:
    value = counted.get(name)
    return value if isinstance(value, int) else 0


def _word(packet: JsonObject, name: str) -> str:
    value = packet.get(name)
    return value if isinstance(value, str) else ""


def _quote(text: str, *, end: bool = False) -> str:
    line = " ".join(text.split())
    if len(line) <= LONGEST_QUOTE:
        return line
    return f"…{line[-LONGEST_QUOTE:]}" if end else f"{line[:LONGEST_QUOTE]}…"
