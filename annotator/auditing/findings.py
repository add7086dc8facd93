"""The findings as the browser is given them, and as what is decided changes them.

Found by `reports.auditing`, which this room does not know: the front door hands them over.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from labels.store.audits import AuditKind, Subject


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One finding."""

    subject: Subject
    """What it is about; the same thing found again is the same finding."""
    where: str
    detail: str
    """The evidence."""
    items: tuple[str, ...]
    """The ids of the items it speaks of."""
    state: AuditKind | None
    """What was decided; None: it is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The findings of one signature: one fault, wherever it struck."""

    signature: str
    detector: str
    severity: str
    what: str
    """The fault in a few words."""
    looks_for: str
    distorts: str
    example: str
    findings: tuple[Found, ...]

    def count(self, state: AuditKind | None) -> int:
        """How many are in this state."""
        return sum(one.state is state for one in self.findings)

    @property
    def open(self) -> tuple[Found, ...]:
        """Those that nobody has decided on."""
        return tuple(one for one in self.findings if one.state is None)

    def decided(self, subjects: Collection[Subject], state: AuditKind | None) -> "Group":
        """The group once these findings are in another state."""
        changed = (
            replace(one, state=state) if one.subject in subjects else one for one in self.findings
        )
        return replace(self, findings=tuple(changed))


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """All that was found."""

    groups: tuple[Group, ...]
    """The gravest first."""
    withheld: int | None
    """Findings that would tell a labeller what the judge said; they are not among the groups. None:
    how many is not told, for only some runs were asked for."""
    open_samples: tuple[str, ...]
    """Samples that can still be labelled."""
