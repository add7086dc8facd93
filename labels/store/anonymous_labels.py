"""What people say of a sample's items, read without their names (`labels.store.anonymity`)."""

import sqlite3
from dataclasses import dataclass

from labels.adjudication import LabelRef
from labels.label import EventKind, LabelEvent, LabelState
from labels.store import events
from labels.store.queue import Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class AnonymousLabel:
    """What one person says of an item, and nothing of who it is."""

    decision: Decision
    note: str
    """Empty where there is none."""
    evidence: tuple[int, int] | None
    """Where the words that decide stand in the passage, in characters; None where none are
    marked."""
    ref: LabelRef


class AnonymousLabels:
    """The labels in force of every item, kept up as events come."""

    def __init__(self, connection: sqlite3.Connection, view: str) -> None:
        """Nothing is read yet.

        Args:
            connection: one that `make_anonymous` has fenced in.
            view: the name that it gave.
        """
        self._connection = connection
        self._view = view
        self._people: dict[str, dict[str, LabelState]] = {}
        """By item, then by the word that stands for the person there."""
        self._remarks: dict[str, LabelEvent] = {}
        """The last note of a person on an item, by the word for them there."""
        self._hashes: dict[int, str] = {}
        """As they are stored, by seq: without the name an event cannot give its own."""
        self._last_seq = 0

    def refresh(self) -> None:
        """Read what was said since, by anybody."""
        rows = self._connection.execute(
            f"SELECT {', '.join(events.COLUMNS)}, hash FROM {self._view} WHERE seq > ? "
            "ORDER BY seq",
            [self._last_seq],
        )
        for row in rows:
            self._hashes[row["seq"]] = row["hash"]
            self._take(events.from_row(row))

    def of(self, item_id: str) -> dict[str, LabelEvent]:
        """An item's labels in force by the word for the person, in order of the words."""
        people = sorted(self._people.get(item_id, {}).items())
        return {word: state.labels[item_id] for word, state in people if item_id in state.labels}

    def refs(self, item_id: str) -> frozenset[LabelRef]:
        """How a decision names these labels."""
        return frozenset(self._ref(label) for label in self.of(item_id).values())

    def shown(self, item_id: str) -> tuple[AnonymousLabel, ...]:
        """An item's labels as they are shown: A, B, C …"""
        return tuple(self._anonymous(word, label) for word, label in self.of(item_id).items())

    def _take(self, event: LabelEvent) -> None:
        self._last_seq = event.seq
        if event.kind is EventKind.NOTE:
            self._remarks[event.annotator] = event
        people = self._people.setdefault(event.item_id, {})
        people.setdefault(event.annotator, LabelState()).apply(event)

    def _ref(self, label: LabelEvent) -> LabelRef:
        return LabelRef(label.seq, self._hashes[label.seq])

    def _anonymous(self, word: str, label: LabelEvent) -> AnonymousLabel:
        assert label.choice is not None  # a state's labels are label events
        remark = self._remarks.get(word)
        evidence = None
        if remark and remark.evidence_start is not None and remark.evidence_end is not None:
            evidence = (remark.evidence_start, remark.evidence_end)
        return AnonymousLabel(
            decision=Decision(choice=label.choice, category=label.category, bug=label.bug),
            note=(remark.note if remark else "") or label.note,
            evidence=evidence,
            ref=self._ref(label),
        )
