"""A claim of punctuation or connecting words: what stands between two consecutive markers."""

from collections.abc import Iterator

from reports.auditing.detector import Detector, Severity, Spotted, of_citation
from reports.auditing.evidence import Study
from reports.auditing.texts import has_letter_or_digit, says_nothing


def _find(study: Study) -> Iterator[Spotted]:
    for one in study.citations:
        claim = " ".join(one.claim.split())
        if not claim or not says_nothing(claim):
            continue
        kind = "connecting words" if has_letter_or_digit(claim) else "punctuation"
        yield of_citation(one, f"only {kind}: {claim[:20]!r}", f"the claim is {claim!r}")


DETECTOR = Detector(
    name="claim_without_word",
    looks_for="A claim of punctuation only, or of words that only connect.",
    distorts="Between `[a:1], [a:2]` stands a comma. A judge fails it, and the failure counts as "
    "an unsupported claim of the answer.",
    example='claim: ","',
    severity=Severity.GRAVE,
    find=_find,
)
