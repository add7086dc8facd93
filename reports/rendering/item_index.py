"""Which items are behind a figure: an entry for each class, stratum and pair of people.

An entry names whole groups where it takes them whole, and single items where it does not, so that
every figure leads to its items and no item is printed twice.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from labels.calibration import NO_VALUE
from labels.outcome import Outcome, Support
from reports.decision import State
from reports.findings import Finding
from reports.rendering import keys
from reports.rendering.item_groups import Group
from reports.rendering.wording import OUTCOMES
from reports.report import Report
from reports.units import UnitKind

Chosen = Callable[[Finding], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The items of one group that belong to an entry."""

    group: Group
    numbers: tuple[int, ...]
    """Their numbers; empty where all items of the group belong to it."""

    @property
    def size(self) -> int:
        """How many items these are."""
        return len(self.numbers) or len(self.group.items)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a figure rests on."""

    key: str
    title: str
    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        """How many items these are."""
        return sum(part.size for part in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """Entries of one kind."""

    title: str
    entries: tuple[Entry, ...]


def index_of(report: Report, groups: tuple[Group, ...]) -> tuple[Heading, ...]:
    """Every entry that has items, under its heading."""
    kinds = (
        ("All of them", _whole()),
        ("By what the judge says", _judge()),
        ("By what people say", _people()),
        ("By both, on the three levels", _levels()),
        ("By stratum", _strata(report)),
        ("By field", _slices(report)),
        ("By two people who labelled both", _pairs(report)),
    )
    found = []
    for title, wanted in kinds:
        entries = [_entry(key, name, chosen, groups) for key, name, chosen in wanted]
        taken = {group.key for group in groups}
        if kept := tuple(one for one in entries if one.parts and one.key not in taken):
            found.append(Heading(title=title, entries=kept))
    return tuple(found)


def _entry(key: str, title: str, chosen: Chosen, groups: tuple[Group, ...]) -> Entry:
    parts = []
    for group in groups:
        numbers = tuple(item.number for item in group.items if chosen(item.one))
        if numbers:
            whole = len(numbers) == len(group.items)
            parts.append(Part(group=group, numbers=() if whole else numbers))
    return Entry(key=key, title=title, parts=tuple(parts))


Wanted = Iterator[tuple[str, str, Chosen]]


def _whole() -> Wanted:
    yield keys.COMPARED, "Compared: people gave an outcome", _compared
    yield keys.SEVERAL, "Labelled by two or more", lambda one: len(one.labels) > 1
    yield keys.UNDECIDED, "Undecided", lambda one: one.decision.state.undecided
    yield keys.BUGS, "Harness bugs", lambda one: one.decision.state is State.HARNESS_BUG
    yield keys.UNLABELLED, "Not labelled", lambda one: one.decision.state is State.UNLABELLED


def _compared(one: Finding) -> bool:
    return one.decision.outcome is not None


def _judge() -> Wanted:
    for name, title, members in _classes():
        yield keys.judged(name), f"The judge says {title}", _judged(members)


def _judged(members: frozenset[Outcome]) -> Chosen:
    return lambda one: _compared(one) and one.item.judged in members


def _people() -> Wanted:
    for name, title, members in _classes():
        yield keys.said(name), f"People say {title}", _said(members)


def _said(members: frozenset[Outcome]) -> Chosen:
    return lambda one: one.decision.outcome in members


def _levels() -> Wanted:
    for human in Support:
        for judge in Support:
            title = f"The judge says {judge}, people say {human}"
            yield keys.pair(human, judge), title, _on_levels(human, judge)


def _on_levels(human: Support, judge: Support) -> Chosen:
    def chosen(one: Finding) -> bool:
        outcome = one.decision.outcome
        return outcome is not None and (outcome.support, one.item.judged.support) == (human, judge)

    return chosen


def _classes() -> Iterator[tuple[str, str, frozenset[Outcome]]]:
    """(name, in words, its outcomes): the levels, the failures, and what is flagged."""
    for level in Support:
        yield level, level.value, frozenset(o for o in Outcome if o.support is level)
    for outcome in Outcome:
        if outcome.support is Support.UNSUPPORTED:
            yield outcome, OUTCOMES[outcome], frozenset((outcome,))
    flagged = frozenset(o for o in Outcome if o is not Outcome.SUPPORTED)
    yield keys.FLAGGED, "partial or unsupported", flagged


def _strata(report: Report) -> Wanted:
    # A claim's stratum is that of its best citation, and no citation knows it.
    if report.unit is UnitKind.CLAIM:
        return
    for number, row in enumerate(report.sample.strata):
        yield keys.stratum(number), row.name, _labelled_in(row.name)


def _labelled_in(stratum: str) -> Chosen:
    return lambda one: one.item.stratum == stratum and one.decision.state is not State.UNLABELLED


def _slices(report: Report) -> Wanted:
    for number, field in enumerate(report.slices):
        for place, part in enumerate(field.slices):
            title = f"{field.name}: {part.value}"
            yield keys.slice_of(number, place), title, _valued(field.name, part.value)


def _valued(field: str, value: str) -> Chosen:
    return lambda one: _compared(one) and one.item.values.get(field, NO_VALUE) == value


def _pairs(report: Report) -> Wanted:
    for number, pair in enumerate(report.people.pairs):
        title = f"{pair.first}, {pair.second}"
        yield keys.people(number), title, _labelled_by({pair.first, pair.second})


def _labelled_by(both: set[str]) -> Chosen:
    return lambda one: both <= {label.annotator for label in one.labels}
