"""Several judges of the same citations, compared: with people, with each other, in pairs.

A difference is the first judge's agreement less the second's. It is settled where the interval
through the design leaves 0 out, widened for all the pairs that are compared (Bonferroni), and at
least 6 labels are discordant (at 95 %). Where every label stands for equally many citations,
McNemar's exact test on them, adjusted for all pairs (Holm), must be below 1 - level too: a census
has no interval, and would settle a difference of one citation. Everywhere else that test knows no
weights: a sample that holds all that one judge flags holds all its false alarms, and the test turns
against it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

from corpus.errors import InputError
from corpus.stamp import now, tool_version
from labels.panel import Flip, Panel
from reports.decision import Decision, State
from reports.estimation.intervals import Interval
from reports.estimation.multiplicity import holm
from reports.estimation.scales import BINARY, SUPPORT
from reports.findings import findings
from reports.judges.crossing import Crossing, crossing
from reports.judges.difference import (
    AgreementDifference,
    agreement_difference,
    labels_to_settle,
    limits_of,
)
from reports.judges.paired_cells import Decisions, decisions_of, paired_parts
from reports.judges.standing import JudgeStanding, standing
from reports.people import People, people
from reports.report import Blindness
from reports.runs.difference import fewest_differing
from reports.staleness import Change, Staleness, provenance_changes, staleness


class Conclusion(StrEnum):
    """What can be said of two judges."""

    FIRST = "the first is better"
    SECOND = "the second is better"
    NOT_SETTLED = "not settled"
    TOO_FEW = "too few labels where they differ"
    SAME = "they never differ"
    UNDEFINED = "undefined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flipped:
    """A citation of which two judges do not say the same, with what people say."""

    flip: Flip
    drawn: bool
    decision: Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgePair:
    """Two judges."""

    first: int
    """The number of a judge in the comparison."""
    second: int
    crossing: Crossing
    """Against each other, over all citations."""
    support: AgreementDifference
    """On three levels."""
    binary: AgreementDifference
    """Supported or not."""
    adjusted: float | None
    """McNemar's p on three levels, by Holm over all pairs."""
    conclusion: Conclusion
    labels_wanted: int | None
    """About so many labels where they differ would settle it; None where that cannot be said."""
    versions: tuple[Change, ...]
    """Where both have one name: what tells the second version from the first."""
    flips: tuple[Flipped, ...]
    """All of them, or as many as were asked for: those that people labelled first, then the other
    drawn ones, then by run, question and claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeComparison:
    """All of it."""

    sample: str
    origin: str
    runs: tuple[str, ...]
    frame_size: int
    drawn: int
    labelled: int
    """Drawn citations with an outcome."""
    unlabelled: int
    """Drawn citations that nobody has labelled."""
    confirmed: int
    """Verdicts that the audit confirmed as harness bugs: in no figure."""
    confirmed_drawn: int
    """Those of them that were drawn."""
    undecided: int
    """Drawn citations on which people differ, or that nobody could judge."""
    drawn_by: str
    judges: tuple[JudgeStanding, ...]
    pairs: tuple[JudgePair, ...]
    stale: Staleness | None
    """Of the calibration of the judge that the sample was drawn by."""
    people: People
    blindness: Blindness
    annotator: str | None
    level: float
    seed: int
    generated_at: str
    tool_version: str

    def label(self, number: int) -> str:
        """What a judge is called."""
        return self.judges[number].judge.label


Flips = Mapping[tuple[int, int], Sequence[Flip]]


def compare_judges(
    panel: Panel, flips: Flips, *, annotator: str | None, level: float, seed: int
) -> JudgeComparison:
    """Compare the judges of a panel.

    Args:
        flips: of each pair of judges, by their numbers, where they do not say the same.
        annotator: only this person's labels count; None for everybody's.
        level: of the intervals, 0.5 to 0.9999.
        seed: of the predictive draws.

    Raises:
        InputError: nobody of that name has labelled the sample.
    """
    whole = panel.calibration
    _refuse_stranger(panel, annotator)
    decisions = decisions_of(panel, annotator)
    pairs = [
        _pair(panel, numbers, flips.get(numbers, ()), decisions, level=level, seed=seed)
        for numbers in combinations(range(len(panel.judges)), 2)
    ]
    found = findings(whole, annotator)
    states = [decision.state for decision in decisions.values()]
    return JudgeComparison(
        sample=whole.sample,
        origin=whole.origin,
        runs=whole.runs,
        frame_size=whole.frame_size,
        drawn=len(panel.items),
        labelled=states.count(State.DECIDED),
        unlabelled=states.count(State.UNLABELLED),
        confirmed=whole.confirmed,
        confirmed_drawn=whole.confirmed_drawn,
        undecided=sum(state.undecided for state in states),
        drawn_by=whole.judge,
        judges=tuple(
            standing(panel, number, annotator=annotator, level=level, seed=seed)
            for number in range(len(panel.judges))
        ),
        pairs=tuple(_concluded(panel, pairs, decisions, level=level, seed=seed)),
        stale=staleness(whole.grounds, whole.items),
        people=people(found.all, whole, level=level, seed=seed),
        blindness=Blindness(
            sealed_sha256=whole.seal.sha256,
            seal_intact=whole.seal.intact,
            chain_intact=whole.chain_intact,
            revealed_at=whole.revealed_at,
            since_reveal=whole.since_reveal,
        ),
        annotator=annotator,
        level=level,
        seed=seed,
        generated_at=now(),
        tool_version=tool_version(),
    )


def _refuse_stranger(panel: Panel, annotator: str | None) -> None:
    names = sorted({label.annotator for item in panel.items for label in item.labels})
    if annotator is not None and annotator not in names:
        raise InputError(
            f"Nobody named {annotator!r} has labelled the sample {panel.calibration.sample!r} "
            f"(labels are by: {', '.join(names) or 'nobody'}); give another --annotator."
        )


def _pair(
    panel: Panel,
    numbers: tuple[int, int],
    flips: Sequence[Flip],
    decisions: Decisions,
    *,
    level: float,
    seed: int,
) -> JudgePair:
    first, second = numbers
    on_support = paired_parts(panel, first, second, SUPPORT, decisions)
    on_binary = paired_parts(panel, first, second, BINARY, decisions)
    support = agreement_difference(on_support, level=level, seed=seed)
    one, other = panel.judges[first], panel.judges[second]
    same_name = one.name == other.name
    return JudgePair(
        first=first,
        second=second,
        crossing=crossing(panel, first, second),
        support=support,
        binary=agreement_difference(on_binary, level=level, seed=seed),
        adjusted=None,
        conclusion=Conclusion.NOT_SETTLED,
        labels_wanted=None,
        versions=provenance_changes(one.provenance, other.provenance) if same_name else (),
        flips=_flipped(flips, decisions),
    )


def _flipped(flips: Sequence[Flip], decisions: Mapping[str, Decision]) -> tuple[Flipped, ...]:
    unlabelled = Decision(state=State.UNLABELLED)
    found = [
        Flipped(
            flip=flip,
            drawn=flip.citation_id in decisions,
            decision=decisions.get(flip.citation_id, unlabelled),
        )
        for flip in flips
    ]
    # A stable sort: the rest of the order is the store's.
    return tuple(sorted(found, key=lambda one: one.decision.state is State.UNLABELLED))


def _concluded(
    panel: Panel, pairs: Sequence[JudgePair], decisions: Decisions, *, level: float, seed: int
) -> list[JudgePair]:
    tested = [pair for pair in pairs if pair.support.alone.p is not None]
    adjusted = holm([pair.support.alone.p or 0.0 for pair in tested])
    by_pair = {(p.first, p.second): a for p, a in zip(tested, adjusted, strict=True)}
    wide = 1 - (1 - level) / max(1, len(pairs))
    found = []
    for pair in pairs:
        p = by_pair.get((pair.first, pair.second))
        widened = pair.support
        if len(pairs) > 1:
            parts = paired_parts(panel, pair.first, pair.second, SUPPORT, decisions)
            widened = agreement_difference(parts, level=wide, seed=seed)
        found.append(
            replace(
                pair,
                adjusted=p,
                conclusion=_conclusion(pair, p, _with_swing(widened), level),
                labels_wanted=labels_to_settle(widened, level=level),
            )
        )
    return found


def _with_swing(difference: AgreementDifference) -> Interval | None:
    """The limits, moved out to where the undecided items can take the difference."""
    reach = difference.weighted.reach
    return limits_of(difference) if reach is None else Interval(low=reach[0], high=reach[1])


def _conclusion(
    pair: JudgePair, p: float | None, limits: Interval | None, level: float
) -> Conclusion:
    difference, alone = pair.support, pair.support.alone
    if difference.common and not difference.differing:
        return Conclusion.SAME
    if limits is None or p is None:
        return Conclusion.UNDEFINED
    if alone.counts.discordant < fewest_differing(level):
        return Conclusion.TOO_FEW
    if alone.fair and p >= 1 - level:
        return Conclusion.NOT_SETTLED
    if limits.low > 0:
        return Conclusion.FIRST
    return Conclusion.SECOND if limits.high < 0 else Conclusion.NOT_SETTLED
