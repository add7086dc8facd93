"""What a person reads when the service will not: one sentence each, and nothing sent in vain."""

import asyncio

import pytest

from corpus.errors import ExitCode, InputError, ServiceError
from evaluator.model.client import ModelClient
from evaluator.model.credentials import from_environment
from evaluator.model.trouble import RequestRejectedError
from tests.evaluator.model.conftest import Connect, question
from tests.messages_faults import scripted
from tests.messages_server import MessagesServer

STOPPING = [
    ("401", "does not accept the key.*set ANTHROPIC_API_KEY"),
    ("403", "may not use model “claude-test”"),
    ("404", "knows no model “claude-test”"),
    ("402", "has no credit left"),
    ("credit", "has no credit left.*credit balance is too low"),
    ("spend", "has no credit left"),
    ("307", "points to another address"),
]


@pytest.mark.parametrize(("fault", "sentence"), STOPPING)
async def test_what_every_call_would_meet_stops_them_all(
    connect: Connect, messages_api: MessagesServer, fault: str, sentence: str
) -> None:
    messages_api.plan = lambda body, seen: fault
    async with connect(concurrency=2) as client:
        outcomes = await asyncio.gather(
            *(client.ask(question(number)) for number in range(20)), return_exceptions=True
        )
    assert messages_api.seen.calls <= 2
    for outcome in outcomes:
        assert type(outcome) is ServiceError
        assert outcome.exit_code is ExitCode.SERVICE
    with pytest.raises(ServiceError, match=sentence):
        raise outcomes[0]  # type: ignore[misc]
    assert str(outcomes[0]).count(". ") == 0


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [("413", "too large.*smaller k"), ("400", "rejects a request.*status 400.*a planned 400")],
)
async def test_what_one_request_meets_stops_that_request(
    connect: Connect, messages_api: MessagesServer, fault: str, sentence: str
) -> None:
    messages_api.plan = scripted(fault)
    async with connect() as client:
        with pytest.raises(RequestRejectedError, match=sentence):
            await client.ask(question(1))
        assert (await client.ask(question(2))).failure is None


async def test_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(ServiceError) as caught:
        ModelClient()
    assert str(caught.value) == (
        "No key: set ANTHROPIC_API_KEY, or work offline with --generator extractive and "
        "--judge lexical (or --judge replay:FILE)."
    )


async def test_an_unknown_model_is_named(connect: Connect, messages_api: MessagesServer) -> None:
    messages_api.models = frozenset({"claude-test"})
    async with connect() as client:
        with pytest.raises(ServiceError, match="knows no model “gpt-4” .*check the name"):
            await client.ask(question(model="gpt-4"))


async def test_a_wrong_key(
    connect: Connect, messages_api: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-another-0123456789")
    async with connect() as client:
        with pytest.raises(ServiceError, match=r"^127\.0\.0\.1:\d+ does not accept the key"):
            await client.ask(question())


async def test_an_address_without_the_api(
    connect: Connect, messages_api: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", f"{messages_api.url}/elsewhere")
    async with connect() as client:
        with pytest.raises(ServiceError, match="no Messages API at its address"):
            await client.ask(question())


async def test_nobody_listens(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    async with connect(attempts=2) as client:
        with pytest.raises(ServiceError, match=r"^127\.0\.0\.1:9 failed 2 times.*no connection"):
            await client.ask(question())


@pytest.mark.parametrize(
    "address", ["localhost:80", "ftp://host", "http://", "https://h:0", "http://["]
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(InputError, match="ANTHROPIC_BASE_URL is no address"):
        from_environment({"ANTHROPIC_API_KEY": "sk-1", "ANTHROPIC_BASE_URL": address})


@pytest.mark.parametrize("key", ["sk-ключ", "sk-one two", "sk-\x00"])
def test_what_is_no_key(key: str) -> None:
    with pytest.raises(ServiceError, match="a character that no key has") as caught:
        from_environment({"ANTHROPIC_API_KEY": key})
    assert key not in str(caught.value)
