"""What became of the requests of a batch: replies in any order, and why there is none for some.

Nothing is asked again here. A request without an answer says whether sending it again may help; a
reply with a failure is like one of a single call.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from corpus.errors import ServiceError
from evaluator.model.batches import retrieved
from evaluator.model.client import ModelClient, Tally
from evaluator.model.reading import Check, is_message, read_reply
from evaluator.model.reply import ModelReply
from evaluator.model.request import JsonObject, ModelRequest
from evaluator.model.trouble import RESUME, Cause, Trouble, one_line

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
class BatchResult:
    """What became of one request: a reply, or why there is none."""

    key: str
    reply: ModelReply | None
    unanswered: Unanswered | None


class BatchGoneError(ServiceError):
    """The service no longer keeps the results of a batch; its requests have to be sent again."""


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
        BatchGoneError: its results are gone.
        ServiceError: not ended yet, or the service failed.
    """
    body = await retrieved(client, batch_id)
    if body.get("processing_status") != "ended":
        raise ServiceError(
            f"Batch {batch_id} has not ended (it is {body.get('processing_status')}); {RESUME}."
        )
    if not body.get("results_url"):
        raise BatchGoneError(
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


async def _results(client: ModelClient, batch_id: str) -> AsyncIterator[JsonObject]:
    """Every line of the results; after a broken connection from the start, so lines may repeat."""
    tally = Tally()
    while True:
        trouble: Trouble
        try:
            async for line in await client.sdk.messages.batches.results(batch_id):
                yield client.sdk.cleaned(line.to_dict(mode="python"))
            return
        except ValueError:
            trouble = Trouble(cause=Cause.PASSING, detail="the results broke off")
        except client.sdk.failures as error:
            trouble = client.sdk.trouble(error)
        await client.recover(trouble, tally, what=f"batch {batch_id}")


def _result(key: str, line: JsonObject, request: ModelRequest, check: Check | None) -> BatchResult:
    """One line of the results, read."""
    result: JsonObject = line.get("result") or {}
    kind = result.get("type")
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
