"""The key and the address of the service: from the environment alone, never stored or shown.

Whatever is printed, kept or raised goes through `Credentials.scrub` first, because a server may
echo what it was sent.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

from corpus.errors import InputError, ServiceError

KEY, TOKEN, ADDRESS = "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"
DEFAULT_ADDRESS = "https://api.anthropic.com"
NO_KEY = (
    f"No key: set {KEY}, or work offline with --generator extractive and --judge lexical (or "
    "--judge replay:FILE)."
)
HIDDEN = "[hidden]"
SHORTEST_SECRET = 8
"""A shorter value is a placeholder for a server that wants none; hiding it would eat into texts."""
_TELLING = ("auth", "key", "token", "secret", "cookie", "password")


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """What opens the service. Its `repr` shows the host only."""

    key: str | None = field(repr=False)
    """None where a token is used."""
    token: str | None = field(repr=False)
    """For a proxy that has keys of its own; None where a key is used."""
    address: str = field(repr=False)
    """The base URL; may hold a password."""
    host: str
    """The address as provenance names it: host, and port where it is not the usual one."""
    secrets: tuple[str, ...] = field(repr=False)
    """All that must never be seen."""

    def scrub(self, text: str) -> str:
        """`text` with every secret hidden."""
        for secret in self.secrets:
            text = text.replace(secret, HIDDEN)
        return text

    def scrub_bytes(self, body: bytes) -> bytes:
        """`body` with every secret hidden."""
        for secret in self.secrets:
            body = body.replace(secret.encode(), HIDDEN.encode())
        return body


def from_environment(environment: Mapping[str, str] | None = None) -> Credentials:
    """The credentials that the environment holds.

    Raises:
        ServiceError: no key, or one that cannot be a key.
        InputError: the address is none.
    """
    values = os.environ if environment is None else environment
    key = values.get(KEY, "").strip() or None
    token = values.get(TOKEN, "").strip() or None
    if key is None and token is None:
        raise ServiceError(NO_KEY)
    name, secret = (KEY, key) if key else (TOKEN, token or "")
    if not secret.isascii() or not secret.isprintable() or " " in secret:
        raise ServiceError(f"No key: {name} holds a character that no key has; set it anew.")
    address = values.get(ADDRESS, "").strip() or DEFAULT_ADDRESS
    parts = _parts(address)
    return Credentials(
        key=key,
        token=None if key else token,
        address=address,
        host=parts.netloc.rpartition("@")[2],
        secrets=_secrets(key, token, parts.password, values.get("ANTHROPIC_CUSTOM_HEADERS", "")),
    )


def host_of(environment: Mapping[str, str] | None = None) -> str:
    """The host of the service that would be asked; needs no key.

    Raises:
        InputError: the address is none.
    """
    values = os.environ if environment is None else environment
    address = values.get(ADDRESS, "").strip() or DEFAULT_ADDRESS
    return _parts(address).netloc.rpartition("@")[2]


def _parts(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise InputError(f"{ADDRESS} is no address; write it like {DEFAULT_ADDRESS}.")
    return parts


def _secrets(
    key: str | None, token: str | None, password: str | None, headers: str
) -> tuple[str, ...]:
    """The longest first, so that a secret within another is hidden whole."""
    lines = (line.partition(":") for line in headers.split("\n"))
    told = (value.strip() for name, _, value in lines if any(w in name.lower() for w in _TELLING))
    kept = {value for value in (key, token, password, *told) if value}
    return tuple(sorted((v for v in kept if len(v) >= SHORTEST_SECRET), key=len, reverse=True))
