"""Deciding on findings: which groups a person means, and the decisions to be stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from corpus.errors import InputError
from labels.store.audits import AuditDecision, AuditKind, Subject
from reports.auditing.audit import Audit, Group
from reports.auditing.detector import Finding

SHORTEST = 4
"""Characters of a signature, or of an item's id, that are asked for."""


def chosen(audit: Audit, named: Sequence[str], items: Sequence[str] = ()) -> list[Group]:
    """The groups with open findings that a person names.

    Args:
        audit: what was found.
        named: signatures, beginnings of them, or detectors for all that they found.
        items: beginnings of ids; only findings on these items are meant. Empty: all.

    Raises:
        InputError: a name is of nothing that is open, or none of the findings is on an item.
    """
    found: dict[str, Group] = {}
    for name in named:
        mine = [group for group in _named(audit, name) if group.open]
        if not mine:
            raise InputError(_nothing(audit, name))
        found |= {group.signature: group for group in mine}
    groups = list(found.values())
    for item in items:
        if not any(_is_on(one, [item]) for group in groups for one in group.open):
            raise InputError(
                f"--item {item}: none of these findings is on an item whose id begins so; give "
                f"{SHORTEST} characters at least of an id that crosssource audit shows in square "
                "brackets."
            )
    if not items:
        return groups
    left = (
        replace(group, open=tuple(one for one in group.open if _is_on(one, items)))
        for group in groups
    )
    return [group for group in left if group.open]


def _is_on(finding: Finding, items: Sequence[str]) -> bool:
    """Whether a finding is on one of these items, by the beginnings of their ids."""
    return any(
        len(item) >= SHORTEST and one.startswith(item.lower())
        for item in items
        for one in finding.spotted.items
    )


def _named(audit: Audit, name: str) -> Iterator[Group]:
    by_name = [kind for kind in audit.kinds if kind.detector.name == name]
    if by_name:
        yield from by_name[0].groups
        return
    matching = [
        group
        for group in audit.groups
        if len(name) >= SHORTEST and group.signature.startswith(name.lower())
    ]
    if len(matching) > 1:
        both = ", ".join(group.signature for group in matching)
        raise InputError(f"{name!r} begins several signatures ({both}); give more of it.")
    yield from matching


def _nothing(audit: Audit, name: str) -> str:
    if audit.open_samples:
        # The same whether or not anything of that name is withheld.
        return (
            f"Nothing that is listed and open goes by {name!r} (give a signature, {SHORTEST} "
            "characters at least, or a detector). What rests on a verdict or a label is withheld "
            f"while {', '.join(audit.open_samples)} can be labelled; close it to decide on that: "
            "crosssource sample close NAME"
        )
    return (
        f"Nothing open goes by {name!r}: give a signature ({SHORTEST} characters at least) or a "
        "detector as crosssource audit lists them (what is decided already: crosssource audit "
        "--all)."
    )


def decision(group: Group, kind: AuditKind, *, reason: str, auditor: str) -> AuditDecision:
    """The decision on a group's open findings."""
    return AuditDecision(
        kind=kind,
        signature=group.signature,
        detector=group.detector,
        what=group.what,
        reason=reason,
        auditor=auditor,
        subjects=tuple(dict.fromkeys(one.subject for one in group.open)),
    )


def refuse_decided(
    made: Sequence[AuditDecision], held: Mapping[tuple[str, Subject], AuditKind]
) -> None:
    """Refuse decisions on findings that somebody has decided on since they were looked for.

    Raises:
        InputError: names the first of them.
    """
    for one in made:
        if any((one.signature, subject) in held for subject in one.subjects):
            raise InputError(
                f"Somebody has decided on {one.signature} ({one.what}) meanwhile, and nothing was "
                "kept; see: crosssource audit history"
            )


def withdrawals(
    held: Mapping[tuple[str, Subject], AuditKind],
    made: Sequence[AuditDecision],
    named: Sequence[str],
    *,
    reason: str,
    auditor: str,
) -> list[AuditDecision]:
    """The decisions that take others back.

    Args:
        held: what holds of each finding.
        made: every decision, the oldest first.
        named: signatures, beginnings of them, or detectors.
        reason: of the person.
        auditor: their name.

    Raises:
        InputError: nothing decided goes by a name.
    """
    of_signature = {one.signature: one for one in made}
    found: dict[str, tuple[AuditDecision, list[Subject]]] = {}
    for name in named:
        mine = [
            one
            for one in of_signature.values()
            if one.detector == name
            or (len(name) >= SHORTEST and one.signature.startswith(name.lower()))
        ]
        standing = {
            one.signature: (one, [s for (sign, s) in held if sign == one.signature]) for one in mine
        }
        if not any(subjects for _, subjects in standing.values()):
            raise InputError(
                f"No decision that holds goes by {name!r} (of a signature, {SHORTEST} characters "
                "at least); see: crosssource audit history"
            )
        found |= standing
    return [
        AuditDecision(
            kind=AuditKind.WITHDRAWN,
            signature=one.signature,
            detector=one.detector,
            what=one.what,
            reason=reason,
            auditor=auditor,
            subjects=tuple(subjects),
        )
        for one, subjects in found.values()
        if subjects
    ]
