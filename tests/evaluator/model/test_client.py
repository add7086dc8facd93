"""Calls through the client: every fault, the waits, the limits, and what is paid for."""

import asyncio
import time

import pytest

from evaluator.model.client import ModelClient
from evaluator.model.reply import Fault, ModelReply
from evaluator.model.trouble import RetriesUsedUpError
from tests.evaluator.model.conftest import Connect, FakeClock, prose_question, question
from tests.messages_faults import first_time, no_faults, scripted, seeded
from tests.messages_server import MessagesServer


async def test_an_answer(connect: Connect, messages_api: MessagesServer) -> None:
    async with connect() as client:
        reply = await client.ask(question())
    assert reply.parsed == {"verdicts": [{"claim_id": "text", "support": "supported"}]}
    assert (reply.failure, reply.attempts, reply.fenced) == (None, 1, False)
    assert (reply.model, reply.stop_reason, reply.request_id) == (
        "claude-test",
        "end_turn",
        "req_loopback",
    )
    assert reply.usage is not None
    assert reply.usage.cache_creation > 0
    assert reply.latency is not None
    assert reply.latency > 0
    assert reply.sent == messages_api.seen.bodies[0]
    assert reply.received["id"].startswith("msg_")


async def test_half_a_surrogate_pair_becomes_a_character_that_can_be_stored(
    connect: Connect, messages_api: MessagesServer
) -> None:
    messages_api.answer = lambda body: "It was \ud83d held \U0001f600."
    async with connect() as client:
        reply = await client.ask(prose_question())
    assert reply.text == "It was \ufffd\ufffd\ufffd held \U0001f600."


async def test_the_cached_prefix_is_read_the_second_time(connect: Connect) -> None:
    async with connect() as client:
        first, second = [await client.ask(question(n)) for n in (1, 2)]
    assert first.usage is not None
    assert second.usage is not None
    assert first.usage.cache_creation == second.usage.cache_read > 0


async def test_settings_that_the_sdk_has_no_parameter_for_are_sent(
    connect: Connect, messages_api: MessagesServer
) -> None:
    request = prose_question()
    request.settings["temperature"] = 0.0  # type: ignore[index]
    async with connect() as client:
        await client.ask(request)
    assert messages_api.seen.bodies[0]["temperature"] == 0.0


@pytest.mark.parametrize(
    "fault",
    ["408", "409", "429", "500", "502", "503", "504", "529", "429:0", "drop", "cut", "html"],
)
async def test_what_passes_is_tried_again(
    connect: Connect, messages_api: MessagesServer, fault: str
) -> None:
    messages_api.plan = first_time(fault, fault)
    async with connect() as client:
        reply = await client.ask(question())
    assert reply.failure is None
    assert reply.attempts == 3
    assert list(messages_api.seen.good.values()) == [1]


async def test_a_call_without_an_answer_in_time_is_sent_again(
    connect: Connect, messages_api: MessagesServer
) -> None:
    messages_api.plan = first_time("slow")
    async with connect(timeout=0.2) as client:
        reply = await client.ask(question())
    assert reply.attempts == 2


@pytest.mark.parametrize(("fault", "least"), [("429:7", 7), ("503:40", 40), ("429:2500ms", 2.5)])
async def test_retry_after_is_honoured(
    connect: Connect, messages_api: MessagesServer, clock: FakeClock, fault: str, least: float
) -> None:
    messages_api.plan = scripted(fault)
    async with connect() as client:
        await client.ask(question())
    assert least <= sum(clock.slept) <= least + 1


async def test_retry_after_as_a_date_is_honoured(
    connect: Connect, messages_api: MessagesServer, clock: FakeClock
) -> None:
    messages_api.plan = scripted("429:date20")
    clock.now = time.time() - 1_800_000_000.0  # this clock's wall shows the machine's time
    async with connect() as client:
        await client.ask(question())
    assert 18 <= sum(clock.slept) <= 21


async def test_after_a_429_everybody_waits(
    connect: Connect,
    messages_api: MessagesServer,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passing, sleep = asyncio.Event(), clock.sleep

    async def held(seconds: float) -> None:
        await passing.wait()
        await sleep(seconds)

    monkeypatch.setattr(clock, "sleep", held)
    messages_api.plan = scripted("429:60")
    told: list[str] = []
    async with connect(concurrency=10, notice=told.append) as client:
        first = asyncio.create_task(client.ask(question(1)))
        while not told:
            await asyncio.sleep(0.01)
        others = [asyncio.create_task(client.ask(question(number))) for number in range(2, 7)]
        await asyncio.sleep(0.1)
        assert messages_api.seen.calls == 1  # the five others were not sent
        passing.set()
        await asyncio.gather(first, *others)
    assert messages_api.seen.calls == 7
    assert len(clock.slept) == 6
    assert all(60 <= seconds <= 61 for seconds in clock.slept[:1])
    assert told == [f"{client.credentials.host} asks to wait 60.0 s (status 429)"]


async def test_a_call_that_is_given_up_leaves_the_client_usable(
    connect: Connect, messages_api: MessagesServer
) -> None:
    messages_api.plan = first_time("slow")
    async with connect(concurrency=1) as client:
        given_up = asyncio.create_task(client.ask(question(1)))
        await asyncio.sleep(0.1)
        given_up.cancel()
        messages_api.plan = no_faults
        assert (await client.ask(question(2))).failure is None
    assert given_up.cancelled()


async def test_being_told_to_wait_does_not_use_up_the_attempts(
    connect: Connect, messages_api: MessagesServer
) -> None:
    messages_api.plan = scripted(*["429:1"] * 12)
    async with connect(attempts=3) as client:
        reply = await client.ask(question())
    assert reply.attempts == 13


async def test_attempts_are_bounded(
    connect: Connect, messages_api: MessagesServer, clock: FakeClock
) -> None:
    messages_api.plan = lambda body, seen: "500"
    told: list[str] = []
    async with connect(attempts=5, notice=told.append) as client:
        with pytest.raises(RetriesUsedUpError, match="failed 5 times in a row.*status 500"):
            await client.ask(question())
    assert messages_api.seen.calls == 5
    assert len(clock.slept) == 4
    assert len(told) == 1


async def test_a_wait_that_is_too_long_stops_the_run(
    connect: Connect, messages_api: MessagesServer, clock: FakeClock
) -> None:
    messages_api.plan = scripted("429:86400")
    async with connect() as client:
        with pytest.raises(Exception, match="asks to wait 86,400 seconds"):
            await client.ask(question())
    assert clock.slept == []


@pytest.mark.parametrize(
    ("fault", "name", "calls"),
    [
        ("prose", Fault.NOT_JSON, 3),
        ("empty", Fault.EMPTY, 2),
        ("misfit", Fault.SCHEMA_MISMATCH, 3),
        ("refusal", Fault.REFUSED, 1),
    ],
)
async def test_a_faulty_answer_is_asked_for_again_where_that_can_help(
    connect: Connect, messages_api: MessagesServer, fault: str, name: Fault, calls: int
) -> None:
    messages_api.plan = lambda body, seen: fault
    async with connect() as client:
        reply = await client.ask(question(), _has_verdicts)
    assert reply.failure is not None
    assert reply.failure.fault is name
    assert reply.parsed is None
    assert len(reply.answers) == messages_api.seen.calls == calls
    assert all(answer.usage for answer in reply.answers)


@pytest.mark.parametrize("fault", ["prose", "empty", "misfit", "wrong_ids"])
async def test_the_second_answer_may_be_good(
    connect: Connect, messages_api: MessagesServer, fault: str
) -> None:
    messages_api.plan = first_time(fault)
    async with connect() as client:
        reply = await client.ask(question(), _has_verdicts)
    assert reply.failure is None
    assert [bool(answer.failure) for answer in reply.answers] == [True, False]
    assert reply.earlier[0].received["id"] != reply.received["id"]


@pytest.mark.parametrize("fault", ["fenced", "chatty"])
async def test_fenced_json_is_taken_and_recorded(
    connect: Connect, messages_api: MessagesServer, fault: str
) -> None:
    messages_api.plan = scripted(fault)
    async with connect() as client:
        reply = await client.ask(question(), _has_verdicts)
    assert (reply.failure, reply.fenced) == (None, True)


async def test_a_truncated_answer_gets_twice_the_room_once(
    connect: Connect, messages_api: MessagesServer
) -> None:
    async with connect() as client:
        small = await client.ask(question(1, max_tokens=10))
        hopeless = await client.ask(question(2, max_tokens=3))
    assert small.failure is None
    assert [answer.sent["max_tokens"] for answer in small.answers] == [10, 20]
    assert hopeless.failure is not None
    assert hopeless.failure.fault is Fault.TRUNCATED
    assert [answer.sent["max_tokens"] for answer in hopeless.answers] == [3, 6]


async def test_the_room_has_a_ceiling(connect: Connect, messages_api: MessagesServer) -> None:
    async with connect(most_tokens=3) as client:
        reply = await client.ask(question(max_tokens=3))
    assert len(reply.answers) == 1


async def test_a_paid_answer_is_kept_when_asking_again_fails(
    connect: Connect, messages_api: MessagesServer
) -> None:
    messages_api.plan = first_time("prose", *["500"] * 9)
    async with connect(attempts=2) as client:
        reply = await client.ask(question())
    assert reply.failure is not None
    assert reply.failure.fault is Fault.NOT_JSON


@pytest.mark.parametrize("limit", [1, 7])
async def test_the_concurrency_limit_is_kept(
    connect: Connect, messages_api: MessagesServer, limit: int
) -> None:
    messages_api.latency = 0.02
    async with connect(concurrency=limit) as client:
        await asyncio.gather(*(client.ask(question(number)) for number in range(30)))
    assert messages_api.seen.most_in_flight == limit


async def test_a_hundred_at_a_time(connect: Connect, messages_api: MessagesServer) -> None:
    messages_api.latency = 0.5
    async with connect(concurrency=100) as client:
        await asyncio.gather(*(client.ask(question(number)) for number in range(150)))
    assert messages_api.seen.most_in_flight == 100


async def test_a_third_of_all_calls_fails_and_nothing_is_paid_for_twice(
    connect: Connect, messages_api: MessagesServer
) -> None:
    faults = ["429:1", "429", "500", "529", "drop", "cut", "prose", "wrong_ids", "html", "misfit"]
    messages_api.plan = seeded(5, 0.3, faults)
    async with connect(concurrency=20) as client:
        replies = await asyncio.gather(
            *(client.ask(question(number), _has_verdicts) for number in range(120))
        )
    assert [reply.failure for reply in replies] == [None] * 120
    assert len(messages_api.seen.faults) == 9  # "429" counts for both kinds of it
    assert set(messages_api.seen.good.values()) == {1}
    assert sum(reply.attempts for r in replies for reply in r.answers) == messages_api.seen.calls


async def test_the_client_is_used_inside_async_with(messages_api: MessagesServer) -> None:
    with pytest.raises(RuntimeError, match="async with"):
        await ModelClient().ask(question())


def _has_verdicts(value: dict[str, list[dict[str, str]]]) -> ModelReply | None:
    ids = [verdict.get("claim_id") for verdict in value.get("verdicts", [{}])]
    if ids != ["text"]:
        raise ValueError(f"verdicts for {ids}")
    return None
