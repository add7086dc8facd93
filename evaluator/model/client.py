"""Calls of the model: many at a time, retried within bounds, paid for once.

A call holds its place in the concurrency limit while it waits to be retried, so that a service in
trouble meets fewer calls, not others. Where the service tells everybody to wait, everybody waits.
The first trouble that every call would meet (a key, a model, credit) stops all that were not sent.
"""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from corpus.errors import ServiceError
from evaluator.model.credentials import Credentials, from_environment
from evaluator.model.reading import Check, is_message, read_reply
from evaluator.model.reply import Fault, ModelReply
from evaluator.model.request import ModelRequest
from evaluator.model.sdk import Received, Sdk, Send
from evaluator.model.trouble import Cause, Trouble, error_of, too_long_a_wait, used_up
from evaluator.model.waiting import Backoff, Clock, Gate, SystemClock

ASKED_AGAIN = {
    Fault.NOT_JSON: 2,
    Fault.SCHEMA_MISMATCH: 2,
    Fault.EMPTY: 1,
    Fault.TRUNCATED: 1,
    Fault.REFUSED: 0,
}
"""How often an answer with each fault is asked for again: a refusal never changes."""
MOST_ASKED_AGAIN = 3
"""Of one request, whatever the faults."""
NOTICED_FROM = 3
"""Failures of one call in a row from which a person is told why nothing moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How hard the service may be pressed."""

    concurrency: int = 20
    """Calls under way at the same time; 1 or more."""
    attempts: int = 8
    """Calls sent for one answer before the service counts as failed; 1 or more."""
    patience: int = 50
    """Times a call is told to wait with everybody before the service counts as failed."""
    timeout: float = 180.0
    """Seconds until a call without an answer is given up and sent again."""
    longest_wait: float = 300.0
    """Seconds; where the service asks for more, the run stops and can be resumed."""
    most_tokens: int = 32_000
    """`max_tokens` of a truncated answer is doubled once, up to this."""

    def __post_init__(self) -> None:
        if self.concurrency < 1 or self.attempts < 1:
            raise ValueError("concurrency and attempts are 1 or more")


@dataclass(slots=True)
class Tally:
    """What one call went through so far."""

    failed: int = 0
    waited: int = 0
    """Times it was told to wait with everybody: the service is well, only busy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A response, and how many calls it took."""

    received: Received
    attempts: int


class ModelClient:
    """The service, for one event loop. Use it as `async with ModelClient(...) as client`."""

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        seed: int | None = None,
        credentials: Credentials | None = None,
        clock: Clock | None = None,
        notice: Callable[[str], None] | None = None,
    ) -> None:
        """Read the key; the SDK is loaded when the client is entered.

        Args:
            limits: None takes the defaults.
            seed: of the jitter; None for a different one each time.
            credentials: None takes those of the environment.
            clock: None takes the machine's.
            notice: told in a sentence why nothing moves, when nothing does.

        Raises:
            ServiceError: no key.
            InputError: `ANTHROPIC_BASE_URL` is no address.
        """
        self.limits = limits or Limits()
        self.credentials = credentials or from_environment()
        self.clock = clock or SystemClock()
        self._notice = notice or (lambda _: None)
        self._backoff = Backoff(random=random.Random(seed))
        self._gate = Gate(clock=self.clock, backoff=self._backoff)
        self._slots = asyncio.Semaphore(self.limits.concurrency)
        self._stopped_by: str | None = None
        self._sdk: Sdk | None = None

    async def __aenter__(self) -> Self:
        self._sdk = Sdk(
            self.credentials,
            self.clock,
            connections=self.limits.concurrency,
            timeout=self.limits.timeout,
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.sdk.close()
        self._sdk = None

    @property
    def sdk(self) -> Sdk:
        """The SDK.

        Raises:
            RuntimeError: the client was not entered.
        """
        if self._sdk is None:
            raise RuntimeError("a ModelClient is used inside `async with`")
        return self._sdk

    async def ask(
        self,
        request: ModelRequest,
        check: Check | None = None,
        permit: Callable[[ModelRequest], None] | None = None,
    ) -> ModelReply:
        """The reply; `failure` in it says what is wrong with it, if anything.

        Args:
            request: what to ask.
            check: raises `ValueError` where the JSON of an answer cannot be used.
            permit: asked before a request is paid for again; raises `ServiceError` to let the
                faulty answer stand.

        Raises:
            RequestRejectedError: the service will not take this request.
            RetriesUsedUpError: every attempt failed.
            ServiceError: a trouble that every call meets; later calls raise it at once.
        """
        async with self._slots:
            reply = await self._ask_once(request, check, ())
            while (again := self._asked_again(request, reply)) is not None:
                try:
                    if permit is not None:
                        permit(again)
                    reply = await self._ask_once(again, check, reply.answers)
                except ServiceError:
                    return reply  # it was paid for: better a faulty answer on record than none
            return reply

    async def send(self, send: Send, *, what: str, message: bool = False) -> Sent:
        """Make a call, again and again within the limits, until a response comes.

        Args:
            send: makes the call once.
            what: the model or the batch, as an error names it.
            message: the response must be a message; another counts as trouble that passes.
        """
        tally = Tally()
        while True:
            await self._gate.passed()
            self._raise_if_stopped()
            outcome = await self.sdk.attempt(send)
            if isinstance(outcome, Received) and message and not is_message(outcome.body):
                outcome = Trouble(cause=Cause.PASSING, detail="the answer is not a message")
            if isinstance(outcome, Received):
                return Sent(received=outcome, attempts=1 + tally.failed + tally.waited)
            await self.recover(outcome, tally, what=what)

    async def recover(self, trouble: Trouble, tally: Tally, *, what: str) -> None:
        """Wait until the call may be made again, and count the failure.

        Raises:
            ServiceError: it may not; see `ask`.
        """
        host, asked = self.credentials.host, trouble.retry_after
        if trouble.cause is not Cause.PASSING:
            raise error_of(trouble, host=host, what=what)
        if asked is not None and asked > self.limits.longest_wait:
            raise too_long_a_wait(trouble, host=host)
        together = trouble.for_everybody
        tally.waited, tally.failed = tally.waited + together, tally.failed + (not together)
        if tally.failed >= self.limits.attempts or tally.waited >= self.limits.patience:
            raise used_up(trouble, host=host, attempts=tally.failed + tally.waited)
        if asked is not None and together:
            if self._gate.close(asked):
                self._notice(f"{host} asks to wait {asked:.1f} s (status {trouble.status})")
            return  # it waits at the gate, with everybody
        if tally.failed == NOTICED_FROM:
            self._notice(f"{host} failed {tally.failed} times in a row ({trouble.detail})")
        await self.clock.sleep(self._backoff.wait(tally.failed, asked))

    async def _ask_once(
        self, request: ModelRequest, check: Check | None, earlier: tuple[ModelReply, ...]
    ) -> ModelReply:
        try:
            sent = await self.send(
                self.sdk.message(request.packet), what=f"model “{request.model}”", message=True
            )
        except ServiceError as error:
            if type(error) is ServiceError:  # every call would meet it: none is sent in vain
                self._stopped_by = str(error)
            raise
        return read_reply(
            sent.received.body,
            request,
            check,
            latency=sent.received.seconds,
            request_id=sent.received.request_id,
            attempts=sent.attempts,
            earlier=earlier,
        )

    def _asked_again(self, request: ModelRequest, reply: ModelReply) -> ModelRequest | None:
        """The request to send after this reply; None where none would help."""
        if reply.failure is None or len(reply.answers) > MOST_ASKED_AGAIN:
            return None
        fault = reply.failure.fault
        times = sum(bool(a.failure and a.failure.fault is fault) for a in reply.answers)
        if times > ASKED_AGAIN[fault] or reply.stop_reason == "model_context_window_exceeded":
            return None
        room = reply.sent["max_tokens"]
        if fault is Fault.TRUNCATED:
            room = max(room, min(2 * room, self.limits.most_tokens))
            if room == reply.sent["max_tokens"]:
                return None
        return replace(request, max_tokens=room)

    def _raise_if_stopped(self) -> None:
        if self._stopped_by is not None:
            raise ServiceError(self._stopped_by)
