"""The model service, called when first needed: a run that is all in the cache needs no key."""

import asyncio
from types import TracebackType
from typing import Self

from evaluator.model.client import Limits, ModelClient
from evaluator.model.credentials import host_of
from evaluator.running.progress import Progress


class Service:
    """Use it as `async with Service(limits, progress) as service`."""

    def __init__(self, limits: Limits, progress: Progress) -> None:
        """Read the address; the key is read when the service is first called.

        Raises:
            InputError: `ANTHROPIC_BASE_URL` is no address.
        """
        self.limits = limits
        self.host = host_of()
        self._progress = progress
        self._client: ModelClient | None = None
        self._opening = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._client is not None:
            await self._client.__aexit__(kind, error, trace)

    async def client(self) -> ModelClient:
        """The client, entered.

        Raises:
            ServiceError: no key.
        """
        async with self._opening:
            if self._client is None:
                client = ModelClient(self.limits, notice=self._progress.say)
                self._client = await client.__aenter__()
            return self._client
