"""A judge that says the same whatever it is asked."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from reports.auditing.detector import Detector, Rests, Severity, Spotted, noted
from reports.auditing.evidence import GivenVerdict, Study

FEWEST = 20
"""Verdicts on distinct items, below which one value may be chance."""


def _find(study: Study) -> Iterator[Spotted]:
    by_judge: dict[tuple[str, str], list[GivenVerdict]] = defaultdict(list)
    for one in study.verdicts:
        if one.support is not None:
            by_judge[one.judge_id, one.citation.run].append(one)
    for (judge, run), verdicts in by_judge.items():
        ids = {one.citation.item_id for one in verdicts}
        items, place = len(ids), f"{judge} {run}"
        if items < FEWEST:
            continue
        name = f"{verdicts[0].judge} on {run}"
        said = Counter(one.support for one in verdicts)
        if len(said) == 1:
            what = f"every verdict is {verdicts[0].support}"
            yield noted(name, what, f"{items:,} distinct items", key=place, run=run, items=ids)
        reasons = Counter(one.reason for one in verdicts if one.reason)
        reason, times = reasons.most_common(1)[0] if reasons else ("", 0)
        if times == len(verdicts):
            detail = f"{items:,} distinct items: {reason[:100]!r}"
            yield noted(name, "every reason is the same", detail, key=place, run=run, items=ids)


DETECTOR = Detector(
    name="judge_constant",
    looks_for="A judge with one verdict, or one reason, for all of at least twenty items.",
    distorts="It reads nothing: a default of the harness, an error caught and turned into a value. "
    "Agreement with it is the rate of the answers, not a quality of the judge.",
    example="438 verdicts, all of them supported",
    severity=Severity.SERIOUS,
    rests=Rests.VERDICTS,
    find=_find,
)
