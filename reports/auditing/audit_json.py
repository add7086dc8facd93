"""The audit for programs. Its shape is an interface; an undefined figure is null."""

import json
from dataclasses import asdict

from corpus.visible import NOT_VISIBLE
from reports.auditing.audit import Audit, Group, Kind
from reports.auditing.detector import Finding
from reports.auditing.effects import Moved, Share

FORMAT = "crosssource-audit/1"

Json = dict[str, object]

_ESCAPES = {code: json.dumps(chr(code))[1:-1] for code in NOT_VISIBLE}


def json_text(audit: Audit) -> str:
    """The audit as JSON text, ending in a newline."""
    text = json.dumps(document(audit), ensure_ascii=False, allow_nan=False, indent=2)
    return text.translate(_ESCAPES) + "\n"


def document(audit: Audit) -> Json:
    """The audit as plain values."""
    return {
        "format": FORMAT,
        "looked_at": {
            "citations": audit.citations,
            "answers": audit.answers,
            "verdicts": audit.verdicts,
            "requests": audit.requests,
        },
        "open_samples": list(audit.open_samples),
        "withheld": audit.withheld,
        "detectors": [_kind(kind) for kind in audit.kinds],
    }


def _kind(kind: Kind) -> Json:
    one = kind.detector
    return {
        "name": one.name,
        "looks_for": one.looks_for,
        "distorts": one.distorts,
        "example": one.example,
        "severity": one.severity,
        "drawn_from": one.rests,
        "found": kind.found,
        "open": kind.open,
        "figures_withheld": kind.moved_withheld,
        "figures": [_moved(moved) for moved in kind.moved],
        "groups": [_group(group) for group in kind.groups],
    }


def _moved(one: Moved) -> Json:
    return {
        "of": one.of,
        "figure": one.figure,
        "with": _share(one.with_it),
        "without": _share(one.without_it),
        "points": one.points,
    }


def _share(one: Share) -> Json:
    return {"value": one.value, **asdict(one)}


def _group(group: Group) -> Json:
    return {
        "signature": group.signature,
        "what": group.what,
        "open": len(group.open),
        "confirmed": len(group.confirmed),
        "dismissed": len(group.dismissed),
        "findings": [
            _finding(one, state)
            for mine, state in (
                (group.open, "open"),
                (group.confirmed, "confirmed"),
                (group.dismissed, "dismissed"),
            )
            for one in mine
        ],
    }


def _finding(one: Finding, state: str) -> Json:
    spotted = one.spotted
    return {
        "state": state,
        "where": spotted.where,
        "detail": spotted.detail,
        "voids": spotted.voids,
        "run": spotted.run or None,
        "case_id": spotted.case_id or None,
        "uid": spotted.uid or None,
        "items": list(spotted.shown_items),
    }
