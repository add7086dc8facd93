"""Other people's words for a verdict or a label, on our scale. An unknown word is never guessed."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from labels.outcome import Category, Choice, HarnessBug, Support

_SUPPORTED = (
    "supported support supports full fully_supported full_support yes y true pass passed 1 1.0 "
    "entailed entailment entails attributable"
)
_PARTIAL = "partial partially partially_supported partial_support partly_supported 0.5"
_UNSUPPORTED = (
    "unsupported not_supported no_support none no n false fail failed 0 0.0 not_entailed neutral "
    "contradicted contradiction contradicts refuted not_attributable"
)
_MISSING = ("", "nan", "null", "n/a", "na", "missing")
WordColumn = Literal["judge_label", "failure_type", "human_label", "human_failure_type"]
"""Our columns whose cells are words of a scale."""

_CANNOT_JUDGE = ("cannot_judge", "cant_judge", "unsure", "unclear", "skip", "skipped")

SUPPORT_WORDS: dict[str, Support] = {
    **dict.fromkeys(_SUPPORTED.split(), Support.SUPPORTED),
    **dict.fromkeys(_PARTIAL.split(), Support.PARTIAL),
    **dict.fromkeys(_UNSUPPORTED.split(), Support.UNSUPPORTED),
    **dict.fromkeys((str(category) for category in Category), Support.UNSUPPORTED),
}
"""Words that are known, in lower case with `_` for spaces and hyphens."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict's value."""

    support: Support | None
    """None where the source has none."""
    category: Category | None = None


class UnknownWordError(ValueError):
    """A value outside the scale; its text is the value."""

    def __init__(self, word: str, column: WordColumn, rest: Judged, known: Iterable[str] = ()):
        """Say where the word stands and what is known without it.

        Args:
            word: the value.
            column: our name of the column it stands in.
            rest: what the row says apart from the word. A verdict whose category is not known is
                a verdict all the same; where the verdict itself is not known there is none.
            known: the words that can stand there, where no others can be given a meaning.
        """
        super().__init__(word)
        self.column: WordColumn = column
        self.rest = rest
        self.known = tuple(known)


@dataclass(frozen=True, slots=True)
class Said:
    """A human label's value."""

    choice: Choice
    category: Category | None = None
    bug: HarnessBug | None = None


def judged(value: str, failure: str, own_words: Mapping[str, str]) -> Judged:
    """A judge's value on the scale.

    Args:
        value: the judge's word.
        failure: its failure category, empty where there is none.
        own_words: the user's words for `supported`, `partial`, `unsupported` or `missing`.

    Raises:
        UnknownWordError: the value or the failure category is not known; it says which.
    """
    return _judged(value, failure, own_words, ("judge_label", "failure_type"))


def _judged(
    value: str,
    failure: str,
    own_words: Mapping[str, str],
    columns: tuple[WordColumn, WordColumn],
) -> Judged:
    word = normal(value)
    own = {normal(key): meaning for key, meaning in own_words.items()}
    if own.get(word) == "missing":
        return Judged(None)
    support = Support(own[word]) if word in own else SUPPORT_WORDS.get(word)
    if support is None:
        raise UnknownWordError(value, columns[0], Judged(None))
    return Judged(support, _category(support, word, failure, columns[1]))


def said(value: str, failure: str, own_words: Mapping[str, str]) -> Said | None:
    """A person's value; None where the row has no label.

    Raises:
        UnknownWordError: the value, the failure category or the kind of bug is not known; it says
            which.
    """
    word = normal(value)
    if word in _MISSING:
        return None
    if word in _CANNOT_JUDGE:
        return Said(Choice.CANNOT_JUDGE)
    if word == Choice.HARNESS_BUG:
        return Said(Choice.HARNESS_BUG, bug=_bug(failure))
    if word in set(HarnessBug) - {HarnessBug.OTHER}:
        return Said(Choice.HARNESS_BUG, bug=HarnessBug(word))
    value_on_scale = _judged(value, failure, own_words, ("human_label", "human_failure_type"))
    if value_on_scale.support is None:
        return None
    category = value_on_scale.category
    # What a partial label says of the rest of its claim is no outcome of its own.
    if value_on_scale.support is not Support.UNSUPPORTED:
        category = None
    return Said(Choice(str(value_on_scale.support)), category)


def normal(word: str) -> str:
    """Lower case, outer white space off, spaces and hyphens as one `_`."""
    return re.sub(r"[\s_-]+", "_", word.strip().casefold())


def _category(support: Support, word: str, failure: str, column: WordColumn) -> Category | None:
    if support is Support.SUPPORTED:
        return None
    if word in set(Category):
        return Category(word)
    named = normal(failure)
    if named in _MISSING or named == "none":
        return None
    if named not in set(Category):
        raise UnknownWordError(failure, column, Judged(support), Category)
    return Category(named)


def _bug(named: str) -> HarnessBug:
    word = normal(named)
    if word in _MISSING:
        return HarnessBug.OTHER
    if word not in set(HarnessBug):
        raise UnknownWordError(named, "human_failure_type", Judged(None), HarnessBug)
    return HarnessBug(word)
