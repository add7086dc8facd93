"""Labels made elsewhere into the workspace, as label events with their source: all or nothing."""

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from corpus import stamp
from corpus.errors import InputError, at_line
from corpus.readers.source import shown
from labels.interchange import cells
from labels.interchange.columns import Columns
from labels.interchange.scale import Said
from labels.interchange.table import Row, read_rows
from labels.interchange.verdict_rows import Human, read_human, scan_columns
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
) -> ImportedLabels:
    """Store a file's labels for the items of a drawn sample, inside the caller's transaction.

    An item is found by `item_id`, else by its content (claim, passage, question), else by
    `claim_id` with `case_id` and `citation` as far as the file has them.

    Raises:
        InputError: a row cannot be used, leaves open which item it means, or none is in the sample.
    """
    file = shown(path)
    standing.refuse_closed(connection, sample)
    columns = scan_columns(path, mapping)
    columns.require("human_label", file=file)
    members = _Members(connection, sample)
    found: list[tuple[int, str, Human | None]] = []
    done = ImportedLabels()
    for row in read_rows(path):
        human = read_human(columns, row, file, own_words)
        if human is None:
            continue
        item_id = members.item_of(columns, row, file)
        if item_id is None:
            done.elsewhere += 1
        else:
            found.append((row.line, item_id, human))
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
    """A sample's items, findable by what a row may know of them."""

    def __init__(self, connection: sqlite3.Connection, sample: str):
        rows = connection.execute(
            "SELECT c.item_id, c.case_id, c.claim_id, c.cited FROM sample_member m "
            "JOIN verdict v ON v.uid = m.verdict_uid JOIN citation c ON c.uid = v.citation_uid "
            "WHERE m.sample = ?",
            [sample],
        ).fetchall()
        self._items = {row["item_id"] for row in rows}
        self._by_claim: dict[str, list[sqlite3.Row]] = {}
        for row in rows:
            self._by_claim.setdefault(row["claim_id"], []).append(row)

    def item_of(self, columns: Columns, row: Row, file: str) -> str | None:
        """The item that a row speaks of; None where it is not in the sample."""

        def text(ours: str) -> str:
            return cells.text(columns.get(row.values, ours), file, row.line, columns.name(ours))

        if text("item_id") in self._items:
            return text("item_id")
        content = Item(question=text("question"), claim=text("claim"), passage=text("passage"))
        if content.id in self._items:
            return content.id
        return self._by_ids(text("claim_id").strip(), columns, row, file)

    def _by_ids(self, claim_id: str, columns: Columns, row: Row, file: str) -> str | None:
        candidates = self._by_claim.get(claim_id, []) if claim_id else []
        for ours, stored in (("case_id", "case_id"), ("citation", "cited")):
            value = cells.text(columns.get(row.values, ours), file, row.line, ours).strip()
            if value:
                candidates = [member for member in candidates if member[stored] == value]
        items = {member["item_id"] for member in candidates}
        if len(items) > 1:
            raise at_line(
                file,
                row.line,
                f"claim_id {claim_id!r} has {len(items)} items in the sample; say which with a "
                "column citation or item_id.",
            )
        return items.pop() if items else None


def store_labels(
    connection: sqlite3.Connection,
    sample: str,
    labels: Iterable[tuple[int, str, Human | None]],
    *,
    rubric: Rubric,
    file: str,
    origin: str,
) -> int:
    """Store labels made elsewhere as label events with their source; how many are new.

    Args:
        labels: for each its line, the item's id and what was said; None says nothing.
        origin: the file's name and hash, kept with each event.

    Raises:
        InputError: one annotator says two things of one item, in the file or against the store.
    """
    standing.keep_rubric(connection, rubric)
    held = _held(connection, sample)
    new = []
    for line, item_id, human in labels:
        if human is None:
            continue
        annotator = standing.annotator_name(human.annotator or UNNAMED_ANNOTATOR)
        before = held.get((annotator, item_id))
        if before is not None and before[0] != human.said:
            raise at_line(
                file,
                line,
                f"{annotator!r} says {human.said.choice} of an item of which {before[1]} says "
                f"{before[0].choice}; correct one, or give the rows different annotators.",
            )
        if before is None:
            held[annotator, item_id] = (human.said, f"line {line}")
            new.append(_event(sample, item_id, annotator, human, rubric, origin))
    events.append_within(connection, new)
    return len(new)


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
