"""A marker that the harness attached to another sentence than the one it stands at.

The answer is read again by this version's parser. A citation is misplaced where the answer does
cite that passage, but nowhere beside the claim.
"""

from collections.abc import Iterator

from reports.auditing.detector import Detector, Severity, Spotted, of_citation
from reports.auditing.evidence import CitedClaim, Study
from reports.auditing.texts import says_nothing, shown


def _find(study: Study) -> Iterator[Spotted]:
    for one in study.citations:
        if one.span is None or not one.cited or says_nothing(one.claim):
            continue
        beside = [claim for claim in one.answer.claims.claims if one.cited in claim.cited]
        if beside and not any(_overlaps(one, claim.start, claim.end) for claim in beside):
            yield of_citation(
                one,
                "the passage is cited elsewhere in the answer",
                f"{one.cited} stands at {shown(beside[0].text)!r}, the claim is "
                f"{shown(one.claim)!r}",
            )


def _overlaps(one: CitedClaim, start: int, end: int) -> bool:
    assert one.span is not None
    return start < one.span[1] and one.span[0] < end


DETECTOR = Detector(
    name="marker_wrong_sentence",
    looks_for="A citation whose marker stands at another sentence of the answer than the claim.",
    distorts="The passage is judged by a claim that it was never cited for, and fails.",
    example='`A is void [a:1]. B is due [a:0].` with the citation "A is void" → a:0',
    severity=Severity.GRAVE,
    find=_find,
)
