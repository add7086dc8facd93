"""Two cited passages with nearly the same text under different ids.

Candidates share one of the least hashes of their word runs (a bottom-k sketch, Broder 1997); each
pair is then compared whole.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations

from reports.auditing.detector import Detector, Severity, Spotted, noted
from reports.auditing.evidence import Study
from reports.auditing.texts import shingles

ALIKE = 0.8
"""The share of word runs in common (Jaccard) from which two passages are near-duplicates."""
SKETCH = 12
CROWD = 40
"""A word run that so many passages share is boilerplate and leads to no candidates."""


def _find(study: Study) -> Iterator[Spotted]:
    cited = {one.cited: one.passage for one in study.citations if one.cited and one.passage}
    items: dict[str, str] = {}
    for one in study.citations:
        items.setdefault(one.cited, one.item_id)
    for first, second, alike in _pairs(dict(study.corpus) | cited):
        if first in cited or second in cited:
            yield noted(
                f"{first} = {second}",
                "the same text under two ids" if alike == 1 else "nearly the same text",
                f"{alike:.0%} of their word runs are the same",
                # Of no run: it is the same finding whichever run cites them next.
                items=[items[id_] for id_ in (first, second) if id_ in items],
            )


def _pairs(texts: Mapping[str, str]) -> Iterator[tuple[str, str, float]]:
    buckets: dict[int, list[str]] = defaultdict(list)
    for id_, text in sorted(texts.items()):
        for value in sorted(shingles(text))[:SKETCH]:
            buckets[value].append(id_)
    seen = set()
    for ids in buckets.values():
        for pair in combinations(ids, 2) if len(ids) <= CROWD else ():
            if pair not in seen:
                seen.add(pair)
                mine, theirs = (shingles(texts[id_]) for id_ in pair)
                alike = len(mine & theirs) / len(mine | theirs)
                if alike >= ALIKE:
                    yield *pair, alike


DETECTOR = Detector(
    name="passage_near_duplicate",
    looks_for="Passages with nearly the same words under different ids, one of them cited.",
    distorts="Which of them is cited is chance: right citations are called the wrong passage or "
    "the wrong document, and recall counts one of two as missing.",
    example="a:3 and b:0, the same paragraph in two copies of an opinion",
    severity=Severity.MINOR,
    find=_find,
)
