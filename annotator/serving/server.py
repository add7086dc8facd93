"""The web server: textual-serve, once for each person, under the secret of their link.

textual-serve runs a process for each open tab and carries its screen over a WebSocket. It checks
neither who asks nor under which name, and its page loads a font from elsewhere: the guard stands
before it, and the page is ours.
"""

import asyncio
import logging
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp_jinja2
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from textual_serve.server import Server, to_int

from annotator.serving.guard import guard, harden, secret
from corpus.errors import InputError

PAGE = Path(__file__).with_name("page")


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One person's way in."""

    name: str
    """Under which they label or write."""
    work: str
    """What they do there: `labelling`, `authoring`."""
    secret: str
    command: str
    """The shell's command that works for them, and for nobody else."""

    @classmethod
    def labelling(cls, study: Path, sample: str, annotator: str) -> "Link":
        """A new link to a sample; the old ones end with the server that made them."""
        command = _command("annotator.serving.seat", str(study), sample, annotator)
        return cls(name=annotator, work="labelling", secret=secret(), command=command)

    @classmethod
    def authoring(cls, study: Path, author: str) -> "Link":
        """A new link to the golden questions."""
        command = _command("annotator.authoring.seat", str(study), author)
        return cls(name=author, work="authoring", secret=secret(), command=command)


def _command(module: str, *arguments: str) -> str:
    # -P: a file of the current folder that is called `annotator` is not what is meant.
    words = [sys.executable, "-P", "-m", module, *arguments]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


class Seats(Server):
    """All open tabs of one person."""

    def __init__(self, link: Link) -> None:
        """Serve that person's command."""
        super().__init__(link.command, title=link.name, templates_path=str(PAGE))
        self._open: set[asyncio.Task[Any]] = set()

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.router.add_static("/page", PAGE)
        return app

    async def on_startup(self, app: web.Application) -> None:
        """textual-serve's: it would print its banner."""

    async def on_shutdown(self, app: web.Application) -> None:  # noqa: ARG002
        """textual-serve's: close the tabs; each process stores what was decided, then ends."""
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """textual-serve's: a tab, remembered while it is open."""
        task = asyncio.current_task()
        assert task is not None  # a handler runs in one
        self._open.add(task)
        try:
            return await super().handle_websocket(request)
        finally:
            self._open.discard(task)

    @aiohttp_jinja2.template("seat.html")
    async def handle_index(self, request: web.Request) -> dict[str, Any]:
        """textual-serve's: the page; its addresses are relative, whatever the server is called."""
        size = to_int(request.query.get("fontsize", "16"), 16)
        return {"annotator": self.title, "font_size": min(max(size, 8), 64)}


def listening(host: str, port: int) -> socket.socket:
    """A socket on that address; port 0 takes one that is free.

    Raises:
        InputError: the address is not this machine's, or the port is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(
            f"Nothing can be served at {host} port {port} ({why}); give another one, for example: "
            "crosssource serve --port 0"
        ) from error


def serve(
    links: Collection[Link],
    names: Collection[str],
    listener: socket.socket,
    started: Callable[[], None],
) -> None:
    """Serve until Ctrl+C, a termination signal, or the end of the terminal.

    Args:
        links: who may come in.
        names: under which the server may be asked.
        listener: where.
        started: is called once from now on a signal ends it in good order.
    """
    _end_with_the_terminal()
    logging.getLogger("aiohttp.server").addFilter(_is_ours)
    web.run_app(
        _application({link.secret: link for link in links}, names, started),
        sock=listener,
        print=None,
        access_log=None,  # its lines would hold the secrets
    )


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether the server is at fault: a request that is no HTTP is answered, and no more."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def _end_with_the_terminal() -> None:
    """End in good order where SIGHUP would kill; under nohup it is ignored, and stays so."""
    hangup = getattr(signal, "SIGHUP", None)  # not on Windows
    if hangup is not None and signal.getsignal(hangup) is signal.SIG_DFL:
        signal.signal(hangup, lambda *_: signal.raise_signal(signal.SIGTERM))


async def _application(
    links: Mapping[str, Link], names: Collection[str], started: Callable[[], None]
) -> web.Application:
    async def tell(_: web.Application) -> None:
        started()

    app = web.Application(middlewares=[guard(links, names)])
    app.on_startup.append(tell)
    app.on_response_prepare.append(harden)
    for part, link in links.items():
        app.add_subapp(f"/{part}", await Seats(link)._make_app())
    return app
