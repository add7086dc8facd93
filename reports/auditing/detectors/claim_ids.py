"""Replies that leave out what was asked about, or answer what was not."""

from collections import Counter
from collections.abc import Iterator

from reports.auditing.detector import Detector, Severity, Spotted, noted
from reports.auditing.evidence import SentRequest, Study


def _find(study: Study) -> Iterator[Spotted]:
    for one in study.requests:
        if one.asked:
            yield from _compared(one)
    yield from _stray(study)


def _compared(one: SentRequest) -> Iterator[Spotted]:
    asked, answered = Counter(one.asked), Counter(one.answered)
    where = f"request {one.seq}"
    for what, keys in (
        ("asked about and not answered", asked - answered),
        ("answered and not asked about", Counter(set(answered) - set(asked))),
        ("answered twice", Counter(key for key in asked if answered[key] > 1)),
    ):
        if keys:
            detail = f"{one.model}: {', '.join(sorted(keys)[:5])}"
            yield noted(where, what, detail, key=f"{where} {what}")


def _stray(study: Study) -> Iterator[Spotted]:
    """Stored citations of claims that the answer does not have."""
    claims = {(one.run, one.case_id): one.claims for one in study.answers if one.own and one.claims}
    for one in study.citations:
        mine = claims.get((one.run, one.case_id))
        if mine is not None and one.cited not in mine.get(one.claim_id, ()):
            detail = f"the answer's claims are {', '.join(sorted(mine)) or 'none'}"
            yield noted(one.where, "a citation of no claim", detail, key=one.uid, run=one.run)


DETECTOR = Detector(
    name="claim_ids",
    looks_for="Claim ids that are missing from a reply, twice in it, or that nobody asked about.",
    distorts="A verdict is lost, or given to a citation that it was not meant for.",
    example="asked: c1 a:1, c2 a:4; answered: c1 a:1, c3 a:4",
    severity=Severity.SERIOUS,
    find=_find,
)
