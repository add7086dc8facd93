"""By what a sample's frame can be sliced: every field, with how many verdicts have each value.

The counts are of the whole frame, so that a slice is a small sample design of its own: its strata
are those of the sample, each with the verdicts of the slice in it. Fields are those of the import,
and what can be seen of a citation: its run, configuration, importance, the kind of document cited,
how long the answer is and how many citations it has.

A frame may hold 100,000 verdicts, so it is read once, together with the seal (`labels.store.seal`).
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from typing import Any, NamedTuple

from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels.calibration import NO_VALUE, FrameCell, FrameField
from labels.imported_field import field_name
from labels.outcome import Category, Outcome, Support
from labels.panel import part_name
from labels.store.patterns import frame_query, stratum_column
from labels.store.samples import manifest_of, stratum_rows
from labels.store.seal import VERDICT, Reader, Row

ANSWER_WORDS = (50, 100, 200)
CITATIONS = (1, 3, 6)
"""The last number of each class; the last class is open."""

DOCUMENT_TYPE_KEYS = ("document_type", "doc_type", "type")
"""Where a document's metadata may say what kind it is."""

Values = dict[str, str]


class FrameFields:
    """Counts the verdicts of a sample's frame by what can be told apart among them."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        workspace: Workspace,
        sample: str,
        drawn: Set[str],
        void: Set[str] = frozenset(),
    ) -> None:
        """Count nothing yet.

        Args:
            connection: the study's database.
            workspace: its corpus says of which kind a cited document is.
            sample: the sample's name.
            drawn: the uids of the verdicts on what was drawn: their values are kept.
            void: the uids of verdicts that are confirmed harness bugs: counted apart.
        """
        self._connection = connection
        self._sample = sample
        self._drawn = drawn
        self._void = void
        self.void: Counter[str] = Counter()
        """How many verdicts of each stratum are void."""
        self._types = _document_types(connection, workspace, sample)
        self._lengths = _answer_lengths(connection)
        self._citations = _citations(connection)
        self._cut = False
        self._counts: Counter[_Key] = Counter()
        self._of_drawn: dict[str, _Key] = {}

    def along(self, by: Sequence[str]) -> Reader:
        """Counts the frame that the sample was drawn from while its seal is verified.

        Args:
            by: the fields that the strata were made of, as the manifest names them.
        """
        stratum = stratum_column(self._connection, by)
        return Reader(f"c.run, {stratum.sql}", stratum.values, self._take)

    def read(self, judge_id: str, *, cut: bool) -> None:
        """Count a judge's verdicts on the frame's citations.

        Args:
            judge_id: whose verdicts.
            cut: whether the strata are cut once more by them: another judge drew the sample.
        """
        self._cut = cut
        frame = frame_query(self._connection, self._sample)
        rows = self._connection.execute(
            f"SELECT {VERDICT}, c.run, f.stratum FROM ({frame.sql}) f "
            "JOIN citation c ON c.uid = f.citation_uid "
            "JOIN verdict v ON v.citation_uid = c.uid AND v.judge_id = ? AND v.support IS NOT NULL",
            [*frame.values, judge_id],
        )
        for row in rows:
            self._take(tuple(row))

    def fields(self) -> tuple[FrameField, ...]:
        """The fields; one in which all verdicts have one value is none."""
        kinds = [(kind := _Kind(*key), kind.values(), n) for key, n in self._counts.items()]
        return _fields(kinds)

    def values(self) -> dict[str, Values]:
        """By field, for each drawn verdict by its uid."""
        return {uid: _Kind(*key).values() for uid, key in self._of_drawn.items()}

    def _take(self, row: Row) -> None:
        (
            uid,
            support,
            category,
            _,
            _,
            _,
            _,
            answer,
            case,
            _,
            cited,
            config,
            importance,
            imported,
            run,
            stratum,
        ) = row
        stratum = part_name(Support(support), stratum) if self._cut else stratum
        if uid in self._void:
            self.void[stratum] += 1
            return
        key = (
            stratum,
            support,
            category,
            run,
            config,
            importance,
            imported,
            self._types.get(document_of(cited), "") if self._types else "",
            self._lengths[answer],
            self._citations[run, case, answer],
        )
        self._counts[key] += 1
        if uid in self._drawn:
            self._of_drawn[uid] = key


def has_frame(connection: sqlite3.Connection, sample: str) -> bool:
    """Whether all that a sample stands for is here.

    It is not for one that came with its own inclusion probabilities: how many verdicts each value
    of a field has is not known then.
    """
    whole = all(row["drawn"] == row["size"] for row in stratum_rows(connection, sample))
    return whole or manifest_of(connection, sample)["origin"] == "drawn"


class _Kind(NamedTuple):
    """What can be told apart among the verdicts of a frame."""

    stratum: str
    support: str
    category: str | None
    run: str
    config: str
    importance: int | None
    imported: str
    """JSON object of the import's further columns."""
    document_type: str
    words: str
    citations: str

    def values(self) -> Values:
        """By field; a field is absent where the verdict has nothing in it.

        A column of the import that has the name of another field is called apart from it.
        """
        own = {
            "run": self.run,
            "config": self.config,
            "importance": "" if self.importance is None else str(self.importance),
            "document type": self.document_type,
            "answer length": self.words,
            "citations in the answer": self.citations,
        }
        imported: Values = json.loads(self.imported)
        fields = {field_name(column): value for column, value in imported.items()} | own
        return {name: _apart_from_none(value) for name, value in fields.items() if value}

    @property
    def outcome(self) -> Outcome:
        """What the judge says."""
        category = Category(self.category) if self.category else None
        return Outcome.of(Support(self.support), category)


def _apart_from_none(value: str) -> str:
    """A value that reads like `NO_VALUE` in quotation marks, so that it is not taken for none."""
    return f'"{value}"' if value.strip('"') == NO_VALUE else value


def _fields(kinds: Sequence[tuple[_Kind, Values, int]]) -> tuple[FrameField, ...]:
    names = sorted({name for _, values, _ in kinds for name in values})
    cells: dict[str, Counter[FrameCell]] = {name: Counter() for name in names}
    for kind, values, count in kinds:
        outcome = kind.outcome
        for name in names:
            cells[name][FrameCell(kind.stratum, values.get(name, NO_VALUE), outcome)] += count
    return tuple(
        FrameField(name=name, cells=dict(found))
        for name, found in cells.items()
        if len({cell.value for cell in found}) > 1
    )


_Key = tuple[Any, ...]
"""The parts of a `_Kind`; a plain tuple, for a frame may hold a hundred thousand of them."""


def _answer_lengths(connection: sqlite3.Connection) -> dict[str, str]:
    """The class of each answer's length; empty for an answer that the source did not give."""
    rows = connection.execute(
        "SELECT id, length(text) - length(replace(text, ' ', '')) + (text <> '') FROM answer"
    )
    return {answer: _class(words, ANSWER_WORDS, "word") if words else "" for answer, words in rows}


def _citations(connection: sqlite3.Connection) -> dict[Row, str]:
    """How many citations each answer has."""
    cursor = connection.cursor()
    cursor.row_factory = None
    rows: Iterable[Row] = cursor.execute("SELECT run, case_id, answer_id FROM citation")
    # Counted here: SQLite would sort them first.
    return {key: _class(n, CITATIONS, "citation") for key, n in Counter(rows).items()}


def document_of(cited: str) -> str:
    """The document of a cited passage id, `doc_id:chunk_index`."""
    return cited.rpartition(":")[0] or cited


def _class(number: int, limits: tuple[int, ...], noun: str) -> str:
    """`51 to 100 words`: classes that do not move with the data, so that runs can be compared."""
    first = 1
    for last in limits:
        if number <= last:
            span = str(last) if first == last else f"{first} to {last}"
            return f"{span} {noun}{'s' if last > 1 else ''}"
        first = last + 1
    return f"{first} or more {noun}s"


def _document_types(
    connection: sqlite3.Connection, workspace: Workspace, sample: str
) -> dict[str, str]:
    """The kind of each cited document that the corpus holds; empty where it holds none of them."""
    records = Library(workspace).register().records
    if not records:
        return {}
    rows = connection.execute(
        "SELECT DISTINCT c.cited FROM sample_frame f JOIN verdict v ON v.uid = f.verdict_uid "
        "JOIN citation c ON c.uid = v.citation_uid WHERE f.sample = ?",
        [sample],
    )
    library = Library(workspace)
    types = {}
    for document_id in {document_of(row["cited"]) for row in rows} & set(records):
        metadata = library.document(document_id).metadata
        said = [metadata[key] for key in DOCUMENT_TYPE_KEYS if metadata.get(key)]
        types[document_id] = said[0] if said else records[document_id].provenance.reader
    return types
