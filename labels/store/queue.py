"""The blind queue: all that the labelling app knows of the workspace.

It stands on a connection that refuses to read anything else (`labels.store.blindness`).
"""

import sqlite3
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, Self

from corpus import stamp
from corpus.workspace import Workspace
from labels.blind import BlindItem
from labels.label import Answers, EventKind, Evidence, LabelEvent, LabelSource
from labels.outcome import Category, Choice, HarnessBug
from labels.rubric import Rubric
from labels.showings import Showings, own_order, waits
from labels.store import database, events, item_ids, reveals, standing
from labels.store.blind_items import BlindItems
from labels.store.blindness import Views, make_blind
from labels.store.taken import TakenItems
from labels.store.writing import into_open_sample


class Decision(NamedTuple):
    """What a person has decided of an item."""

    choice: Choice
    category: Category | None = None
    """Only with `unsupported`."""
    bug: HarnessBug | None = None
    """Only with `harness_bug`."""
    found: str | None = None
    """The id of the passage that was found to support the claim: the category follows from it."""


class BlindQueue:
    """One annotator's queue through one sample. Every change is on disk when the call returns.

    An item may come a second time. What is said of an item is said of the showing that this queue
    handed out last, by `next_id`, `go_to` or `undo`; whoever shows it need not know which it is.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        views: Views,
        *,
        sample: str,
        annotator: str,
        rubric: str,
        census: bool = False,
        afterwards: str = "crosssource report",
        notice: str = "",
    ):
        """Use `open_queue`; this takes a connection that is blind already.

        Args:
            connection: open on `path`, with the authorizer set.
            path: of the database, for what is said of its faults.
            views: the connection's.
            rubric: the version of the rubric in force, recorded with each label.
            census: whether nothing was left out of the sample; all that is known of its design.
            afterwards: the command for whoever set this up, once all is labelled.
            notice: what whoever labels is told first.
        """
        self.notice = notice
        self._connection = connection
        self._path = path
        self._views = views
        self.sample = sample
        self.annotator = annotator
        self.afterwards = afterwards
        self._rubric = rubric
        self.census = census
        self._items = BlindItems(connection, path, sample)
        twice = item_ids.that_come_twice(connection, sample)
        self._order = own_order(annotator, sample, item_ids.of_sample(connection, sample), twice)
        self._taken = TakenItems(connection, views, sample)
        self._showings = Showings(
            order=self._order, waits=waits(annotator, sample, twice), taken=self._taken.ids
        )
        self._state = self._showings.state
        self._shown_again: str | None = None
        """The item that was handed out last, where that was its second showing."""
        self.refresh()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    @property
    def total(self) -> int:
        """Items that are the person's, labelled or open to them; one that comes twice is two."""
        return self._showings.total

    @property
    def items(self) -> int:
        """The same, one that comes twice being one."""
        return self._showings.items

    @property
    def done(self) -> int:
        """Items with a label in force; one that was labelled twice is two."""
        return self._showings.done

    @property
    def deferred(self) -> int:
        """Items put off until the end."""
        return self._showings.deferred

    @property
    def can_undo(self) -> bool:
        """Whether anything is left to take back."""
        return self._state.undoable is not None

    @property
    def seconds(self) -> list[float]:
        """Seconds taken for each label in force, oldest first, where they were measured."""
        return [event.seconds for event in self._showings.given if event.seconds is not None]

    def open_ids(self) -> list[str]:
        """The items that are open to the annotator and have no label of theirs, in their order."""
        return list(self._showings.open_ids())

    def next_id(self) -> str | None:
        """The item to label now (`labels.showings`); None at the end."""
        showing = self._showings.next()
        self._shown_again = showing.item_id if showing and showing.again else None
        return showing.item_id if showing else None

    def go_to(self, item_id: str) -> str:
        """Hand out an item of the person's own: what is said of it now is said of the first time.

        Returns:
            The same id.
        """
        self._shown_again = None
        return item_id

    def item(self, item_id: str) -> BlindItem:
        """An item of the sample, to show."""
        return self._items.read(item_id)

    def read_ahead(self, item_id: str) -> BlindItem | None:
        """Read what is likely to be shown after an item, which `item` then has at hand.

        Nothing is handed out by it: what is shown next is decided once that item has its label.
        It waits for no other process: labels would wait behind it. Raises `StoreError`.
        """
        ahead = self._showings.ahead(item_id)
        return self._items.read_ahead(ahead) if ahead else None

    def label_of(self, item_id: str) -> Decision | None:
        """The label in force for an item as it is shown; None where there is none."""
        event = self._answers(item_id).labels.get(item_id)
        if event is None or event.choice is None:
            return None
        return Decision(
            choice=event.choice, category=event.category, bug=event.bug, found=event.found
        )

    @property
    def touched(self) -> list[str]:
        """The items with a label, a "later" or a note, what was labelled or put off last first.

        An item that is shown a second time is none of them meanwhile: the list would tell what was
        said of it the first time.
        """
        when = {item_id: event.seq for item_id, event in self._state.labels.items()}
        found = dict.fromkeys(self._state.notes, 0) | self._state.deferred | when
        found.pop(self._shown_again or "", None)
        return sorted(found, key=lambda item_id: found[item_id], reverse=True)

    def is_deferred(self, item_id: str) -> bool:
        """Whether an item was put off and has no label since."""
        return item_id in self._state.deferred

    def note_of(self, item_id: str) -> str:
        """The note in force for an item as it is shown; empty where there is none."""
        return self._answers(item_id).notes.get(item_id, "")

    def evidence_of(self, item_id: str) -> Evidence | None:
        """The stretch of an item's passage that is marked as it is shown; None where none is."""
        return self._answers(item_id).evidence.get(item_id)

    @property
    def stale(self) -> list[str]:
        """Items with a label that was given here under another rubric, in the person's order."""
        stale = {item_id for item_id in self._state.labels if self._has_stale(item_id)}
        return [item_id for item_id in self._order if item_id in stale] if stale else []

    def is_stale(self, item_id: str) -> bool:
        """Whether an item's label, as it is shown, was given here under another rubric.

        What was said of a second showing holds against the first time as it was: it is never stale.
        """
        return item_id != self._shown_again and self._has_stale(item_id)

    def _has_stale(self, item_id: str) -> bool:
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
            old = [self._state.labels[item_id] for item_id in item_ids if self._has_stale(item_id)]
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
        *,
        instead_of: Decision | None = None,
        highlighted: bool = False,
    ) -> bool:
        """Store a label.

        Args:
            instead_of: the label in force that the person saw and changes; None: there was none.
            highlighted: whether the claim's words were highlighted while the item was shown.

        Returns:
            False where another one is in force, because the same annotator has labelled the item
            in another window meanwhile; then nothing is stored.
        """
        with self._writing():
            if self.label_of(item_id) != instead_of:
                return False
            self._append(
                EventKind.LABEL,
                item_id,
                decision=decision,
                seconds=seconds,
                highlighted=highlighted or None,
            )
        return True

    def later(self, item_id: str, seconds: float | None) -> None:
        """Put an item off until the end."""
        with self._writing():
            self._append(EventKind.LATER, item_id, seconds=seconds)

    def note(self, item_id: str, text: str) -> None:
        """Set an item's note; an empty one takes it away. What is marked stays."""
        with self._writing():
            self._append(EventKind.NOTE, item_id, note=text, evidence=self.evidence_of(item_id))

    def mark(self, item_id: str, start: int, end: int) -> None:
        """Mark what of the passage decides the item; an empty stretch takes the mark away.

        The note stays.

        Args:
            item_id: an item of the sample.
            start: where it begins in the passage, in characters.
            end: where it ends; not after the passage's end.
        """
        text = self.item(item_id).passage[start:end]
        evidence = Evidence(text=text, start=start, end=end) if text else None
        with self._writing():
            self._append(EventKind.NOTE, item_id, note=self.note_of(item_id), evidence=evidence)

    def undo(self) -> str | None:
        """Take back the last label or "later" that is in force; the item it was on, or None."""
        with self._writing():
            last = self._state.undoable
            if last is None:
                return None
            self._shown_again = last.item_id if last.again else None
            self._append(EventKind.UNDO, last.item_id, target=last.seq)
        return last.item_id

    def refresh(self) -> None:
        """Read what has been said since: by this annotator, in this window or another, and of other
        people which items have all the labels they want.
        """
        with database.in_words(self._path):
            columns = ", ".join(events.COLUMNS)
            rows = self._connection.execute(
                f"SELECT {columns} FROM {self._views.own} WHERE seq > ? ORDER BY seq",
                [self._state.last_seq],
            )
            for row in rows:
                self._state.apply(events.from_row(row))
            self._taken.refresh()

    def _answers(self, item_id: str) -> Answers:
        return self._state.answers(again=item_id == self._shown_again)

    def _writing(self) -> AbstractContextManager[None]:
        return into_open_sample(self._connection, self._path, self.sample, self.refresh)

    def _append(
        self,
        kind: EventKind,
        item_id: str,
        *,
        decision: Decision | None = None,
        note: str = "",
        target: int | None = None,
        seconds: float | None = None,
        highlighted: bool | None = None,
        evidence: Evidence | None = None,
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
            again=item_id == self._shown_again or None,
            seconds=seconds,
            rubric=self._rubric,
            source=LabelSource.LABELLER,
            tool_version=stamp.tool_version(),
            created_at=stamp.now(),
            previous="",
            found=decision.found if decision else None,
            highlighted=highlighted,
            evidence=evidence.text if evidence else None,
            evidence_start=evidence.start if evidence else None,
            evidence_end=evidence.end if evidence else None,
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
        InputError: no such sample, it is closed, the annotator's name cannot be used, or they
            adjudicate in the sample.
        StoreError: the database cannot be read or written.
    """
    annotator = standing.annotator_name(annotator)
    with database.in_words(workspace.database):
        connection = database.connect(workspace.database)
        try:
            sample = standing.sample_name(connection, sample)
            standing.refuse_closed(connection, sample)
            standing.refuse_twin_name(connection, annotator)
            standing.refuse_adjudicator(connection, sample, annotator)
            standing.keep_rubric(connection, rubric)
            census = standing.is_census(connection, sample)
            notice = reveals.notice(connection, sample)
            return BlindQueue(
                connection,
                workspace.database,
                make_blind(connection, sample, annotator),
                sample=sample,
                annotator=annotator,
                rubric=rubric.version,
                census=census,
                notice=notice,
            )
        except BaseException:
            connection.close()
            raise
