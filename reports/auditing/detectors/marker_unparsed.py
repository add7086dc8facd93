"""A bracket that looks like a marker and was read as none, so that a citation was lost.

Only in runs whose other markers are of our shape: elsewhere `[1]` is the harness's own affair.
"""

from collections.abc import Iterator

from corpus.answers.marker_items import Why
from reports.auditing.detector import Detector, Severity, Spotted, of_answer
from reports.auditing.evidence import GivenAnswer, Study


def _find(study: Study) -> Iterator[Spotted]:
    ours = {one.run for one in study.answers if one.own} | {
        one.run
        for one in study.citations
        if one.cited and any(one.cited in marker.cited for marker in one.answer.parsed.markers)
    }
    numbered = _numbered_runs(study)
    for answer in study.answers:
        if answer.run not in ours or answer.refused:
            continue
        for bracket in answer.answer.parsed.unparsed:
            if bracket.why is Why.NUMBER and answer.run not in numbered:
                continue
            yield of_answer(
                answer, f"not read: {bracket.why}", f"the answer holds {bracket.text!r}", study
            )


def _numbered_runs(study: Study) -> set[str]:
    """Runs in which a number in brackets is a lost marker: some answer has no other marker."""
    return {answer.run for answer in study.answers if answer.own and _only_numbers(answer)}


def _only_numbers(answer: GivenAnswer) -> bool:
    parsed = answer.answer.parsed
    return not parsed.markers and any(one.why is Why.NUMBER for one in parsed.unparsed)


DETECTOR = Detector(
    name="marker_unparsed",
    looks_for="A bracket with the look of a marker that no rule reads: reversed or huge ranges, "
    "an id without an index, a bare number.",
    distorts="The claim counts as uncited, and the citation is never judged.",
    example="`[harrow-v-tidewater]`, `[a:3-1]`",
    severity=Severity.SERIOUS,
    find=_find,
)
