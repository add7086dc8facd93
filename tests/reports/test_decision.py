"""What several labels of one item come to."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from labels.calibration import HumanLabel
from labels.outcome import HarnessBug, Outcome
from reports.decision import State, decide

Label = Callable[..., HumanLabel]


@pytest.mark.parametrize(
    ("said", "state", "outcome"),
    [
        ([], State.UNLABELLED, None),
        (["partial"], State.DECIDED, Outcome.PARTIAL),
        (["wrong_document", "wrong_document"], State.DECIDED, Outcome.WRONG_DOCUMENT),
        (["supported", "partial"], State.DIFFER, None),
        # Both say "unsupported", but not why: an outcome is never guessed.
        (["wrong_document", "unsupported_claim"], State.DIFFER, None),
        (["cannot_judge"], State.CANNOT_JUDGE, None),
        (["cannot_judge", "cannot_judge"], State.CANNOT_JUDGE, None),
        (["supported", "cannot_judge"], State.DIFFER, None),
        (["bug"], State.HARNESS_BUG, None),
        (["bug", "bug"], State.HARNESS_BUG, None),
        (["bug", "supported"], State.DIFFER, None),
        # No majority is taken.
        (["supported", "supported", "partial"], State.DIFFER, None),
    ],
)
def test_decision(label: Label, said: list[str], state: State, outcome: Outcome | None) -> None:
    labels = [label(word, f"person-{number}") for number, word in enumerate(said)]
    decision = decide(labels)
    assert (decision.state, decision.outcome) == (state, outcome)
    assert decide(labels[::-1]) == decision


def test_two_kinds_of_bug_are_a_bug_of_another_kind(label: Label) -> None:
    first = label("bug", "ada")
    second = replace(label("bug", "bob"), bug=HarnessBug.DAMAGED_PASSAGE)
    assert decide([first]).bug is HarnessBug.CLAIM_FRAGMENT
    assert decide([first, second]).bug is HarnessBug.OTHER
