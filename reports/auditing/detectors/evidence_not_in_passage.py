"""A verdict that leans on a quotation which the cited passage does not hold.

In runs of this tool such a verdict was turned to `unsupported` when it was given, and its reason
says so; in an import it stands as it came.
"""

from collections.abc import Iterator

from corpus.quoting.quotes import locate
from labels.verdict import EVIDENCE_NOT_FOUND
from reports.auditing.detector import Detector, Rests, Severity, Spotted, of_verdict
from reports.auditing.evidence import Study
from reports.auditing.texts import has_letter_or_digit, shown

_MARKS = '"“”«»‘’ \t\r\n'
_GAPS = ("[...]", "[…]", "(...)", "...", "…", " / ", "\n")


def _find(study: Study) -> Iterator[Spotted]:
    for one in study.verdicts:
        if one.reason.startswith(EVIDENCE_NOT_FOUND):
            what = "turned to unsupported: the quote is not in the passage"
            yield of_verdict(one, what, shown(one.reason, 160))
        elif one.evidence and not holds(one.citation.passage, one.evidence):
            detail = f"the quote is {shown(one.evidence, 120)!r}"
            yield of_verdict(one, "the quote is not in the passage", detail)


def holds(passage: str, quote: str) -> bool:
    """Whether a passage holds a quote; one with gaps, each of its pieces."""
    pieces = [quote]
    for gap in _GAPS:
        pieces = [part for piece in pieces for part in piece.split(gap)]
    told = [piece.strip(_MARKS) for piece in pieces if has_letter_or_digit(piece)]
    whole = quote.strip(_MARKS)
    if not told or locate(passage, whole, most=1):
        return True
    return all(locate(passage, piece, most=1) for piece in told)


DETECTOR = Detector(
    name="evidence_not_in_passage",
    looks_for="A verdict whose evidence quote does not stand in the cited passage.",
    distorts="The judge made the quote up, took it from another passage, or was shown another "
    "text: the verdict is not one on this citation.",
    example='evidence: "the lease is void" of a passage without these words',
    severity=Severity.SERIOUS,
    rests=Rests.VERDICTS,
    find=_find,
)
