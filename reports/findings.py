"""The items a person should read: judged supported where people say otherwise, and harness bugs.

Each carries all its texts, so that nobody has to look it up elsewhere.
"""

from dataclasses import dataclass
from enum import StrEnum

from labels.calibration import Calibration, CalibrationItem, HumanLabel
from labels.outcome import HarnessBug, Outcome, Support
from reports.decision import Decision, State, decision_of
from reports.units import labels_of


class FalseSupport(StrEnum):
    """The two ways in which a judge is too kind, counted apart."""

    UNSUPPORTED = "unsupported->supported"
    """The passage does not support the claim at all. The dangerous one."""
    PARTIAL = "partial->supported"
    """The passage supports a part of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One item with its texts, its verdict and its labels."""

    item: CalibrationItem
    labels: tuple[HumanLabel, ...]
    """Those that count in this report."""
    decision: Decision

    @property
    def notes(self) -> tuple[str, ...]:
        """What people wrote, `name: text`, where they wrote something."""
        return tuple(f"{label.annotator}: {label.note}" for label in self.labels if label.note)

    @property
    def evidence(self) -> tuple[str, ...]:
        """What people marked in the passage, `name: text (characters 10 to 24)`."""
        return tuple(
            f"{label.annotator}: {label.evidence.text} "
            f"(characters {label.evidence.start:,} to {label.evidence.end:,})"
            for label in self.labels
            if label.evidence
        )

    @property
    def found(self) -> tuple[str, ...]:
        """Which passages people found to support the claim, `name: doc:3`."""
        return tuple(f"{label.annotator}: {label.found}" for label in self.labels if label.found)

    @property
    def kind(self) -> FalseSupport | None:
        """Which way the judge was too kind; None where it was not."""
        if self.item.judged is not Outcome.SUPPORTED or self.decision.outcome is None:
            return None
        if self.decision.outcome.support is Support.UNSUPPORTED:
            return FalseSupport.UNSUPPORTED
        return FalseSupport.PARTIAL if self.decision.outcome is Outcome.PARTIAL else None


@dataclass(frozen=True, slots=True, kw_only=True)
class BugCount:
    """Harness bugs of one kind."""

    kind: HarnessBug
    items: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """All of them, by citation whatever the figures count."""

    all: tuple[Finding, ...]
    """Every drawn item, in the sample's order."""
    unsupported_as_supported: tuple[Finding, ...]
    partial_as_supported: tuple[Finding, ...]
    bugs: tuple[Finding, ...]
    bug_kinds: tuple[BugCount, ...]
    """Every kind, the ones that were not found too."""


def findings(calibration: Calibration, annotator: str | None) -> Findings:
    """The findings of a sample, from everybody's labels or from one person's."""
    every = []
    for item in calibration.items:
        decision = decision_of(item, annotator)
        every.append(Finding(item=item, labels=labels_of(item, annotator), decision=decision))
    bugs = tuple(one for one in every if one.decision.state is State.HARNESS_BUG)
    return Findings(
        all=tuple(every),
        unsupported_as_supported=tuple(
            one for one in every if one.kind is FalseSupport.UNSUPPORTED
        ),
        partial_as_supported=tuple(one for one in every if one.kind is FalseSupport.PARTIAL),
        bugs=bugs,
        bug_kinds=tuple(
            BugCount(kind=kind, items=sum(one.decision.bug is kind for one in bugs))
            for kind in HarnessBug
        ),
    )
