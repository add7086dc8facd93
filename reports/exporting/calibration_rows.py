"""A sample's verdicts beside what people decided, as rows."""

from collections.abc import Iterator
from typing import Any

from labels.calibration import Calibration
from labels.interchange.label_export import said
from labels.outcome import Category, Choice, Outcome
from reports.decision import Decision, State, decision_of

CALIBRATION = (
    "case_id", "claim_id", "human_label", "judge_label", "importance", "failure_type",
    "citation", "human_failure_type", "stratum", "inclusion_probability",
)  # fmt: skip
"""The first six are what tools for calibrating judges ask for; the rest is what the figures of a
stratified sample need."""


def calibration_rows(calibration: Calibration) -> Iterator[dict[str, Any]]:
    """One row a drawn verdict; `human_label` is empty where people have decided nothing."""
    chances = {one.name: one.inclusion_probability for one in calibration.strata}
    for item in calibration.items:
        decision = decision_of(item, None)
        yield {
            "case_id": item.case_id,
            "claim_id": item.claim_id,
            "human_label": _decided(decision),
            "judge_label": str(item.judged.support),
            "importance": item.importance,
            "failure_type": _category(item.judged),
            "citation": item.citation,
            "human_failure_type": _kind(decision),
            "stratum": item.stratum,
            "inclusion_probability": chances[item.stratum],
        }


def _decided(decision: Decision) -> str | None:
    if decision.state is State.HARNESS_BUG:
        return said(Choice.HARNESS_BUG)
    return str(decision.outcome.support) if decision.outcome else None


def _kind(decision: Decision) -> str | None:
    if decision.bug is not None:
        return str(decision.bug)
    return _category(decision.outcome)


def _category(outcome: Outcome | None) -> str | None:
    """Why it fails; None where it does not, or nobody said why."""
    named = str(outcome)
    return named if named in set(Category) else None
