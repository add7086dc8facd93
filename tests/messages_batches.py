"""Batches of the loopback Messages API: made, looked at, answered once, read shuffled."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.messages_faults import Body, problem
from tests.messages_wire import fail, send

Fate = Callable[[str, Body], str]
"""From a custom id and its params to `succeeded`, `expired`, `canceled` or `errored:TYPE`."""
PATH = "/v1/messages/batches"
STATES = ("processing", "succeeded", "errored", "canceled", "expired")


@dataclass
class Batch:
    """A batch as the server keeps it."""

    id: str
    requests: list[Body]
    looks: int = 0
    canceled: bool = False
    results: list[Body] = field(default_factory=list)
    """Made when they are first read; the same ever after, so that nothing is charged twice."""


class Batches:
    """All batches of a server. Its attributes may be changed between two requests."""

    def __init__(
        self, answer: Callable[[Body], Body], plan: Callable[[Body], str | None], *, seed: int
    ) -> None:
        """Prepare it.

        Args:
            answer: from the params of a request to its message, counted as paid for.
            plan: from the body that makes a batch to what goes wrong with it.
            seed: of the order of results.
        """
        self.fate: Fate = lambda custom_id, params: "succeeded"
        self.looks = 1
        """How often a batch is still in progress when it is looked at."""
        self.made: dict[str, Batch] = {}
        self._answer, self._plan, self._chance = answer, plan, random.Random(seed)

    async def serve(
        self, writer: asyncio.StreamWriter, method: str, path: str, body: Body, key: str, url: str
    ) -> bool:
        """Answer a request under `PATH`; whether the connection stays open."""
        batch_id, _, what = path.removeprefix(PATH).strip("/").partition("/")
        if not batch_id and method == "POST":
            return await self._make(writer, body, key, url)
        if not batch_id:
            data = [self._shown(batch, url) for batch in reversed(self.made.values())]
            return await send(writer, 200, {"data": data, "has_more": False})
        if (batch := self.made.get(batch_id)) is None:
            return await send(writer, 404, problem(404, f"batch: {batch_id}"))
        if what == "results":
            return await send(writer, 200, self.results(batch), kind="application/x-jsonl")
        batch.canceled = batch.canceled or what == "cancel"
        batch.looks += method == "GET"
        return await send(writer, 200, self._shown(batch, url))

    async def _make(self, writer: asyncio.StreamWriter, body: Body, key: str, url: str) -> bool:
        fault = self._plan(body)
        if fault and fault != "lost":
            return await fail(writer, fault, key)
        batch = Batch(f"msgbatch_{len(self.made) + 1:08}", body["requests"])
        self.made[batch.id] = batch
        if fault:
            return await fail(writer, "drop", key)
        return await send(writer, 200, self._shown(batch, url))

    def _shown(self, batch: Batch, url: str) -> Body:
        ended = batch.looks > self.looks or batch.canceled
        outcomes = Counter(self._outcome(batch, each).partition(":")[0] for each in batch.requests)
        counts = outcomes if ended else Counter(processing=len(batch.requests))
        return {
            "id": batch.id,
            "type": "message_batch",
            "processing_status": "ended" if ended else "in_progress",
            "request_counts": {state: counts[state] for state in STATES},
            "created_at": "2026-01-01T00:00:00Z",
            "expires_at": "2026-01-02T00:00:00Z",
            "ended_at": "2026-01-01T01:00:00Z" if ended else None,
            "archived_at": None,
            "cancel_initiated_at": None,
            "results_url": f"{url}{PATH}/{batch.id}/results" if ended else None,
        }

    def _outcome(self, batch: Batch, request: Body) -> str:
        return "canceled" if batch.canceled else self.fate(request["custom_id"], request["params"])

    def results(self, batch: Batch) -> bytes:
        """The results as JSON Lines, in an order of their own."""
        if not batch.results:
            batch.results = [self._result(batch, request) for request in batch.requests]
            self._chance.shuffle(batch.results)
        return b"".join(json.dumps(line).encode() + b"\n" for line in batch.results)

    def _result(self, batch: Batch, request: Body) -> Body:
        kind, _, error = self._outcome(batch, request).partition(":")
        result: Body = {"type": kind}
        if kind == "succeeded":
            result["message"] = self._answer(request["params"])
        if kind == "errored":
            inner = {"type": error or "api_error", "message": "it went wrong"}
            result["error"] = {"type": "error", "error": inner, "request_id": None}
        return {"custom_id": request["custom_id"], "result": result}
