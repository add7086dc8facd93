"""Requests through the batch service: half the price, minutes to a day, across restarts.

A batch is remembered as soon as the service has named it. A run that starts again first collects
the batches that an earlier process left, and only then submits what still has no answer. Results
come in any order and are matched by their request's key.
"""

from collections.abc import Iterable, Mapping, Sequence

from evaluator.model import batch_results, batches
from evaluator.model.batch_results import BatchGoneError, BatchResult
from evaluator.model.client import ASKED_AGAIN
from evaluator.model.prices import PriceList
from evaluator.running.asking import Cache, Job, by_key
from evaluator.running.budget import Budget
from evaluator.running.progress import Progress
from evaluator.running.service import Service
from evaluator.running.writer import StoreWriter
from labels.store import requests

ROUNDS = 3
"""Times that a request is sent before it counts as failed: errored and expired ones, and answers
that can come out better."""


class BatchAsker:
    """Asks through the batch service, and waits for it."""

    def __init__(
        self,
        service: Service,
        writer: StoreWriter,
        cache: Cache,
        prices: PriceList,
        budget: Budget,
        progress: Progress,
    ) -> None:
        """Make an asker; the service is called at the first request that the cache lacks."""
        self._service = service
        self._writer = writer
        self._cache = cache
        self._prices = prices
        self._budget = budget
        self._progress = progress

    async def ask_all(self, stage: str, jobs: Sequence[Job]) -> None:
        """See `Asker`. A process that dies while it waits is followed by one that collects."""
        groups = by_key(jobs)
        with self._progress.stage(f"{stage} (batch)", len(groups), self._budget):
            waiting = await self._give_kept(groups)
            await self._collect_left(waiting)
            for turn in range(1, ROUNDS + 1):
                if not waiting:
                    return
                await self._send(stage, waiting, last=turn == ROUNDS)

    async def ready(self) -> None:
        """See `Asker`."""
        await self._service.client()

    async def _give_kept(self, groups: Mapping[str, list[Job]]) -> dict[str, list[Job]]:
        waiting = {}
        for key, group in groups.items():
            if group[0].request in self._cache:
                await self._cache.give(group)
                self._progress.advance(cached=True)
            else:
                waiting[key] = group
        return waiting

    async def _collect_left(self, waiting: dict[str, list[Job]]) -> None:
        """Collect the batches of an earlier process that hold requests of this stage."""
        host = self._cache.host
        left = await self._writer.write(lambda held: requests.open_batches(held, host))
        for batch, keys in left.items():
            if waiting.keys() & set(keys):
                await self._collect(batch, keys, waiting, last=False)

    async def _send(self, stage: str, waiting: dict[str, list[Job]], *, last: bool) -> None:
        wanted = [group[0].request for group in waiting.values()]
        reserved = self._budget.reserve(self._prices.estimate(wanted, batch=True).at_most)
        sent = []
        try:
            async for ticket in batches.submit(await self._service.client(), wanted):
                await self._remember(ticket.id, stage, ticket.keys)
                sent.append(ticket)
            for ticket in sent:
                await self._collect(ticket.id, ticket.keys, waiting, last=last)
        finally:
            self._budget.settle(reserved, 0.0)

    async def _remember(self, batch: str, stage: str, keys: Iterable[str]) -> None:
        host, held = self._cache.host, sorted(keys)
        await self._writer.write(
            lambda connection: requests.record_batch(connection, batch, host, stage, held)
        )

    async def _collect(
        self, batch: str, keys: Iterable[str], waiting: dict[str, list[Job]], *, last: bool
    ) -> None:
        """Wait for a batch and let its jobs have what came; the answered leave `waiting`."""
        jobs = {key: waiting[key][0] for key in keys if key in waiting}
        asked = {key: job.request for key, job in jobs.items()}
        checks = {key: job.check for key, job in jobs.items() if job.check is not None}
        client = await self._service.client()
        try:
            async for state in batches.wait(client, batch):
                self._progress.say(f"Batch {batch}: {_counts(state.counts) or state.status}")
            async for result in batch_results.collect(client, batch, asked, checks):
                await self._receive(batch, result, waiting, last=last)
        except BatchGoneError as error:
            self._progress.say(str(error))
            await self._end(batch, "lost")
        else:
            await self._end(batch, "collected")

    async def _receive(
        self, batch: str, result: BatchResult, waiting: dict[str, list[Job]], *, last: bool
    ) -> None:
        group, again = waiting[result.key], False
        if result.reply is not None:
            failure = result.reply.failure
            again = failure is not None and ASKED_AGAIN[failure.fault] > 0 and not last
            self._budget.settle(0.0, self._prices.spent(result.reply))
            await self._cache.keep(group, result.reply, self._prices, batch=batch, final=not again)
        elif result.unanswered is not None:
            again = result.unanswered.retryable and not last
            if not again:
                await self._cache.refuse(
                    group, str(result.unanswered.lack), result.unanswered.detail
                )
        if not again:
            del waiting[result.key]
            self._progress.advance(cached=False)

    async def _end(self, batch: str, kind: str) -> None:
        await self._writer.write(lambda connection: requests.end_batch(connection, batch, kind))


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {state}" for state, number in counts.items() if number)
