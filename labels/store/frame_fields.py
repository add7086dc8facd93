"""By what a sample's frame can be sliced: every field, with how many verdicts have each value.

The counts are of the whole frame, so that a slice is a small sample design of its own: its strata
are those of the sample, each with the verdicts of the slice in it. Fields are those of the import,
and what can be seen of a citation: its run, configuration, importance, the kind of document cited,
how long the answer is and how many citations it has.

One pass over the frame; 100,000 verdicts take about a second.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from typing import Any, NamedTuple

from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels.calibration import NO_VALUE, FrameCell, FrameField
from labels.outcome import Category, Outcome, Support
from labels.panel import part_name
from labels.store.patterns import frame_query
from labels.store.samples import manifest_of, stratum_rows


class JudgeOfSample(NamedTuple):
    """Whose verdicts a sample is read for."""

    id: str
    drew: bool
    """Whether the sample was drawn by this judge's verdicts; its strata are cut once more else."""


ANSWER_WORDS = (50, 100, 200)
CITATIONS = (1, 3, 6)
"""The last number of each class; the last class is open."""

DOCUMENT_TYPE_KEYS = ("document_type", "doc_type", "type")
"""Where a document's metadata may say what kind it is."""

Values = dict[str, str]


def frame_fields(
    connection: sqlite3.Connection,
    workspace: Workspace,
    sample: str,
    judge: JudgeOfSample,
    drawn: Set[str],
) -> tuple[tuple[FrameField, ...], dict[str, Values]]:
    """The fields of a sample's frame, and the values of each drawn verdict by its uid.

    A field in which all verdicts have one value is left out. No fields at all for a sample that
    came with its own inclusion probabilities: how many verdicts its slices have is not known.

    Args:
        judge: whose verdicts count.
        drawn: the uids of that judge's verdicts on what was drawn.
    """
    if any(row["drawn"] != row["size"] for row in stratum_rows(connection, sample)) and (
        manifest_of(connection, sample)["origin"] != "drawn"
    ):
        return (), {}
    counts, of_drawn = _counted(connection, workspace, sample, judge, drawn)
    kinds = {key: _Kind(*key) for key in counts}
    values = {key: kind.values() for key, kind in kinds.items()}
    fields = _fields([(kinds[key], values[key], count) for key, count in counts.items()])
    return fields, {uid: values[key] for uid, key in of_drawn.items()}


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
        """By field; a field is absent where the verdict has nothing in it."""
        own = {
            "run": self.run,
            "config": self.config,
            "importance": "" if self.importance is None else str(self.importance),
            "document type": self.document_type,
            "answer length": self.words,
            "citations in the answer": self.citations,
        }
        imported: Values = json.loads(self.imported)
        return imported | {name: value for name, value in own.items() if value}

    @property
    def outcome(self) -> Outcome:
        """What the judge says."""
        category = Category(self.category) if self.category else None
        return Outcome.of(Support(self.support), category)


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


def _counted(
    connection: sqlite3.Connection,
    workspace: Workspace,
    sample: str,
    judge: JudgeOfSample,
    drawn: Set[str],
) -> tuple[Counter[_Key], dict[str, _Key]]:
    """How many verdicts of the frame there are of each kind, and the kind of each drawn one."""
    types = _document_types(connection, workspace, sample)
    lengths = _answer_lengths(connection)
    citations = _citations(connection)
    rows = _rows(connection, sample, judge)
    counts: Counter[_Key] = Counter()
    of_drawn: dict[str, _Key] = {}
    for _, stratum, uid, support, category, run, config, importance, imported, *rest in rows:
        cited, answer, case = rest
        key = (
            stratum if judge.drew else part_name(Support(support), stratum),
            support,
            category,
            run,
            config,
            importance,
            imported,
            types.get(document_of(cited), NO_VALUE) if types else "",
            lengths[answer],
            citations[run, case, answer],
        )
        counts[key] += 1
        if uid in drawn:
            of_drawn[uid] = key
    return counts, of_drawn


_OF_VERDICT = ", v.uid, v.support, v.category"
_OF_CITATION = ", c.run, c.config, c.importance, c.fields, c.cited, c.answer_id, c.case_id"


def _rows(
    connection: sqlite3.Connection, sample: str, judge: JudgeOfSample
) -> Iterable[tuple[Any, ...]]:
    """Citation, stratum, verdict and further columns of the frame, by the judge's own verdicts."""
    if judge.drew:
        frame = frame_query(connection, sample, _OF_VERDICT + _OF_CITATION)
        return connection.execute(frame.sql, frame.values)
    frame = frame_query(connection, sample)
    return connection.execute(
        f"SELECT c.uid, f.stratum{_OF_VERDICT}{_OF_CITATION} FROM ({frame.sql}) f "
        "JOIN citation c ON c.uid = f.citation_uid "
        "JOIN verdict v ON v.citation_uid = c.uid AND v.judge_id = ? AND v.support IS NOT NULL",
        [*frame.values, judge.id],
    )


def _answer_lengths(connection: sqlite3.Connection) -> dict[str, str]:
    """The class of each answer's length; empty for an answer that the source did not give."""
    rows = connection.execute(
        "SELECT id, length(text) - length(replace(text, ' ', '')) + (text <> '') FROM answer"
    )
    return {answer: _class(words, ANSWER_WORDS, "word") if words else "" for answer, words in rows}


def _citations(connection: sqlite3.Connection) -> dict[tuple[str, str, str], str]:
    """How many citations each answer has."""
    rows = connection.execute(
        "SELECT run, case_id, answer_id, count(*) FROM citation GROUP BY run, case_id, answer_id"
    )
    return {
        (run, case, answer): _class(count, CITATIONS, "citation")
        for run, case, answer, count in rows
    }


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
