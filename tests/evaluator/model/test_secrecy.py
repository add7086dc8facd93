"""The key is in no packet, error, log or repr, whatever the server does with it."""

import json
import logging
import traceback

import pytest

from corpus.errors import ServiceError
from evaluator.model.client import ModelClient
from evaluator.model.credentials import HIDDEN, from_environment
from tests.evaluator.model.conftest import Connect, prose_question, question
from tests.messages_api import KEY
from tests.messages_faults import Body
from tests.messages_server import MessagesServer

FAULTS = ["401", "403", "404", "413", "400", "credit", "307", "echo", "drop", "cut", "html", "429"]


@pytest.mark.parametrize("fault", FAULTS)
async def test_no_error_or_log_holds_the_key(
    connect: Connect, messages_api: MessagesServer, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    messages_api.plan = lambda body, seen: fault
    told: list[str] = []
    with caplog.at_level(logging.DEBUG):
        async with connect(attempts=4, notice=told.append) as client:
            with pytest.raises(ServiceError) as caught:
                await client.ask(question())
    seen = "".join(traceback.format_exception(caught.value)) + caplog.text + "".join(told)
    assert KEY not in seen + repr(client.__dict__)
    # no exception of the SDK, whose request holds the key, hangs on ours
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


async def test_a_server_that_echoes_the_key_is_not_quoted(
    connect: Connect, messages_api: MessagesServer
) -> None:
    def echo(body: Body) -> str:
        return f"Your key is {KEY}."

    messages_api.answer = echo
    async with connect() as client:
        reply = await client.ask(prose_question())
    assert reply.text == f"Your key is {HIDDEN}."
    assert KEY not in json.dumps([reply.sent, reply.received])
    assert (
        messages_api.seen.headers[0]["authorization"] == f"Bearer {KEY}"
    )  # it did go where it belongs


async def test_an_echoed_key_in_an_error_is_hidden(
    connect: Connect, messages_api: MessagesServer
) -> None:
    messages_api.plan = lambda body, seen: "echo"
    async with connect(attempts=1) as client:
        with pytest.raises(ServiceError, match=r"cannot read the key \[hidden\]"):
            await client.ask(question())


def test_what_is_hidden() -> None:
    credentials = from_environment(
        {
            "ANTHROPIC_API_KEY": "sk-ant-0123456789\n",
            "ANTHROPIC_AUTH_TOKEN": "token-0123456789",
            "ANTHROPIC_BASE_URL": "https://me:passw0rd-long@proxy.example:8443/llm",
            "ANTHROPIC_CUSTOM_HEADERS": "x-team: legal-research\nx-proxy-key: proxy-0123456789",
        }
    )
    text = "sk-ant-0123456789 token-0123456789 passw0rd-long proxy-0123456789 legal-research"
    assert credentials.scrub(text) == f"{HIDDEN} {HIDDEN} {HIDDEN} {HIDDEN} legal-research"
    assert credentials.scrub_bytes(text.encode()) == credentials.scrub(text).encode()
    assert credentials.host == "proxy.example:8443"
    assert (credentials.key, credentials.token) == ("sk-ant-0123456789", None)
    assert "0123456789" not in repr(credentials) + repr(ModelClient(credentials=credentials))


def test_a_token_serves_where_there_is_no_key() -> None:
    credentials = from_environment({"ANTHROPIC_AUTH_TOKEN": "token-0123456789"})
    assert (credentials.key, credentials.token) == (None, "token-0123456789")
    assert credentials.host == "api.anthropic.com"
