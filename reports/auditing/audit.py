"""The audit: what every detector found, grouped by signature, with what was decided of it.

What a finding gives away decides whether it is told. One that rests on verdicts or labels is
withheld while one of its items can still be labelled, and what it is of too: that one judge always
says the same tells all its verdicts. How many are withheld is told of the whole study alone: of one
run, or by one detector, a number would name what it is of. So is every figure of a run with such an
item, whatever kind moves it: confirm a finding on the item, and the figure says what the judge said
of it.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from corpus.workspace import Workspace
from labels.store import audits
from labels.store.audits import AuditKind
from reports.auditing.detector import Detector, Finding, Rests, findings_of
from reports.auditing.effects import Headlines, Moved, voided_by
from reports.auditing.evidence import Study


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The findings of one signature: one fault, wherever it struck."""

    signature: str
    detector: str
    what: str
    open: tuple[Finding, ...]
    confirmed: tuple[Finding, ...]
    dismissed: tuple[Finding, ...]

    @property
    def all(self) -> tuple[Finding, ...]:
        """All of them, the open ones first."""
        return (*self.open, *self.confirmed, *self.dismissed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What one detector found."""

    detector: Detector
    groups: tuple[Group, ...]
    """The largest first."""
    moved: tuple[Moved, ...]
    """The headline figures that are told, with its open findings and without."""
    moved_withheld: bool
    """Whether figures that it may move are not told for the same reason."""

    @property
    def open(self) -> int:
        """Findings that are told and that nobody has decided on."""
        return sum(len(group.open) for group in self.groups)

    @property
    def found(self) -> int:
        """All findings that are told."""
        return sum(len(group.all) for group in self.groups)


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What the detectors found in a study."""

    kinds: tuple[Kind, ...]
    """Every detector that is on, the gravest first, also those that found nothing."""
    citations: int
    answers: int
    verdicts: int
    requests: int
    open_samples: tuple[str, ...]
    withheld: int | None
    """Findings that are counted and not told: they would tell a labeller what the judge, or
    somebody else, said. None: not counted, for only a part of the study was asked for."""

    @property
    def groups(self) -> tuple[Group, ...]:
        """All groups, as the kinds have them."""
        return tuple(group for kind in self.kinds for group in kind.groups)


def audit(
    connection: sqlite3.Connection,
    workspace: Workspace,
    study: Study,
    detectors: Iterable[Detector],
    *,
    runs: Sequence[str] = (),
    figures: bool = True,
    narrowed: bool = False,
) -> Audit:
    """Run the detectors.

    Args:
        connection: the study's database.
        workspace: the study.
        study: the evidence, of all runs: a fault may show only beside another run.
        detectors: those that are on.
        runs: only findings of these are told; empty: of all.
        figures: whether to compute how far each kind moves the figures.
        narrowed: whether the detectors are not all that are on.
    """
    decided = audits.standing(connection)
    headlines = Headlines(connection, workspace, study) if figures else None
    kinds, withheld = [], 0
    for one in detectors:
        found = [
            finding
            for finding in findings_of(one, study)
            if not runs or finding.spotted.run in runs or not finding.spotted.run
        ]
        told = [finding for finding in found if not _gives_away(finding, study)]
        withheld += len(found) - len(told)
        kinds.append(_kind(one, told, decided, headlines))
    return Audit(
        kinds=tuple(kinds),
        citations=len(study.citations),
        answers=len(study.answers),
        verdicts=len(study.verdicts),
        requests=len(study.requests),
        open_samples=tuple(sorted(study.open_samples)),
        withheld=None if (runs or narrowed) and study.open_samples else withheld,
    )


def _kind(
    detector: Detector,
    told: Sequence[Finding],
    decided: Mapping[tuple[str, audits.Subject], AuditKind],
    headlines: Headlines | None,
) -> Kind:
    groups = _groups(detector, told, decided)
    open_ones = [one for group in groups for one in group.open]
    return Kind(
        detector=detector,
        groups=groups,
        moved=headlines.moved(voided_by(open_ones)) if headlines else (),
        moved_withheld=headlines is not None and headlines.withholds(open_ones),
    )


def _gives_away(finding: Finding, study: Study) -> bool:
    return finding.rests is not Rests.CONTENT and bool(
        study.open_items.intersection(finding.spotted.items)
    )


def _groups(
    detector: Detector,
    findings: Iterable[Finding],
    decided: Mapping[tuple[str, audits.Subject], AuditKind],
) -> tuple[Group, ...]:
    by_signature: dict[str, list[Finding]] = {}
    for one in findings:
        by_signature.setdefault(one.signature, []).append(one)
    groups = []
    for signature, mine in by_signature.items():
        kinds = [decided.get((signature, one.subject)) for one in mine]
        confirmed, dismissed, left = (
            tuple(one for one, kind in zip(mine, kinds, strict=True) if kind is wanted)
            for wanted in (AuditKind.CONFIRMED, AuditKind.DISMISSED, None)
        )
        groups.append(
            Group(
                signature=signature,
                detector=detector.name,
                what=mine[0].spotted.what,
                open=left,
                confirmed=confirmed,
                dismissed=dismissed,
            )
        )
    return tuple(sorted(groups, key=lambda group: (-len(group.all), group.what)))
