"""A sample's verdicts beside what people decided, and its labels, as rows."""

from collections.abc import Iterator
from typing import Any

from labels.calibration import Calibration, CalibrationItem, HumanLabel
from labels.outcome import Category, Choice, Outcome
from reports.decision import Decision, State, decision_of

CALIBRATION = (
    "case_id", "claim_id", "human_label", "judge_label", "importance", "failure_type",
    "citation", "human_failure_type", "stratum", "inclusion_probability",
)  # fmt: skip
"""The first six are what tools for calibrating judges ask for; the rest is what the figures of a
stratified sample need."""

LABELS = (
    "item_id", "case_id", "claim_id", "citation", "claim", "annotator", "human_label",
    "human_failure_type", "human_note", "evidence", "found", "seconds", "labelled_at", "rubric",
    "source",
)  # fmt: skip
"""Of one person's label; no column tells what the judge said."""


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


def label_rows(calibration: Calibration) -> Iterator[dict[str, Any]]:
    """One row for each person and item: a label that several verdicts share is one."""
    given: set[tuple[str, str]] = set()
    for item in calibration.items:
        for label in item.labels:
            if (item.item_id, label.annotator) not in given:
                given.add((item.item_id, label.annotator))
                yield _label_row(item, label)


def _label_row(item: CalibrationItem, label: HumanLabel) -> dict[str, Any]:
    return {
        "item_id": item.item_id,
        "case_id": item.case_id,
        "claim_id": item.claim_id,
        "citation": item.citation,
        "claim": item.claim,
        "annotator": label.annotator,
        "human_label": _said(label.choice),
        "human_failure_type": str(label.bug) if label.bug else _category(label.outcome),
        "human_note": label.note or None,
        "evidence": label.evidence.text if label.evidence else None,
        "found": label.found,
        "seconds": label.seconds,
        "labelled_at": label.labelled_at,
        "rubric": label.rubric,
        "source": label.source,
    }


def _said(choice: Choice) -> str:
    """As `import` reads it."""
    return str(choice).replace("_", " ")


def _decided(decision: Decision) -> str | None:
    if decision.state is State.HARNESS_BUG:
        return _said(Choice.HARNESS_BUG)
    return str(decision.outcome.support) if decision.outcome else None


def _kind(decision: Decision) -> str | None:
    if decision.bug is not None:
        return str(decision.bug)
    return _category(decision.outcome)


def _category(outcome: Outcome | None) -> str | None:
    """Why it fails; None where it does not, or nobody said why."""
    said = str(outcome)
    return said if said in set(Category) else None
