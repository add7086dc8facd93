"""Responses of the loopback Messages API, byte by byte: JSON, events, errors, broken lines."""

import asyncio
import json
from collections.abc import Iterator
from email.utils import formatdate
from time import time

from tests.messages_faults import NO_CREDIT, Body, problem


async def fail(writer: asyncio.StreamWriter, fault: str, key: str) -> bool:
    """An error response, or none at all."""
    word, _, wait = fault.partition(":")
    if word == "drop":
        writer.transport.abort()
        return False
    if word == "html":
        return await send(writer, 200, b"<html>a proxy's page</html>")
    if word == "credit":
        return await send(writer, 400, problem(400, NO_CREDIT))
    if word == "spend":
        spent = problem(429, "limit", error_code="enforced_spend_limit_reached")
        return await send(writer, 429, spent)
    if word == "echo":
        return await send(writer, 500, problem(500, f"cannot read the key {key}"))
    headers = {"location": "http://127.0.0.1:9/v1/messages"} if word == "307" else {}
    if wait.endswith("ms"):
        headers["retry-after-ms"] = wait.removesuffix("ms")
    elif wait.startswith("date"):
        headers["retry-after"] = formatdate(time() + float(wait.removeprefix("date")), usegmt=True)
    elif wait:
        headers["retry-after"] = wait
    return await send(writer, int(word), problem(int(word), f"a planned {word}"), headers=headers)


async def send(
    writer: asyncio.StreamWriter,
    status: int,
    body: Body | bytes,
    *,
    kind: str = "application/json",
    headers: dict[str, str] | None = None,
) -> bool:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = {
        "content-type": kind,
        "content-length": str(len(raw)),
        "request-id": "req_loopback",
        **(headers or {}),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    writer.write(f"HTTP/1.1 {status} Planned\r\n{head}\r\n".encode() + raw)
    await writer.drain()
    return True


async def stream(writer: asyncio.StreamWriter, message: Body) -> bool:
    """The same message as server-sent events, on a connection that closes after it."""
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")
    for event in _events(message):
        writer.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
    await writer.drain()
    return False


def _events(message: Body) -> Iterator[Body]:
    usage = message["usage"]
    start = {**message, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
    yield {"type": "message_start", "message": start}
    for index, block in enumerate(message["content"]):
        text = block["text"]
        empty = {"type": "text", "text": ""}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        for begin in range(0, len(text), 20):
            delta = {"type": "text_delta", "text": text[begin : begin + 20]}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    stop = {name: message[name] for name in ("stop_reason", "stop_sequence", "stop_details")}
    yield {"type": "message_delta", "delta": stop, "usage": usage}
    yield {"type": "message_stop"}
