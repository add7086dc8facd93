"""Who is let in: whoever has the secret of a link, and asks this server under its own name.

The secret is the first part of every address, pages, scripts and the WebSocket alike. A page of
another site cannot know it; that Host and Origin are looked at as well keeps out a name that was
made to point here (DNS rebinding), even where a link has leaked.
"""

import hmac
import ipaddress
import re
import secrets
from collections.abc import Awaitable, Callable, Collection
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Middleware

from corpus.errors import InputError
from corpus.visible import visible

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HTTP = 80
"""The port that a browser does not name."""

_SHOWN = 100
"""Characters of a foreign name that are repeated."""

_NAME = re.compile(r"([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?")
"""A machine's name or address, as a browser writes it."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
"""Of every answer: nothing is loaded from elsewhere, and the secret is told to nobody."""


def secret() -> str:
    """A new secret of 192 bits, as a part of an address."""
    return secrets.token_urlsafe(24)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def names(host: str, port: int, allowed: Collection[str]) -> frozenset[str]:
    """Under which names, with their port, the server may be asked.

    Args:
        host: where it listens.
        port: likewise.
        allowed: further names that were given by hand, with a port or without.

    Raises:
        InputError: it listens to other machines, and nobody said under which name.
    """
    if not is_loopback(host) and not allowed:
        raise InputError(
            f"--host {host} opens the labelling to other machines, and whoever reads the line "
            "reads labels and links; say under which name they reach it, for example: "
            f"--allow-host {host}:{port}, or leave --host away and use an ssh tunnel."
        )
    for name in allowed:
        if not _NAME.fullmatch(name):
            raise InputError(
                f"--allow-host {name!r} is no name of a machine; give a name or an address, with a "
                "port or without, for example: --allow-host labels.example.org:8000"
            )
    own = {host, "localhost", "127.0.0.1", "::1"} if is_loopback(host) else {host}
    given = {name.lower() for name in allowed}
    own_names = {address(name.lower(), port) for name in own}
    return frozenset(own_names | given | {f"{name}:{port}" for name in given})


def address(host: str, port: int) -> str:
    """Host and port as a browser names them: `127.0.0.1:8000`, `[::1]:8000`; 80 is left out."""
    host = f"[{host}]" if ":" in host else host
    return host if port == HTTP else f"{host}:{port}"


def guard(secrets_of_links: Collection[str], names_of_server: Collection[str]) -> Middleware:
    """A middleware that answers 403, with a sentence, to whoever is not let in."""

    @web.middleware
    async def checked(request: web.Request, handler: Handler) -> web.StreamResponse:
        refused = _refusal(request, secrets_of_links, names_of_server)
        if refused:
            return web.Response(status=403, text=f"{refused}\n")
        if request.path.count("/") == 1:  # the link without its last character, as mail cuts it
            raise web.HTTPFound(f"{request.path}/")
        return await handler(request)

    return checked


async def harden(_request: web.Request, response: web.StreamResponse) -> None:
    """Put the headers on every answer (`on_response_prepare`)."""
    response.headers.update(HEADERS)


def _refusal(
    request: web.Request, secrets_of_links: Collection[str], names_of_server: Collection[str]
) -> str:
    host = request.headers.get("Host", "").lower()
    if host not in names_of_server:
        return (
            f"This server was asked as {_told(host)}, which is none of its names; open the link "
            "that crosssource serve printed, or start it with --allow-host."
        )
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc.lower() not in names_of_server:
        return (
            f"A page of {_told(origin)} asked for this, and only the server's own pages may; open "
            "the link that crosssource serve printed."
        )
    given = request.path.split("/")[1].encode()
    if not any(hmac.compare_digest(given, known.encode()) for known in secrets_of_links):
        return (
            "This address lacks the secret of a link, or has that of a server that has ended; "
            "open the whole link that crosssource serve printed."
        )
    return ""


def _told(name: str) -> str:
    return repr(visible(name[:_SHOWN]))
