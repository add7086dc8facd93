"""Label events: what people said, in the order they said it, and what holds now.

Nothing is edited. A label, a note, an undo and a "later" are each an event; what holds now is
folded from them. Each event carries the hash of the one before it, so that a changed history is
found.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from enum import StrEnum

from corpus.hashes import content_hash
from labels.outcome import Category, Choice, HarnessBug, Outcome


class EventKind(StrEnum):
    """What a person did."""

    LABEL = "label"
    UNDO = "undo"
    """Takes back the event named by `target`."""
    LATER = "later"
    """Puts the item at the end of the queue."""
    NOTE = "note"
    """Sets what the person remarked of the item, note and evidence; the last one holds."""


class LabelSource(StrEnum):
    """Where a label came from. Reports say so wherever it is not `labeller`."""

    LABELLER = "labeller"
    """A person, blind, in the labelling app."""
    SIMULATED = "simulated"
    """Planted truth: it shows the tool, not people."""
    IMPORTED = "imported"
    """A file; whether it was made blind is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What of the cited passage decides an item, in the eyes of one person."""

    text: str
    """Verbatim; never empty."""
    start: int
    """Where it begins in the passage, in characters."""
    end: int
    """Where it ends; `passage[start:end] == text`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelEvent:
    """One event, as it is stored."""

    seq: int
    """1, 2, 3 … over the whole store; 0 before it is stored."""
    sample: str
    item_id: str
    annotator: str
    kind: EventKind
    choice: Choice | None = None
    """Set for a label, and only there."""
    category: Category | None = None
    """Set only where the choice is `unsupported`; None there means nobody said why."""
    bug: HarnessBug | None = None
    """Set where the choice is `harness_bug`, and only there."""
    note: str = ""
    target: int | None = None
    """The seq of the event that an undo takes back."""
    seconds: float | None = None
    """From the item's first sight to the event; None where it was not measured."""
    rubric: str
    """The version (hash) of the rubric in force."""
    source: LabelSource
    origin: str = ""
    """For an imported label the file's name and hash; for one made elsewhere in the labelling app
    the pack that it came back in; for one that was said to stand under a changed rubric `stands:`
    and the seq of the label that it repeats; for one that followed its item to a mended run
    `carried:` and that seq, with what stood here before behind a space."""
    tool_version: str
    created_at: str
    previous: str
    """The hash of the event before this one; empty for the first."""
    evidence: str | None = None
    """What of the passage decides the item, verbatim; a note's, and only there."""
    evidence_start: int | None = None
    """Its offset in the passage, in characters; set where `evidence` is."""
    evidence_end: int | None = None
    found: str | None = None
    """The id of a passage that the person found to support the claim; None where the category is
    the person's word for it. Set only with a category that says there is one."""
    highlighted: bool | None = None
    """True where the claim's words were highlighted in the passage when the label was given."""
    again: bool | None = None
    """True where the item was shown to this person a second time, without a word of it: what they
    say then is held against the first time and counts nowhere else."""

    def __post_init__(self) -> None:
        if (self.choice is not None) != (self.kind is EventKind.LABEL):
            raise ValueError(f"a {self.kind} event with the choice {self.choice!r}")
        if self.category is not None and self.choice is not Choice.UNSUPPORTED:
            raise ValueError(f"the choice {self.choice!r} with the category {self.category}")
        if (self.bug is not None) != (self.choice is Choice.HARNESS_BUG):
            raise ValueError(f"the choice {self.choice!r} with the bug {self.bug!r}")
        if (self.target is not None) != (self.kind is EventKind.UNDO):
            raise ValueError(f"a {self.kind} event with the target {self.target!r}")
        if self.found is not None and self.category not in _WITH_SUPPORT:
            raise ValueError(f"the category {self.category!r} with the passage {self.found!r}")
        self._refuse_bad_evidence()

    def _refuse_bad_evidence(self) -> None:
        text, start, end = self.evidence, self.evidence_start, self.evidence_end
        if text is None and start is None and end is None:
            return
        if self.kind is not EventKind.NOTE:
            raise ValueError(f"a {self.kind} event with the evidence {text!r}")
        if not text or start is None or end is None or start < 0 or end - start != len(text):
            raise ValueError(f"the evidence {text!r} at {start} to {end}")

    @property
    def marked(self) -> Evidence | None:
        """The evidence that a note carries; None where it carries none."""
        text, start, end = self.evidence, self.evidence_start, self.evidence_end
        if text is None or start is None or end is None:
            return None
        return Evidence(text=text, start=start, end=end)

    @property
    def outcome(self) -> Outcome | None:
        """The value compared with the judge's; None where the label has none."""
        support = self.choice.support if self.choice else None
        return Outcome.of(support, self.category) if support else None

    @property
    def hash(self) -> str:
        """Of the event and, through `previous`, of all that came before it."""
        hashed = [getattr(self, name) for name in HASHED_FIELDS]
        later = {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if f.name not in HASHED_FIELDS and getattr(self, f.name) is not None
        }
        return content_hash([*hashed, later] if later else hashed)


_WITH_SUPPORT = (Category.RIGHT_DOC_WRONG_PASSAGE, Category.WRONG_DOCUMENT)
"""The categories that say that another passage supports the claim."""

HASHED_FIELDS = (
    "seq",
    "sample",
    "item_id",
    "annotator",
    "kind",
    "choice",
    "category",
    "bug",
    "note",
    "target",
    "seconds",
    "rubric",
    "source",
    "origin",
    "tool_version",
    "created_at",
    "previous",
)
"""What an event's hash is made of, in this order, in every study there is: never edited.

A field that `LabelEvent` gets later is not added here. Its default is None, and it goes into the
hash, by name, only where it is set: events that were stored before it keep their hashes.
"""


@dataclass(slots=True)
class Answers:
    """What holds now of what one person said of each item, when it was shown for the nth time."""

    labels: dict[str, LabelEvent] = field(default_factory=dict)
    """The label in force, by item id."""
    deferred: dict[str, int] = field(default_factory=dict)
    """The seq of the "later" in force, by item id; a label ends it."""
    notes: dict[str, str] = field(default_factory=dict)
    """By item id; an emptied note is absent."""
    evidence: dict[str, Evidence] = field(default_factory=dict)
    """By item id; evidence that was removed is absent. An undo does not touch it."""
    _said: dict[str, list[LabelEvent]] = field(default_factory=dict)
    """Labels and laters that are not undone, by item, oldest first."""

    def note_with(self, event: LabelEvent) -> str:
        """The note in force on a label's item, else the one that came with the label itself."""
        return self.notes.get(event.item_id) or event.note

    def remark(self, event: LabelEvent) -> None:
        """Take a note and its evidence into account."""
        self.notes.pop(event.item_id, None)
        self.evidence.pop(event.item_id, None)
        if event.note:
            self.notes[event.item_id] = event.note
        if event.marked:
            self.evidence[event.item_id] = event.marked

    def add(self, event: LabelEvent) -> None:
        """Take a label or a "later" into account."""
        self._said.setdefault(event.item_id, []).append(event)
        self._settle(event.item_id)

    def remove(self, event: LabelEvent) -> None:
        """As if it had never been said."""
        self._said[event.item_id].remove(event)
        self._settle(event.item_id)

    def _settle(self, item_id: str) -> None:
        self.labels.pop(item_id, None)
        self.deferred.pop(item_id, None)
        for event in self._said[item_id]:
            if event.kind is EventKind.LABEL:
                self.labels[item_id] = event
                self.deferred.pop(item_id, None)
            else:
                self.deferred[item_id] = event.seq


@dataclass(slots=True)
class LabelState(Answers):
    """What holds now for one annotator in one sample; events are applied in order of seq.

    The answers are those to first showings: the labels in force. A second answer changes none of
    them; undo goes back through both.
    """

    second: Answers = field(default_factory=Answers)
    """The answers to items that were shown a second time: held against the first, used nowhere
    else."""
    last_seq: int = 0
    """Of the last event applied; 0 before the first."""
    _standing: dict[int, LabelEvent] = field(default_factory=dict)
    """Labels and laters that are not undone, by seq, oldest first."""

    @property
    def undoable(self) -> LabelEvent | None:
        """The label or "later" that an undo takes back; None where nothing is left."""
        return next(reversed(self._standing.values()), None)

    def answers(self, *, again: bool) -> Answers:
        """Those to second showings, or to first ones."""
        return self.second if again else self

    def apply(self, event: LabelEvent) -> None:
        """Take one more event into account."""
        self.last_seq = event.seq
        if event.kind is EventKind.NOTE:
            self.answers(again=bool(event.again)).remark(event)
        elif event.kind is EventKind.UNDO:
            undone = self._standing.pop(event.target or 0, None)
            if undone is not None:
                self.answers(again=bool(undone.again)).remove(undone)
        else:
            self._standing[event.seq] = event
            self.answers(again=bool(event.again)).add(event)


def fold(events: Iterable[LabelEvent]) -> LabelState:
    """The state after one annotator's events of one sample, in order of seq."""
    state = LabelState()
    for event in events:
        state.apply(event)
    return state
