"""Adjudication: which items people leave open, and what an adjudicator decided of them.

Like labels, decisions are events: nothing is edited, an undo is an event of its own, and each event
carries the hash of the one before it. A decision names the labels that it was made over. Where one
of these no longer holds, neither does the decision: it is void, and the item is asked again.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import NamedTuple, Protocol

from corpus.hashes import content_hash
from labels.outcome import Category, Choice, HarnessBug, Outcome


class Said(Protocol):
    """A label, of whichever type."""

    @property
    def choice(self) -> Choice | None:
        """What was chosen; None of an event that is no label."""

    @property
    def outcome(self) -> Outcome | None:
        """None for `cannot_judge` and `harness_bug`."""


class Open(StrEnum):
    """Why an item has labels and no decision."""

    DIFFER = "differ"
    """People say different things."""
    CANNOT_JUDGE = "cannot_judge"
    """Everyone who looked could not judge it."""


def why_open(labels: Iterable[Said]) -> Open | None:
    """Why the labels of one item leave it open; None where they settle it, or there are none.

    Two harness bugs of different kinds are a harness bug: that the item is broken is agreed on.
    """
    said = {(label.choice, label.outcome) for label in labels}
    if said == {(Choice.CANNOT_JUDGE, None)}:
        return Open.CANNOT_JUDGE
    return Open.DIFFER if len(said) > 1 else None


class LabelRef(NamedTuple):
    """A label event, named so that no other can be taken for it."""

    seq: int
    hash: str


def letter(number: int) -> str:
    """Who said it, where no name is shown: A, B, C … Z, then P27, P28 …

    Args:
        number: the label's place among those of its item, from 0.
    """
    return chr(ord("A") + number) if number < 26 else f"P{number + 1}"


class AdjudicationKind(StrEnum):
    """What an adjudicator did."""

    DECISION = "decision"
    UNDO = "undo"
    """Takes back the event named by `target`."""
    LATER = "later"
    """Puts the item at the end of the queue."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjudicationEvent:
    """One event, as it is stored."""

    seq: int
    """1, 2, 3 … over the whole store; 0 before it is stored."""
    sample: str
    item_id: str
    adjudicator: str
    kind: AdjudicationKind
    choice: Choice | None = None
    """Set for a decision, and only there."""
    category: Category | None = None
    """Set only where the choice is `unsupported`; None there means nobody said why."""
    bug: HarnessBug | None = None
    """Set where the choice is `harness_bug`, and only there."""
    reason: str = ""
    """Never empty for a decision. `as A says` means the first of `over`."""
    over: tuple[LabelRef, ...] = ()
    """The labels that a decision was made over, in the order in which they were shown: A, B, C …"""
    target: int | None = None
    """The seq of the event that an undo takes back."""
    seconds: float | None = None
    """From the item's first sight to the event; None where it was not measured."""
    rubric: str
    """The version (hash) of the rubric in force."""
    tool_version: str
    created_at: str
    previous: str
    """The hash of the event before this one; empty for the first."""

    def __post_init__(self) -> None:
        decides = self.kind is AdjudicationKind.DECISION
        if decides != (self.choice is not None) or decides != bool(self.over):
            raise ValueError(f"a {self.kind} event with the choice {self.choice!r}")
        if decides != bool(self.reason.strip()):
            raise ValueError(f"a {self.kind} event with the reason {self.reason!r}")
        if self.category is not None and self.choice is not Choice.UNSUPPORTED:
            raise ValueError(f"the choice {self.choice!r} with the category {self.category}")
        if (self.bug is not None) != (self.choice is Choice.HARNESS_BUG):
            raise ValueError(f"the choice {self.choice!r} with the bug {self.bug!r}")
        if (self.target is not None) != (self.kind is AdjudicationKind.UNDO):
            raise ValueError(f"a {self.kind} event with the target {self.target!r}")

    @property
    def outcome(self) -> Outcome | None:
        """The value compared with the judge's; None where the decision has none."""
        support = self.choice.support if self.choice else None
        return Outcome.of(support, self.category) if support else None

    @property
    def hash(self) -> str:
        """Of the event and, through `previous`, of all that came before it.

        A field that the event gets later defaults to None and goes into the hash only where it is
        set, so that events stored before it keep their hashes.
        """
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return content_hash({name: value for name, value in values.items() if value is not None})


@dataclass(slots=True)
class AdjudicationState:
    """What holds now in one sample, by all adjudicators; events are applied in order of seq."""

    last_seq: int = 0
    """Of the last event applied; 0 before the first."""
    _standing: dict[int, AdjudicationEvent] = field(default_factory=dict)
    """Decisions and laters that are not undone, by seq, oldest first."""
    _decisions: dict[str, list[AdjudicationEvent]] = field(default_factory=dict)
    """Decisions that are not undone, by item, oldest first."""

    def apply(self, event: AdjudicationEvent) -> None:
        """Take one more event into account."""
        self.last_seq = event.seq
        if event.kind is AdjudicationKind.UNDO:
            undone = self._standing.pop(event.target or 0, None)
            if undone is not None and undone.kind is AdjudicationKind.DECISION:
                self._decisions[undone.item_id].remove(undone)
            return
        self._standing[event.seq] = event
        if event.kind is AdjudicationKind.DECISION:
            self._decisions.setdefault(event.item_id, []).append(event)

    def decision(self, item_id: str, labels: Collection[LabelRef]) -> AdjudicationEvent | None:
        """The decision in force on an item, whoever made it; None where none holds.

        Args:
            labels: those that hold now for the item; one that came after the decision leaves it.
        """
        return self._last(item_id, set(labels), holding=True)

    def void(self, item_id: str, labels: Collection[LabelRef]) -> AdjudicationEvent | None:
        """The last decision on an item of which a label was changed since, where none holds."""
        held = set(labels)
        if self._last(item_id, held, holding=True) is not None:
            return None
        return self._last(item_id, held, holding=False)

    def undoable(self, adjudicator: str) -> AdjudicationEvent | None:
        """The person's last decision or "later"; None where nothing is left to take back."""
        own = (one for one in reversed(self._standing.values()) if one.adjudicator == adjudicator)
        return next(own, None)

    def deferred(self, adjudicator: str) -> dict[str, int]:
        """The seq of the "later" by item, where it is the last thing the person did with it."""
        last = {
            event.item_id: event
            for event in self._standing.values()
            if event.adjudicator == adjudicator
        }
        return {
            item_id: event.seq
            for item_id, event in last.items()
            if event.kind is AdjudicationKind.LATER
        }

    @property
    def decided_items(self) -> frozenset[str]:
        """Every item with a decision that was not taken back, void ones too."""
        return frozenset(item_id for item_id, decisions in self._decisions.items() if decisions)

    def _last(
        self, item_id: str, labels: set[LabelRef], *, holding: bool
    ) -> AdjudicationEvent | None:
        decisions = reversed(self._decisions.get(item_id, []))
        return next((one for one in decisions if (labels >= set(one.over)) == holding), None)
