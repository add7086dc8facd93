"""Who labelled, how long it took, where the labels came from, and how far people agree.

Agreement among people is that before adjudication: stored decisions are in none of it. A person who
labelled nothing but items on which others differ is no annotator among them but the adjudicator,
where they are named so: their labels are in no comparison of people.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from labels.calibration import Calibration, HumanLabel, Repeat
from labels.outcome import Choice, Outcome, Support
from reports.adjudications import Adjudications, adjudications
from reports.decision import State, decide
from reports.estimation.design import Design, design_of
from reports.estimation.figure import Target
from reports.estimation.pairs import AnnotatorPair, pairs
from reports.estimation.together import Together, together
from reports.findings import Finding
from reports.raters.estimate import Basis
from reports.raters.ratings import ratings_of
from reports.raters.two import TwoRaters, two_raters
from reports.units import Counted, Unit, UnitKind

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
class Consistency:
    """How far one person agrees with themself, on items labelled blind twice."""

    annotator: str
    items: int
    """Items labelled twice, 1 or more."""
    support: TwoRaters
    """First against second answer, on the three levels; where both are outcomes."""
    outcome: TwoRaters
    """The same on outcomes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """What the adjudicator's labels did."""

    name: str
    labels: int
    """Items that the adjudicator labelled."""
    differ: int
    """Items on which people differ, the adjudicator's label among theirs."""
    decided: int
    """Those of them that the adjudicator's label decided."""
    apart: bool
    """Whether the adjudicator labelled nothing but such items, and is left out of the figures on
    people."""


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
    together: Together | None
    """All people over the items that two or more labelled; None where there is no such item."""
    consistency: tuple[Consistency, ...]
    """People who labelled items of this sample twice, here or in another one too, by name."""
    adjudication: Adjudication | None
    """None where no adjudicator is named."""
    decisions: Adjudications
    """The stored decisions over the labels."""
    disputed_only: tuple[str, ...]
    """People who labelled nothing but items on which others differ, by name, adjudicator apart."""

    @property
    def simulated(self) -> int:
        """Labels from the planted truth of a demo: they show the tool, not people."""
        return sum(one.labels for one in self.sources if one.source == SIMULATED)

    @property
    def imported(self) -> tuple[SourceCount, ...]:
        """Labels made elsewhere: whether they were made blind is not known."""
        return tuple(one for one in self.sources if one.source not in (LABELLER, SIMULATED))


def people(
    found: Sequence[Finding], calibration: Calibration, *, level: float, seed: int
) -> People:
    """The people behind the labels that count.

    Args:
        found: every drawn verdict with the labels that count.
        level: of the intervals, 0 to 1.
        seed: of draws and resamples.
    """
    by_item = {one.item.item_id: one.labels for one in found}
    labels = [label for labels in by_item.values() for label in labels]
    sources = Counter(label.source for label in labels)
    adjudication = _adjudication(list(by_item.values()))
    compared = _before(found, adjudication)
    design = _design(found, calibration)
    two = pairs(compared, design, level=level, seed=seed)
    every = together(compared, design, level=level, seed=seed)
    if every is not None and len(two) == 1:
        # All people are two: their agreement is the pair's, which has an exact interval.
        every = replace(
            every,
            agreement=two[0].support.agreement,
            outcome_agreement=two[0].outcome.agreement,
        )
    return People(
        annotators=_annotators(labels),
        sources=tuple(SourceCount(source=s, labels=n) for s, n in sorted(sources.items())),
        labels=len(labels),
        other_rubric=sum(label.rubric != calibration.rubric for label in labels),
        rubrics=tuple(sorted({label.rubric for label in labels})),
        pairs=two,
        together=every,
        consistency=_consistency(calibration.repeats, labels, level=level, seed=seed),
        adjudication=adjudication,
        decisions=adjudications(found, calibration.adjudications_left_out),
        disputed_only=_disputed_only(list(by_item.values())),
    )


def _annotators(labels: Sequence[HumanLabel]) -> tuple[Annotator, ...]:
    rows = []
    for name in sorted({label.annotator for label in labels}):
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
    return tuple(rows)


def _design(found: Sequence[Finding], calibration: Calibration) -> Design:
    """The sample's design by citation, whatever the report counts."""
    units = tuple(
        Unit(stratum=one.item.stratum, judged=one.item.judged, decision=one.decision)
        for one in found
    )
    return design_of(Counted(kind=UnitKind.CITATION, strata=calibration.strata, units=units))


def _adjudication(items: Sequence[Sequence[HumanLabel]]) -> Adjudication | None:
    names = {label.annotator for labels in items for label in labels if label.adjudicates}
    if not names:
        return None
    (name,) = names
    theirs = [labels for labels in items if any(label.adjudicates for label in labels)]
    others = [decide([one for one in labels if not one.adjudicates]).state for labels in theirs]
    states = [decide(labels) for labels in items]
    undecided = [decide([replace(one, adjudicates=False) for one in labels]) for labels in items]
    return Adjudication(
        name=name,
        labels=len(theirs),
        differ=sum(decision.state is State.DIFFER for decision in undecided),
        decided=sum(one.adjudicated and not one.state.undecided for one in states),
        apart=all(state is State.DIFFER for state in others),
    )


def _disputed_only(items: Sequence[Sequence[HumanLabel]]) -> tuple[str, ...]:
    """Who labelled two items or more, each one on which the others differ without them."""
    items_of: dict[str, list[bool]] = {}
    for labels in items:
        for label in labels:
            others = [one for one in labels if one is not label]
            disputed = decide(others).state is State.DIFFER and not label.adjudicates
            items_of.setdefault(label.annotator, []).append(disputed)
    return tuple(sorted(name for name, each in items_of.items() if len(each) > 1 and all(each)))


def _before(found: Sequence[Finding], adjudication: Adjudication | None) -> list[Finding]:
    """The verdicts with the labels that people gave before adjudication."""
    if adjudication is None or not adjudication.apart:
        return list(found)
    return [
        replace(one, labels=tuple(label for label in one.labels if not label.adjudicates))
        for one in found
    ]


def _consistency(
    repeats: Sequence[Repeat], labels: Sequence[HumanLabel], *, level: float, seed: int
) -> tuple[Consistency, ...]:
    basis = Basis(level=level, seed=seed, target=Target.SAMPLE)
    counting = {label.annotator for label in labels}
    found = []
    for name in sorted({one.annotator for one in repeats} & counting):
        own = [one for one in repeats if one.annotator == name]
        outcomes = [(one.first_outcome, one.second_outcome) for one in own]
        supports = [tuple(one.support if one else None for one in pair) for pair in outcomes]
        found.append(
            Consistency(
                annotator=name,
                items=len(own),
                support=two_raters(ratings_of(supports, tuple(Support)), basis, ordered=True),
                outcome=two_raters(ratings_of(outcomes, tuple(Outcome)), basis, ordered=False),
            )
        )
    return tuple(found)
