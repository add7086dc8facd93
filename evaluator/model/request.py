"""What a model is asked: a value, known by its content.

The packet is the body that goes over the wire, and nothing else: no key, no header, no address.
Whatever decides the answer is in it, so its hash is the key under which an answer is kept, and a
request that was answered once is never paid for again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from corpus.hashes import content_hash

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemBlock:
    """A part of the system prompt."""

    text: str
    cached: bool = False
    """The prefix that ends here is the same in many requests; the service may keep it for minutes
    and charge a fraction for it. It decides the price, never the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message of the conversation."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One call of a model."""

    model: str
    """As the service names it."""
    messages: tuple[Turn, ...]
    """At least one; the first is the user's."""
    system: tuple[SystemBlock, ...] = ()
    max_tokens: int
    """The longest answer, in tokens; 1 or more. What the model thinks unseen counts too."""
    schema: Mapping[str, Any] | None = None
    """JSON schema of the answer; None where prose is wanted. A server may ignore it."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the body (`thinking`, `stop_sequences`, `output_config` with its `effort`,
    a local server's `temperature`). Never a key: those go in headers, which are not in here."""
    repeat: int = 1
    """1, or how many times the very same is asked: it goes over no wire, and keeps the answers
    apart, so that a stored one is not taken for the next."""

    def __post_init__(self) -> None:
        if not self.messages or self.messages[0].role != "user":
            raise ValueError("a request begins with a message of the user")
        if self.max_tokens < 1:
            raise ValueError(f"max_tokens is {self.max_tokens}; it must be 1 or more")
        if taken := _OWN_FIELDS.intersection(self.settings):
            raise ValueError(f"settings cannot hold {', '.join(sorted(taken))}")

    @classmethod
    def of_text(
        cls,
        text: str,
        *,
        model: str,
        max_tokens: int,
        system: tuple[SystemBlock, ...] = (),
        schema: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
        repeat: int = 1,
    ) -> Self:
        """The usual request: one message of the user."""
        return cls(
            model=model,
            messages=(Turn(role="user", text=text),),
            system=system,
            max_tokens=max_tokens,
            schema=schema,
            settings=settings or {},
            repeat=repeat,
        )

    @property
    def packet(self) -> JsonObject:
        """The body of the call, fit for JSON. Made anew each time: yours to change."""
        packet: JsonObject = {
            **self.settings,
            "model": self.model,
            "max_tokens": self.max_tokens,
            "messages": [{"role": turn.role, "content": turn.text} for turn in self.messages],
        }
        if self.system:
            packet["system"] = [_block(block) for block in self.system]
        if self.schema is not None:
            output = {"type": "json_schema", "schema": dict(self.schema)}
            packet["output_config"] = {**self.settings.get("output_config", {}), "format": output}
        return packet

    @property
    def cache_key(self) -> str:
        """A hash of all that decides the answer, 64 hexadecimal digits. The address of the service
        is not in it: whoever keeps answers of several services keeps them apart."""
        packet = self.packet
        if self.system:
            packet["system"] = [block.text for block in self.system]
        return content_hash(packet if self.repeat == 1 else [packet, self.repeat])


_OWN_FIELDS = frozenset({"model", "max_tokens", "messages", "system", "stream"})


def _block(block: SystemBlock) -> JsonObject:
    cached = {"cache_control": {"type": "ephemeral"}} if block.cached else {}
    return {"type": "text", "text": block.text, **cached}
