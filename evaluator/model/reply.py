"""What a model answered, and what is wrong with the answer where something is.

An answer that cannot be used is a value with its cause, not an exception: it was paid for, it is
kept with its packets, and it is never counted as a verdict.
"""

from dataclasses import dataclass
from enum import StrEnum

from evaluator.model.request import JsonObject


class Fault(StrEnum):
    """Why an answer cannot be used."""

    TRUNCATED = "truncated"
    """The answer met `max_tokens`, or the end of the model's window, before it was whole."""
    REFUSED = "refused"
    """The model, or a classifier beside it, would not answer."""
    NOT_JSON = "not_json"
    """Prose where JSON was asked for."""
    SCHEMA_MISMATCH = "schema_mismatch"
    """JSON, but not of the shape or with the ids that were asked for."""
    EMPTY = "empty"
    """No text at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What is wrong with an answer."""

    fault: Fault
    detail: str
    """In words; may quote the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens as the service counted them; the four are disjoint."""

    input: int = 0
    """Neither written to the cache nor read from it."""
    output: int = 0
    """With what the model thought unseen."""
    cache_creation: int = 0
    cache_read: int = 0

    @property
    def prompt(self) -> int:
        """All tokens that the model read."""
        return self.input + self.cache_creation + self.cache_read

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            input=self.input + other.input,
            output=self.output + other.output,
            cache_creation=self.cache_creation + other.cache_creation,
            cache_read=self.cache_read + other.cache_read,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """The answer to a request: the last one, where it was asked more than once."""

    text: str
    """All text blocks, joined; empty where there is none."""
    parsed: object
    """The JSON of the text; None where none was asked for, or where it cannot be used."""
    fenced: bool
    """The JSON stood between fences (```json), perhaps with prose around it."""
    failure: Failure | None
    """None: the answer can be used."""
    stop_reason: str
    """`end_turn`, `max_tokens`, `refusal` …; empty where the server gave none."""
    model: str
    """As the server named it; empty where it did not."""
    usage: Usage | None
    """None where the server counted nothing."""
    latency: float | None
    """Seconds from sending to the whole answer, of the last attempt; None for a batch."""
    request_id: str
    """The service's name for the call; empty where it gave none."""
    attempts: int
    """Calls sent for this answer, those before it in `earlier` not counted; 1 or more."""
    batch: bool
    """It came through the batch service, at its price."""
    sent: JsonObject
    """The packet that was answered."""
    received: JsonObject
    """The packet that came back."""
    earlier: tuple["ModelReply", ...] = ()
    """Answers that could not be used and were asked for again, the oldest first."""

    @property
    def answers(self) -> tuple["ModelReply", ...]:
        """Every answer that was paid for, this one last: sum over these for what it cost."""
        return (*self.earlier, self)
