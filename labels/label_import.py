"""Labels made elsewhere into the workspace, as label events with their source: all or nothing."""

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from corpus import stamp
from corpus.errors import InputError, at_line, at_place
from corpus.readers.source import shown
from labels.interchange import cells
from labels.interchange.columns import Columns
from labels.interchange.passages import Passages, passage_of
from labels.interchange.scale import Said
from labels.interchange.table import Row, read_rows
from labels.interchange.verdict_rows import Human, claim_id_of_row, read_human, scan_columns
from labels.item import Item
from labels.label import EventKind, LabelEvent, LabelSource
from labels.rubric import Rubric
from labels.store import events, standing

UNNAMED_ANNOTATOR = "imported"


@dataclass(slots=True, kw_only=True)
class ImportedLabels:
    """What an import of labels did."""

    labels: int = 0
    """New label events."""
    already: int = 0
    """Labels that were there, the same."""
    elsewhere: int = 0
    """Labelled rows whose item is not in the sample."""


def import_labels(
    connection: sqlite3.Connection,
    path: Path,
    sample: str,
    *,
    mapping: Mapping[str, str],
    own_words: Mapping[str, str],
    rubric: Rubric,
    passages: Passages,
) -> ImportedLabels:
    """Store a file's labels for the items of a drawn sample, inside the caller's transaction.

    An item is found by `item_id`, else by its content (claim, passage, question; a passage that is
    only named is looked up), else by `claim_id` with `case_id` and `citation` as far as the file
    has them. A row without a `claim_id` has the one it was given at the import of its verdict, and
    is taken for that item only where its claim is the same.

    Args:
        passages: looks up cited ids whose text the file does not hold.

    Raises:
        ClosedSampleError: the sample is closed, and the file has a label that is not in it.
        InputError: a row cannot be used, leaves open which item it means, or none is in the sample.
    """
    file = shown(path)
    columns = scan_columns(path, mapping)
    columns.require("human_label", file=file)
    members = _Members(connection, sample, columns, file, passages)
    found: list[tuple[str, str, Human | None]] = []
    done = ImportedLabels()
    for number, row in enumerate(read_rows(path), start=1):
        human = read_human(columns, row, file, own_words)
        if human is None:
            continue
        item_id = members.item_of(row, number)
        if item_id is None:
            done.elsewhere += 1
        else:
            found.append((f"line {row.line}", item_id, human))
    if not found:
        raise InputError(
            f"{file}: none of its {done.elsewhere} labelled rows is an item of the sample "
            f"{sample!r}; map its columns as at the import of the verdicts (--map), or give the "
            "column item_id."
        )
    origin = f"{path.name} {file_hash(path)[:12]}"
    done.labels = store_labels(connection, sample, found, rubric=rubric, file=file, origin=origin)
    done.already = len(found) - done.labels
    return done


class _Members:
    """A sample's items, findable by what a row of a file may know of them."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        sample: str,
        columns: Columns,
        file: str,
        passages: Passages,
    ):
        self._columns, self._file, self._passages = columns, file, passages
        rows = connection.execute(
            "SELECT c.item_id, c.case_id, c.claim_id, c.cited, i.claim, i.passage, i.question "
            "FROM sample_member m JOIN verdict v ON v.uid = m.verdict_uid "
            "JOIN citation c ON c.uid = v.citation_uid JOIN item i ON i.id = c.item_id "
            "WHERE m.sample = ?",
            [sample],
        ).fetchall()
        self._items = {row["item_id"] for row in rows}
        self._by_claim: dict[str, list[sqlite3.Row]] = {}
        for row in rows:
            self._by_claim.setdefault(row["claim_id"], []).append(row)

    def item_of(self, row: Row, number: int) -> str | None:
        """The item that a row, the nth of its file, speaks of; None where it is not here."""
        if self._text(row, "item_id") in self._items:
            return self._text(row, "item_id")
        passage = passage_of(self._columns, row.values, self._file, row.line, self._passages)
        item = Item(
            question=self._text(row, "question"),
            claim=self._text(row, "claim"),
            passage=passage.text if passage else "",
        )
        return item.id if item.id in self._items else self._by_ids(row, number, item)

    def _by_ids(self, row: Row, number: int, item: Item) -> str | None:
        named = self._text(row, "claim_id").strip()
        candidates = self._by_claim.get(named or claim_id_of_row(number), [])
        if not named:
            # A file of labels may have other rows than that of the verdicts had.
            candidates = [member for member in candidates if _agrees(member, item)]
        for ours, stored in (("case_id", "case_id"), ("citation", "cited")):
            if value := self._text(row, ours).strip():
                candidates = [member for member in candidates if member[stored] == value]
        items = {member["item_id"] for member in candidates}
        if len(items) > 1:
            said = f"claim_id {named!r}" if named else "the claim of this row"
            raise at_line(
                self._file,
                row.line,
                f"{said} has {len(items)} items in the sample; say which with a column citation "
                "or item_id.",
            )
        return items.pop() if items else None

    def _text(self, row: Row, ours: str) -> str:
        columns = self._columns
        return cells.text(columns.get(row.values, ours), self._file, row.line, columns.name(ours))


def _agrees(member: sqlite3.Row, item: Item) -> bool:
    """Whether a row's claim is the member's, and its other texts as far as it has them."""
    others = ((item.passage, member["passage"]), (item.question, member["question"]))
    return item.claim == member["claim"] and all(mine in ("", theirs) for mine, theirs in others)


def store_labels(
    connection: sqlite3.Connection,
    sample: str,
    labels: Iterable[tuple[str, str, Human | None]],
    *,
    rubric: Rubric,
    file: str,
    origin: str,
) -> int:
    """Store labels made elsewhere as label events with their source; how many are new.

    Args:
        labels: for each its place in the file, the item's id and what was said; None says nothing.
        origin: the file's name and hash, kept with each event.

    Raises:
        ClosedSampleError: there are new ones, and the sample is closed.
        InputError: one annotator says two things of one item, in the file or against the store.
    """
    standing.keep_rubric(connection, rubric)
    held = _held(connection, sample)
    new = []
    for place, item_id, human in labels:
        if human is None:
            continue
        annotator = _annotator(human, file, place)
        before = held.get((annotator, item_id))
        if before is not None and before[0] != human.said:
            raise at_place(
                file,
                place,
                f"{annotator!r} says {human.said.choice} of an item of which {before[1]} says "
                f"{before[0].choice}; correct one, or give the rows different annotators.",
            )
        if before is None:
            held[annotator, item_id] = (human.said, place)
            new.append(_event(sample, item_id, annotator, human, rubric, origin))
    if new:
        standing.refuse_closed(connection, sample)
    events.append_within(connection, new)
    return len(new)


def _annotator(human: Human, file: str, place: str) -> str:
    try:
        return standing.annotator_name(human.annotator or UNNAMED_ANNOTATOR)
    except InputError as error:
        raise at_place(file, place, str(error)) from error


def file_hash(path: Path) -> str:
    """SHA-256 of a file's bytes, 64 hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _held(connection: sqlite3.Connection, sample: str) -> dict[tuple[str, str], tuple[Said, str]]:
    """The labels in force of a sample, by annotator and item."""
    states = events.states(connection, sample)
    return {
        (annotator, item_id): (
            Said(event.choice, event.category, event.bug),
            f"label event {event.seq}",
        )
        for annotator, state in states.items()
        for item_id, event in state.labels.items()
        if event.choice is not None
    }


def _event(
    sample: str, item_id: str, annotator: str, human: Human, rubric: Rubric, origin: str
) -> LabelEvent:
    return LabelEvent(
        seq=0,
        sample=sample,
        item_id=item_id,
        annotator=annotator,
        kind=EventKind.LABEL,
        choice=human.said.choice,
        category=human.said.category,
        bug=human.said.bug,
        note=human.note,
        rubric=rubric.version,
        source=LabelSource.IMPORTED,
        origin=origin,
        tool_version=stamp.tool_version(),
        created_at=stamp.now(),
        previous="",
    )
