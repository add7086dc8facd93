"""A configuration: everything that decides an answer, named, hashed and compared with another.

The name decides nothing, so that two names with the same settings have the same hash, and a run
with the same settings goes on where it stopped.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from corpus.errors import InputError
from corpus.hashes import content_hash
from evaluator.prompts.shipped import Prompt

WIDER = 3
"""The wider retrieval takes so many times k, unless the settings say otherwise."""
ANSWER_TOKENS = 2048
"""The default of `max_tokens`: some 1,500 words, several times a usual answer."""


class Generator(StrEnum):
    """Who writes the answers."""

    ANTHROPIC = "anthropic"
    """A model behind the Messages API."""
    EXTRACTIVE = "extractive"
    """Sentences of the passages, offline; no model, no prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUse:
    """Which model, and how it is called, for a stage that is not generation."""

    model: str
    """As the service names it."""
    max_tokens: int = 8192
    """The longest answer, in tokens; 1 or more."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the call's body (`thinking` …); empty: the service's defaults."""
    repeat: int = 1
    """1, or how many times the same is asked, to see whether the answer stays the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """How questions are answered.

    Raises:
        InputError: a setting is out of its range; names the configuration and the value.
    """

    name: str
    """`baseline`, `strict`, or the user's own."""
    generator: Generator
    model: str
    """As the service names it; for the extractive generator, the version of its rules."""
    prompt: Prompt | None
    """None for the extractive generator, and only there."""
    k: int
    """Passages retrieved for a question; 1 or more."""
    wider_k: int | None = None
    """Passages of the one wider retrieval after a refusal; None: three times k. As many as k: there
    is none."""
    chunk_words: int
    """The target length of a passage, in words."""
    max_tokens: int = ANSWER_TOKENS
    """The longest answer, in tokens; 1 or more."""
    model_settings: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the call's body (`thinking` …); empty: the service's defaults."""
    retriever: str = ""
    """Engine, parameters and tokeniser, as `Index.describe` says them."""

    def __post_init__(self) -> None:
        if (self.prompt is None) != (self.generator is Generator.EXTRACTIVE):
            raise InputError(
                f"The configuration {self.name!r}: the generator {self.generator} takes "
                f"{'a prompt' if self.prompt is None else 'no prompt'}; correct its settings."
            )
        for setting, value, least in (
            ("k", self.k, 1),
            ("wider_k", self.most_passages, self.k),
            ("chunk_words", self.chunk_words, 1),
            ("max_tokens", self.max_tokens, 1),
        ):
            if value < least:
                raise InputError(
                    f"The configuration {self.name!r}: {setting} is {value}; set it to {least} or "
                    "more."
                )

    @property
    def most_passages(self) -> int:
        """Passages of the wider retrieval."""
        return WIDER * self.k if self.wider_k is None else self.wider_k

    @property
    def settings(self) -> dict[str, Any]:
        """What decides the answers, fit for JSON; the prompt with its name, text and hash."""
        prompt = self.prompt
        return {
            "generator": str(self.generator),
            "model": self.model,
            "prompt": prompt and prompt.text,
            "prompt_sha256": prompt and prompt.sha256,
            "k": self.k,
            "wider_k": self.most_passages,
            "chunk_words": self.chunk_words,
            "max_tokens": self.max_tokens,
            "model_settings": dict(self.model_settings),
            "retriever": self.retriever,
        }

    @property
    def hash(self) -> str:
        """Of the settings, 64 hexadecimal digits."""
        return content_hash(self.settings)
