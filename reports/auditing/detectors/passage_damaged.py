"""A passage that cannot be read: wrong encoding, markup, or letters that a scanner took for others.

Wrong encoding is proved, not guessed: a stretch that becomes sensible when its characters are
written as Windows-1252 bytes and read as UTF-8.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from reports.auditing.detector import Detector, Severity, Spotted, of_citation
from reports.auditing.evidence import Study

_FOREIGN = re.compile(r"[^\x00-\x7f]{2,}")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f\ufffe\uffff]")
_WORD = re.compile(r"\S+")
_SIGN = r"[|\\~^}{<>]"
_MIXED = re.compile(
    r"[a-z]+[0-9|\\/~^}{<>=+*$%#@][a-z]|[a-z][0-9|\\~^}{<>=$%#@]+[a-z]"
    rf"|{_SIGN}+[a-z]|[a-z]{_SIGN}+"
)
_BEGUN = re.compile(r"(?!\d+(?:st|nd|rd|th|d|s|am|pm|mm|cm|km|kg|lb|ft|bn|m|k)\b)[0-9|@][a-z]{2,}")
_ADDRESS = re.compile(r"://|www\.|\w@\w+\.\w{2,}$|\.(?:com|org|gov|net|html?|pdf)\b")
_ENTITY = re.compile(r"&(?:amp|nbsp|quot|lt|gt|#\d{2,5});")
_LAYOUT = re.compile(
    r"</?(?:pre|span|div|table|tbody|td|tr|font|script|style)(?:\s[^<>]{0,200})?/?>", re.IGNORECASE
)
_TAG = re.compile(
    r"</?(?:p|br|a|i|b|em|strong|li|ul|ol|sup|sub|h[1-6])(?:\s[^<>]{0,200})?/?>", re.IGNORECASE
)
OCR_SHARE = 0.03
"""Of a passage's words, those with signs or figures inside, or letters standing alone."""
FEWEST_WORDS = 15


def _find(study: Study) -> Iterator[Spotted]:
    for one in study.citations:
        if why := damage(one.passage):
            yield of_citation(one, why, f"the passage holds {_sample(one.passage)!r}")


@lru_cache(maxsize=100_000)
def damage(text: str) -> str:
    """What is wrong with a text; empty where nothing is."""
    if "\ufffd" in text:
        return "characters that were lost (U+FFFD)"
    if any(_is_mojibake(str(found[0])) for found in _FOREIGN.finditer(text)):
        return "UTF-8 read as another encoding"
    if _CONTROL.search(text):
        return "control characters"
    if len(_ENTITY.findall(text)) >= 3:
        return "HTML entities"
    if _LAYOUT.search(text) or len(_TAG.findall(text)) >= 3:
        return "HTML tags"
    return "letters misread by a scanner" if _is_misread(text) else ""


def _is_mojibake(stretch: str) -> bool:
    for encoding in ("windows-1252", "latin-1"):
        try:
            read = str(stretch.encode(encoding), "utf-8")
        except UnicodeError:
            continue
        return len(read) < len(stretch)
    return False


def _is_misread(text: str) -> bool:
    found = _WORD.findall(text)
    if len(found) < FEWEST_WORDS:
        return False
    odd = sum(_is_odd(word) for word in found)
    return odd >= OCR_SHARE * len(found) and odd >= 3


def _is_odd(word: str) -> bool:
    if _ADDRESS.search(word):
        return False
    alone = len(word) == 1 and word.isalpha() and word.islower() and word not in "a"
    return alone or bool(_MIXED.search(word) or _BEGUN.match(word))


def _sample(text: str) -> str:
    """The place of the damage."""
    for pattern in (re.compile("\ufffd"), _CONTROL, _FOREIGN, _ENTITY, _LAYOUT, _TAG, _MIXED):
        for found in pattern.finditer(text):
            if pattern is _FOREIGN and not _is_mojibake(found[0]):
                continue
            return text[max(0, found.start() - 15) : found.end() + 15]
    return text[:40]


DETECTOR = Detector(
    name="passage_damaged",
    looks_for="A passage with lost or wrongly read characters, markup, or marks of a bad scan.",
    distorts="The judge reads another text than the author wrote, and fails what it cannot read.",
    example='passage: "the court\u00e2\u20ac\u2122s ruling"',
    severity=Severity.SERIOUS,
    find=_find,
)
