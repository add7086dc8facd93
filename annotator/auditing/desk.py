"""What the audit's browser asks of the store: decisions kept, packets read.

Every call belongs on one thread (`annotator.store_thread`). What the judge and people said of a
sample's items is shown once the person asks for it, and only where the sample is closed: that is a
reveal, and recorded before anything is shown.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from annotator.auditing.findings import Found, Group
from annotator.auditing.packet import Packet
from annotator.labelling.said import said
from annotator.store_thread import StoreThread
from corpus.errors import InputError
from corpus.workspace import Workspace
from labels.label import LabelState
from labels.store import audits, database, events, packets, reveals, standing
from labels.store.audits import AuditDecision, AuditKind, Subject
from labels.store.queue import Decision

Citation = Mapping[str, Any]


class DecidedMeanwhileError(InputError):
    """Somebody has decided on some of the findings since they were listed."""

    def __init__(self, now: Mapping[Subject, AuditKind | None], last: AuditDecision | None) -> None:
        """Say who decided last, and why.

        Args:
            now: what holds of each finding.
            last: the decision that was made meanwhile.
        """
        self.now = now
        what = f"{last.auditor}: {last.kind} (“{last.reason}”)" if last else "taken back"
        super().__init__(
            f"Nothing was kept: somebody decided meanwhile, {what}. This is how it is now; decide "
            "once more if you see it otherwise."
        )


class Books:
    """The decisions of one auditor, and the packets of the study."""

    def __init__(self, workspace: Workspace, auditor: str) -> None:
        """Use it as a context manager.

        Args:
            workspace: the study.
            auditor: stands beside each decision.
        """
        self._path = workspace.database
        self._auditor = auditor
        self._states: dict[str, dict[str, LabelState]] = {}
        """What people said, by sample and annotator: of closed samples, which nothing changes."""

    def __enter__(self) -> Self:
        with database.in_words(self._path):
            self._connection = database.connect(self._path)
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def decide(
        self, group: Group, findings: tuple[Found, ...], kind: AuditKind, reason: str
    ) -> None:
        """Keep a decision on some findings of a group, with its reason.

        Raises:
            DecidedMeanwhileError: one of them is in another state than it was listed in.
            StoreError: the database refuses; nothing is kept.
        """
        decision = AuditDecision(
            kind=kind,
            signature=group.signature,
            detector=group.detector,
            what=group.what,
            reason=reason,
            auditor=self._auditor,
            subjects=tuple(dict.fromkeys(one.subject for one in findings)),
        )
        with database.in_words(self._path), database.transaction(self._connection):
            held = audits.standing(self._connection)
            now = {one.subject: held.get((group.signature, one.subject)) for one in findings}
            if any(now[one.subject] is not one.state for one in findings):
                made = audits.decisions(self._connection)
                mine = [one for one in made if one.signature == group.signature]
                raise DecidedMeanwhileError(now, mine[-1] if mine else None)
            audits.record(self._connection, decision)

    def packet(self, found: Found) -> Packet:
        """All that is known of a finding; `StoreError` where the database refuses."""
        if not found.items:
            return Packet(item=None)
        item_id, *others = found.items
        with database.in_words(self._path):
            item = packets.packet_of(self._connection, item_id)
            citations = _meant(item["citations"], found)
            known = Packet(item=item, citations=citations, others=len(others))
            if hidden := self._hidden([item_id]):
                return replace(known, hidden=hidden)
            return replace(
                known,
                labels=tuple(self._labels(item_id)),
                hidden_beside=self._hidden(packets.judged_with(self._connection, citations)),
            )

    def reveal(self, samples: Sequence[str]) -> None:
        """Write down that the verdicts of these samples are shown from now on.

        Raises:
            InputError: one of them, or one with items of it, can still be labelled.
            StoreError: the database refuses; nothing is written down, and nothing shown.
        """
        with database.in_words(self._path), database.transaction(self._connection):
            for name in samples:
                reveals.record(self._connection, name)

    def _hidden(self, items: Iterable[str]) -> tuple[str, ...]:
        """The samples of items that can be labelled, or whose verdicts nobody was shown yet."""
        names = {name for item_id in items for name in self._samples(item_id)}
        return tuple(
            name
            for name in sorted(names)
            if not (standing.is_closed(self._connection, name) and self._was_revealed(name))
        )

    def _was_revealed(self, sample: str) -> bool:
        row = self._connection.execute("SELECT 1 FROM reveal WHERE sample = ?", [sample])
        return row.fetchone() is not None

    def _samples(self, item_id: str) -> list[str]:
        rows = self._connection.execute(
            "SELECT sample FROM blind_item WHERE item_id = ? ORDER BY sample", [item_id]
        )
        return [row["sample"] for row in rows]

    def _labels(self, item_id: str) -> Iterator[str]:
        for sample in self._samples(item_id):
            for annotator, state in sorted(self._states_of(sample).items()):
                if (label := state.labels.get(item_id)) is None or label.choice is None:
                    continue
                told = said(Decision(choice=label.choice, category=label.category, bug=label.bug))
                note = state.note_with(label)
                yield f"{annotator} ({sample}): {told}{f' · {note}' if note else ''}"

    def _states_of(self, sample: str) -> dict[str, LabelState]:
        if sample not in self._states:
            self._states[sample] = events.states_of(events.read(self._connection, sample))
        return self._states[sample]


def _meant(citations: Sequence[Citation], found: Found) -> Sequence[Citation]:
    """Of an item's citations those that the finding is about; all, where it does not say."""
    _, run, case_id, uid = found.subject
    by_uid = [
        one
        for one in citations
        if uid in (one["uid"], *(verdict["uid"] for verdict in one["verdicts"]))
    ]
    of_answer = [one for one in citations if (one["run"], one["case_id"]) == (run, case_id)]
    return by_uid or of_answer or citations


class Desk(StoreThread[Books]):
    """The books on a thread of their own."""

    def __init__(self, workspace: Workspace, auditor: str) -> None:
        super().__init__(lambda: Books(workspace, auditor).__enter__())
