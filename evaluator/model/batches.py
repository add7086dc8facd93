"""The Message Batches service: half the price, an answer within a day.

A batch outlives the process that sent it. `submit` yields each batch as soon as the service has
named it, so that the name is stored before the next is sent; `wait` and `batch_results.collect`
need that name only. Custom ids are the requests' own cache keys: 64 hexadecimal digits, which the
service allows, and by which a result finds its request in whatever order it comes.
"""

import json
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from evaluator.model.client import ModelClient
from evaluator.model.request import JsonObject, ModelRequest
from evaluator.model.trouble import Trouble

MOST_REQUESTS = 100_000
MOST_BYTES = 256_000_000
FIRST_POLL, POLL_FACTOR, LONGEST_POLL = 2.0, 1.5, 60.0
"""Seconds between two looks at a batch: growing, since most take minutes to an hour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchTicket:
    """A batch that the service took. Store it before anything else happens."""

    id: str
    keys: tuple[str, ...]
    """The cache keys of its requests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchProgress:
    """How far a batch is. The service counts the outcomes only once all of it has ended."""

    id: str
    ended: bool
    status: str
    counts: Mapping[str, int]
    """Requests by state: processing, succeeded, errored, canceled, expired."""


async def submit(
    client: ModelClient,
    requests: Iterable[ModelRequest],
    *,
    most_requests: int = MOST_REQUESTS,
    most_bytes: int = MOST_BYTES,
) -> AsyncIterator[BatchTicket]:
    """Send requests, each content once, in as many batches as the service's limits need.

    A process that dies between the service's answer and the storing of the ticket loses that batch:
    the service cannot be asked what is in one. The window is the time the caller takes to store.

    Raises:
        ServiceError: as `ModelClient.ask`.
    """
    for chunk in _chunks(requests, most_requests, most_bytes):
        body = await _create(client, chunk)
        yield BatchTicket(id=str(body["id"]), keys=tuple(key for key, _ in chunk))


async def _create(client: ModelClient, chunk: list[tuple[str, JsonObject]]) -> JsonObject:
    """The batch of these requests, made once though the service's answer may get lost.

    Where a call brought no answer, the batch may have been made all the same: a batch of the same
    size that was not there before is taken for it. Were it somebody else's, `collect` would find
    none of these requests in it, and they would be sent again.
    """
    batches = client.sdk.messages.batches.with_raw_response
    entries = [{"custom_id": key, "params": packet} for key, packet in chunk]
    before = await _newest(client)
    calls = 0

    async def send() -> Any:
        nonlocal calls
        calls += 1
        now = await _newest(client) if calls > 1 and before is not None else None
        for batch_id, size in (now or {}).items():
            if batch_id not in (before or {}) and size == len(entries):
                return await batches.retrieve(batch_id)
        return await batches.create(requests=entries)

    return (await client.send(send, what="a batch")).received.body


async def _newest(client: ModelClient) -> dict[str, int] | None:
    """The sizes of the newest batches by id; None where the server will not say."""
    recent = client.sdk.messages.batches.with_raw_response.list
    outcome = await client.sdk.attempt(lambda: recent(limit=100))
    if isinstance(outcome, Trouble):
        return None
    return {str(batch["id"]): _size(batch) for batch in outcome.body.get("data") or []}


def _size(batch: JsonObject) -> int:
    return sum(int(number) for number in (batch.get("request_counts") or {}).values())


async def wait(client: ModelClient, batch_id: str) -> AsyncIterator[BatchProgress]:
    """Look at a batch again and again, more and more rarely, until it has ended."""
    pause = FIRST_POLL
    while True:
        progress = await look(client, batch_id)
        yield progress
        if progress.ended:
            return
        await client.clock.sleep(pause)
        pause = min(pause * POLL_FACTOR, LONGEST_POLL)


async def look(client: ModelClient, batch_id: str) -> BatchProgress:
    """How far a batch is, now."""
    body = await retrieved(client, batch_id)
    return BatchProgress(
        id=batch_id,
        ended=body.get("processing_status") == "ended",
        status=str(body.get("processing_status")),
        counts={state: int(number) for state, number in body.get("request_counts", {}).items()},
    )


async def retrieved(client: ModelClient, batch_id: str) -> JsonObject:
    """A batch as the service describes it."""
    retrieve: Any = client.sdk.messages.batches.with_raw_response.retrieve
    sent = await client.send(lambda: retrieve(batch_id), what=f"batch {batch_id}")
    return sent.received.body


def _chunks(
    requests: Iterable[ModelRequest], most_requests: int, most_bytes: int
) -> Iterator[list[tuple[str, JsonObject]]]:
    """Key and packet of each request, no key twice, in lists within the limits."""
    seen: set[str] = set()
    chunk: list[tuple[str, JsonObject]] = []
    size = 0
    for request in requests:
        key, packet = request.cache_key, request.packet
        if key in seen:
            continue
        seen.add(key)
        length = len(json.dumps(packet).encode()) + _ENVELOPE
        if chunk and (len(chunk) >= most_requests or size + length > most_bytes):
            yield chunk
            chunk, size = [], 0
        chunk.append((key, packet))
        size += length
    if chunk:
        yield chunk


_ENVELOPE = 128
"""Bytes around a packet in the body of a batch: its id and punctuation, rounded up."""
