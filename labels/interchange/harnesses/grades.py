"""Other people's scores and grades on our scale, and why there is no value where there is none.

Nothing is rounded: a score between 0 and 1 has no place on the scale until the user says from where
on a claim counts as supported. A person's rating is read by the same rules.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from labels.interchange import scale
from labels.interchange.scale import Said
from labels.outcome import Choice, Support

ERROR = "errors"
UNSCORED = "not scored"
NO_ANSWER = "no answer to judge"
NO_MEANING = "values outside the scale"
"""Why a verdict is missing, each as a plural for a count."""


@dataclass(frozen=True, slots=True)
class Grade:
    """A verdict's value."""

    support: Support | None
    raw: str
    """As the file has it."""
    missing: str = ""
    """Why there is no value."""
    score: float | None = None
    """A number that is neither 0 nor 1, and says nothing until there is a threshold."""
    number: float | None = None
    """The number that the value is, 0 and 1 as well; None where it is a word."""
    is_truth: bool = False
    """Whether it is a truth value of the metric: of hallucination, `true` is bad."""
    beside: float | None = None
    """The score of 0 or 1 that stands beside a word that nobody knows."""

    @property
    def turns(self) -> bool:
        """Whether the value says something else where a high score of its metric is bad. A word,
        and what a metric says itself of having passed, mean what they say."""
        return self.is_truth or self.number is not None

    def turned(self) -> "Grade":
        """The grade where a high score is bad: one minus the score, and 1 is unsupported."""
        if self.number is not None:
            return replace(_of_number(1 - self.number), raw=self.raw, beside=self.beside)
        other = {Support.SUPPORTED: Support.UNSUPPORTED, Support.UNSUPPORTED: Support.SUPPORTED}
        if self.is_truth and self.support in other:
            return replace(self, support=other[self.support])
        return self

    def at(self, threshold: float | None, *, wide: bool = False) -> "Grade":
        """The grade where scores from `threshold` on are supported.

        Args:
            threshold: None leaves scores without a place.
            wide: whether the scale goes beyond 0 to 1; 0 and 1 are then scores like the others.
        """
        score = self.number if wide else self.score
        if score is None or threshold is None:
            return self
        support = Support.SUPPORTED if score >= threshold else Support.UNSUPPORTED
        return Grade(support, self.raw)


def passed(value: bool, raw: str) -> Grade:
    """Of a metric that says itself whether it passed."""
    return Grade(Support.SUPPORTED if value else Support.UNSUPPORTED, raw)


def missing(why: str, raw: str = "") -> Grade:
    """No value, and why."""
    return Grade(None, raw, why)


def of(value: Any, words: Mapping[str, Support] | None = None) -> Grade:
    """The grade of a value of any kind.

    Args:
        value: truth value, number, or word.
        words: the format's own words, which win over those of our scale; as they are written.
    """
    if value is None:
        return missing(UNSCORED)
    if isinstance(value, bool):
        return replace(passed(value, str(value).lower()), is_truth=True)
    if isinstance(value, int | float):
        return _of_number(value)
    if not isinstance(value, str):
        return missing(NO_MEANING, str(value)[:60])
    word = value.strip()
    if words and word in words:
        return Grade(words[word], word)
    try:
        known = scale.judged(word, "", {})
    except scale.UnknownWordError:
        number = _number(word)
        return missing(NO_MEANING, word[:60]) if number is None else _of_number(number)
    return Grade(known.support, word, number=_number(word))


def _of_number(value: float) -> Grade:
    if math.isnan(value):
        return missing(UNSCORED, "NaN")
    raw = f"{value:g}"
    if value == 1:
        return Grade(Support.SUPPORTED, raw, number=1.0)
    if value == 0:
        return Grade(Support.UNSUPPORTED, raw, number=0.0)
    if not math.isfinite(value):
        return missing(NO_MEANING, raw)
    return Grade(None, raw, score=float(value), number=float(value))


def beside(grade: Grade, score: Any) -> Grade:
    """A grade whose word stands beside a score; that of 0 or 1 is told where nobody knows it."""
    is_end = isinstance(score, int | float) and not isinstance(score, bool) and score in (0, 1)
    if grade.missing != NO_MEANING or not is_end:
        return grade
    return replace(grade, beside=float(score))


def _number(word: str) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None


def meant(grade: Grade, own_words: Mapping[str, str]) -> Grade:
    """A grade outside the scale as the user's own words have it.

    Args:
        grade: any.
        own_words: from `crosssource.toml`: a level of the scale for a word, or `missing`.
    """
    if grade.missing != NO_MEANING or not own_words:
        return grade
    own = {scale.normal(key): level for key, level in own_words.items()}
    level = own.get(scale.normal(grade.raw))
    if level is None:
        return grade
    return missing(UNSCORED, grade.raw) if level == "missing" else Grade(Support(level), grade.raw)


def said(grade: Grade) -> Said | None:
    """A person's rating as a label; None where it has no place on the scale."""
    return None if grade.support is None else Said(Choice(str(grade.support)))
