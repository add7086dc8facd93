"""The generic shape: one verdict a row, with the columns of `labels.interchange.columns`.

The file is read twice: first for the columns that occur anywhere in it (a label that only the last
row carries is a label), then row by row.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from corpus.errors import InputError, at_line
from corpus.hashes import content_hash
from corpus.readers.source import shown
from labels.imported_field import apart
from labels.interchange import cells, scale
from labels.interchange.columns import Columns, columns_of
from labels.interchange.passages import CitedPassage, Passages, passage_of
from labels.interchange.table import Row, read_rows
from labels.item import Citation, Item
from labels.verdict import Judge, Verdict

UNNAMED_JUDGE = "unnamed judge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How a file is to be read."""

    run: str
    judge: str | None = None
    """The judge's name where the file has no such column."""
    config: str = ""
    """The configuration where the file has no such column."""
    malformed: Literal["refuse", "missing"] = "refuse"
    """What becomes of a verdict outside the scale; of a category outside it, with `missing`, the
    verdict stays and has none."""
    mapping: Mapping[str, str] = field(default_factory=dict)
    own_words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Human:
    """A human label that came with a row."""

    said: scale.Said
    annotator: str
    """Empty where the row does not say."""
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictRow:
    """One row, read."""

    place: str
    """Where it stands in the file, as a sentence names it: `line 3`."""
    verdict: Verdict
    people: tuple[Human, ...]
    """What people said of it, each once."""
    stratum: str
    """Empty where the row does not say."""
    probability: float | None
    """The inclusion probability, where the row carries one."""


class VerdictFile:
    """A file of verdicts in the generic shape.

    Raises:
        InputError: on opening, where the file is malformed or lacks a column.
    """

    def __init__(self, path: Path, reading: Reading, passages: Passages):
        """Open a file.

        Args:
            path: the file.
            reading: how it is to be read.
            passages: looks up cited ids whose text the file does not hold.
        """
        self.name = shown(path)
        self._path = path
        self._reading = reading
        self._passages = passages
        self.columns, self.size = scan(path, reading.mapping)
        """What the file's columns are, and how many rows it has."""
        self.columns.require("claim", "judge_label", file=self.name)
        if "citation" not in self.columns:
            self.columns.require("passage", file=self.name)
        self.left_out: set[str] = set()
        """Columns whose values are no fields; known once the rows are read."""

    def rows(self) -> Iterator[VerdictRow]:
        """The rows in order; `InputError` names the line of the first that cannot be used."""
        for number, row in enumerate(read_rows(self._path), start=1):
            yield self._read(row, number)

    def _read(self, row: Row, number: int) -> VerdictRow:
        verdict = Verdict(
            citation=self._citation(row, number),
            judge=self._judge(row),
            evidence=self._text(row, "judge_evidence"),
            reason=self._text(row, "judge_reason"),
            raw=self._text(row, "judge_label"),
            **self._judged(row),
        )
        human = read_human(self.columns, row, self.name, self._reading.own_words)
        return VerdictRow(
            place=f"line {row.line}",
            verdict=verdict,
            people=() if human is None else (human,),
            stratum=self._text(row, "stratum").strip(),
            probability=cells.probability(
                self.columns.get(row.values, "inclusion_probability"), self.name, row.line
            ),
        )

    def _citation(self, row: Row, number: int) -> Citation:
        question, cited = self._text(row, "question"), self._text(row, "citation").strip()
        passage = self._passage(row, cited)
        case_id = self._text(row, "case_id").strip()
        if not case_id and question:
            case_id = f"question-{content_hash(question)[:8]}"
        return Citation(
            run=self._reading.run,
            case_id=case_id,
            # Without ids no two rows are taken for the same claim.
            claim_id=self._text(row, "claim_id").strip() or claim_id_of_row(number),
            item=Item(question=question, claim=self._text(row, "claim"), passage=passage.text),
            answer=self._text(row, "answer"),
            cited=cited,
            source=passage.source,
            config=self._text(row, "config").strip() or self._reading.config,
            importance=cells.importance(
                self.columns.get(row.values, "importance"), self.name, row.line
            ),
            fields=self._fields(row),
        )

    def _passage(self, row: Row, cited: str) -> CitedPassage:
        found = passage_of(self.columns, row.values, self.name, row.line, self._passages)
        if found is None:
            raise at_line(
                self.name,
                row.line,
                f"no passage, and the corpus has none with the id {cited[:60]!r}; fill the column "
                "'passage', or add its document with: crosssource corpus add PATH",
            )
        return found

    def _judge(self, row: Row) -> Judge:
        named = self._text(row, "judge").strip()
        return Judge(name=named or self._reading.judge or UNNAMED_JUDGE)

    def _judged(self, row: Row) -> dict[str, Any]:
        try:
            value = scale.judged(
                self._text(row, "judge_label"),
                self._text(row, "failure_type"),
                self._reading.own_words,
            )
        except scale.UnknownWordError as error:
            if self._reading.malformed == "refuse":
                raise cells.unknown_word(
                    str(error),
                    self.name,
                    row.line,
                    self.columns.name(error.column),
                    error.column,
                    error.known,
                    malformed=True,
                ) from error
            value = error.rest
        return {"support": value.support, "category": value.category}

    def _fields(self, row: Row) -> dict[str, str]:
        further = self.columns.further(row.values)
        for ours in ("model", "stratum"):
            if ours in self.columns:
                if ours in further:  # a column of that name, where another one is mapped to it
                    further[apart(ours)] = further[ours]
                further[ours] = self.columns.get(row.values, ours)
        found = {}
        for name, value in further.items():
            written = cells.field(value)
            if written is None and value is not None:
                self.left_out.add(name)
            elif written:
                found[name] = written
        return found

    def _text(self, row: Row, ours: str) -> str:
        value = self.columns.get(row.values, ours)
        return cells.text(value, self.name, row.line, self.columns.name(ours))


def claim_id_of_row(number: int) -> str:
    """The claim id of the file's nth row, from 1, where the file gives none."""
    return f"row-{number}"


class Scan(NamedTuple):
    """What a first reading of a file finds."""

    columns: Columns
    size: int
    """Rows."""


def scan(path: Path, mapping: Mapping[str, str]) -> Scan:
    """Read a file for the columns that occur anywhere in it, matched to ours, and its rows."""
    present: dict[str, None] = {}
    size = 0
    for size, row in enumerate(read_rows(path), start=1):  # noqa: B007  the last number is kept
        present.update(dict.fromkeys(row.values))
    if size and not present:
        raise InputError(f"{shown(path)} has no field in any record; give at least one verdict.")
    if not present:
        raise InputError(f"{shown(path)} has no row below its header; give at least one verdict.")
    return Scan(columns_of(present, mapping, shown(path)), size)


def scan_columns(path: Path, mapping: Mapping[str, str]) -> Columns:
    """The columns alone."""
    return scan(path, mapping).columns


def read_human(columns: Columns, row: Row, file: str, own_words: Mapping[str, str]) -> Human | None:
    """The human label of a row; None where it has none.

    Raises:
        InputError: its value is not known.
    """

    def text(ours: str) -> str:
        return cells.text(columns.get(row.values, ours), file, row.line, columns.name(ours))

    try:
        said = scale.said(text("human_label"), text("human_failure_type"), own_words)
    except scale.UnknownWordError as error:
        column = columns.name(error.column)
        raise cells.unknown_word(
            str(error), file, row.line, column, error.column, error.known
        ) from error
    if said is None:
        return None
    return Human(said=said, annotator=text("annotator").strip(), note=text("human_note"))
