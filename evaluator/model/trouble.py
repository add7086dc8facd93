"""What goes wrong between us and the service, as a value, and the sentence a person reads of it.

Three kinds of trouble. What passes (`Cause.PASSING`) is tried again. What concerns this request
alone becomes a `RequestRejectedError`: other requests may go through. All else would meet every
request alike (a key, a model, credit): a plain `ServiceError`, and nothing more is sent.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from corpus.errors import ServiceError
from corpus.visible import visible

RESUME = "what is done is kept, and the same command goes on from there"
PASSING_STATUS = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
EVERYBODY_WAITS = frozenset({429, 503, 529})
"""With `retry-after`, these speak of the service, not of one request."""
SPENT_CODES = frozenset({"contract_spend_limit_reached", "enforced_spend_limit_reached"})
"""A 429 that no waiting mends: the month's money is spent."""
LONGEST_DETAIL = 240
_SENTENCE_END = re.compile(r"(?<=[A-Za-z0-9)]{2})[.!] (?=[A-Z])")


class RequestRejectedError(ServiceError):
    """The service will not take this request; others may go through."""


class RetriesUsedUpError(ServiceError):
    """What usually passes did not pass in the attempts that were allowed."""


class Cause(StrEnum):
    """What kind of trouble it is."""

    PASSING = "passing"
    WRONG_KEY = "wrong_key"
    NO_PERMISSION = "no_permission"
    UNKNOWN_MODEL = "unknown_model"
    NO_SUCH_PLACE = "no_such_place"
    NO_CREDIT = "no_credit"
    ELSEWHERE = "elsewhere"
    """The address answers with a redirection; a key is not carried after it."""
    TOO_LARGE = "too_large"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A call that brought no answer."""

    cause: Cause
    status: int | None = None
    """None where there was no response."""
    detail: str
    """The service's own words or ours; scrubbed, one line."""
    retry_after: float | None = None
    """Seconds that the service asks to wait."""

    @property
    def for_everybody(self) -> bool:
        """Whether all calls should wait, not this one alone."""
        return self.retry_after is not None and self.status in EVERYBODY_WAITS


def cause_of(status: int, kind: str, code: str, detail: str, should_retry: str | None) -> Cause:
    """The cause behind an error response.

    Args:
        status: of the response.
        kind: `error.type` of its body; empty where it has none.
        code: `error.details.error_code`; empty where it has none.
        detail: `error.message`.
        should_retry: the header `x-should-retry`, by which a service overrules the status.
    """
    said = detail.lower()
    if status == 402 or kind == "billing_error" or code in SPENT_CODES or "credit balance" in said:
        return Cause.NO_CREDIT
    passing = status in PASSING_STATUS or status >= 500
    if should_retry in ("true", "false"):
        passing = should_retry == "true"
    if passing:
        return Cause.PASSING
    if status == 404:
        return Cause.UNKNOWN_MODEL if kind == "not_found_error" else Cause.NO_SUCH_PLACE
    if 300 <= status < 400:
        return Cause.ELSEWHERE
    return _BY_STATUS.get(status, Cause.REJECTED)


_BY_STATUS = {401: Cause.WRONG_KEY, 403: Cause.NO_PERMISSION, 413: Cause.TOO_LARGE}


def error_of(trouble: Trouble, *, host: str, what: str) -> ServiceError:
    """The error a person reads: what happened, the value, what to do next.

    Args:
        trouble: one that is not tried again.
        host: of the service.
        what: the model, or the batch, that was asked for.
    """
    words = f" (“{trouble.detail}”)" if trouble.detail else ""
    status = trouble.status
    match trouble.cause:
        case Cause.WRONG_KEY:
            text = f"{host} does not accept the key{words}: set ANTHROPIC_API_KEY to a valid one"
        case Cause.NO_PERMISSION:
            text = f"The key may not use {what} at {host}{words}: use another key or model"
        case Cause.UNKNOWN_MODEL:
            text = f"{host} knows no {what}{words}: check the name in the settings"
        case Cause.NO_SUCH_PLACE:
            text = (
                f"{host} has no Messages API at its address, or no {what} (404){words}: "
                "check ANTHROPIC_BASE_URL and the name"
            )
        case Cause.NO_CREDIT:
            text = f"The account at {host} has no credit left{words}: add credit or raise its limit"
        case Cause.ELSEWHERE:
            text = (
                f"{host} points to another address (status {status}), to which the key is not "
                "sent: set ANTHROPIC_BASE_URL to that one"
            )
        case Cause.TOO_LARGE:
            text = (
                f"A request to {what} is too large for {host}{words}: use a smaller k or shorter "
                "passages"
            )
        case _:
            text = (
                f"{host} rejects a request to {what} (status {status}){words}: correct the "
                "settings that it names"
            )
    alone = trouble.cause in (Cause.TOO_LARGE, Cause.REJECTED)
    return (RequestRejectedError if alone else ServiceError)(f"{text}; {RESUME}.")


def used_up(trouble: Trouble, *, host: str, attempts: int) -> RetriesUsedUpError:
    """The error where every attempt failed."""
    status = f"status {trouble.status}: " if trouble.status else ""
    return RetriesUsedUpError(
        f"{host} failed {attempts} times in a row ({status}{trouble.detail or 'no words'}): "
        f"try again later; {RESUME}."
    )


def too_long_a_wait(trouble: Trouble, *, host: str) -> ServiceError:
    """The error where the service asks for a longer wait than a run should sit through."""
    return ServiceError(
        f"{host} asks to wait {trouble.retry_after:,.0f} seconds ({trouble.detail or 'no words'}): "
        f"try again then; {RESUME}."
    )


def one_line(text: str) -> str:
    """Words from outside as a part of our sentence: their first sentence, short, safe to show."""
    line = _SENTENCE_END.split(" ".join(visible(text).split()), maxsplit=1)[0].rstrip(".")
    return line if len(line) <= LONGEST_DETAIL else f"{line[:LONGEST_DETAIL]}…"
