"""A cited id that no passage of the corpus has."""

from collections.abc import Iterator

from reports.auditing.detector import Detector, Severity, Spotted, noted, of_citation
from reports.auditing.evidence import Study

KNOWN_SHARE = 0.5
"""An imported run speaks of this corpus where it has at least so many of the cited ids."""


def _find(study: Study) -> Iterator[Spotted]:
    documents = {passage.rpartition(":")[0] for passage in study.corpus}
    for answer in study.answers:
        for cited in answer.unknown:
            why = _why(cited, documents)
            detail = f"the corpus has no passage {cited!r}"
            key = f"{answer.where} {cited}"
            yield noted(answer.where, why, detail, key=key, run=answer.run)
    for run in sorted({one.run for one in study.answers if not one.own}):
        mine = [one for one in study.citations if one.run == run and one.cited]
        known = sum(one.cited in study.corpus for one in mine)
        if mine and known >= KNOWN_SHARE * len(mine):
            for one in mine:
                if one.cited not in study.corpus:
                    why = _why(one.cited, documents)
                    yield of_citation(one, why, f"the corpus has no passage {one.cited!r}")


def _why(cited: str, documents: set[str]) -> str:
    if cited.rpartition(":")[0] in documents:
        return "no such passage of a document that is there"
    return "no such document"


DETECTOR = Detector(
    name="marker_unknown_id",
    looks_for="An id in a marker, or in an import, that no passage of the corpus has.",
    distorts="There is nothing to judge it by: it counts against validity, whether the answer made "
    "it up or the harness renamed its passages.",
    example="[larkin-v-pennywhistle:97] of a document with 12 passages",
    severity=Severity.SERIOUS,
    find=_find,
)
