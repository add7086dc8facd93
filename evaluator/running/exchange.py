"""Requests of a stage with what came of each, whoever sends them."""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar

from evaluator.model.reading import Check
from evaluator.model.reply import ModelReply
from evaluator.model.request import ModelRequest
from evaluator.running.asking import Asker, Job


class Sendable(Protocol):
    """Something of a stage that makes one request."""

    @property
    def request(self) -> ModelRequest:
        """What is sent."""
        ...


R = TypeVar("R", bound=Sendable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange(Generic[R]):
    """A request and what came of it."""

    asked: R
    reply: ModelReply | None
    """None: there is none, or it cannot be used."""
    seq: int | None
    """Of the stored request; None where the service gave no reply."""
    cause: str
    """Why there is no reply that can be used; empty where there is one."""
    detail: str


Store = Callable[[sqlite3.Connection, Exchange[R]], None]
"""Stores what an exchange means, in the transaction that stores its reply."""


async def exchange_all(
    asker: Asker,
    purpose: str,
    stage: str,
    asked: Sequence[R],
    check: Check | None,
    store: Store[R],
) -> list[Exchange[R]]:
    """Send everything, and hand each exchange to `store` as it comes; all of them, in any order.

    Raises:
        ServiceError: a trouble that every request would meet; what had come is stored.
    """
    exchanges: list[Exchange[R]] = []

    def receive(one: R, connection: sqlite3.Connection, reply: ModelReply, seq: int) -> None:
        failure = reply.failure
        exchange = Exchange(
            asked=one,
            reply=None if failure else reply,
            seq=seq,
            cause=str(failure.fault) if failure else "",
            detail=failure.detail if failure else "",
        )
        store(connection, exchange)
        exchanges.append(exchange)

    def reject(one: R, connection: sqlite3.Connection, cause: str, detail: str) -> None:
        exchange = Exchange(asked=one, reply=None, seq=None, cause=cause, detail=detail)
        store(connection, exchange)
        exchanges.append(exchange)

    jobs = [
        Job(
            purpose=purpose,
            request=one.request,
            check=check,
            receive=partial(receive, one),
            reject=partial(reject, one),
        )
        for one in asked
    ]
    await asker.ask_all(stage, jobs)
    return exchanges


async def exchange_until_settled(
    asker: Asker,
    purpose: str,
    stage: str,
    asked: Sequence[R],
    check: Check | None,
    store: Callable[[sqlite3.Connection, Exchange[R]], Sequence[R]],
) -> None:
    """Send everything, then what the replies left open, until nothing is to be sent.

    Args:
        asker: sends.
        purpose: of the requests, as they are stored.
        stage: as a person is told.
        asked: the first requests.
        check: of a reply.
        store: stores what an exchange means, and names the requests that follow it.
    """
    following = list(asked)

    def store_and_follow(connection: sqlite3.Connection, exchange: Exchange[R]) -> None:
        following.extend(store(connection, exchange))

    while following:
        now = following.copy()
        following.clear()
        await exchange_all(asker, purpose, stage, now, check, store_and_follow)
