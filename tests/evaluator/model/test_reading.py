"""Answers as models write them, and what each is taken for."""

import json
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

from evaluator.model.reading import Check, find_json, is_message, read_reply
from evaluator.model.reply import Fault, ModelReply, Usage
from evaluator.model.request import ModelRequest
from tests.evaluator.model.conftest import prose_question, question


class Answer(BaseModel):
    """What the check wants."""

    verdicts: list[dict[str, str]]


CHECK = TypeAdapter(Answer).validate_python


def read(
    text: str, *, request: ModelRequest | None = None, check: Check | None = None, **fields: Any
) -> ModelReply:
    """The reply to a text."""
    received = {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn", **fields}
    asked = request or question()
    return read_reply(received, asked, check, latency=0.1, request_id="r", attempts=1)


@pytest.mark.parametrize(
    ("text", "value", "fenced"),
    [
        ('{"a": 1}', {"a": 1}, False),
        ('\n {"a": 1}\n', {"a": 1}, False),
        ('```json\n{"a": 1}\n```', {"a": 1}, True),
        ('```\n{"a": 1}\n```', {"a": 1}, True),
        ('```JSON\r\n{"a": 1}\r\n```\r\n', {"a": 1}, True),
        ('Here it is:\n```json\n{"a": 1}\n```\nDone.', {"a": 1}, True),
        ('```python\nprint()\n```\n```json\n{"a": 1}\n```', {"a": 1}, True),  # the other is no JSON
        ("null", None, False),
    ],
)
def test_json_is_found(text: str, value: object, fenced: bool) -> None:
    found = find_json(text)
    assert found is not None
    assert (found.value, found.fenced) == (value, fenced)


@pytest.mark.parametrize(
    "text",
    [
        "The passage supports it.",
        "",
        '{"a": 1',
        '{"a": NaN}',
        '```json\n{"a": 1}\n```\n```json\n{"a": 2}\n```',  # which of the two?
        "[" * 100_000,
        "9" * 10_000,
    ],
)
def test_what_is_no_json(text: str) -> None:
    assert find_json(text) is None


@pytest.mark.parametrize(
    ("text", "fields", "fault"),
    [
        ('{"verdicts": []}', {}, None),
        ('{"verdicts": []}', {"stop_reason": "max_tokens"}, Fault.TRUNCATED),
        ('{"verd', {"stop_reason": "model_context_window_exceeded"}, Fault.TRUNCATED),
        ("", {"stop_reason": "refusal"}, Fault.REFUSED),
        (" \n", {}, Fault.EMPTY),
        ("It is supported.", {}, Fault.NOT_JSON),
        ('{"verdict": 1}', {}, Fault.SCHEMA_MISMATCH),
        ("42", {}, Fault.SCHEMA_MISMATCH),
        ('[{"verdicts": []}]', {}, Fault.SCHEMA_MISMATCH),
    ],
)
def test_each_fault_is_recorded_as_what_it_is(
    text: str, fields: dict[str, Any], fault: Fault | None
) -> None:
    reply = read(text, check=CHECK, **fields)
    assert (reply.failure.fault if reply.failure else None) == fault
    assert (reply.parsed is None) == (fault is not None)
    assert reply.text == text


def test_a_check_may_ask_for_more_than_a_shape() -> None:
    def only_c1(value: dict[str, list[dict[str, str]]]) -> None:
        ids = [verdict["claim_id"] for verdict in value["verdicts"]]
        if ids != ["c1"]:
            raise ValueError(f"verdicts for {ids}, asked for c1")

    text = json.dumps({"verdicts": [{"claim_id": "c2"}]})
    reply = read(text, check=only_c1)
    assert reply.failure is not None
    assert reply.failure.detail == "verdicts for ['c2'], asked for c1"


def test_the_detail_of_a_mismatch_names_the_field_not_the_value() -> None:
    reply = read('{"verdicts": "sk-secret"}', check=CHECK)
    assert reply.failure is not None
    assert reply.failure.detail == "verdicts: Input should be a valid list"


def test_prose_is_an_answer_where_no_json_was_asked_for() -> None:
    reply = read("It was held that …", request=prose_question())
    assert (reply.failure, reply.parsed) == (None, None)


def test_thinking_is_not_part_of_the_text() -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm", "signature": "x"},
        {"type": "text", "text": '{"verdicts":'},
        {"type": "text", "text": " []}"},
    ]
    assert read("", content=blocks).parsed == {"verdicts": []}


def test_usage_counts_what_the_server_counted() -> None:
    counted = {"input_tokens": 5, "output_tokens": 2, "cache_read_input_tokens": None}
    assert read("{}", usage=counted).usage == Usage(input=5, output=2)
    assert read("{}").usage is None


@pytest.mark.parametrize("packet", [{}, {"content": None}, {"content": "text"}, {"content": ["a"]}])
def test_what_is_no_message(packet: dict[str, Any]) -> None:
    assert not is_message(packet)
