"""A heading, a label before a colon or a list number, taken for a claim."""

import re
from collections.abc import Iterator

from corpus.answers.answer_blocks import BlockKind
from reports.auditing.detector import Detector, Severity, Spotted, of_citation
from reports.auditing.evidence import CitedClaim, Study
from reports.auditing.texts import words

_LIST_SIGN = re.compile(r"\W*(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.):]?\W*")
_SIGNED = re.compile(r"\s*#{1,6}\s+\S[^\n]*\s*")
_ALL_BOLD = re.compile(r"\s*(\*\*|__)[^*_\n]+\1:?\s*")
_MARKERS_THEN_COLON = re.compile(r"\s*(?:\[[^\]\n]*\]\s*)*:")
MOST_WORDS = 6
"""A label has so many words at most."""


def _find(study: Study) -> Iterator[Spotted]:
    for one in study.citations:
        if any(map(str.isalnum, one.claim)) and (why := _why(one)):
            yield of_citation(one, why, f"the claim is {one.claim[:120]!r}")


def _why(one: CitedClaim) -> str:
    if _LIST_SIGN.fullmatch(one.claim):
        return "a list number"
    if _SIGNED.fullmatch(one.claim) or _ALL_BOLD.fullmatch(one.claim) or _in_heading(one):
        return "a heading"
    short = len(words(one.claim)) <= MOST_WORDS
    if short and one.claim.rstrip().endswith(":"):
        return "a label before a colon"
    if short and one.span is not None:
        behind = _MARKERS_THEN_COLON.match(one.answer.text, one.span[1])
        if behind:
            return "a label before a colon"
    return ""


def _in_heading(one: CitedClaim) -> bool:
    if one.span is None:
        return False
    return any(
        block.kind is BlockKind.HEADING and block.start <= one.span[0] and one.span[1] <= block.end
        for block in one.answer.blocks
    )


DETECTOR = Detector(
    name="claim_heading",
    looks_for="A heading, a label before a colon, or the number of a list item as a claim.",
    distorts="A heading states nothing: no passage supports it, and the answer is failed for it.",
    example='claim: "Final wages" of "Final wages [a:2]: liability follows from …"',
    severity=Severity.GRAVE,
    find=_find,
)
