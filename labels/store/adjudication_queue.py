"""The adjudicator's queue: items on which people differ, then those that nobody could judge.

It stands on a connection that knows no verdict and no annotator's name (`labels.store.anonymity`).
"""

import sqlite3
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum, auto
from itertools import chain
from pathlib import Path
from typing import Self

from corpus import stamp
from corpus.errors import InputError
from corpus.workspace import Workspace
from labels.adjudication import (
    AdjudicationEvent,
    AdjudicationKind,
    AdjudicationState,
    LabelRef,
    Open,
    why_open,
)
from labels.blind import BlindItem
from labels.order import Order
from labels.rubric import Rubric
from labels.store import adjudications, database, standing
from labels.store.anonymity import make_anonymous
from labels.store.anonymous_labels import AnonymousLabel, AnonymousLabels
from labels.store.blind_items import blind_item
from labels.store.queue import Decision
from labels.store.writing import into_open_sample


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """An item that people's labels leave open."""

    item: BlindItem
    why: Open
    labels: tuple[AnonymousLabel, ...]
    """A, B, C …: in an order of the item's own."""
    before: AdjudicationEvent | None
    """A decision that is void because a label was changed after it; None where there is none."""


class Stored(Enum):
    """What became of a decision."""

    STORED = auto()
    ELSEWHERE = auto()
    """The item was decided meanwhile, in another window or by another adjudicator."""
    CHANGED = auto()
    """A label was changed after the adjudicator had read it."""


class AdjudicationQueue:
    """One adjudicator's way through one sample. Every change is on disk when the call returns."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        *,
        sample: str,
        adjudicator: str,
        view: str,
        rubric: str,
        labelled: int,
    ):
        """Use `open_adjudication`; this takes a connection that is fenced in already.

        Args:
            connection: open on `path`, with the authorizer and the view set.
            path: of the database, for what is said of its faults.
            view: the view's name.
            rubric: the version of the rubric in force, recorded with each decision.
            labelled: items of the sample that the adjudicator has labelled.
        """
        self._connection = connection
        self._path = path
        self.sample = sample
        self.adjudicator = adjudicator
        self.labelled = labelled
        self._rubric = rubric
        ids = connection.execute(
            "SELECT item_id FROM blind_item WHERE sample = ? ORDER BY item_id", [sample]
        )
        self._order = Order(adjudicator, sample, [row["item_id"] for row in ids])
        self._labels = AnonymousLabels(connection, view)
        self._state = AdjudicationState()
        self.refresh()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    @property
    def total(self) -> int:
        """Items that labels leave open, decided or not."""
        return len(self._open())

    @property
    def done(self) -> int:
        """Those of them that have a decision in force, whoever made it."""
        return sum(self._decision(item_id) is not None for item_id in self._open())

    @property
    def void(self) -> int:
        """Those of them whose decision is void: a label was changed after it."""
        return sum(
            self._state.void(item_id, self._labels.refs(item_id)) is not None
            for item_id in self._open()
        )

    @property
    def deferred(self) -> int:
        """Those of them that this adjudicator has put off and nobody has decided."""
        waiting = self._state.deferred(self.adjudicator)
        return sum(one in waiting and self._decision(one) is None for one in self._open())

    @property
    def can_undo(self) -> bool:
        """Whether this adjudicator has anything left to take back."""
        return self._state.undoable(self.adjudicator) is not None

    def next_id(self) -> str | None:
        """The item to decide now: where people differ, then what nobody could judge, then what was
        put off; None at the end."""
        waiting = [one for one in self._open().items() if self._decision(one[0]) is None]
        deferred = self._state.deferred(self.adjudicator)
        fresh = [(id_, why) for id_, why in waiting if id_ not in deferred]
        later = sorted((id_ for id_, _ in waiting if id_ in deferred), key=deferred.__getitem__)
        return next(
            chain(
                (id_ for id_, why in fresh if why is Open.DIFFER),
                (id_ for id_, why in fresh if why is Open.CANNOT_JUDGE),
                later,
            ),
            None,
        )

    def dispute(self, item_id: str) -> Dispute | None:
        """An item with its labels, to show; None where its labels leave it open no more."""
        why = why_open(self._labels.of(item_id).values())
        if why is None:
            return None
        return Dispute(
            item=blind_item(self._connection, self.sample, item_id),
            why=why,
            labels=self._labels.shown(item_id),
            before=self._state.void(item_id, self._labels.refs(item_id)),
        )

    def decide(
        self, dispute: Dispute, decision: Decision, reason: str, seconds: float | None
    ) -> Stored:
        """Store a decision over the labels that were shown.

        Args:
            reason: not blank. `as A says` means the first of the labels.
        """
        item_id = dispute.item.id
        with self._writing():
            if self._decision(item_id) is not None:
                return Stored.ELSEWHERE
            over = tuple(label.ref for label in dispute.labels)
            if set(over) != self._labels.refs(item_id):
                return Stored.CHANGED
            self._append(
                AdjudicationKind.DECISION,
                item_id,
                decision=decision,
                reason=reason.strip(),
                over=over,
                seconds=seconds,
            )
        return Stored.STORED

    def later(self, item_id: str, seconds: float | None) -> None:
        """Put an item off until the end."""
        with self._writing():
            self._append(AdjudicationKind.LATER, item_id, seconds=seconds)

    def undo(self) -> str | None:
        """Take back this adjudicator's last decision or "later"; the item it was on, or None."""
        with self._writing():
            last = self._state.undoable(self.adjudicator)
            if last is None:
                return None
            self._append(AdjudicationKind.UNDO, last.item_id, target=last.seq)
        return last.item_id

    def refresh(self) -> None:
        """Read what was labelled and decided since, in any window."""
        self._labels.refresh()
        for event in adjudications.read(self._connection, self.sample, self._state.last_seq):
            self._state.apply(event)

    def _open(self) -> dict[str, Open]:
        """Every open item with the reason, in the adjudicator's order."""
        found = ((item_id, why_open(self._labels.of(item_id).values())) for item_id in self._order)
        return {item_id: why for item_id, why in found if why is not None}

    def _decision(self, item_id: str) -> AdjudicationEvent | None:
        return self._state.decision(item_id, self._labels.refs(item_id))

    def _writing(self) -> AbstractContextManager[None]:
        return into_open_sample(self._connection, self._path, self.sample, self.refresh)

    def _append(
        self,
        kind: AdjudicationKind,
        item_id: str,
        *,
        decision: Decision | None = None,
        reason: str = "",
        over: tuple[LabelRef, ...] = (),
        target: int | None = None,
        seconds: float | None = None,
    ) -> None:
        event = AdjudicationEvent(
            seq=0,
            sample=self.sample,
            item_id=item_id,
            adjudicator=self.adjudicator,
            kind=kind,
            choice=decision.choice if decision else None,
            category=decision.category if decision else None,
            bug=decision.bug if decision else None,
            reason=reason,
            over=over,
            target=target,
            seconds=seconds,
            rubric=self._rubric,
            tool_version=stamp.tool_version(),
            created_at=stamp.now(),
            previous="",
        )
        adjudications.append_within(self._connection, event)


def open_adjudication(
    workspace: Workspace,
    sample: str | None,
    adjudicator: str,
    rubric: Rubric,
    *,
    also_labelled: bool = False,
) -> AdjudicationQueue:
    """An adjudicator's queue on the workspace's database.

    Args:
        sample: its name; None takes the only sample there is.
        adjudicator: who decides.
        rubric: the rubric in force; its text is kept, so that a decision's rubric can be read.
        also_labelled: they may have labelled in the sample themself.

    Raises:
        InputError: no such sample, it is closed, the name cannot be used, or they labelled in the
            sample and `also_labelled` is false.
        StoreError: the database cannot be read or written.
    """
    adjudicator = standing.person_name(adjudicator, "adjudicator", "carla")
    with database.in_words(workspace.database):
        connection = database.connect(workspace.database)
        try:
            sample = standing.sample_name(connection, sample)
            standing.refuse_closed(connection, sample)
            standing.refuse_twin_name(connection, adjudicator, "--adjudicator")
            labelled = _labelled(connection, sample, adjudicator)
            if labelled and not also_labelled:
                raise _own_labels(sample, adjudicator, labelled)
            standing.keep_rubric(connection, rubric)
            view = make_anonymous(connection, sample)
            return AdjudicationQueue(
                connection,
                workspace.database,
                sample=sample,
                adjudicator=adjudicator,
                view=view,
                rubric=rubric.version,
                labelled=labelled,
            )
        except BaseException:
            connection.close()
            raise


def _labelled(connection: sqlite3.Connection, sample: str, name: str) -> int:
    """How many items of a sample a person has labelled, whatever became of the labels."""
    row = connection.execute(
        "SELECT count(DISTINCT item_id) FROM label_event "
        "WHERE sample = ? AND annotator = ? AND kind = 'label'",
        [sample, name],
    ).fetchone()
    return int(row[0])


def _own_labels(sample: str, adjudicator: str, labelled: int) -> InputError:
    items = "1 item" if labelled == 1 else f"{labelled:,} items"
    return InputError(
        f"{adjudicator!r} labelled {items} of the sample {sample!r} and would decide over labels "
        "of their own; have somebody else adjudicate, or add --also-labelled, which the report "
        "will say."
    )
