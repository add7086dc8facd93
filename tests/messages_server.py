"""A loopback server that speaks the Messages API as the SDK expects it, faults included.

Standard library only. In a test it runs in a thread of its own (`with MessagesServer() as server`);
for a benchmark or a `kill -9` in a process of its own:

    python tests/messages_server.py --port 0 --latency 0.2 --faults 429:1,500,drop --share 0.3

which prints its address on the first line. `GET /counts` tells what it saw. It answers through an
`Answerer`, a function from the body of a request to the text of the answer; by default it fills the
schema that the request carries. What goes wrong is decided by a `Plan` (see `messages_faults`).
"""

import argparse
import asyncio
import importlib.util
import json
import sys
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

if __name__ == "__main__":  # the checkout need not be installed
    sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.messages_batches import PATH, Batches
from tests.messages_faults import (
    ANSWER_FAULTS,
    Answerer,
    Body,
    Plan,
    content_hash,
    fill_schema,
    no_faults,
    problem,
    seeded,
    spoiled,
    tokens,
)
from tests.messages_wire import fail, send, stream


@dataclass
class Seen:
    """What the server saw; times are by content hash."""

    calls: int = 0
    """HTTP requests of every kind."""
    most_in_flight: int = 0
    """Messages that were being answered at the same time, at most."""
    asked: Counter[str] = field(default_factory=Counter)
    paid: Counter[str] = field(default_factory=Counter)
    """Answers sent whole, faulty ones too: what a service would charge for."""
    good: Counter[str] = field(default_factory=Counter)
    """Answers without a fault: more than one of a content means that it was paid for twice."""
    faults: Counter[str] = field(default_factory=Counter)
    bodies: list[Body] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)


class MessagesServer:
    """The server. Its attributes may be changed between two requests."""

    def __init__(
        self,
        *,
        answer: Answerer = fill_schema,
        plan: Plan = no_faults,
        latency: float = 0.0,
        keys: frozenset[str] | None = None,
        models: frozenset[str] | None = None,
        seed: int = 0,
        keep: bool = True,
    ) -> None:
        """Prepare it.

        Args:
            latency: seconds before a message is answered.
            keys: others are answered with 401; None takes any.
            models: others are answered with 404; None takes any.
            seed: of the order of batch results.
            keep: bodies and headers; a benchmark does without.
        """
        self.answer, self.plan, self.latency = answer, plan, latency
        self.keys, self.models = keys, models
        self.seen = Seen()
        self.batches = Batches(self._batched, self._planned, seed=seed)
        self._keep, self._seed = keep, seed
        self._in_flight = 0
        self._numbers = count(1)
        self._prefixes: set[str] = set()
        self._loop = asyncio.new_event_loop()
        self._stop: asyncio.Event | None = None
        self._thread: threading.Thread | None = None
        self.url = ""

    def renew(self) -> None:
        """Know nothing of what was asked until now, and have no faults, as when it was new."""
        self.answer, self.plan, self.latency, self.models = fill_schema, no_faults, 0.0, None
        self.seen = Seen()
        self.batches = Batches(self._batched, self._planned, seed=self._seed)
        self._prefixes.clear()

    def __enter__(self) -> Self:
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait(10)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._stop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(10)
        self._loop.close()

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self.serve(0, ready.set))

    async def serve(self, port: int, ready: Callable[[], object]) -> None:
        """Listen until stopped; `ready` is called once the address is known."""
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._connection, "127.0.0.1", port, backlog=1024)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        ready()
        await self._stop.wait()
        server.close()
        mine = asyncio.current_task()
        others = [task for task in asyncio.all_tasks() if task is not mine]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    # --- HTTP

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._exchange(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            with suppress(ConnectionError, asyncio.CancelledError):
                await writer.wait_closed()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip("\r\n").split("\r\n")
        method, path, _ = first.split(" ")
        headers = {n.lower(): v.strip() for n, _, v in (line.partition(":") for line in lines)}
        raw = await reader.readexactly(int(headers.get("content-length", 0)))
        body: Body = json.loads(raw) if raw else {}
        self.seen.calls += 1
        if self._keep:
            self.seen.headers.append(headers)
            self.seen.bodies.append(body)
            self.seen.arrivals.append(self._loop_time())
        path = path.partition("?")[0]
        if path == "/counts":
            return await send(writer, 200, self.counts())
        key = headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")
        if self.keys is not None and key not in self.keys:
            return await send(writer, 401, problem(401, "invalid x-api-key"))
        if (method, path) == ("POST", "/v1/messages"):
            return await self._message(writer, body, key)
        if path == "/v1/messages/count_tokens":
            return await send(writer, 200, {"input_tokens": tokens(json.dumps(body["messages"]))})
        if path.startswith(PATH):
            return await self.batches.serve(writer, method, path, body, key, self.url)
        return await send(writer, 404, b"<html>nothing here</html>")

    def _loop_time(self) -> float:
        return asyncio.get_running_loop().time()

    # --- Messages

    async def _message(self, writer: asyncio.StreamWriter, body: Body, key: str) -> bool:
        self._in_flight += 1
        self.seen.most_in_flight = max(self.seen.most_in_flight, self._in_flight)
        try:
            name = content_hash(body)
            fault = self._planned(body)
            await asyncio.sleep(self.latency + (1.0 if fault == "slow" else 0.0))
        finally:
            self._in_flight -= 1
        if self.models is not None and body["model"] not in self.models:
            return await send(writer, 404, problem(404, f"model: {body['model']}"))
        if fault and fault not in ANSWER_FAULTS and fault not in ("slow", "cut"):
            return await fail(writer, fault, key)
        answered = self.message(body, fault if fault in ANSWER_FAULTS else None)
        self.seen.paid[name] += 1
        if fault == "cut":
            return await send(writer, 200, json.dumps(answered).encode()[:-40])
        if fault is None:
            self.seen.good[name] += 1
        if body.get("stream"):
            return await stream(writer, answered)
        return await send(writer, 200, answered)

    def _planned(self, body: Body) -> str | None:
        """What goes wrong with a body; it counts as asked."""
        name = content_hash(body)
        fault = self.plan(body, self.seen.asked[name])
        self.seen.asked[name] += 1
        if fault:
            self.seen.faults[fault.partition(":")[0]] += 1
        return fault

    def _batched(self, params: Body) -> Body:
        """The message for a request of a batch; it counts as paid for."""
        fault = self._planned(params)
        self.seen.paid[content_hash(params)] += 1
        self.seen.good[content_hash(params)] += fault is None
        return self.message(params, fault)

    def message(self, body: Body, fault: str | None) -> Body:
        """The message that answers a body."""
        text = spoiled(self.answer(body), fault)
        stop = {"max_tokens": "max_tokens", "refusal": "refusal"}.get(fault or "", "end_turn")
        room = int(body["max_tokens"])
        if tokens(text) > room:
            text, stop = text[: room * 4], "max_tokens"
        refused = {"type": "refusal", "category": None, "explanation": "It is not for me to say."}
        return {
            "id": f"msg_{next(self._numbers):08}",
            "type": "message",
            "role": "assistant",
            "model": f"{body['model']}",
            "content": [{"type": "text", "text": text}] if text else [],
            "stop_reason": stop,
            "stop_sequence": None,
            "stop_details": refused if stop == "refusal" else None,
            "usage": {**self._read(body), "output_tokens": max(1, tokens(text))},
        }

    def _read(self, body: Body) -> dict[str, int]:
        """Prompt tokens: what stands before the last cache mark is written once, then read."""
        blocks = body.get("system") or []
        blocks = [] if isinstance(blocks, str) else blocks
        marked = [number for number, block in enumerate(blocks) if "cache_control" in block]
        kept = "".join(block["text"] for block in blocks[: marked[-1] + 1]) if marked else ""
        plain = tokens(json.dumps(body["messages"]) + json.dumps(body.get("system", ""))) - tokens(
            kept
        )
        known = kept in self._prefixes
        self._prefixes.add(kept)
        return {
            "input_tokens": max(1, plain),
            "cache_creation_input_tokens": 0 if known else tokens(kept),
            "cache_read_input_tokens": tokens(kept) if known else 0,
        }

    def counts(self) -> Body:
        """What it saw, as JSON."""
        seen = self.seen
        return {
            "calls": seen.calls,
            "most_in_flight": seen.most_in_flight,
            "asked": seen.asked,
            "paid": seen.paid,
            "good": seen.good,
            "faults": seen.faults,
        }


def _loaded(place: str) -> Answerer:
    """The function that `path/to/file.py:name` names."""
    path, _, name = place.rpartition(":")
    spec = importlib.util.spec_from_file_location("answerer", Path(path))
    if spec is None or spec.loader is None:
        raise SystemExit(f"no module at {path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    answerer: Answerer = getattr(module, name)
    return answerer


def main() -> None:
    """Serve until killed."""
    parser = argparse.ArgumentParser(description="A loopback Messages API.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--faults", default="", help="comma-separated, see Plan")
    parser.add_argument("--share", type=float, default=0.3, help="of calls that fail")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--looks", type=int, default=1, help="at a batch before it has ended")
    parser.add_argument("--answer", default="", help="path/to/file.py:function")
    given = parser.parse_args()
    faults = [fault for fault in given.faults.split(",") if fault]
    server = MessagesServer(
        answer=_loaded(given.answer) if given.answer else fill_schema,
        plan=seeded(given.seed, given.share, faults) if faults else no_faults,
        latency=given.latency,
        seed=given.seed,
        keep=False,
    )
    server.batches.looks = given.looks
    with suppress(KeyboardInterrupt):
        asyncio.run(server.serve(given.port, lambda: print(server.url, flush=True)))  # noqa: T201
    sys.exit(0)


if __name__ == "__main__":
    main()
