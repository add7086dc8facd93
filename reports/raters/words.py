"""A cell of a file as a category: one spelling for each, gaps for what is no rating.

`2`, `2.0` and `"2"` are one category, so that two files can be held against each other. Nothing is
guessed of words: `Tie` and `tie` are two, until `--map` makes one of them the other.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite, isnan
from typing import Any

from corpus.errors import InputError
from corpus.readers.source import kind

LONGEST_WORD = 200
"""Characters: a longer cell is text, not a category."""

MOST_CATEGORIES = 2_000
"""More different values than this are no categories."""

_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?")


@dataclass(slots=True)
class Vocabulary:
    """What words mean: which are another word, and which are no rating at all."""

    meant: Mapping[str, str]
    """`--map`: word to word, both as `word` writes them."""
    missing: Collection[str]
    """`--missing`: words that are no rating; empty cells, null and NaN never are."""
    met: set[str] = field(default_factory=set)
    """Every word that was read, before it was mapped."""

    def category(self, value: Any, where: str) -> str | None:
        """A cell as a category; None where it holds no rating.

        Raises:
            InputError: it is a list, an object, an infinite number or a long text.
        """
        written = word(value, where)
        if written is None:
            return None
        self.met.add(written)
        if written in self.missing:
            return None
        return self.meant.get(written, written)

    def refuse_unmet(self) -> None:
        """Refuse an option that names a word which nobody said: it is a slip of the pen.

        Raises:
            InputError: names the word and those that were met.
        """
        for option, words in (("--map", self.meant), ("--missing", self.missing)):
            for one in words:
                if one not in self.met:
                    raise InputError(
                        f"{option} names {one!r}, which no rater says; they say: "
                        f"{some(sorted(self.met))}."
                    )


def word(value: Any, where: str) -> str | None:
    """A cell's one spelling; None where it is empty, null or NaN."""
    if value is None or (isinstance(value, float) and isnan(value)):
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        if isinstance(value, float) and not isfinite(value):
            raise InputError(f"{where} is infinite, which is no rating; correct or empty the cell.")
        return _number(float(value)) if abs(value) < 1e15 else str(value)
    if not isinstance(value, str):
        raise InputError(
            f"{where} holds {kind(value)}, not a rating; name a column with one value a cell, or "
            "for a list of ratings in each record give --ratings PATH."
        )
    text = value.strip()
    if len(text) > LONGEST_WORD:
        raise InputError(
            f"{where} holds a text of {len(text):,} characters ({text[:40]!r} …), not a category; "
            "name another column."
        )
    if not text or text.casefold() == "nan":
        return None
    return _number(float(text)) if _NUMBER.fullmatch(text) else text


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def is_number(category: str) -> bool:
    """Whether a category is a number."""
    return _NUMBER.fullmatch(category) is not None


def parse_map(options: Iterable[str]) -> dict[str, str]:
    """`("garbage=0", …)` as a dictionary.

    Raises:
        InputError: one has no equals sign, or a word is mapped twice.
    """
    meant: dict[str, str] = {}
    for option in options:
        theirs, equals, ours = (part.strip() for part in option.rpartition("="))
        first, second = word(theirs, "--map"), word(ours, "--map")
        if not equals or first is None or second is None:
            raise InputError(
                f"--map {option!r} is not of the form value=value, for example: --map garbage=0"
            )
        if meant.get(first, second) != second:
            raise InputError(
                f"--map gives {first!r} two meanings, {meant[first]!r} and {second!r}; leave one."
            )
        meant[first] = second
    return meant


def parse_missing(options: Iterable[str]) -> frozenset[str]:
    """`--missing` words in their one spelling; empty ones are missing anyhow."""
    found = (word(option, "--missing") for option in options)
    return frozenset(one for one in found if one is not None)


def parse_order(option: str) -> tuple[str, ...]:
    """`"low,middle,high"` as categories in order.

    Raises:
        InputError: a part is empty, occurs twice, or there is only one.
    """
    parts = [word(part, "--order") for part in option.split(",")]
    named = [part for part in parts if part is not None]
    if len(named) != len(parts) or len(set(named)) != len(named) or len(named) < 2:
        raise InputError(
            f"--order {option!r} is not a list of two or more different values with commas "
            "between, for example: --order low,middle,high"
        )
    return tuple(named)


def some(words: Collection[str], most: int = 12) -> str:
    """The first few of some words, in one line."""
    shown = ", ".join(one if len(one) <= 40 else f"{one[:39]}…" for one in list(words)[:most])
    return f"{shown}, and {len(words) - most:,} more" if len(words) > most else shown or "nothing"
