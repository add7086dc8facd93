"""Who labelled, how long it took, and where the labels came from."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from labels.outcome import Choice
from reports.estimation.pairs import AnnotatorPair, pairs
from reports.findings import Finding

LABELLER = "labeller"
SIMULATED = "simulated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotator:
    """One person's part in the sample."""

    name: str
    labels: int
    cannot_judge: int
    harness_bugs: int
    median_seconds: float | None
    """Per label; None where no time was measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceCount:
    """Labels by where they came from."""

    source: str
    """`labeller`, `simulated`, or what they were imported from."""
    labels: int


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """The people and their labels."""

    annotators: tuple[Annotator, ...]
    """By name."""
    sources: tuple[SourceCount, ...]
    labels: int
    """All that count, those of several people on one item too; one person's label of one item is
    one, however many verdicts the item stands in."""
    other_rubric: int
    """Labels made under another version of the rubric than the one in force."""
    rubrics: tuple[str, ...]
    """Every version that a label was made under."""
    pairs: tuple[AnnotatorPair, ...]
    """Every two people who labelled some item both, by name."""

    @property
    def simulated(self) -> int:
        """Labels from the planted truth of a demo: they show the tool, not people."""
        return sum(one.labels for one in self.sources if one.source == SIMULATED)

    @property
    def imported(self) -> tuple[SourceCount, ...]:
        """Labels made elsewhere: whether they were made blind is not known."""
        return tuple(one for one in self.sources if one.source not in (LABELLER, SIMULATED))


def people(found: Sequence[Finding], rubric: str, *, level: float) -> People:
    """The people behind the labels that count.

    Args:
        rubric: the version in force.
        level: of the intervals for two people's agreement.
    """
    by_item = {one.item.item_id: one.labels for one in found}
    labels = [label for labels in by_item.values() for label in labels]
    sources = Counter(label.source for label in labels)
    names = sorted({label.annotator for label in labels})
    rows = []
    for name in names:
        own = [label for label in labels if label.annotator == name]
        seconds = [label.seconds for label in own if label.seconds is not None]
        rows.append(
            Annotator(
                name=name,
                labels=len(own),
                cannot_judge=sum(label.choice is Choice.CANNOT_JUDGE for label in own),
                harness_bugs=sum(label.choice is Choice.HARNESS_BUG for label in own),
                median_seconds=median(seconds) if seconds else None,
            )
        )
    return People(
        annotators=tuple(rows),
        sources=tuple(SourceCount(source=s, labels=n) for s, n in sorted(sources.items())),
        labels=len(labels),
        other_rubric=sum(label.rubric != rubric for label in labels),
        rubrics=tuple(sorted({label.rubric for label in labels})),
        pairs=pairs(list(by_item.values()), level=level),
    )
