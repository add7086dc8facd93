"""A claim of nothing at all."""

from collections.abc import Iterator

from reports.auditing.detector import Detector, Severity, Spotted, of_citation
from reports.auditing.evidence import Study


def _find(study: Study) -> Iterator[Spotted]:
    for one in study.citations:
        if not one.claim.strip():
            yield of_citation(one, "no claim at all", "the claim holds no character but blanks")


DETECTOR = Detector(
    name="claim_empty",
    looks_for="A claim of no characters, or of blanks only.",
    distorts="No passage supports nothing, so each one counts as a failure of the answer.",
    example='claim: ""',
    severity=Severity.GRAVE,
    find=_find,
)
