"""How far two people agree who labelled the same items: before any of it was adjudicated.

A judge cannot be shown to be better than this. The items are those of the sample, so the figures
speak of the sample: plain agreement with Wilson's interval, and Cohen's kappa, on three levels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from sklearn.metrics import cohen_kappa_score

from labels.calibration import HumanLabel
from labels.outcome import Outcome, Support
from reports.estimation.figure import Figure, Method, Target, undefined
from reports.estimation.intervals import wilson

NOBODY = "They gave no item an outcome both."
ONE_LEVEL = "Both gave one and the same level to everything, so chance explains it all."


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatorPair:
    """Two people over the items that both labelled."""

    first: str
    second: str
    items: int
    """Items that both labelled, 1 or more."""
    n: int
    """Those to which both gave an outcome; cannot judge and harness bugs are none."""
    agreement: Figure
    """The share of the n with the same level of support."""
    outcome_agreement: Figure
    """The share of the n with the same outcome, failure category included."""
    kappa: Figure
    """Cohen's, on the three levels, without weights; it has no interval."""


def pairs(items: Sequence[Sequence[HumanLabel]], *, level: float) -> tuple[AnnotatorPair, ...]:
    """Every two people with an item in common, by name.

    Args:
        items: the labels of each item, at most one a person.
        level: of the intervals, 0 to 1.
    """
    said: dict[tuple[str, str], list[tuple[Outcome | None, Outcome | None]]] = {}
    for labels in items:
        ordered = sorted(labels, key=lambda label: label.annotator)
        for one, other in combinations(ordered, 2):
            names = (one.annotator, other.annotator)
            said.setdefault(names, []).append((one.outcome, other.outcome))
    return tuple(_pair(names, both, level) for names, both in sorted(said.items()))


def _pair(
    names: tuple[str, str], said: list[tuple[Outcome | None, Outcome | None]], level: float
) -> AnnotatorPair:
    both = [(one, other) for one, other in said if one is not None and other is not None]
    return AnnotatorPair(
        first=names[0],
        second=names[1],
        items=len(said),
        n=len(both),
        agreement=_share(sum(a.support is b.support for a, b in both), len(both), level),
        outcome_agreement=_share(sum(a is b for a, b in both), len(both), level),
        kappa=_kappa([(a.support, b.support) for a, b in both], level),
    )


def _share(count: int, n: int, level: float) -> Figure:
    if n == 0:
        return undefined(NOBODY, n=0, level=level, target=Target.SAMPLE)
    limits = wilson(count, n, level=level)
    return Figure(
        value=count / n,
        low=min(limits.low, count / n),
        high=max(limits.high, count / n),
        n=n,
        method=Method.WILSON,
        level=level,
        target=Target.SAMPLE,
    )


def _kappa(both: list[tuple[Support, Support]], level: float) -> Figure:
    if len({support for pair in both for support in pair}) < 2:
        why = ONE_LEVEL if both else NOBODY
        return undefined(why, n=len(both), level=level, target=Target.SAMPLE)
    first, second = zip(*both, strict=True)
    return Figure(
        value=float(cohen_kappa_score(first, second, labels=list(Support))),
        low=None,
        high=None,
        n=len(both),
        method=Method.NONE,
        level=level,
        target=Target.SAMPLE,
        why="No interval is given for the kappa of two people.",
    )
