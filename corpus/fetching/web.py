"""The site over HTTP: one polite client that retries what may pass and refuses what may not.

A body is whole or it is an error: what is shorter than announced, breaks off or is longer than
`LARGEST_DOCUMENT` is never handed over. Redirections are followed on the same host only. A request
that goes on for `PATIENCE` times the time limit is given up, however slowly it drips.

    AbsentError         the server has no such file (404, 410)
    ServiceError        it failed, after the retries; the fetch can be resumed
"""

import json
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

import httpx2
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt

from corpus.amount import count
from corpus.errors import ServiceError
from corpus.fetching.address import is_loopback
from corpus.fetching.waiting import LONGEST_WAIT, Pace, PassingError, before_next, retry_after
from corpus.readers.source import LARGEST_DOCUMENT
from corpus.stamp import VERSION

USER_AGENT = f"crosssource/{VERSION} (corpus fetch; evaluation of legal citations)"
PATIENCE = 10
CONNECT_SECONDS = 10.0
REDIRECTIONS = 5

_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
_ABSENT = frozenset({404, 410})


class AbsentError(Exception):
    """The server has no file at this address."""


class Web:
    """A client for one address; close it by leaving its `with`."""

    def __init__(
        self,
        address: str,
        *,
        pause: float,
        timeout: float,
        attempts: int,
        notice: Callable[[str], None],
    ) -> None:
        """Open it; nothing is sent yet.

        Args:
            address: of the site, as `address.checked` gives it.
            pause: seconds from one request to the next, at least.
            timeout: seconds without a sign from the server until a request is given up.
            attempts: how often a request is sent at most.
            notice: is told of each wait before a retry.
        """
        self.address = address
        self.host = httpx2.URL(address).host
        self._pace = Pace(pause)
        self._timeout = timeout
        self._attempts = attempts
        self._notice = notice
        self._client = httpx2.Client(
            timeout=httpx2.Timeout(timeout, connect=min(timeout, CONNECT_SECONDS)),
            headers={"User-Agent": USER_AGENT, "Accept": "application/json"},
            follow_redirects=False,
            # A proxy of the environment is for the network, not for this machine.
            trust_env=not is_loopback(self.host),
        )

    def __enter__(self) -> "Web":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._client.close()

    def json(self, path: str) -> Any:
        """What the JSON file at `path` (below the address) holds, and nothing less than all of it.

        Raises:
            AbsentError: there is no such file.
            ServiceError: the server failed, sends elsewhere, or answers with something else.
        """
        url = f"{self.address}/{path}"
        retrying = Retrying(
            stop=stop_after_attempt(self._attempts),
            wait=before_next,
            retry=retry_if_exception_type(PassingError),
            before_sleep=self._tell,
            reraise=True,
        )
        try:
            return retrying(self._once, url)
        except PassingError as error:
            raise _failed(url, f"{error} ({count(self._attempts, 'attempt')})") from error

    def _once(self, url: str) -> Any:
        try:
            return _parsed(url, self._body(url))
        except httpx2.TimeoutException as error:
            raise PassingError(f"gave no sign for {self._timeout:g} s") from error
        except httpx2.RemoteProtocolError as error:
            raise PassingError("broke off or garbled its answer") from error
        except httpx2.HTTPError as error:
            raise PassingError(f"could not be reached or understood ({error})") from error

    def _body(self, url: str) -> bytes:
        """The body behind an address, over redirections that stay on its host."""
        until = time.monotonic() + PATIENCE * self._timeout
        request = self._client.build_request("GET", url)
        for _ in range(REDIRECTIONS + 1):
            self._pace.wait()
            response = self._client.send(request, stream=True)
            try:
                if not response.has_redirect_location:
                    _refuse_status(url, response)
                    return self._bounded(url, response, until)
                request = _same_host(url, request, response)
            finally:
                response.close()
        raise _failed(url, "it sends from one address to the next without end")

    def _bounded(self, url: str, response: httpx2.Response, until: float) -> bytes:
        body = bytearray()
        for piece in response.iter_bytes():
            body += piece
            if len(body) > LARGEST_DOCUMENT:
                raise _failed(url, f"it sends more than {LARGEST_DOCUMENT // 2**20} MiB")
            if time.monotonic() > until:
                raise PassingError(f"was not done after {PATIENCE * self._timeout:g} s")
        return bytes(body)

    def _tell(self, state: RetryCallState) -> None:
        """Say why nothing happens for a while; refuse to wait for longer than anybody would."""
        error = state.outcome.exception() if state.outcome else None
        seconds = state.next_action.sleep if state.next_action else 0.0
        if seconds > LONGEST_WAIT:
            raise _failed(str(state.args[0]), f"{error}, and asks to wait for {seconds:,.0f} s")
        if seconds >= 1:
            self._notice(f"{self.host} {error}; trying again in {seconds:.0f} s.")


def _refuse_status(url: str, response: httpx2.Response) -> None:
    code = response.status_code
    said = f"answered {code} {response.reason_phrase}".strip()
    if code in _ABSENT:
        raise AbsentError(url)
    if code in _PASSING:
        raise PassingError(said, retry_after(response.headers.get("retry-after")))
    if code != 200:
        raise _failed(url, said)


def _same_host(url: str, request: httpx2.Request, response: httpx2.Response) -> httpx2.Request:
    """The request that a redirection asks for; refused where it leaves the host or drops TLS."""
    following = response.next_request
    if following is None:
        raise _failed(url, "it sends elsewhere, to what is no address")
    if _origin(following.url) != _origin(request.url):
        to = following.url.copy_with(query=None, fragment=None)
        raise _failed(
            url,
            f"it sends elsewhere, to {to}, which is not followed: where you trust that address, "
            "give it with --address",
        )
    return following


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _parsed(url: str, body: bytes) -> Any:
    """The JSON of a body. One that was cut may be whole next time, a web page will not be data."""
    if body.lstrip()[:1] == b"<":
        raise _failed(
            url,
            "it answers with a web page in place of data: is --address right, and is there a page "
            "to log in at before the network is open",
        )
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise PassingError("sent no whole JSON") from error


def _failed(url: str, reason: str) -> ServiceError:
    return ServiceError(f"{url}: {reason}")
