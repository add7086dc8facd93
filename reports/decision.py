"""What people decided of one item, from the labels of one or several of them.

One person's label decides. Several decide where they say the same; where they differ the item is
undecided, and stays so until someone adjudicates it: no majority is taken, no category guessed. The
stored decision of an adjudicator holds where labels leave the item open, and only there. Instead of
stored decisions the label of one labeller may decide where the labels differ, and only there. All
labels are kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from corpus.errors import InputError
from labels.adjudication import Open, why_open
from labels.calibration import Calibration, HumanLabel, ItemAdjudication
from labels.outcome import Choice, HarnessBug, Outcome


class State(StrEnum):
    """Where an item stands."""

    DECIDED = "decided"
    """It has a human outcome."""
    HARNESS_BUG = "harness_bug"
    """A fault of the evaluation: a decision, and the item leaves every denominator."""
    DIFFER = "differ"
    """People say different things. Undecided."""
    CANNOT_JUDGE = "cannot_judge"
    """Everyone who looked could not decide. Undecided."""
    UNLABELLED = "unlabelled"
    """Nobody has labelled it."""

    @property
    def undecided(self) -> bool:
        """Labelled, without a decision."""
        return self in (State.DIFFER, State.CANNOT_JUDGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The state of an item with what was decided."""

    state: State
    outcome: Outcome | None = None
    """Set where the state is `decided`."""
    bug: HarnessBug | None = None
    """Set where the state is `harness_bug`; `other` where people name different kinds."""
    adjudicated: bool = False
    """Whether labels leave the item open and an adjudicator's decision, or label, is what holds."""


def decide(labels: Sequence[HumanLabel], adjudication: ItemAdjudication | None = None) -> Decision:
    """The decision on an item.

    Args:
        labels: at most one a person; empty where nobody has labelled the item.
        adjudication: what was decided over them, void or not; None where nothing was.
    """
    if not labels:
        return Decision(state=State.UNLABELLED)
    why = why_open(labels)
    if why is not None and adjudication is not None and not adjudication.void:
        return _stored(adjudication)
    if why is Open.CANNOT_JUDGE:
        return Decision(state=State.CANNOT_JUDGE)
    if why is Open.DIFFER:
        return _adjudicated(labels)
    if labels[0].choice is Choice.HARNESS_BUG:
        kinds = {label.bug for label in labels}
        kind = kinds.pop() if len(kinds) == 1 else HarnessBug.OTHER
        return Decision(state=State.HARNESS_BUG, bug=kind)
    return Decision(state=State.DECIDED, outcome=labels[0].outcome)


class Labelled(Protocol):
    """An item with what people said of it."""

    @property
    def labels(self) -> tuple[HumanLabel, ...]:
        """At most one a person."""

    @property
    def adjudication(self) -> ItemAdjudication | None:
        """What was decided over them."""


def decision_of(item: Labelled, annotator: str | None) -> Decision:
    """The decision on an item, from everybody's labels and what was decided over them.

    Args:
        annotator: only this person's label counts, over which nothing is decided.
    """
    if annotator is not None:
        return decide(people_labels(item.labels, annotator))
    return decide(item.labels, item.adjudication)


def people_labels(labels: tuple[HumanLabel, ...], annotator: str | None) -> tuple[HumanLabel, ...]:
    """The labels that count: all of them, or those of one person."""
    if annotator is None:
        return labels
    return tuple(label for label in labels if label.annotator == annotator)


def _stored(adjudication: ItemAdjudication) -> Decision:
    """An adjudicator's decision; that nobody can judge the item is one too."""
    states = {
        Choice.HARNESS_BUG: State.HARNESS_BUG,
        Choice.CANNOT_JUDGE: State.CANNOT_JUDGE,
    }
    return Decision(
        state=states.get(adjudication.choice, State.DECIDED),
        outcome=adjudication.outcome,
        bug=adjudication.bug,
        adjudicated=True,
    )


def _adjudicated(labels: Sequence[HumanLabel]) -> Decision:
    """The adjudicator's decision on an item on which people differ."""
    last = [label for label in labels if label.adjudicates]
    if not last:
        return Decision(state=State.DIFFER)
    return replace(decide(last), adjudicated=True)


def adjudicated_by(
    calibration: Calibration, name: str, annotator: str | None = None
) -> Calibration:
    """The calibration with one person's labels marked as those of the adjudicator.

    Args:
        annotator: whose labels alone count in the report; there is nothing to adjudicate then.

    Raises:
        InputError: nobody of that name has labelled in the sample, one person's labels alone are
            to count, or decisions are stored, which the label of somebody may not mix with.
    """
    if annotator is not None:
        raise InputError(
            f"--annotator {annotator} counts one person's labels, which cannot differ; leave it "
            f"out, or --adjudicator {name}."
        )
    refuse_stranger(calibration, name, "--adjudicator")
    _refuse_stored(calibration, name)
    items = tuple(
        replace(
            item,
            labels=tuple(
                replace(label, adjudicates=label.annotator == name) for label in item.labels
            ),
        )
        for item in calibration.items
    )
    return replace(calibration, items=items)


def without_adjudications(calibration: Calibration) -> Calibration:
    """The calibration without its stored decisions, which it counts as left out."""
    left_out = {item.item_id for item in calibration.items if item.adjudication is not None}
    return replace(
        calibration,
        items=tuple(replace(item, adjudication=None) for item in calibration.items),
        adjudications_left_out=len(left_out),
    )


def _refuse_stored(calibration: Calibration, name: str) -> None:
    """Two ways of adjudicating in one figure would leave open which of them it rests on."""
    by = {
        item.item_id: item.adjudication.adjudicator
        for item in calibration.items
        if item.adjudication is not None
    }
    if by:
        stored = (
            "1 item has a stored decision"
            if len(by) == 1
            else (f"{len(by):,} items have stored decisions")
        )
        raise InputError(
            f"{stored} by {', '.join(sorted(set(by.values())))} in the sample "
            f"{calibration.sample!r}, and --adjudicator {name} would let a label decide instead; "
            "add --no-adjudication to leave the decisions out, or leave --adjudicator out."
        )


def has_labelled(calibration: Calibration, name: str) -> bool:
    """Whether somebody of that name has labelled in the sample."""
    return any(label.annotator == name for item in calibration.items for label in item.labels)


def refuse_stranger(calibration: Calibration, name: str, option: str) -> None:
    """Raise `InputError` where nobody of that name has labelled in the sample."""
    names = sorted({label.annotator for item in calibration.items for label in item.labels})
    if name not in names:
        found = f"labels are by {', '.join(names)}" if names else "it has no labels yet"
        raise InputError(
            f"Nobody named {name!r} has labelled the sample {calibration.sample!r} ({found}); "
            f"give another {option}."
        )
