"""What a person called a harness bug while labelling, in the same list as what a machine found."""

from collections.abc import Iterator

from reports.auditing.detector import Detector, Rests, Severity, Spotted, of_citation
from reports.auditing.evidence import Study
from reports.auditing.texts import shown


def _find(study: Study) -> Iterator[Spotted]:
    for one in study.flags:
        note = f": {shown(one.note, 120)}" if one.note else ""
        detail = f"{', '.join(one.by)} in {one.sample}{note}"
        yield of_citation(one.citation, str(one.bug).replace("_", " "), detail)


DETECTOR = Detector(
    name="human_flag",
    looks_for="A label of harness bug, with its kind.",
    distorts="People saw that the item is a fault of the evaluation. It leaves the figures of the "
    "report by that label; confirmed here, those of every run.",
    example="ann labels an item `b`, claim fragment",
    severity=Severity.GRAVE,
    rests=Rests.LABELS,
    find=_find,
)
