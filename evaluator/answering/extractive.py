"""The offline generator: it answers with sentences of the passages, chosen by counting words.

It understands nothing. Of the passages retrieved first it takes one to three sentences that share
words with the question, each for words that those before it lack, and puts each passage's marker
behind its sentence. So its citations are right almost by construction and its answers often beside
the point: it is there to walk the path without a key, and as a floor, not as a system to be judged.
Where no passage shares enough words with the question it refuses.

Same input, same answer, on every machine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.answers.markers import parse_markers
from corpus.chunking import sentences
from corpus.retrieval import Hit
from corpus.tokens import tokenise
from evaluator.answering.generation import REFUSAL
from evaluator.configuration import Configuration, Generator

RULES = "extractive-1"
"""The version of the rules below; a change to any of them is another generator."""
MOST_SENTENCES = 3
PASSAGES = 3
"""Passages, the best first, whose sentences are looked at."""
ENOUGH = 0.65
"""The share of the question's words that a passage must hold, or the answer is a refusal; set with
the shipped study in view."""
FEWEST_NEW = 2
"""Words of the question that a further sentence must add."""
SHORTEST, LONGEST = 5, 80
"""Words of a sentence that is taken: less is a heading, more a table or a text without full
stops."""

_ASKING = frozenset(
    tokenise(
        "what when where which who whom whose why how did does do can could may must should would "
        "has had have were from under about than whether any some so much many court"
    )
)
"""Stems of words that ask, and that nearly every passage holds."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    passage_id: str
    shared: frozenset[str]
    """Words of the question."""


def extractive(
    name: str, *, k: int, chunk_words: int, wider_k: int | None = None, retriever: str = ""
) -> Configuration:
    """A configuration with this generator; arguments as the fields of `Configuration`."""
    return Configuration(
        name=name,
        generator=Generator.EXTRACTIVE,
        model=RULES,
        prompt=None,
        k=k,
        wider_k=wider_k,
        chunk_words=chunk_words,
        retriever=retriever,
    )


def extractive_answer(question: str, hits: Sequence[Hit]) -> str:
    """The answer, with its markers; `REFUSAL` where the passages share too little."""
    asked = frozenset(tokenise(question)) - _ASKING
    near = hits[:PASSAGES]
    best = max((len(asked.intersection(tokenise(hit.passage.text))) for hit in near), default=0)
    if not asked or best < ENOUGH * len(asked):
        return REFUSAL
    chosen = list(_chosen([s for hit in near for s in _sentences(hit, asked)]))
    return " ".join(_marked(sentence) for sentence in chosen) or REFUSAL


def _sentences(hit: Hit, asked: frozenset[str]) -> Iterator[_Sentence]:
    """The sentences of a passage that can stand in an answer."""
    text = hit.passage.text
    for start, end in sentences(text):
        line = " ".join(text[start:end].split())
        # A bracket that reads as a marker would cite what was not chosen.
        if SHORTEST <= len(line.split()) <= LONGEST and not parse_markers(line).markers:
            yield _Sentence(line, hit.passage.id, asked.intersection(tokenise(line)))


def _chosen(candidates: list[_Sentence]) -> Iterator[_Sentence]:
    """The sentences with most words of the question, each for what it adds; ties in their order."""
    found = frozenset[str]()
    for number in range(min(MOST_SENTENCES, len(candidates))):
        best = max(candidates, key=lambda sentence: len(sentence.shared - found))
        if len(best.shared - found) < (FEWEST_NEW if number else 1):
            return
        found |= best.shared
        yield best


def _marked(sentence: _Sentence) -> str:
    body = sentence.text.removesuffix(".")
    return f"{body} [{sentence.passage_id}]."
