"""Batches: in any order, after a restart, with requests that errored or expired."""

import json
from pathlib import Path

import pytest

from corpus.errors import ServiceError
from evaluator.model.batch_results import BatchResult, Lack, collect
from evaluator.model.batches import BatchProgress, BatchTicket, look, submit, wait
from evaluator.model.client import ModelClient
from evaluator.model.reply import Fault
from evaluator.model.request import ModelRequest
from tests.evaluator.model.conftest import Connect, FakeClock, question
from tests.messages_api import KEY
from tests.messages_batches import Batch
from tests.messages_faults import Body, scripted, seeded
from tests.messages_server import MessagesServer

QUESTIONS = [question(number) for number in range(12)]
BY_KEY = {request.cache_key: request for request in QUESTIONS}


async def sent(
    client: ModelClient, requests: list[ModelRequest] = QUESTIONS, **limits: int
) -> list[BatchTicket]:
    return [ticket async for ticket in submit(client, requests, **limits)]


async def ended(client: ModelClient, batch_id: str) -> list[BatchProgress]:
    return [progress async for progress in wait(client, batch_id)]


async def results(client: ModelClient, batch_id: str) -> dict[str, BatchResult]:
    found = [result async for result in collect(client, batch_id, BY_KEY)]
    assert len(found) == len({result.key for result in found})
    return {result.key: result for result in found}


async def test_results_in_any_order_find_their_requests(
    connect: Connect, messages_api: MessagesServer, clock: FakeClock
) -> None:
    messages_api.answer = lambda body: json.dumps({"verdicts": [{"claim_id": _claim(body)}]})
    messages_api.batches.looks = 5
    async with connect() as client:
        [ticket] = await sent(client)
        states = await ended(client, ticket.id)
        found = await results(client, ticket.id)
    assert [state.status for state in states] == ["in_progress"] * 5 + ["ended"]
    assert states[0].counts["processing"] == states[-1].counts["succeeded"] == 12
    assert clock.slept == [2.0, 3.0, 4.5, 6.75, 10.125]
    assert list(found) != list(BY_KEY)  # the server shuffled them
    for key, result in found.items():
        assert result.reply is not None
        assert result.reply.parsed == {"verdicts": [{"claim_id": _claim(BY_KEY[key].packet)}]}
        assert (result.reply.batch, result.reply.latency) == (True, None)
    assert set(messages_api.seen.good.values()) == {1}


async def test_a_restart_between_submit_and_collect(
    connect: Connect, messages_api: MessagesServer, tmp_path: Path
) -> None:
    stored = tmp_path / "batch"
    async with connect() as client:
        async for ticket in submit(client, QUESTIONS):
            stored.write_text(ticket.id)
    async with connect() as client:
        await ended(client, stored.read_text())
        found = await results(client, stored.read_text())
    assert all(result.reply for result in found.values())


async def test_errored_and_expired_requests_say_whether_to_send_them_again(
    connect: Connect, messages_api: MessagesServer
) -> None:
    fates = {
        QUESTIONS[0].cache_key: "errored:overloaded_error",
        QUESTIONS[1].cache_key: "errored:invalid_request_error",
        QUESTIONS[2].cache_key: "expired",
        QUESTIONS[3].cache_key: "canceled",
    }
    messages_api.batches.fate = lambda custom_id, params: fates.get(custom_id, "succeeded")
    async with connect() as client:
        [ticket] = await sent(client)
        states = await ended(client, ticket.id)
        found = await results(client, ticket.id)
    lacks = [found[request.cache_key].unanswered for request in QUESTIONS[:4]]
    assert [(lack.lack, lack.retryable) for lack in lacks if lack] == [
        (Lack.ERRORED, True),
        (Lack.ERRORED, False),
        (Lack.EXPIRED, True),
        (Lack.CANCELED, True),
    ]
    assert lacks[1] is not None
    assert lacks[1].detail == "invalid_request_error: it went wrong"
    assert sum(result.reply is not None for result in found.values()) == 8
    assert states[-1].counts == {
        "processing": 0,
        "succeeded": 8,
        "errored": 2,
        "canceled": 1,
        "expired": 1,
    }


async def test_the_key_and_half_surrogate_pairs_are_kept_out_of_results(
    connect: Connect, messages_api: MessagesServer
) -> None:
    messages_api.answer = lambda body: f'{{"key": "{KEY}", "text": "\ud83d"}}'
    async with connect() as client:
        [ticket] = await sent(client)
        await ended(client, ticket.id)
        found = await results(client, ticket.id)
    for result in found.values():
        assert result.reply is not None
        assert result.reply.parsed == {"key": "[hidden]", "text": "\ufffd\ufffd\ufffd"}


async def test_faulty_answers_are_recorded_as_in_single_calls(
    connect: Connect, messages_api: MessagesServer
) -> None:
    async with connect() as client:
        [ticket] = await sent(client)
        await ended(client, ticket.id)
        messages_api.plan = seeded(1, 1.0, ["prose", "refusal", "max_tokens"])
        found = await results(client, ticket.id)
    faults = {r.reply.failure.fault for r in found.values() if r.reply and r.reply.failure}
    assert faults == {Fault.NOT_JSON, Fault.REFUSED, Fault.TRUNCATED}


async def test_a_batch_is_cut_at_the_limits_and_holds_no_request_twice(
    connect: Connect, messages_api: MessagesServer
) -> None:
    size = len(str(QUESTIONS[0].packet))
    async with connect() as client:
        by_number = await sent(client, QUESTIONS + QUESTIONS, most_requests=5)
        by_bytes = await sent(client, most_bytes=4 * size)
        none = await sent(client, [])
    assert [len(ticket.keys) for ticket in by_number] == [5, 5, 2]
    assert [key for ticket in by_number for key in ticket.keys] == list(BY_KEY)
    assert [len(ticket.keys) for ticket in by_bytes] == [3, 3, 3, 3]
    assert none == []


@pytest.mark.parametrize("fault", ["500", "429:1", "drop", "lost"])
async def test_a_batch_is_made_once_though_the_call_fails(
    connect: Connect, messages_api: MessagesServer, fault: str
) -> None:
    async with connect() as client:
        await sent(client)  # one of the same size that was there before
        messages_api.plan = scripted(fault)
        [ticket] = await sent(client)
        await ended(client, ticket.id)
        found = await results(client, ticket.id)
    assert len(messages_api.batches.made) == 2
    assert all(result.reply for result in found.values())


async def test_a_result_that_is_not_there_is_missing(
    connect: Connect, messages_api: MessagesServer
) -> None:
    async with connect() as client:
        [ticket] = await sent(client, QUESTIONS[1:])
        await ended(client, ticket.id)
        found = await results(client, ticket.id)
    missing = found[QUESTIONS[0].cache_key].unanswered
    assert missing is not None
    assert (missing.lack, missing.retryable) == (Lack.MISSING, True)


async def test_results_that_break_off_are_read_again(
    connect: Connect, messages_api: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = messages_api.batches.results
    broken = iter([True, True])

    def results_of(batch: Batch) -> bytes:
        return whole(batch)[: -200 if next(broken, False) else None]

    monkeypatch.setattr(messages_api.batches, "results", results_of)
    async with connect() as client:
        [ticket] = await sent(client)
        await ended(client, ticket.id)
        found = await results(client, ticket.id)
    assert all(result.reply for result in found.values())


async def test_what_a_person_reads(connect: Connect, messages_api: MessagesServer) -> None:
    messages_api.batches.looks = 99
    async with connect() as client:
        [ticket] = await sent(client)
        with pytest.raises(
            ServiceError, match=f"Batch {ticket.id} has not ended .it is in_progress"
        ):
            await results(client, ticket.id)
    async with connect() as client:
        with pytest.raises(ServiceError, match="knows no batch msgbatch_none"):
            await look(client, "msgbatch_none")
        assert (await client.ask(QUESTIONS[0])).failure is None  # that stops nothing else


def _claim(body: Body) -> str:
    text: str = body["messages"][0]["content"]
    return text.partition(":")[0]
