"""The Message Batches service: half the price, an answer within a day, in any order.

A batch outlives the process that sent it. `submit` yields each batch as soon as the service has
named it, so that the name is stored before the next is sent; `wait` and `collect` need that name
only. Custom ids are the requests' own cache keys: 64 hexadecimal digits, which the service allows,
and by which a result finds its request in whatever order it comes.
"""

import json
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from corpus.errors import ServiceError
from evaluator.model.client import ModelClient
from evaluator.model.reading import Check, is_message, read_reply
from evaluator.model.reply import ModelReply
from evaluator.model.request import JsonObject, ModelRequest
from evaluator.model.trouble import RESUME, Cause, Trouble, one_line

MOST_REQUESTS = 100_000
MOST_BYTES = 256_000_000
FIRST_POLL, POLL_FACTOR, LONGEST_POLL = 2.0, 1.5, 60.0
"""Seconds between two looks at a batch: growing, since most take minutes to an hour."""
_PASSING = frozenset({"api_error", "overloaded_error", "rate_limit_error", "timeout_error"})


class Lack(StrEnum):
    """Why a request of a batch has no answer."""

    ERRORED = "errored"
    EXPIRED = "expired"
    """The service did not come to it within a day; it was not paid for."""
    CANCELED = "canceled"
    MISSING = "missing"
    """The results do not mention it, or not readably."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """A request without an answer."""

    lack: Lack
    detail: str
    retryable: bool
    """Sent again it may be answered."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchResult:
    """What became of one request: a reply, or why there is none."""

    key: str
    reply: ModelReply | None
    unanswered: Unanswered | None


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
        entries = [{"custom_id": key, "params": packet} for key, packet in chunk]
        create: Any = client.sdk.messages.batches.with_raw_response.create
        sent = await client.send(
            lambda entries=entries, create=create: create(requests=entries), what="a batch"
        )
        yield BatchTicket(id=str(sent.received.body["id"]), keys=tuple(key for key, _ in chunk))


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
    body = await _retrieve(client, batch_id)
    return BatchProgress(
        id=batch_id,
        ended=body.get("processing_status") == "ended",
        status=str(body.get("processing_status")),
        counts={state: int(number) for state, number in body.get("request_counts", {}).items()},
    )


async def collect(
    client: ModelClient,
    batch_id: str,
    requests: Mapping[str, ModelRequest],
    check: Mapping[str, Check] | None = None,
) -> AsyncIterator[BatchResult]:
    """The results of a batch that has ended, one for each of `requests`, in no order.

    Args:
        batch_id: as the ticket had it; this process need not have sent it.
        requests: those of the batch, by cache key. A result for another id is passed over.
        check: by cache key, as in `ModelClient.ask`; nothing is asked again here.

    Raises:
        ServiceError: not ended yet, its results are gone, or the service failed.
    """
    body = await _retrieve(client, batch_id)
    if body.get("processing_status") != "ended":
        raise ServiceError(
            f"Batch {batch_id} has not ended (it is {body.get('processing_status')}); {RESUME}."
        )
    if not body.get("results_url"):
        raise ServiceError(
            f"The results of batch {batch_id} are no longer kept at {client.credentials.host}; "
            "its requests have to be sent again."
        )
    open_keys = set(requests)
    async for line in _results(client, batch_id):
        key = line.get("custom_id")
        if isinstance(key, str) and key in open_keys:
            open_keys.discard(key)
            yield _result(key, line, requests[key], (check or {}).get(key))
    for key in sorted(open_keys):
        detail = f"the results of batch {batch_id} do not mention it"
        yield _without(key, Lack.MISSING, detail, retryable=True)


async def _retrieve(client: ModelClient, batch_id: str) -> JsonObject:
    retrieve: Any = client.sdk.messages.batches.with_raw_response.retrieve
    sent = await client.send(lambda: retrieve(batch_id), what=f"batch {batch_id}")
    return sent.received.body


async def _results(client: ModelClient, batch_id: str) -> AsyncIterator[JsonObject]:
    """Every line of the results; after a broken connection from the start, so lines may repeat."""
    for attempt in range(1, client.limits.attempts + 1):
        trouble: Trouble
        try:
            async for line in await client.sdk.messages.batches.results(batch_id):
                yield json.loads(client.credentials.scrub(line.to_json(indent=None)))
            return
        except ValueError:
            trouble = Trouble(cause=Cause.PASSING, detail="the results broke off")
        except client.sdk.failures as error:
            trouble = client.sdk.trouble(error)
        await client.recover(trouble, attempt, what=f"batch {batch_id}")


def _result(key: str, line: JsonObject, request: ModelRequest, check: Check | None) -> BatchResult:
    """One line of the results, read."""
    result = line.get("result")
    kind = result.get("type") if isinstance(result, dict) else None
    if kind == "succeeded" and is_message(result.get("message") or {}):
        message = result["message"]
        reply = read_reply(
            message,
            request,
            check,
            latency=None,
            request_id=str(message.get("id") or ""),
            attempts=1,
            batch=True,
        )
        return BatchResult(key=key, reply=reply, unanswered=None)
    if kind == "errored":
        return _errored(key, result)
    if kind in (Lack.EXPIRED, Lack.CANCELED):
        return _without(key, Lack(kind), f"{kind} before it was answered", retryable=True)
    return _without(key, Lack.MISSING, f"a result of the kind {kind!r}", retryable=True)


def _errored(key: str, result: JsonObject) -> BatchResult:
    error = result.get("error") or {}
    error = error.get("error") or error
    kind = str(error.get("type") or "an error")
    detail = one_line(f"{kind}: {error.get('message') or 'no message'}")
    return _without(key, Lack.ERRORED, detail, retryable=kind in _PASSING)


def _without(key: str, lack: Lack, detail: str, *, retryable: bool) -> BatchResult:
    unanswered = Unanswered(lack=lack, detail=detail, retryable=retryable)
    return BatchResult(key=key, reply=None, unanswered=unanswered)


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
