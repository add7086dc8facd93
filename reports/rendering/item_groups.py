"""The drawn items in groups, the gravest first, each item in one group and with one number.

A group is what people say and what the judge says: the cell of a confusion matrix. Items without
an outcome have groups of their own: harness bugs by kind, undecided ones by why, and those that
nobody has labelled.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from labels.outcome import HarnessBug, Outcome
from reports.decision import State
from reports.findings import Finding
from reports.rendering import keys
from reports.rendering.wording import BUGS, OUTCOMES


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """An item with its number on the page."""

    number: int
    """From 1, through all groups."""
    one: Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Items of which the same is to be said."""

    key: str
    title: str
    items: tuple[Numbered, ...]


def group_key(one: Finding) -> str:
    """The key of the group that an item belongs to."""
    decision = one.decision
    if decision.outcome is not None:
        return keys.pair(decision.outcome, one.item.judged)
    if decision.bug is not None:
        return f"{keys.BUGS}-{decision.bug}"
    if decision.state is State.UNLABELLED:
        return keys.UNLABELLED
    return f"{keys.UNDECIDED}-{decision.state}"


def groups_of(found: Iterable[Finding]) -> tuple[Group, ...]:
    """The groups that have items, in the order in which they should be read."""
    members: dict[str, list[Finding]] = {}
    for one in found:
        members.setdefault(group_key(one), []).append(one)
    groups, number = [], 1
    for key, title in _titles():
        items = members.get(key, [])
        if items:
            numbered = [Numbered(number=n, one=one) for n, one in enumerate(items, start=number)]
            groups.append(Group(key=key, title=title, items=tuple(numbered)))
            number += len(items)
    return tuple(groups)


def _titles() -> list[tuple[str, str]]:
    """Every group there can be, in order, with its heading."""
    pairs = [(human, judge) for human in Outcome for judge in Outcome]
    titles = [
        (keys.pair(human, judge), f"The judge says {OUTCOMES[judge]}, people say {OUTCOMES[human]}")
        for human, judge in sorted(pairs, key=_gravity)
        if human is not judge
    ]
    titles += [
        (f"{keys.UNDECIDED}-{State.DIFFER}", "People differ"),
        (f"{keys.UNDECIDED}-{State.CANNOT_JUDGE}", "Nobody could judge"),
    ]
    titles += [(f"{keys.BUGS}-{kind}", f"Harness bug: {BUGS[kind]}") for kind in HarnessBug]
    titles += [
        (keys.pair(outcome, outcome), f"Judge and people say {OUTCOMES[outcome]}")
        for outcome in Outcome
    ]
    return [*titles, (keys.UNLABELLED, "Drawn and not labelled")]


def _gravity(pair: tuple[Outcome, Outcome]) -> tuple[int, int, int]:
    """What the judge let through first; then by how far the two are apart."""
    human, judge = pair
    apart = human.support.rank - judge.support.rank
    return (judge is not Outcome.SUPPORTED, -abs(apart), human.support.rank)
