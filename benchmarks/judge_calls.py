"""450 judge calls of 0.2 s each: a bare SDK script beside our client, in fresh processes, in turn.

    python benchmarks/judge_calls.py [--concurrency 20] [--concurrency 100] [--ours runner]

The service is the loopback server of the tests, in a process of its own. What is timed is the whole
process, from its start to its end, imports included. The bare script does the least that a script
on the SDK must: `messages.create` with a schema under a semaphore, and `json.loads`; with `--bare
parse` it calls `messages.parse` with a pydantic model instead. Each line gives the medians of the
rounds and their ratio. `--ours` is the `runner`, which commits every verdict, or the `client`.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Literal

CHECKOUT = Path(__file__).parents[1]
sys.path.insert(0, str(CHECKOUT))

from benchmarks import judge_runner  # noqa: E402  the checkout must be found first

GOALS = {20: 1.15, 100: 1.4}
"""The largest ratio that will do, by calls at a time."""
MODEL = "claude-haiku-4-5"
RUBRIC = "A passage supports a claim when it says all of it; partly, when it says a part. " * 60
PASSAGE = (
    "The court affirmed the judgment in part, reversed it in part, and remanded the case. " * 25
)
FIELDS = ("claim_id", "support", "evidence", "reason")
SCHEMA = {
    "type": "object",
    "properties": {
        "claim_id": {"type": "string"},
        "support": {"enum": ["supported", "partial", "unsupported"]},
        "evidence": {"type": "string"},
        "reason": {"type": "string"},
    },
    "required": list(FIELDS),
    "additionalProperties": False,
}

Work = Callable[[int, int], Coroutine[Any, Any, None]]


def claim(number: int) -> str:
    """What the user says in call `number`."""
    return f"Claim {number}: the court affirmed the judgment.\n\nPassage:\n{PASSAGE}"


async def bare_create(calls: int, concurrency: int) -> None:
    """The least script on the SDK."""
    import anthropic

    client = anthropic.AsyncAnthropic()
    slots = asyncio.Semaphore(concurrency)

    async def one(number: int) -> None:
        async with slots:
            message = await client.messages.create(
                model=MODEL,
                max_tokens=1000,
                system=[
                    {"type": "text", "text": RUBRIC, "cache_control": {"type": "ephemeral"}},
                ],
                messages=[{"role": "user", "content": claim(number)}],
                output_config={"format": {"type": "json_schema", "schema": dict(SCHEMA)}},
            )
        text = next(block.text for block in message.content if block.type == "text")
        assert set(json.loads(text)) == set(FIELDS)

    await asyncio.gather(*map(one, range(calls)))
    await client.close()


async def bare_parse(calls: int, concurrency: int) -> None:
    """The typed script on the SDK."""
    import anthropic
    import pydantic

    class Verdict(pydantic.BaseModel):
        claim_id: str
        support: Literal["supported", "partial", "unsupported"]
        evidence: str
        reason: str

    client = anthropic.AsyncAnthropic()
    slots = asyncio.Semaphore(concurrency)

    async def one(number: int) -> None:
        async with slots:
            message = await client.messages.parse(
                model=MODEL,
                max_tokens=1000,
                system=RUBRIC,
                messages=[{"role": "user", "content": claim(number)}],
                output_format=Verdict,
            )
        assert message.parsed_output is not None

    await asyncio.gather(*map(one, range(calls)))
    await client.close()


async def our_client(calls: int, concurrency: int) -> None:
    """The same calls through `evaluator.model.client`, each answer checked."""
    import pydantic

    from evaluator.model.client import Limits, ModelClient
    from evaluator.model.request import ModelRequest, SystemBlock

    class Verdict(pydantic.BaseModel):
        claim_id: str
        support: Literal["supported", "partial", "unsupported"]
        evidence: str
        reason: str

    check = pydantic.TypeAdapter(Verdict).validate_python
    system = (SystemBlock(text=RUBRIC, cached=True),)
    async with ModelClient(Limits(concurrency=concurrency)) as client:

        async def one(number: int) -> None:
            request = ModelRequest.of_text(
                claim(number), model=MODEL, max_tokens=1000, system=system, schema=SCHEMA
            )
            reply = await client.ask(request, check)
            assert reply.failure is None
            assert request.cache_key

        await asyncio.gather(*map(one, range(calls)))


BARE: dict[str, Work] = {"create": bare_create, "parse": bare_parse}
OURS: dict[str, Work] = {"client": our_client, "runner": judge_runner.our_runner}
"""The client alone, and the runner that commits every verdict with its request."""


def timed(side: str, name: str, calls: int, concurrency: int, address: str) -> float:
    """Seconds that a fresh process takes for all calls."""
    command = [sys.executable, __file__, "--work", f"{side}:{name}:{calls}:{concurrency}"]
    environment = {
        **os.environ,
        "ANTHROPIC_BASE_URL": address,
        "ANTHROPIC_API_KEY": "sk-loopback-0123456789abcdef",
        "PYTHONPATH": str(CHECKOUT),
    }
    if name == "runner":
        environment[judge_runner.STUDY] = str(judge_runner.prepare(calls))
    started = time.perf_counter()
    subprocess.run(command, check=True, env=environment)
    return time.perf_counter() - started


def compare(given: argparse.Namespace, concurrency: int, address: str) -> bool:
    """Time both sides in turn, print the medians; whether the goal is met."""
    bare, ours = [], []
    for _ in range(given.rounds):
        bare.append(timed("bare", given.bare, given.calls, concurrency, address))
        ours.append(timed("ours", given.ours, given.calls, concurrency, address))
    ratio = statistics.median(ours) / statistics.median(bare)
    goal = GOALS.get(concurrency)
    print(
        f"{given.calls} calls of {given.latency} s, {concurrency} at a time, "
        f"{given.rounds} rounds: bare {given.bare} {statistics.median(bare):.2f} s "
        f"({min(bare):.2f} to {max(bare):.2f}), our {given.ours} {statistics.median(ours):.2f} s "
        f"({min(ours):.2f} to {max(ours):.2f}), ratio {ratio:.3f}"
        + (f" (goal: at most {goal})" if goal else "")
    )
    return goal is None or ratio <= goal


def main() -> None:
    """Time what the arguments ask for; exit 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description="Judge calls, bare and ours.")
    parser.add_argument("--calls", type=int, default=450)
    parser.add_argument("--latency", type=float, default=0.2)
    parser.add_argument("--concurrency", type=int, action="append")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--bare", choices=sorted(BARE), default="create")
    parser.add_argument("--ours", choices=sorted(OURS), default="runner")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        side, name, calls, concurrency = given.work.split(":")
        work = (BARE if side == "bare" else OURS)[name]
        asyncio.run(work(int(calls), int(concurrency)))
        return
    server = subprocess.Popen(
        [
            *(sys.executable, CHECKOUT / "tests/messages_server.py"),
            *("--latency", str(given.latency)),
            *("--answer", f"{CHECKOUT / 'benchmarks' / 'judge_runner.py'}:answer"),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        met = [compare(given, number, address) for number in given.concurrency or sorted(GOALS)]
        with urllib.request.urlopen(f"{address}/counts") as response:
            seen = json.load(response)
        print(f"the server saw {seen['calls']} calls, {seen['most_in_flight']} at a time at most")
    finally:
        server.terminate()
        server.wait()
    sys.exit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
