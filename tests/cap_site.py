"""A loopback server that serves a folder as the CAP site does, faults included; made-up cases.

`with CapSite(folder) as site:`; `site.address` is where it is, `site.seen` what it was asked for.
`site.plan[path]` is a list of answers for that path, taken one a request, the last one for ever.
Standard library only.
"""

import hashlib
import json
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

Json = dict[str, Any]


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_GET(self) -> None:
        site = self.server.site
        site.seen.append(self.path)
        site.times.append(time.monotonic())
        site.agents.add(self.headers["User-Agent"])
        answers = site.plan.get(self.path, [whole])
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        with suppress(ConnectionError):
            answer(self)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""

    def answer(self, code: int, body: bytes, length: int | None = None, **headers: str) -> None:
        self.send_response(code)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)
        if length is not None and length != len(body):
            self.close_connection = True

    def file(self) -> bytes | None:
        path = self.server.site.folder / self.path.lstrip("/")
        return path.read_bytes() if path.is_file() else None


Answer = Callable[[Handler], None]


def whole(handler: Handler) -> None:
    """The file, or 404 with a page as the site has it."""
    body = handler.file()
    if body is None:
        handler.answer(404, b"<html>404 Not Found</html>", Content_Type="text/html")
    else:
        handler.answer(200, body, Content_Type="application/json")


def status(code: int, **headers: str) -> Answer:
    """That status and no file."""
    return lambda handler: handler.answer(code, b"no", None, **headers)


def body(data: bytes) -> Answer:
    """These bytes as the file, complete."""
    return lambda handler: handler.answer(200, data)


def short(handler: Handler) -> None:
    """Half of the file under the length of the whole."""
    data = handler.file() or b""
    handler.answer(200, data[: len(data) // 2], length=len(data))


def cut(handler: Handler) -> None:
    """Half of the file as if it were all."""
    data = handler.file() or b""
    handler.answer(200, data[: len(data) // 2])


def drop(handler: Handler) -> None:
    """Close the connection without a word."""
    handler.close_connection = True


def hang(handler: Handler) -> None:
    """Say nothing for as long as the server runs."""
    handler.server.site.stopped.wait(30)
    handler.close_connection = True


def drip(handler: Handler) -> None:
    """A byte at a time, for ever: a sign of life each time, and no end."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000000")
    handler.end_headers()
    while not handler.server.site.stopped.wait(0.03):
        handler.wfile.write(b" ")
        handler.wfile.flush()


class Server(ThreadingHTTPServer):
    """Carries the site to its handlers."""

    daemon_threads = True
    site: "CapSite"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a client that went away; whatever else is wrong is a fault of the test."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class CapSite:
    """The server, in a thread of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plan: dict[str, list[Answer]] = {}
        self.seen: list[str] = []
        """Paths, in the order in which they were asked for."""
        self.times: list[float] = []
        self.agents: set[str] = set()
        self.stopped = threading.Event()
        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.site = self
        self.port = self._server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def case(number: int, name: str, citation: str, text: str = "", **fields: object) -> Json:
    """A made-up case in the shape of CAP; `fields` replace its own."""
    text = text or f"The opinion of the court in number {number}, which is made up."
    head = f"{name}. Argued and decided."
    digest = hashlib.sha256(f"{head}\n{text}\n".encode()).hexdigest()
    page = citation.rpartition(" ")[2]
    return {
        "id": number,
        "name": name.upper(),
        "name_abbreviation": name,
        "decision_date": "1950-01-02",
        "first_page": page,
        "citations": [{"type": "official", "cite": citation}],
        "court": {"name": "A court"},
        "analysis": {"sha256": digest},
        "file_name": f"{page.zfill(4)}-01",
        "casebody": {
            "head_matter": head,
            "opinions": [{"type": "majority", "author": None, "text": text}],
        },
    } | fields


def write_volume(folder: Path, place: str, cases: list[Json]) -> None:
    """A volume (`us/1`) as the site lays it out, with its list of cases and its reporter."""
    volume = folder / place
    (volume / "cases").mkdir(parents=True, exist_ok=True)
    listing = [{name: one[name] for name in one if name != "casebody"} for one in cases]
    (volume / "CasesMetadata.json").write_text(json.dumps(listing))
    (volume.parent / "ReporterMetadata.json").write_text("{}")
    for one in cases:
        (volume / "cases" / f"{one['file_name']}.json").write_text(json.dumps(one))
