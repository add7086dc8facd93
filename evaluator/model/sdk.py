"""The Anthropic SDK: the only module that imports it, and only when a call is to be made.

Importing it costs seconds. Its own retries are off, because ours are counted, bounded and shared
between calls; redirections are not followed, because a key goes where it was meant to go and no
further; and bodies are read as they came, because a typed model of each would cost time.
"""

import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evaluator.model.credentials import Credentials
from evaluator.model.request import JsonObject
from evaluator.model.trouble import Cause, Trouble, cause_of, one_line
from evaluator.model.waiting import Clock, retry_after

if TYPE_CHECKING:
    from anthropic import APIStatusError, AsyncAnthropic, AsyncAPIResponse

CONNECT_SECONDS = 10.0
KEEPALIVE_SECONDS = 30.0
_TYPED = frozenset(
    {
        *("model", "max_tokens", "messages", "system", "output_config", "thinking", "metadata"),
        *("stop_sequences", "service_tier", "tools", "tool_choice", "speed", "inference_geo"),
    }
)
"""Fields of a body that `messages.create` has parameters for; the rest goes as an extra body."""


_HALF_PAIR = b"\\ud"
"""How JSON begins to write half a surrogate pair, which no file or database takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A response with a JSON object in it."""

    body: JsonObject
    request_id: str
    seconds: float
    """From sending to the whole answer."""


Send = Callable[[], Awaitable["AsyncAPIResponse[Any]"]]


class Sdk:
    """The SDK's client, its exceptions turned into values."""

    def __init__(
        self, credentials: Credentials, clock: Clock, *, connections: int, timeout: float
    ) -> None:
        """Open it; nothing is sent yet.

        Args:
            credentials: where to call, and with which key.
            clock: to compare dates with.
            connections: open at the same time at most.
            timeout: seconds until a call without an answer is given up.
        """
        import anthropic
        import httpx2

        self._errors = anthropic
        self._http_error = httpx2.HTTPError
        self._credentials = credentials
        self._clock = clock
        seconds = httpx2.Timeout(timeout, connect=CONNECT_SECONDS, pool=None)
        self._client: AsyncAnthropic = anthropic.AsyncAnthropic(
            api_key=credentials.key,
            auth_token=credentials.token,
            base_url=credentials.address,
            max_retries=0,
            timeout=seconds,
            http_client=anthropic.DefaultAsyncHttpxClient(
                timeout=seconds,
                follow_redirects=False,
                limits=httpx2.Limits(
                    max_connections=connections,
                    max_keepalive_connections=connections,
                    keepalive_expiry=KEEPALIVE_SECONDS,
                ),
            ),
        )

    @property
    def messages(self) -> Any:
        """The SDK's `messages`, for what is not wrapped here."""
        return self._client.messages

    async def close(self) -> None:
        """Close its connections."""
        await self._client.close()

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """What a call may raise; `trouble` reads it."""
        return (self._errors.AnthropicError, self._http_error)

    def message(self, packet: JsonObject) -> Send:
        """A call of `messages.create` with this body."""
        typed = {name: value for name, value in packet.items() if name in _TYPED}
        extra = {name: value for name, value in packet.items() if name not in _TYPED}
        create: Any = self._client.messages.with_raw_response.create
        return lambda: create(**typed, extra_body=extra or None)

    async def attempt(self, send: Send) -> Received | Trouble:
        """Make one call. Whatever fails comes back as a value that holds no key."""
        started = time.perf_counter()
        try:
            response = await send()
            content = response.http_response.content
        except self.failures as error:
            return self.trouble(error)
        return self._received(content, response.request_id, time.perf_counter() - started)

    def _received(
        self, content: bytes, request_id: str | None, seconds: float
    ) -> Received | Trouble:
        try:
            body = json.loads(self._credentials.scrub_bytes(content))
            if _HALF_PAIR in content.lower():
                body = self.cleaned(body)
        except (ValueError, RecursionError):
            return Trouble(cause=Cause.PASSING, detail="the answer broke off or is no JSON")
        if not isinstance(body, dict):
            return Trouble(cause=Cause.PASSING, detail="the answer is no JSON object")
        return Received(
            body=body, request_id=self._credentials.scrub(request_id or ""), seconds=seconds
        )

    def cleaned(self, body: Any) -> Any:
        """A body without secrets and without half surrogate pairs (U+FFFD in their stead)."""
        text = self._credentials.scrub(json.dumps(body, ensure_ascii=False))
        return json.loads(text.encode("utf-8", "surrogatepass").decode("utf-8", "replace"))

    def trouble(self, error: Exception) -> Trouble:
        """What an exception of the SDK, or of the transport below it, means."""
        if isinstance(error, self._errors.APIStatusError):
            return self._status_trouble(error)
        if isinstance(error, self._errors.APITimeoutError):
            return Trouble(cause=Cause.PASSING, detail="no answer in time")
        root = error.__cause__ or error
        said = self._credentials.scrub(str(root)) or type(root).__name__
        return Trouble(cause=Cause.PASSING, detail=one_line(f"no connection: {said}"))

    def _status_trouble(self, error: "APIStatusError") -> Trouble:
        headers = error.response.headers
        said = error.api_message or (error.body if isinstance(error.body, str) else "")
        detail = one_line(self._credentials.scrub(said or ""))
        return Trouble(
            cause=cause_of(
                error.status_code,
                error.type or "",
                error.error_code or "",
                detail,
                headers.get("x-should-retry"),
            ),
            status=error.status_code,
            detail=detail,
            retry_after=retry_after(headers, self._clock.wall()),
        )
