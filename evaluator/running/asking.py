"""Requests asked together: answered ones from the store, each other content once, all kept.

A reply is stored with what it means in one transaction, as it arrives. So a run that was killed
has lost the requests under way and no others, and the same run again asks for these alone.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from corpus.errors import InputError, ServiceError
from evaluator.model.prices import PriceList
from evaluator.model.reading import Check, read_reply
from evaluator.model.reply import ModelReply
from evaluator.model.request import ModelRequest
from evaluator.model.trouble import RequestRejectedError, RetriesUsedUpError
from evaluator.running.budget import Budget
from evaluator.running.progress import Progress
from evaluator.running.service import Service
from evaluator.running.writer import StoreWriter
from labels.store import requests
from labels.store.requests import StoredRequest

GIVEN_UP_AFTER = 3
"""Requests in a row whose retries were all used up, none answered between: the service is down."""

Receive = Callable[[sqlite3.Connection, ModelReply, int], None]
"""Stores what a reply means, in the transaction that stores the reply; gets the request's seq."""
Reject = Callable[[sqlite3.Connection, str, str], None]
"""Stores why there is no reply: cause and detail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A request, and what is to be done with its reply."""

    purpose: str
    """`generate`, `analyse`, `judge`, `search`."""
    request: ModelRequest
    check: Check | None
    receive: Receive
    reject: Reject


class Asker(Protocol):
    """Whoever gets a stage's requests answered: at once, or through the batch service."""

    async def ask_all(self, stage: str, jobs: Sequence[Job]) -> None:
        """Answer every job: each has received its reply or why there is none, on disk.

        Raises:
            ServiceError: a trouble that every request would meet, or the budget's line.
        """
        ...

    async def ready(self) -> None:
        """Make sure that the service can be called at all, before anything is stored.

        Raises:
            ServiceError: no key.
        """
        ...


class Cache:
    """The answers that the store holds for one service."""

    def __init__(self, writer: StoreWriter, host: str) -> None:
        """Read which requests are answered; later ones are added by `keep`."""
        self.host = host
        self._writer = writer
        self._seqs = writer.submit(lambda connection: requests.answered(connection, host)).result()

    def __contains__(self, request: ModelRequest) -> bool:
        return request.cache_key in self._seqs

    def peek(self, request: ModelRequest, check: Check | None) -> ModelReply | None:
        """The answer that is kept; None where there is none."""
        seq = self._seqs.get(request.cache_key)
        if seq is None:
            return None
        _, received = self._writer.submit(lambda held: requests.packets(held, seq)).result()
        return read_reply(received, request, check, latency=None, request_id="", attempts=1)

    async def give(self, jobs: Sequence[Job]) -> None:
        """Let jobs of one request receive the answer that is kept."""
        request, check = jobs[0].request, jobs[0].check
        seq = self._seqs[request.cache_key]

        def change(connection: sqlite3.Connection) -> None:
            _, received = requests.packets(connection, seq)
            reply = read_reply(received, request, check, latency=None, request_id="", attempts=1)
            for job in jobs:
                job.receive(connection, reply, seq)

        await self._writer.write(change)

    async def keep(
        self,
        jobs: Sequence[Job],
        reply: ModelReply,
        prices: PriceList,
        *,
        batch: str | None = None,
        final: bool = True,
    ) -> None:
        """Store a reply, and the ones before it, with what it means to its jobs.

        Args:
            jobs: of one request; at least one.
            reply: may be one that cannot be used.
            prices: of the models.
            batch: the batch it came in; None where it was asked at once.
            final: False keeps the reply and tells the jobs nothing: it will be asked for again.
        """
        purpose, key = jobs[0].purpose, jobs[0].request.cache_key
        rows = [_row(key, self.host, purpose, answer, prices, batch) for answer in reply.answers]

        def change(connection: sqlite3.Connection) -> int:
            seqs = [requests.record(connection, row) for row in rows]
            for job in jobs if final else ():
                job.receive(connection, reply, seqs[-1])
            return seqs[-1]

        seq = await self._writer.write(change)
        if reply.failure is None:
            self._seqs[key] = seq

    async def refuse(self, jobs: Sequence[Job], cause: str, detail: str) -> None:
        """Store why jobs have no reply."""

        def change(connection: sqlite3.Connection) -> None:
            for job in jobs:
                job.reject(connection, cause, detail)

        await self._writer.write(change)


class DirectAsker:
    """Asks at once, as many at a time as the client allows."""

    def __init__(
        self,
        service: Service,
        cache: Cache,
        prices: PriceList,
        budget: Budget,
        progress: Progress,
    ) -> None:
        """Make an asker; the service is called at the first request that the cache lacks."""
        self._service = service
        self._cache = cache
        self._prices = prices
        self._budget = budget
        self._progress = progress
        self._slots = asyncio.Semaphore(service.limits.concurrency)
        self._settled = asyncio.Condition()
        self._stopped_by: ServiceError | None = None
        self._failed_in_a_row = 0

    async def ask_all(self, stage: str, jobs: Sequence[Job]) -> None:
        """See `Asker`. A trouble stops what was not sent; what is under way is still kept."""
        groups = by_key(jobs)
        with self._progress.stage(stage, len(groups), self._budget):
            await asyncio.gather(*(self._answer(group) for group in groups.values()))
        if self._stopped_by is not None:
            raise self._stopped_by

    async def _answer(self, jobs: Sequence[Job]) -> None:
        request = jobs[0].request
        if request in self._cache:
            await self._cache.give(jobs)
            self._progress.advance(cached=True)
            return
        try:
            async with self._slots:
                if self._stopped_by is not None:
                    return
                reply = await self._ask(jobs)
                # Kept before the next one is sent: a kill repeats at most what is under way.
                await self._cache.keep(jobs, reply, self._prices)
            self._failed_in_a_row = 0
        except RequestRejectedError as error:
            await self._cache.refuse(jobs, "rejected by the service", str(error))
        except RetriesUsedUpError as error:
            await self._cache.refuse(jobs, "no reply from the service", str(error))
            self._failed_in_a_row += 1
            if self._failed_in_a_row >= GIVEN_UP_AFTER:
                self._stopped_by = error
        except ServiceError as error:
            self._stopped_by = error
            return
        self._progress.advance(cached=False)

    async def _ask(self, jobs: Sequence[Job]) -> ModelReply:
        """Ask, with money set aside for every answer that is paid for."""
        request, reserved = jobs[0].request, 0.0

        def permit(one: ModelRequest) -> None:
            nonlocal reserved
            reserved += self._budget.reserve(self._prices.estimate([one]).at_most)

        await self._afford(request)
        permit(request)
        cost: float | None = 0.0
        try:
            client = await self._service.client()
            reply = await client.ask(request, jobs[0].check, permit)
            cost = self._prices.spent(reply)
        finally:
            self._budget.settle(reserved, cost)
            async with self._settled:
                self._settled.notify_all()
        return reply

    async def _afford(self, request: ModelRequest) -> None:
        """Wait while only what is under way stands between the request and the limit."""
        at_most = self._prices.estimate([request]).at_most
        async with self._settled:
            await self._settled.wait_for(
                lambda: self._budget.allows(at_most) or self._budget.reserved <= 0
            )

    async def ready(self) -> None:
        """See `Asker`."""
        await self._service.client()


def by_key(jobs: Iterable[Job]) -> dict[str, list[Job]]:
    """Jobs that ask the same, together: what is asked twice is asked once."""
    groups: dict[str, list[Job]] = {}
    for job in jobs:
        groups.setdefault(job.request.cache_key, []).append(job)
    return groups


def refuse_unpriced(prices: PriceList, models: Iterable[str], limit: float | None) -> None:
    """Refuse a limit on money for a model whose price is not known.

    Raises:
        InputError: names the model and where its price is written.
    """
    unpriced = sorted({model for model in models if prices.price(model) is None})
    if limit is not None and unpriced:
        raise InputError(
            f"--max-cost {limit:g} cannot be kept: the price of {unpriced[0]!r} is not known; "
            f'write it into crosssource.toml ([prices."{unpriced[0]}"] with input and output in '
            "dollars for a million tokens), or leave --max-cost out."
        )


def _row(
    key: str, host: str, purpose: str, answer: ModelReply, prices: PriceList, batch: str | None
) -> StoredRequest:
    usage = answer.usage
    return StoredRequest(
        key=key,
        host=host,
        purpose=purpose,
        request=answer.sent,
        response=answer.received,
        model=answer.model,
        fault=str(answer.failure.fault) if answer.failure else None,
        stop_reason=answer.stop_reason,
        request_id=answer.request_id,
        input_tokens=usage.input if usage else None,
        output_tokens=usage.output if usage else None,
        cache_write_tokens=usage.cache_creation if usage else None,
        cache_read_tokens=usage.cache_read if usage else None,
        cost=_cost(answer, prices),
        latency=answer.latency,
        attempts=answer.attempts,
        batch=batch,
    )


def _cost(answer: ModelReply, prices: PriceList) -> float | None:
    sent: Mapping[str, object] = answer.sent
    name = answer.model if prices.price(answer.model) else str(sent["model"])
    return prices.cost(name, answer.usage, batch=answer.batch)
