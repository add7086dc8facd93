"""Tokenisers by name: the one that is shipped, and what it would be without one of its parts.

The others are there to be measured against it, so that a retrieval figure can say what it owes to
stems, to stop words or to whole numbers. Only the shipped one is used outside such a comparison.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from corpus.tokens import STOP_WORDS, TOKENISER, stems, tokenise, words_of

_SEPARATORS = re.compile(r"[.,:/-]")


@dataclass(frozen=True, slots=True)
class Tokeniser:
    """A way of taking a text apart."""

    name: str
    words: Callable[[str], list[str]]
    """The words of a text, in order, repeated where they repeat."""
    description: str
    """What is done to the text, for a figure to be printed with."""


def _unstemmed(text: str) -> list[str]:
    return [word for word in words_of(text) if word not in STOP_WORDS]


def _every_word(text: str) -> list[str]:
    return stems(words_of(text))


def _split_numbers(text: str) -> list[str]:
    return [part for word in tokenise(text) for part in _SEPARATORS.split(word) if part]


def _plain(text: str) -> list[str]:
    return text.lower().split()


SHIPPED = Tokeniser("stemmed", tokenise, TOKENISER)
TOKENISERS = {
    one.name: one
    for one in (
        SHIPPED,
        Tokeniser("unstemmed", _unstemmed, "the same as stemmed, without stems"),
        Tokeniser("every-word", _every_word, "the same as stemmed, stop words kept"),
        Tokeniser(
            "split-numbers", _split_numbers, "the same as stemmed, numbers cut at . , : / and -"
        ),
        Tokeniser("plain", _plain, "text.lower().split()"),
    )
}
"""By name, the shipped one first."""
