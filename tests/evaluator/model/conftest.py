"""A client whose time the test sets, and requests to send through it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from evaluator.model.client import Limits, ModelClient
from evaluator.model.request import ModelRequest, SystemBlock
from tests.messages_server import MessagesServer

SCHEMA = {
    "type": "object",
    "properties": {
        "verdicts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"claim_id": {"type": "string"}, "support": {"enum": ["supported"]}},
            },
        }
    },
}
SYSTEM = (SystemBlock(text="You judge citations. " * 40, cached=True),)


class FakeClock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def wall(self) -> float:
        return 1_800_000_000.0 + self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


Connect = Callable[..., AbstractAsyncContextManager[ModelClient]]


@pytest.fixture
def clock() -> FakeClock:
    """The clock of every client that `connect` makes."""
    return FakeClock()


@pytest.fixture
def connect(messages_api: MessagesServer, clock: FakeClock) -> Connect:
    """A client of the loopback service: `async with connect(concurrency=5) as client`."""

    @asynccontextmanager
    async def opened(
        *, notice: Callable[[str], None] | None = None, **limits: float
    ) -> AsyncIterator[ModelClient]:
        given = Limits(**{"timeout": 10.0, **limits})  # type: ignore[arg-type]
        async with ModelClient(given, seed=7, clock=clock, notice=notice) as client:
            yield client

    return opened


def question(number: int = 0, *, max_tokens: int = 500, model: str = "claude-test") -> ModelRequest:
    """A request for JSON; another number is another content."""
    return ModelRequest.of_text(
        f"Claim {number}: the court affirmed.",
        model=model,
        max_tokens=max_tokens,
        system=SYSTEM,
        schema=SCHEMA,
    )


def prose_question(number: int = 0) -> ModelRequest:
    """A request for prose."""
    return ModelRequest.of_text(
        f"What was held in case {number}?", model="claude-test", max_tokens=500
    )
