"""The stored decisions of adjudicators in a report: how many, by whom, over what, for what reason.

Items are counted, each once, however many verdicts they stand in.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from labels.adjudication import Open, letter, why_open
from labels.calibration import ItemAdjudication
from reports.findings import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudicator:
    """One person's decisions in force."""

    name: str
    items: int
    over_own: int
    """Those of them that they decided over a label of their own."""
    labels: int
    """Items of the sample that they have labelled themself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudications:
    """What stored decisions do in a report."""

    by: tuple[Adjudicator, ...]
    """By name; empty where no decision takes effect."""
    differ: int
    """Items on which people differ, and which a decision settles."""
    cannot_judge: int
    """Items that nobody could judge, and which a decision settles."""
    unjudged: int
    """Of these, those that the adjudicator could not judge either: they stay undecided."""
    added_to: int
    """Of these, those that somebody has labelled since; the decision stands."""
    void: int
    """Open items whose decision is void, because a label it was made over was changed since."""
    left_out: int
    """Items whose decision was left out at the reader's wish."""

    @property
    def items(self) -> int:
        """Items on which a decision takes effect."""
        return sum(one.items for one in self.by)


def adjudications(found: Sequence[Finding], left_out: int) -> Adjudications:
    """The stored decisions behind a report.

    Args:
        found: every drawn verdict with the labels that count.
        left_out: items whose decision was taken out before.
    """
    decided = adjudicated(found)
    whys = Counter(why_open(one.labels) for one in decided)
    return Adjudications(
        by=_by(found, decided),
        differ=whys[Open.DIFFER],
        cannot_judge=whys[Open.CANNOT_JUDGE],
        unjudged=sum(one.decision.state.undecided for one in decided),
        added_to=sum(bool(_adjudication(one).added) for one in decided),
        void=len(void(found)),
        left_out=left_out,
    )


def adjudicated(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """The first verdict of each item on which a stored decision takes effect."""
    return _each_item(
        one for one in found if one.decision.adjudicated and one.item.adjudication is not None
    )


def void(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """The first verdict of each open item whose decision is void."""
    return _each_item(
        one
        for one in found
        if one.item.adjudication is not None
        and one.item.adjudication.void
        and why_open(one.labels) is not None
    )


_AS_SAID = re.compile(r"as ([A-Z]) says")


def reason_text(decided: ItemAdjudication) -> str:
    """The reason; where it is one person's word, with the name that the letter stands for."""
    meant = _AS_SAID.fullmatch(decided.reason)
    number = ord(meant[1]) - ord("A") if meant else len(decided.over)
    if number >= len(decided.over):
        return decided.reason
    return f"{decided.reason} ({decided.over[number]})"


def over_text(decided: ItemAdjudication) -> str:
    """`A ann, B bob`: whose labels were shown, under which letter."""
    return ", ".join(f"{letter(number)} {name}" for number, name in enumerate(decided.over))


def _each_item(found: Iterable[Finding]) -> tuple[Finding, ...]:
    firsts: dict[str, Finding] = {}
    for one in found:
        firsts.setdefault(one.item.item_id, one)
    return tuple(firsts.values())


def _by(found: Sequence[Finding], decided: Sequence[Finding]) -> tuple[Adjudicator, ...]:
    labelled: dict[str, set[str]] = {}
    for one in found:
        for label in one.labels:
            labelled.setdefault(label.annotator, set()).add(one.item.item_id)
    own: dict[str, list[ItemAdjudication]] = {}
    for one in decided:
        own.setdefault(_adjudication(one).adjudicator, []).append(_adjudication(one))
    return tuple(
        Adjudicator(
            name=name,
            items=len(decisions),
            over_own=sum(one.over_own for one in decisions),
            labels=len(labelled.get(name, ())),
        )
        for name, decisions in sorted(own.items())
    )


def _adjudication(one: Finding) -> ItemAdjudication:
    assert one.item.adjudication is not None  # chosen for having one
    return one.item.adjudication
