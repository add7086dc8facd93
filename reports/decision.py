"""What people decided of one item, from the labels of one or several of them.

One person's label decides. Several decide where they say the same; where they differ the item is
undecided, and stays so until someone adjudicates it: no majority is taken, no category guessed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from labels.calibration import HumanLabel
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
        return Decision(state=State.DIFFER)
    return Decision(state=State.DECIDED, outcome=labels[0].outcome)
