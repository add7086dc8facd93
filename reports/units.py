"""What is counted: a citation, or a claim with all its citations.

A claim's value, for judge and people alike, is the best of its citations': a claim is supported
where one of its citations supports it (as in WiCE, Kamoi et al. 2023).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from corpus.errors import InputError
from labels.calibration import Calibration, CalibrationItem, HumanLabel, Stratum
from labels.outcome import Outcome, Support
from reports.decision import Decision, State, decision_of, people_labels, refuse_stranger
from reports.rendering.wording import counted, draw_command


class UnitKind(StrEnum):
    """What one count in the figures is."""

    CITATION = "citation"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One thing that judge and people gave a value."""

    stratum: str
    judged: Outcome
    decision: Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The units of a sample with the strata they were drawn from."""

    kind: UnitKind
    strata: tuple[Stratum, ...]
    units: tuple[Unit, ...]


def labels_of(item: CalibrationItem, annotator: str | None) -> tuple[HumanLabel, ...]:
    """An item's labels: all of them, or those of one person."""
    return people_labels(item.labels, annotator)


def count(calibration: Calibration, kind: UnitKind, annotator: str | None) -> Counted:
    """The units of a calibration.

    Args:
        annotator: only this person's labels count; None for everybody's.

    Raises:
        InputError: the person has no label in the sample; or claims are asked for and some
            citation was not drawn or not labelled.
    """
    if annotator is not None:
        refuse_stranger(calibration, annotator, "--annotator")
    if kind is UnitKind.CLAIM:
        return _by_claim(calibration, annotator)
    units = tuple(
        Unit(stratum=item.stratum, judged=item.judged, decision=decision_of(item, annotator))
        for item in calibration.items
    )
    return Counted(kind=kind, strata=calibration.strata, units=units)


def _by_claim(calibration: Calibration, annotator: str | None) -> Counted:
    decisions = [decision_of(item, annotator) for item in calibration.items]
    _refuse_gaps(calibration, decisions)
    claims: dict[tuple[str, str, str], list[tuple[Outcome, Decision]]] = {}
    for item, decision in zip(calibration.items, decisions, strict=True):
        key = (item.run, item.case_id, item.claim_id)
        claims.setdefault(key, []).append((item.judged, decision))
    units = tuple(_claim(citations) for citations in claims.values())
    sizes: dict[str, int] = {}
    for unit in units:
        sizes[unit.stratum] = sizes.get(unit.stratum, 0) + 1
    strata = tuple(
        Stratum(name=name, size=sizes[name], drawn=sizes[name])
        for name in map(str, Support)
        if name in sizes
    )
    return Counted(kind=UnitKind.CLAIM, strata=strata, units=units)


def _refuse_gaps(calibration: Calibration, decisions: list[Decision]) -> None:
    """A claim is counted whole or not at all: a part of its citations may have another best."""
    undrawn = sum(stratum.size for stratum in calibration.strata) - len(calibration.items)
    absent = max(undrawn, _absent(calibration))
    unlabelled = sum(decision.state is State.UNLABELLED for decision in decisions)
    if absent or unlabelled:
        missing = ""
        if calibration.missing:
            have = "has" if calibration.missing == 1 else "have"
            missing = (
                f" ({counted(calibration.missing, 'citation')} of these runs {have} no verdict, "
                "and cannot be drawn before the judge gives one)"
            )
        command = draw_command(
            runs=calibration.runs, judge=calibration.judge, supported="all", partial="all"
        )
        raise InputError(
            f"Figures by claim need every citation of every claim labelled, and {absent:,} of them "
            f"were not drawn{missing} and {unlabelled:,} are drawn but not labelled; make a census "
            f"with: {command}, and label all of it."
        )


def _absent(calibration: Calibration) -> int:
    """Citations of the sample's claims that are not in the sample."""
    drawn = Counter((item.run, item.case_id, item.claim_id) for item in calibration.items)
    sizes = calibration.claim_sizes
    return sum(max(0, sizes.get(claim, 0) - n) for claim, n in drawn.items())


def _claim(citations: list[tuple[Outcome, Decision]]) -> Unit:
    """One claim; citations that are harness bugs count on neither side.

    An undecided citation leaves the claim undecided, unless another one is `supported`, which
    nothing can improve on.
    """
    whole = [pair for pair in citations if pair[1].state is not State.HARNESS_BUG]
    judged = _best(outcome for outcome, _ in whole or citations)
    stratum = str(judged.support)
    if not whole:
        return Unit(stratum=stratum, judged=judged, decision=citations[0][1])
    human = [decision.outcome for _, decision in whole if decision.outcome is not None]
    if Outcome.SUPPORTED not in human:
        for _, decision in whole:
            if decision.state.undecided:
                return Unit(stratum=stratum, judged=judged, decision=decision)
    decision = Decision(state=State.DECIDED, outcome=_best(human))
    return Unit(stratum=stratum, judged=judged, decision=decision)


def _best(outcomes: Iterable[Outcome]) -> Outcome:
    """The highest support; among failures the first in the order of `Outcome`."""
    order = tuple(Outcome)
    return min(outcomes, key=lambda outcome: (-outcome.support.rank, order.index(outcome)))
