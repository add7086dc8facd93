"""The loopback server speaks as the SDK expects: what tests on it show holds of the SDK."""

import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Literal

import anthropic
import pydantic
import pytest

from tests.messages_faults import scripted
from tests.messages_server import MessagesServer

REPOSITORY = Path(__file__).parents[3]


class Verdict(pydantic.BaseModel):
    """A typed answer."""

    claim_id: str
    support: Literal["supported", "unsupported"]
    importance: int
    notes: list[str]


async def test_typed_answers(messages_api: MessagesServer) -> None:
    async with anthropic.AsyncAnthropic() as client:
        message = await client.messages.parse(
            model="claude-test",
            max_tokens=100,
            messages=[{"role": "user", "content": "Judge."}],
            output_format=Verdict,
        )
    expected = Verdict(claim_id="text", support="supported", importance=0, notes=["text"])
    assert message.parsed_output == expected


async def test_streaming(messages_api: MessagesServer) -> None:
    messages_api.answer = lambda body: "It was held that the judgment below must be affirmed."
    async with (
        anthropic.AsyncAnthropic() as client,
        client.messages.stream(
            model="claude-test",
            max_tokens=100,
            messages=[{"role": "user", "content": "What was held?"}],
        ) as stream,
    ):
        parts = [part async for part in stream.text_stream]
        message = await stream.get_final_message()
    assert len(parts) == 3
    assert "".join(parts) == "It was held that the judgment below must be affirmed."
    assert (message.stop_reason, message.usage.output_tokens) == ("end_turn", 14)


async def test_counting_tokens(messages_api: MessagesServer) -> None:
    async with anthropic.AsyncAnthropic() as client:
        counted = await client.messages.count_tokens(
            model="claude-test", messages=[{"role": "user", "content": "What was held?"}]
        )
    assert counted.input_tokens > 0


async def test_the_sdks_own_errors(messages_api: MessagesServer) -> None:
    messages_api.plan = scripted("529", "credit", "spend")
    async with anthropic.AsyncAnthropic(max_retries=0) as client:
        for kind, code in [
            (anthropic.InternalServerError, None),
            (anthropic.BadRequestError, None),
            (anthropic.RateLimitError, "enforced_spend_limit_reached"),
        ]:
            with pytest.raises(kind) as caught:
                await client.messages.create(
                    model="claude-test", max_tokens=9, messages=[{"role": "user", "content": "?"}]
                )
            assert isinstance(caught.value, anthropic.APIStatusError)
            assert caught.value.error_code == code


def test_in_a_process_of_its_own() -> None:
    server = subprocess.Popen(
        [sys.executable, REPOSITORY / "tests/messages_server.py", "--faults", "500"],
        stdout=subprocess.PIPE,
        text=True,
        cwd="/",
    )
    with server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with urllib.request.urlopen(f"{address}/counts") as response:
                assert b'"calls": 1' in response.read()
        finally:
            server.terminate()
