"""What goes wrong in the loopback Messages API, and what it answers when nothing does."""

import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

Body = dict[str, Any]
Answerer = Callable[[Body], str]
Plan = Callable[[Body, int], str | None]
"""From a body and how often it was seen before (0 at first) to a fault; None for a good answer.

Faults of the transport: `429`, `429:2` (retry-after 2 s), `429:50ms`, `429:date2` (an HTTP date),
any other status the same way, `drop` (the connection closes), `cut` (half a body), `html`, `slow`.
Refusals to serve: `401`, `403`, `404`, `413`, `credit` (400), `402`, `spend` (429), `307`, `echo`
(500 that repeats the key).
Faults of the answer, paid for: `prose`, `fenced`, `chatty` (prose around a fence), `empty`,
`max_tokens`, `refusal`, `misfit` (JSON of another shape), `wrong_ids`, `missing_ids`,
`doubled_ids`. Where a batch is made: any of the first two, and `lost` (made, but nobody is told).
"""

ANSWER_FAULTS = frozenset(
    {
        *("prose", "fenced", "chatty", "empty", "max_tokens", "refusal", "misfit"),
        *("wrong_ids", "missing_ids", "doubled_ids"),
    }
)
TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    504: "timeout_error",
    529: "overloaded_error",
}
NO_CREDIT = (
    "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to "
    "upgrade or purchase credits."
)
PROSE = "The passage does support the claim, in my reading of it, though it is terse."


def content_hash(body: Body) -> str:
    """What tells one request from another: all of the body but where the cache begins."""
    plain = json.loads(json.dumps(body), object_hook=_without_cache_control)
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _without_cache_control(value: Body) -> Body:
    return {name: item for name, item in value.items() if name != "cache_control"}


def no_faults(body: Body, seen: int) -> str | None:
    """The plan by which nothing goes wrong."""
    return None


def scripted(*faults: str | None) -> Plan:
    """Faults by order of arrival; after the last one nothing goes wrong."""
    left = iter(faults)
    return lambda body, seen: next(left, None)


def first_time(*faults: str) -> Plan:
    """Every content meets these faults in turn, then is answered."""
    return lambda body, seen: faults[seen] if seen < len(faults) else None


def seeded(seed: int, share: float, faults: list[str]) -> Plan:
    """A share of the calls fail; which ones is a matter of content and seed, not of their order."""

    def plan(body: Body, seen: int) -> str | None:
        chance = random.Random(f"{seed} {seen} {content_hash(body)}")
        return chance.choice(faults) if chance.random() < share else None

    return plan


def fill_schema(body: Body) -> str:
    """The least JSON that fits the schema of a request; a sentence where it has none."""
    schema = body.get("output_config", {}).get("format", {}).get("schema")
    return json.dumps(_least(schema, schema)) if schema else "It is so. [doc:0]"


def _least(schema: Body, root: Body) -> object:
    if "$ref" in schema:
        return _least(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    for name in ("anyOf", "oneOf", "allOf"):
        if name in schema:
            return _least(schema[name][0], root)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    match schema.get("type"):
        case "object":
            return {name: _least(part, root) for name, part in schema["properties"].items()}
        case "array":
            return [_least(schema["items"], root)]
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return "text"


def tokens(text: str) -> int:
    """Four characters a token."""
    return -(-len(text) // 4)


def problem(status: int, message: str, **details: str) -> Body:
    """The body of an error response."""
    error: Body = {"type": TYPES.get(status, "api_error"), "message": message}
    if details:
        error["details"] = details
    return {"type": "error", "error": error, "request_id": "req_loopback"}


def spoiled(text: str, fault: str | None) -> str:
    """A good answer with a fault put into it."""
    match fault:
        case "prose":
            return PROSE
        case "fenced":
            return f"```json\n{text}\n```"
        case "chatty":
            return f"Here is my answer:\n\n```json\n{text}\n```\n\nI hope it helps."
        case "empty":
            return ""
        case "max_tokens" | "refusal":
            return text[: len(text) // 2]
        case "misfit":
            return json.dumps({"answer": "of another shape"})
        case "wrong_ids" | "missing_ids" | "doubled_ids":
            return json.dumps(_with_other_ids(json.loads(text), fault))
        case _:
            return text


def _with_other_ids(value: Any, fault: str) -> Any:
    """The first list of objects in an answer with its first id changed, its last entry missing, or
    its first one doubled. An id is the first field whose name ends in `id`."""
    if not isinstance(value, dict):
        return value
    for name, entries in value.items():
        if not (isinstance(entries, list) and entries and isinstance(entries[0], dict)):
            continue
        field_name = next((n for n in entries[0] if n.endswith("id")), None)
        changed = {**entries[0], field_name: "no-such-id"} if field_name else {}
        other = {
            "wrong_ids": [changed, *entries[1:]],
            "missing_ids": entries[:-1],
            "doubled_ids": [entries[0], *entries],
        }[fault]
        return {**value, name: other}
    return value
