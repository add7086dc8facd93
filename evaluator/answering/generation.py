"""Generation: a question and the passages that were retrieved for it, as the request for an answer.

An answer that is the fixed sentence, and nothing else, refuses. A refusal gets one wider retrieval
(`wants_wider`, then `wider_request`); whatever comes of that stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.errors import InputError
from corpus.retrieval import Hit
from evaluator.configuration import Configuration
from evaluator.model.request import ModelRequest, SystemBlock
from evaluator.prompts.shipped import Prompt, named
from evaluator.prompts.tags import enclosed, tagged
from evaluator.storable import storable

REFUSAL = "The passages provided do not contain the answer to this question."
"""The one sentence of an answer that refuses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A generated answer."""

    text: str
    """As generated, white space at its ends left out."""
    refused: bool


def generation_prompt(name: str, folder: Path) -> Prompt:
    """The prompt that a configuration names.

    Args:
        name: `baseline`, `strict`, or the path of a file.
        folder: that a relative path counts from: the workspace.

    Raises:
        InputError: there is none, or it lacks the fixed sentence, without which no refusal would
            be known as one.
    """
    prompt = named(name, folder)
    if REFUSAL not in " ".join(prompt.text.split()):
        raise InputError(
            f"The prompt {name!r} does not tell the model how to refuse; put this sentence into "
            f"it, to be written alone where the passages do not hold the answer: {REFUSAL}"
        )
    return prompt


def generation_request(
    question: str, hits: Sequence[Hit], configuration: Configuration
) -> ModelRequest:
    """The request for an answer.

    Args:
        question: as a person wrote it.
        hits: the passages to answer from, the best first; empty where nothing was found.
        configuration: one whose generator is a model.
    """
    if configuration.prompt is None:
        raise ValueError(f"the configuration {configuration.name!r} asks no model")
    passages = [tagged("passage", hit.passage.text, id=hit.passage.id) for hit in hits]
    found = enclosed("passages", passages or ["(nothing was found)"])
    return ModelRequest.of_text(
        f"{found}\n\n{tagged('question', question)}",
        model=configuration.model,
        max_tokens=configuration.max_tokens,
        system=(SystemBlock(text=configuration.prompt.text, cached=True),),
        settings=configuration.model_settings,
    )


def read_answer(text: str) -> Answer:
    """The answer in a model's text; half characters are replaced, since no file can hold them."""
    whole = storable(text).strip()
    return Answer(text=whole, refused=is_refusal(whole))


def is_refusal(answer: str) -> bool:
    """Whether an answer is the fixed sentence alone; white space and the full stop do not count."""
    return _plain(answer) == _plain(REFUSAL)


def wants_wider(answer: str, k: int, configuration: Configuration) -> bool:
    """Whether an answer calls for the wider retrieval, of `configuration.most_passages` passages.

    Args:
        answer: a model's, or the extractive generator's.
        k: how many passages were asked for when it was made.
        configuration: it was made under.
    """
    return is_refusal(answer) and k < configuration.most_passages


def wider_request(
    question: str, hits: Sequence[Hit], wider: Sequence[Hit], configuration: Configuration
) -> ModelRequest | None:
    """The request after a refusal; None where the wider retrieval found nothing more.

    Args:
        question: as a person wrote it.
        hits: the passages that the refusal was made from.
        wider: those of the wider retrieval.
        configuration: as before.
    """
    seen = {hit.passage.id for hit in hits}
    if all(hit.passage.id in seen for hit in wider):
        return None
    return generation_request(question, wider, configuration)


def _plain(text: str) -> str:
    return " ".join(text.split()).removesuffix(".").rstrip()
