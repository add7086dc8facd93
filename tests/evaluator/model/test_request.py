"""A request is a value: its packet goes over the wire, its key is all that decides the answer."""

import json
from dataclasses import replace

import pytest

from evaluator.model.request import ModelRequest, SystemBlock, Turn
from tests.evaluator.model.conftest import SCHEMA, question


def test_the_packet_is_the_body_of_the_messages_api() -> None:
    request = replace(question(), settings={"output_config": {"effort": "low"}, "temperature": 0})
    packet = request.packet
    assert packet["output_config"] == {
        "effort": "low",
        "format": {"type": "json_schema", "schema": SCHEMA},
    }
    assert packet["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert packet["messages"] == [{"role": "user", "content": "Claim 0: the court affirmed."}]
    assert packet["temperature"] == 0
    assert json.loads(json.dumps(packet)) == packet


def test_the_key_does_not_know_where_the_cache_begins() -> None:
    request = question()
    uncached = replace(request, system=(SystemBlock(text=request.system[0].text),))
    assert uncached.cache_key == request.cache_key
    assert len(request.cache_key) == 64


@pytest.mark.parametrize(
    "change",
    [
        {"model": "claude-other"},
        {"max_tokens": 501},
        {"system": ()},
        {"system": (SystemBlock(text="Another rubric."),)},
        {"schema": None},
        {"messages": (Turn(role="user", text="Claim 1."),)},
        {"settings": {"thinking": {"type": "adaptive"}}},
    ],
)
def test_all_that_decides_the_answer_changes_the_key(change: dict[str, object]) -> None:
    assert replace(question(), **change).cache_key != question().cache_key  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"messages": ()},
        {"messages": (Turn(role="assistant", text="It is so."),)},
        {"max_tokens": 0},
        {"settings": {"model": "claude-other"}},
        {"settings": {"stream": True}},
    ],
)
def test_what_is_no_request(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="messages|begins|max_tokens|settings"):
        replace(question(), **change)  # type: ignore[arg-type]


def test_a_packet_is_its_readers_to_change() -> None:
    request: ModelRequest = question()
    request.packet["system"].clear()
    assert request.packet["system"]
