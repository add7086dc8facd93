"""RAGChecker: which claims are entailed by which texts, as `checking_outputs.json` has it.

Read are files of ragchecker 0.1 (`ragchecker/container.py`, amazon-science/RAGChecker): per query
the claims of the response and of the expected answer, and four tables of Entailment, Neutral and
Contradiction, each a metric of its own.

- `retrieved2response`: a claim of the response against each retrieved text. It is taken by default:
  a real verdict on one claim and one passage. RAGChecker knows no citations: every pair is one.
- `answer2response`: a claim of the response against the expected answer as a whole.
- `retrieved2answer` and `response2answer` judge the claims of the expected answer, against the
  retrieved texts and the response: what was missed, not what was wrong.
- A claim is a triple (subject, relation, object), or a sentence; a triple is read as one.
- A table that is null was not computed. One that has another length than its claims is broken: what
  it says is left out, because nobody knows of which claim it says it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from labels.interchange.harnesses import grades, records, texts
from labels.interchange.harnesses.finding import (
    EVERY_METRIC,
    Case,
    Finding,
    Format,
    Notes,
    Source,
)
from labels.interchange.harnesses.grades import Grade
from labels.interchange.harnesses.records import objects
from labels.interchange.opening import Kind, Opening
from labels.outcome import Support

_VERDICTS = {
    "Entailment": Support.SUPPORTED,
    "Neutral": Support.UNSUPPORTED,
    "Contradiction": Support.UNSUPPORTED,
}
_RESULTS = "results"


class _Table(NamedTuple):
    """A table of verdicts: of which claims, against which texts."""

    name: str
    claims: str
    answer: str
    against: str
    """The field with the texts; a list, or one text for all."""


_TABLES = (
    _Table("retrieved2response", "response_claims", "response", "retrieved_context"),
    _Table("answer2response", "response_claims", "response", "gt_answer"),
    _Table("retrieved2answer", "gt_answer_claims", "gt_answer", "retrieved_context"),
    _Table("response2answer", "gt_answer_claims", "gt_answer", "response"),
)


def _recognises(opening: Opening) -> bool:
    tops = ("", f"{_RESULTS}[].")
    return any(
        opening.has(f"{top}query_id", f"{top}response")
        and opening.any(f"{top}gt_answer", f"{top}response_claims", f"{top}retrieved2response")
        for top in tops
    )


def read(source: Source, notes: Notes) -> Iterator[Finding]:
    """The findings of a file."""
    notes.written_by = "RAGChecker"
    for record in records.listed(source, keys=(_RESULTS,)):
        notes.records += 1
        row = record.values
        found = False
        for table in _TABLES:
            for finding in _findings(record.place, row, table, notes):
                found = True
                yield finding
        if not found:
            yield Finding(
                case=Case(place=record.place, question=texts.text(row.get("query"))),
                metric=EVERY_METRIC,
                by_model=True,
                grade=grades.missing(grades.UNSCORED),
            )


def _findings(place: str, row: Mapping[str, Any], table: _Table, notes: Notes) -> Iterator[Finding]:
    verdicts, claims = row.get(table.name), row.get(table.claims)
    if not isinstance(verdicts, list) or not isinstance(claims, list):
        return
    if len(verdicts) != len(claims):
        notes.broken[f"{table.name} has another number of verdicts than there are claims"] += 1
        return
    against = row.get(table.against)
    held = objects(against) or [{"text": texts.text(against), "doc_id": ""}]
    for number, (claim, said) in enumerate(zip(claims, verdicts, strict=True), start=1):
        each = said if isinstance(said, list) else [said]
        if len(each) != len(held):
            notes.broken[f"{table.name} has another number of verdicts than there are texts"] += 1
            continue
        for document, verdict in zip(held, each, strict=True):
            yield Finding(
                case=Case(
                    place=f"{place}, claim {number}",
                    id=texts.text(row.get("query_id")),
                    question=texts.text(row.get("query")),
                    answer=texts.text(row.get(table.answer)),
                    claim=_sentence(claim),
                    passage=texts.text(document.get("text")),
                    cited=texts.text(document.get("doc_id")),
                    part=f"{table.claims.removesuffix('_claims')}-{number}",
                ),
                metric=table.name,
                by_model=True,
                grade=_grade(verdict),
            )


def _grade(verdict: Any) -> Grade:
    if isinstance(verdict, str) and verdict in _VERDICTS:
        return Grade(_VERDICTS[verdict], verdict)
    return grades.of(None if isinstance(verdict, list) else verdict)


def _sentence(claim: Any) -> str:
    """A triple as the words of a sentence."""
    if isinstance(claim, list):
        return " ".join(texts.text(part) for part in claim)
    return texts.text(claim)


FORMAT = Format(
    name="ragchecker",
    title="RAGChecker results",
    looked_for="query_id, response and retrieved2response under results",
    kinds=(Kind.JSON, Kind.JSON_LINES),
    recognises=_recognises,
    read=read,
    gives="the checking results, with response_claims and retrieved2response",
    default=_TABLES[0].name,
)
