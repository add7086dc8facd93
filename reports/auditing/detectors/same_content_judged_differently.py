"""The same question, claim and passage, judged twice by one judge, with two verdicts."""

from collections import defaultdict
from collections.abc import Iterator

from reports.auditing.detector import Detector, Rests, Severity, Spotted, of_verdict
from reports.auditing.evidence import GivenVerdict, Study


def _find(study: Study) -> Iterator[Spotted]:
    groups: dict[tuple[str, str], list[GivenVerdict]] = defaultdict(list)
    for one in study.verdicts:
        if one.support is not None:
            groups[one.judge_id, one.citation.item_id].append(one)
    for verdicts in groups.values():
        said = sorted({str(one.support) for one in verdicts})
        if len(said) > 1:
            detail = "; ".join(f"{one.citation.where}: {one.support}" for one in verdicts[:4])
            for one in verdicts:
                yield of_verdict(one, " and ".join(said), detail)


DETECTOR = Detector(
    name="same_content_judged_differently",
    looks_for="One judge, the same question, claim and passage, two verdicts.",
    distorts="At least one of them is wrong, and which of them counted is chance: the judge "
    "cannot be trusted beyond its own noise (crosssource stability measures it).",
    example="baseline g07 c2: supported; strict g07 c3, the same texts: unsupported",
    severity=Severity.SERIOUS,
    rests=Rests.VERDICTS,
    find=_find,
)
