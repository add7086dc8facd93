"""A claim cut inside a sentence: in a word, behind an abbreviation, before the sense is whole.

Where the claim stands in the answer its edges are looked at; a claim that ends at a marker, a
clause or a sentence is whole. Elsewhere only the text itself can tell.
"""

import re
from collections.abc import Iterator

from corpus.answers.claim_sentences import rest_of_line
from reports.auditing.detector import Detector, Severity, Spotted, of_citation
from reports.auditing.evidence import CitedClaim, Study
from reports.auditing.texts import ABBREVIATION, dangles, says_nothing, words

_WHOLE = re.compile(r"[.!?:;,)\]}\"'”’*_|>—–-]\s*$")
_CLAUSE = re.compile(
    r"\s*(?:$|[.!?:;,)\]}\"'”’*_|(\[—–-]|(?:and|or|but|while|because|which|that|who|so|since|as|when"
    r"|where|although|though|whereas|if|unless)\b)",
    re.IGNORECASE,
)
_JOINS = re.compile(
    r"(?:\b(?:and|or|but|while|because|that|so|since|as|when|where|although|though|whereas|if"
    r"|unless|holds?|held|said|says|states?|stated|found|finds?)|[.!?:;()\[{\]}\"'“‘*_|>#—–-]"
    r"|\],?)\s*$",
    re.IGNORECASE,
)
"""What may stand before a claim: the end of a sentence, a marker, what opens a clause."""


def _find(study: Study) -> Iterator[Spotted]:
    for one in study.citations:
        if says_nothing(one.claim):
            continue  # `claim_empty` and `claim_without_word` say so
        if why := _at_edges(one) or _in_itself(one.claim):
            yield of_citation(one, why, f"the claim is {one.claim[:120]!r}")


def _at_edges(one: CitedClaim) -> str:
    """Where the answer shows that the cut is no end; empty where it shows none."""
    if one.span is None or one.answer.text[slice(*one.span)] != one.claim:
        return ""
    answer, (start, end) = one.answer.text, one.span
    before, after = answer[:start], rest_of_line(answer, end)
    if _is_inside_word(answer, start) or _is_inside_word(answer, end):
        return "cut inside a word"
    line = before[before.rfind("\n") + 1 :]
    if ABBREVIATION.search(line.rstrip()) and one.claim[:1].isalnum():
        return "cut behind an abbreviation"
    if ABBREVIATION.search(one.claim.rstrip()) and after.strip() and after.lstrip()[0] not in "[(":
        return "cut behind an abbreviation"
    if not _WHOLE.search(one.claim) and not _CLAUSE.match(after) and not says_nothing(after):
        return "cut before its sentence ends"
    if line.strip() and one.claim[:1].strip("([") and not _JOINS.search(line):
        return "begins inside a sentence"
    return ""


def _in_itself(claim: str) -> str:
    said = claim.strip()
    if ABBREVIATION.search(said) and len(words(said)) <= 4 and said[-2:].lower() in ("v.", "o."):
        return "cut behind an abbreviation"
    if dangles(said):
        return f"ends with {dangles(said).lower()!r}"
    if said.endswith(("-", "(", "[")) and len(words(said)) > 1:
        return "ends in the middle of something"
    return ""


def _is_inside_word(text: str, at: int) -> bool:
    """Also inside a number: `$11` of `$11,400`."""
    around = text[max(0, at - 2) : at], text[at : at + 2]
    if not all(around):
        return False
    before, after = around
    if before[-1].isalnum() and after[0].isalnum():
        return True
    return bool(_SEPARATED.fullmatch(before + after) or _SEPARATED.fullmatch(before[-1] + after))


_SEPARATED = re.compile(r"\d[.,]\d.?")


DETECTOR = Detector(
    name="claim_fragment",
    looks_for="A claim cut inside a word or a sentence, or behind the stop of an abbreviation.",
    distorts="A part of a statement says something else, or nothing that can be checked; the "
    "verdict on it is no verdict on the answer.",
    example='claim: "App. 2d 510" of the sentence "See Vance, 44 Tam. App. 2d 510"',
    severity=Severity.GRAVE,
    find=_find,
)
