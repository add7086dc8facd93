"""What people decided of one item, from the labels of one or several of them.

One person's label decides. Several decide where they say the same; where they differ the item is
undecided, and stays so until someone adjudicates it: no majority is taken, no category guessed. An
adjudicator's label decides where the labels differ, and only there; all labels are kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from corpus.errors import InputError
from labels.calibration import Calibration, HumanLabel
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
    """Whether people differ and the adjudicator's label is what decided."""


def decide(labels: Sequence[HumanLabel]) -> Decision:
    """The decision on an item.

    Args:
        labels: at most one a person; empty where nobody has labelled the item.
    """
    if not labels:
        return Decision(state=State.UNLABELLED)
    said = {(label.choice, label.outcome) for label in labels}
    choices = {label.choice for label in labels}
    if choices == {Choice.HARNESS_BUG}:
        kinds = {label.bug for label in labels}
        kind = kinds.pop() if len(kinds) == 1 else HarnessBug.OTHER
        return Decision(state=State.HARNESS_BUG, bug=kind)
    if choices == {Choice.CANNOT_JUDGE}:
        return Decision(state=State.CANNOT_JUDGE)
    if len(said) > 1:
        return _adjudicated(labels)
    return Decision(state=State.DECIDED, outcome=labels[0].outcome)


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
        InputError: nobody of that name has labelled in the sample, or one person's labels alone
            are to count.
    """
    if annotator is not None:
        raise InputError(
            f"--annotator {annotator} counts one person's labels, which cannot differ; leave it "
            f"out, or --adjudicator {name}."
        )
    refuse_stranger(calibration, name, "--adjudicator")
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


def refuse_stranger(calibration: Calibration, name: str, option: str) -> None:
    """Raise `InputError` where nobody of that name has labelled in the sample."""
    names = sorted({label.annotator for item in calibration.items for label in item.labels})
    if name not in names:
        found = f"labels are by {', '.join(names)}" if names else "it has no labels yet"
        raise InputError(
            f"Nobody named {name!r} has labelled the sample {calibration.sample!r} ({found}); "
            f"give another {option}."
        )
