"""The blind queue: all that the labelling app knows of the workspace.

It stands on a connection that refuses to read anything else (`labels.store.blindness`).
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Self

from corpus import stamp
from corpus.workspace import Workspace
from labels.blind import BlindItem, order_for
from labels.label import EventKind, LabelEvent, LabelSource, LabelState
from labels.outcome import Category, Choice, HarnessBug
from labels.rubric import Rubric
from labels.store import database, events, standing
from labels.store.blindness import OWN_EVENTS, make_blind


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a person has decided of an item."""

    choice: Choice
    category: Category | None = None
    """Only with `unsupported`."""
    bug: HarnessBug | None = None
    """Only with `harness_bug`."""


class BlindQueue:
    """One annotator's queue through one sample. Every change is on disk when the call returns."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        *,
        sample: str,
        annotator: str,
        rubric: str,
    ):
        """Use `open_queue`; this takes a connection that is blind already.

        Args:
            connection: open on `path`, with the authorizer and the view set.
            path: of the database, for what is said of its faults.
            rubric: the version of the rubric in force, recorded with each label.
        """
        self._connection = connection
        self._path = path
        self.sample = sample
        self.annotator = annotator
        self._rubric = rubric
        ids = connection.execute("SELECT item_id FROM blind_item WHERE sample = ?", [sample])
        self._order = order_for(annotator, sample, (row["item_id"] for row in ids))
        self._state = LabelState()
        self.refresh()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    @property
    def total(self) -> int:
        """Items in the sample."""
        return len(self._order)

    @property
    def done(self) -> int:
        """Items with a label in force."""
        return len(self._state.labels)

    @property
    def deferred(self) -> int:
        """Items put off until the end."""
        return len(self._state.deferred)

    @property
    def can_undo(self) -> bool:
        """Whether anything is left to take back."""
        return self._state.undoable is not None

    @property
    def seconds(self) -> list[float]:
        """Seconds taken for each label in force, oldest first, where they were measured."""
        labels = sorted(self._state.labels.values(), key=lambda event: event.seq)
        return [event.seconds for event in labels if event.seconds is not None]

    def next_id(self) -> str | None:
        """The item to label now: the annotator's order, then what was put off; None at the end."""
        labels, deferred = self._state.labels, self._state.deferred
        later = sorted(deferred, key=lambda item_id: deferred[item_id])
        fresh = (id_ for id_ in self._order if id_ not in labels and id_ not in deferred)
        return next(chain(fresh, later), None)

    def item(self, item_id: str) -> BlindItem:
        """An item of the sample, to show."""
        row = self._connection.execute(
            "SELECT i.id, i.question, a.text, i.claim, b.claim_start, b.claim_end, i.passage, "
            "b.cited, b.source FROM blind_item b JOIN item i ON i.id = b.item_id "
            "JOIN answer a ON a.id = b.answer_id WHERE b.sample = ? AND b.item_id = ?",
            [self.sample, item_id],
        ).fetchone()
        span = (row["claim_start"], row["claim_end"]) if row["claim_start"] is not None else None
        return BlindItem(
            id=row["id"],
            question=row["question"],
            answer=row["text"],
            claim=row["claim"],
            claim_span=span,
            passage=row["passage"],
            cited=row["cited"],
            source=row["source"],
        )

    def label_of(self, item_id: str) -> Decision | None:
        """The label in force for an item; None where there is none."""
        event = self._state.labels.get(item_id)
        if event is None or event.choice is None:
            return None
        return Decision(choice=event.choice, category=event.category, bug=event.bug)

    @property
    def touched(self) -> list[str]:
        """The items with a label, a "later" or a note, what was labelled or put off last first."""
        when = {item_id: event.seq for item_id, event in self._state.labels.items()}
        found = dict.fromkeys(self._state.notes, 0) | self._state.deferred | when
        return sorted(found, key=lambda item_id: found[item_id], reverse=True)

    def is_deferred(self, item_id: str) -> bool:
        """Whether an item was put off and has no label since."""
        return item_id in self._state.deferred

    def note_of(self, item_id: str) -> str:
        """The note in force for an item; empty where there is none."""
        return self._state.notes.get(item_id, "")

    @property
    def stale(self) -> list[str]:
        """Items with a label that was given here under another rubric, in the person's order."""
        stale = {item_id for item_id in self._state.labels if self.is_stale(item_id)}
        return [item_id for item_id in self._order if item_id in stale] if stale else []

    def is_stale(self, item_id: str) -> bool:
        """Whether an item's label was given here under another rubric than the one in force."""
        event = self._state.labels.get(item_id)
        return (
            event is not None
            and event.rubric != self._rubric
            and event.source is LabelSource.LABELLER
        )

    def let_stand(self, item_ids: Iterable[str], seconds: float | None = None) -> None:
        """Repeat labels of another rubric under the one in force; of others nothing is stored.

        Args:
            seconds: that a person took to look at the item again; None where nobody did.
        """
        with self._writing():
            old = [self._state.labels[item_id] for item_id in item_ids if self.is_stale(item_id)]
            repeated = (
                replace(
                    event,
                    rubric=self._rubric,
                    seconds=seconds,
                    origin=f"stands:{event.seq}",
                    tool_version=stamp.tool_version(),
                    created_at=stamp.now(),
                )
                for event in old
            )
            events.append_within(self._connection, repeated)

    def label(
        self,
        item_id: str,
        decision: Decision,
        seconds: float | None,
        instead_of: Decision | None = None,
    ) -> bool:
        """Store a label.

        Args:
            instead_of: the label in force that the person saw and changes; None: there was none.

        Returns:
            False where another one is in force, because the same annotator has labelled the item
            in another window meanwhile; then nothing is stored.
        """
        with self._writing():
            if self.label_of(item_id) != instead_of:
                return False
            self._append(EventKind.LABEL, item_id, decision=decision, seconds=seconds)
        return True

    def later(self, item_id: str, seconds: float | None) -> None:
        """Put an item off until the end."""
        with self._writing():
            self._append(EventKind.LATER, item_id, seconds=seconds)

    def note(self, item_id: str, text: str) -> None:
        """Set an item's note; an empty one takes it away."""
        with self._writing():
            self._append(EventKind.NOTE, item_id, note=text)

    def undo(self) -> str | None:
        """Take back the last label or "later" that is in force; the item it was on, or None."""
        with self._writing():
            last = self._state.undoable
            if last is None:
                return None
            self._append(EventKind.UNDO, last.item_id, target=last.seq)
        return last.item_id

    def refresh(self) -> None:
        """Read what this annotator has said since, in this window or another."""
        columns = ", ".join(events.COLUMNS)
        rows = self._connection.execute(
            f"SELECT {columns} FROM {OWN_EVENTS} WHERE seq > ? ORDER BY seq",
            [self._state.last_seq],
        )
        for row in rows:
            self._state.apply(events.from_row(row))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One event's transaction: the state is read before it and, once committed, after it.

        Raises:
            ClosedSampleError: the sample was closed meanwhile.
            StoreError: the database refused; the state is what is on disk.
        """
        with database.in_words(self._path):
            with database.transaction(self._connection):
                self.refresh()
                standing.refuse_closed(self._connection, self.sample)
                yield
            self.refresh()

    def _append(
        self,
        kind: EventKind,
        item_id: str,
        *,
        decision: Decision | None = None,
        note: str = "",
        target: int | None = None,
        seconds: float | None = None,
    ) -> None:
        event = LabelEvent(
            seq=0,
            sample=self.sample,
            item_id=item_id,
            annotator=self.annotator,
            kind=kind,
            choice=decision.choice if decision else None,
            category=decision.category if decision else None,
            bug=decision.bug if decision else None,
            note=note,
            target=target,
            seconds=seconds,
            rubric=self._rubric,
            source=LabelSource.LABELLER,
            tool_version=stamp.tool_version(),
            created_at=stamp.now(),
            previous="",
        )
        events.append_within(self._connection, [event])


def open_queue(
    workspace: Workspace, sample: str | None, annotator: str, rubric: Rubric
) -> BlindQueue:
    """A blind queue on the workspace's database.

    Args:
        sample: its name; None takes the only sample there is.
        annotator: who labels.
        rubric: the rubric in force; its text is kept, so that a label's rubric can be read later.

    Raises:
        InputError: no such sample, it is closed, or the annotator's name cannot be used.
        StoreError: the database cannot be read or written.
    """
    annotator = standing.annotator_name(annotator)
    with database.in_words(workspace.database):
        connection = database.connect(workspace.database)
        try:
            sample = standing.sample_name(connection, sample)
            standing.refuse_closed(connection, sample)
            standing.refuse_twin_name(connection, annotator)
            standing.keep_rubric(connection, rubric)
            make_blind(connection, sample, annotator)
            return BlindQueue(
                connection,
                workspace.database,
                sample=sample,
                annotator=annotator,
                rubric=rubric.version,
            )
        except BaseException:
            connection.close()
            raise
