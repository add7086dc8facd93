"""Labels made elsewhere into the workspace, as label events with their source: all or nothing."""

import hashlib
import sqlite3
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from corpus import stamp
from corpus.errors import InputError, at_line, at_place
from corpus.readers.source import shown
from labels.interchange import cells, opening
from labels.interchange.columns import Columns
from labels.interchange.harnesses import registry, trec
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
    contradicting: int = 0
    """Of these, rows with the ids of an item of the sample that name another text or `item_id`."""


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
    has them, else by claim and passage where it gives no question. A row without a `claim_id` has
    the one it was given at the import of its verdict, and is taken for that item only where its
    claim is the same. A row that names another item or text than the item found has nothing to say
    of it: ids such as `q1/c2` recur in every run. The columns of an assessors' sheet are known by
    their own names.

    Args:
        passages: looks up cited ids whose text the file does not hold.

    Raises:
        ClosedSampleError: the sample is closed, and the file has a label that is not in it.
        InputError: a row cannot be used, leaves open which item it means, or none is in the sample.
    """
    file = shown(path)
    beginning = opening.look(path)
    is_sheet = registry.recognised(beginning) is trec.FORMAT
    if is_sheet:
        mapping = trec.columns(beginning.columns) | dict(mapping)
        own_words = trec.words(path, beginning) | dict(own_words)
    columns = scan_columns(path, mapping)
    columns.require("human_label", file=file)
    members = _Members(connection, sample, columns, file, passages)
    found: list[tuple[str, str, Human]] = []
    done = ImportedLabels()
    for place, row in enumerate(read_rows(path), start=1):
        human = read_human(columns, row, file, own_words)
        if human is None:
            continue
        if is_sheet and not human.annotator:
            human = replace(human, annotator=trec.ASSESSORS)
        match = members.match(row, place)
        if match.item_id is None:
            done.elsewhere += 1
            done.contradicting += match.contradicts
        else:
            found.append((f"line {row.line}", match.item_id, human))
    if not found:
        raise InputError(_none_found(file, sample, done))
    origin = f"{path.name} {file_hash(path)[:12]}"
    done.labels = store_labels(connection, sample, found, rubric=rubric, file=file, origin=origin)
    done.already = len(found) - done.labels
    return done


def _none_found(file: str, sample: str, done: ImportedLabels) -> str:
    told = f"{file}: none of its labelled rows ({done.elsewhere:,}) is an item of the sample "
    told += repr(sample)
    if done.contradicting:
        told += f" ({others(done.contradicting)})"
    return (
        f"{told}; map its columns as at the import of the verdicts (--map), or give the column "
        "item_id."
    )


def others(contradicting: int) -> str:
    """The clause for rows that have an item's ids and mean another item."""
    verb = "names" if contradicting == 1 else "name"
    return f"{contradicting:,} {verb} another text or item_id under the same ids"


@dataclass(frozen=True, slots=True)
class _Match:
    """Which item of a sample a row means."""

    item_id: str | None
    """None where it is not in the sample."""
    contradicts: bool = False
    """Whether the row has the ids of an item of the sample and names another one all the same."""


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
        self._items: dict[str, sqlite3.Row] = {row["item_id"]: row for row in rows}
        self._by_claim: dict[str, list[sqlite3.Row]] = {}
        for row in rows:
            self._by_claim.setdefault(row["claim_id"], []).append(row)
        self._by_texts: dict[tuple[str, str], list[sqlite3.Row]] = {}
        """Filled when it is first needed."""

    def match(self, row: Row, place: int) -> _Match:
        """The item that a row, the nth of its file, speaks of."""
        named = self._items.get(self._text(row, "item_id").strip())
        candidates = [named] if named is not None else self._by_content(row)
        candidates = candidates or self._by_ids(row, place) or self._by_text(row)
        agreeing = [member for member in candidates if self._agrees(row, member)]
        items = {member["item_id"] for member in agreeing}
        if len(items) > 1:
            claim_id = self._text(row, "claim_id").strip()
            said = f"claim_id {claim_id!r}" if claim_id else "the claim of this row"
            raise at_line(
                self._file,
                row.line,
                f"{said} has {len(items)} items in the sample; say which with a column citation "
                "or item_id.",
            )
        return _Match(items.pop() if items else None, contradicts=bool(candidates and not items))

    def _by_content(self, row: Row) -> list[sqlite3.Row]:
        passage = passage_of(self._columns, row.values, self._file, row.line, self._passages)
        item = Item(
            question=self._text(row, "question"),
            claim=self._text(row, "claim"),
            passage=passage.text if passage else "",
        )
        return [self._items[item.id]] if item.id in self._items else []

    def _by_ids(self, row: Row, place: int) -> list[sqlite3.Row]:
        named = self._text(row, "claim_id").strip()
        candidates = self._by_claim.get(named or claim_id_of_row(place), [])
        if not named:
            # A file of labels may have other rows than that of the verdicts had: a place is no id,
            # and stands for one only where the row is the same as far as it goes.
            claim = _plain(self._text(row, "claim"))
            candidates = [
                member
                for member in candidates
                if claim == _plain(member["claim"]) and self._agrees(row, member)
            ]
        for ours, stored in (("case_id", "case_id"), ("citation", "cited")):
            if value := self._text(row, ours).strip():
                candidates = [member for member in candidates if member[stored] == value]
        return candidates

    def _by_text(self, row: Row) -> list[sqlite3.Row]:
        """By claim and passage, where the row gives both: it need not repeat the question."""
        claim, passage = (_plain(self._text(row, ours)) for ours in ("claim", "passage"))
        if not (claim and passage):
            return []
        if not self._by_texts:
            for member in self._items.values():
                key = _plain(member["claim"]), _plain(member["passage"])
                self._by_texts.setdefault(key, []).append(member)
        return self._by_texts.get((claim, passage), [])

    def _agrees(self, row: Row, member: sqlite3.Row) -> bool:
        """Whether a row names no other item than the member: by its id, or by a text it gives."""
        if self._text(row, "item_id").strip() not in ("", member["item_id"]):
            return False
        given = ((_plain(self._text(row, ours)), member[ours]) for ours in _TEXTS)
        return all(mine in ("", _plain(theirs)) for mine, theirs in given)

    def _text(self, row: Row, ours: str) -> str:
        columns = self._columns
        return cells.text(columns.get(row.values, ours), self._file, row.line, columns.name(ours))


_TEXTS = ("claim", "passage", "question")


def _plain(text: str) -> str:
    """A text as it is compared: a table may have wrapped its lines or composed its letters."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def store_labels(
    connection: sqlite3.Connection,
    sample: str,
    labels: Iterable[tuple[str, str, Human]],
    *,
    rubric: Rubric,
    file: str,
    origin: str,
) -> int:
    """Store labels made elsewhere as label events with their source; how many are new.

    Args:
        labels: for each its place in the file, the item's id and what was said.
        origin: the file's name and hash, kept with each event.

    Raises:
        ClosedSampleError: there are new ones, and the sample is closed.
        InputError: one annotator says two things of one item, in the file or against the store.
    """
    standing.keep_rubric(connection, rubric)
    held = _held(connection, sample)
    new = []
    for place, item_id, human in labels:
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
