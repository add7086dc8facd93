"""A configuration is its settings: what decides an answer is in the hash, the name is not."""

from typing import Any

import pytest

from corpus.errors import InputError
from evaluator.answering.extractive import RULES, extractive
from evaluator.configuration import Configuration, Generator
from evaluator.prompts.shipped import Prompt, prompt


def _configuration(**changes: Any) -> Configuration:
    fields: dict[str, Any] = {
        "name": "baseline",
        "generator": Generator.ANTHROPIC,
        "model": "m-1",
        "prompt": prompt("baseline"),
        "k": 5,
        "chunk_words": 350,
    }
    return Configuration(**{**fields, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"model": "m-2"},
        {"prompt": prompt("strict")},
        {"k": 6},
        {"wider_k": 10},
        {"chunk_words": 200},
        {"max_tokens": 100},
        {"model_settings": {"thinking": {"type": "disabled"}}},
        {"retriever": "BM25"},
    ],
)
def test_every_setting_is_in_the_hash(changes: dict[str, Any]) -> None:
    assert _configuration(**changes).hash != _configuration().hash


def test_names_are_not_in_the_hash() -> None:
    renamed = Prompt(name="other", text=prompt("baseline").text)
    assert _configuration(name="mine", prompt=renamed).hash == _configuration().hash


def test_the_wider_retrieval_is_three_times_k_by_default() -> None:
    assert _configuration().most_passages == 15
    assert _configuration(wider_k=15).hash == _configuration().hash
    assert _configuration(wider_k=5).most_passages == 5


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"k": 0}, "k is 0; set it to 1"),
        ({"wider_k": 4}, "wider_k is 4; set it to 5"),
        ({"chunk_words": 0}, "chunk_words is 0"),
        ({"max_tokens": 0}, "max_tokens is 0"),
        ({"prompt": None}, "anthropic takes a prompt"),
        ({"generator": Generator.EXTRACTIVE}, "extractive takes no prompt"),
    ],
)
def test_what_is_out_of_range_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        _configuration(**changes)


def test_the_extractive_configuration_names_its_rules() -> None:
    settings = extractive("offline", k=5, chunk_words=350).settings
    assert (settings["model"], settings["prompt"]) == (RULES, None)
