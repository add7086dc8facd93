"""How alike two questions are, and whether a question copies its passage.

Words are those of the search: stems without stop words, whatever their order. Two questions that
differ in a number (an amount, a date, a docket) ask for different things, however alike they look.
A question that repeats its passage word for word measures the search for strings, not for answers;
a number is no part of such a stretch, because a section or a docket can be asked for in no other
words.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz, process

from corpus.tokens import tokenise, word_spans

NEAR = 88.0
"""Of 100, rapidfuzz's ratio of the sorted words: from here on two questions are near-duplicates."""

COPIED_WORDS = 6
"""Consecutive words, stop words too, that a question must share with its passage to be a copy."""

COPIED_SHARE = 0.5
"""Of all its words, that these must be."""


class Near(NamedTuple):
    """A question that is much like another one."""

    id: str
    other: str
    score: float
    """100 where both have the same words."""


def nearest(question: str, others: Mapping[str, str], most: int = 3) -> list[Near]:
    """Those of the other questions, texts by id, that are near-duplicates; the nearest first."""
    words, numbers = _form(question)
    if not words:
        return []
    forms = {id_: _form(text) for id_, text in others.items()}
    same = {id_: form for id_, (form, their_numbers) in forms.items() if their_numbers == numbers}
    found = process.extract(words, same, scorer=fuzz.ratio, score_cutoff=NEAR, limit=most)
    return [Near(id="", other=id_, score=score) for _, score, id_ in found]


def near_pairs(questions: Mapping[str, str]) -> Iterator[Near]:
    """All pairs of near-duplicates among texts by id, each once."""
    groups: dict[frozenset[str], dict[str, str]] = defaultdict(dict)
    for id_, text in questions.items():
        words, numbers = _form(text)
        if words:
            groups[numbers][id_] = words
    for group in groups.values():
        yield from _pairs(group)


def copied(question: str, passages: Iterable[str]) -> str:
    """The words of a question that stand so, one after the other, in one of its passages.

    Empty where they are fewer than `COPIED_WORDS`, or less than `COPIED_SHARE` of the question.
    """
    asked = [question[start:end].casefold() for start, end in word_spans(question)]
    asked = [f"\0{at}" if _has_digit(word) else word for at, word in enumerate(asked)]
    for passage in passages:
        there = [passage[start:end].casefold() for start, end in word_spans(passage)]
        run = SequenceMatcher(None, asked, there, autojunk=False).find_longest_match()
        if run.size >= max(COPIED_WORDS, COPIED_SHARE * len(asked)):
            return " ".join(asked[run.a : run.a + run.size])
    return ""


def _pairs(group: Mapping[str, str]) -> Iterator[Near]:
    left = dict(group)
    for id_, words in group.items():
        del left[id_]
        found = process.extract(words, left, scorer=fuzz.ratio, score_cutoff=NEAR, limit=None)
        for _, score, other in found:
            yield Near(id=id_, other=other, score=score)


@lru_cache(maxsize=65_536)  # the app asks again after every pause
def _form(text: str) -> tuple[str, frozenset[str]]:
    """The words of a question, sorted, and its numbers."""
    words = sorted(tokenise(text))
    return " ".join(words), frozenset(filter(_has_digit, words))


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))
