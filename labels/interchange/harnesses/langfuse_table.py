"""Langfuse: the table of traces, or of observations, as the web page exports it.

Read are the batch exports of Langfuse 3 as CSV, JSON and JSON Lines
(`worker/src/features/database-read-stream/` of langfuse/langfuse): a row is a trace or a step, and
each score's name is a column, or a key under `scores`, that holds a list of all its values.

- Numbers of one name are averaged before they are written, and a list may hold several values:
  only values that agree are a verdict.
- Truth values are written as words, `True` and `False`.
- Nothing says whose a score is: what a person annotated stands there as a judge's. This is told.
- There are no retrievers: passages come from the input, else what was asked stands in their place.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from labels.interchange.harnesses import grades, names, texts
from labels.interchange.harnesses.finding import Case, Finding, Notes, without_verdict
from labels.interchange.harnesses.grades import Grade
from labels.interchange.harnesses.records import an_object
from labels.interchange.opening import Kind, Opening

_DIFFER = "values that differ"
_WHOSE = (
    "the table does not say whose a score is: what people annotated stands there as a judge's, and "
    "only the traces themselves tell them apart"
)
_MARKS = (
    "timestamp",
    "startTime",
    "bookmarked",
    "environment",
    "userId",
    "release",
    "sessionId",
    "totalCost",
    "traceName",
)
_FEWEST = 3
_OWN = frozenset(
    (
        *("id", "timestamp", "name", "userId", "sessionId", "release", "version", "environment"),
        *("tags", "bookmarked", "public", "input", "output", "metadata", "latency", "usage"),
        *("inputCost", "outputCost", "totalCost", "level", "levelCounts", "errorCount", "comments"),
        *("warningCount", "defaultCount", "debugCount", "observationCount", "inputTokens"),
        *("outputTokens", "totalTokens", "projectId", "createdAt", "updatedAt", "externalId"),
        *("traceId", "traceName", "traceTags", "traceTimestamp", "type", "startTime", "endTime"),
        *("parentObservationId", "completionStartTime", "statusMessage", "model", "modelId"),
        *("modelParameters", "internalModelId", "promptId", "promptName", "promptVersion"),
        *("usageDetails", "costDetails", "providedModelName", "latencyMs", "timeToFirstToken"),
        *("timeToFirstTokenMs", "toolCalls", "toolCallNames", "toolDefinitions", "usagePricing"),
        *("scores", "observations", "spanId", "userIds", "htmlPath", "tokensPerSecond"),
    )
)
"""Columns of the table itself: a list in them is no score."""


def recognises(opening: Opening) -> bool:
    """Whether a file is such a table."""
    marks = sum(opening.has(name) for name in _MARKS)
    return opening.has("id", "input", "output") and marks >= _FEWEST


def is_row(record: Mapping[str, Any]) -> bool:
    """Whether a record is a row of the table, and no trace with its scores."""
    is_trace = isinstance(record.get("scores"), list) or "observations" in record
    return not is_trace and "trace" not in record


def findings(place: str, row: Mapping[str, Any], kind: Kind, notes: Notes) -> Iterator[Finding]:
    """What a row's scores say."""
    case = _case(place, row)
    scores = {**_columns(row, kind), **an_object(texts.unpacked(row.get("scores")))}
    found = {name: list(values) for name, values in scores.items() if isinstance(values, list)}
    if not any(found.values()):
        yield without_verdict(case)
        return
    notes.broken[_WHOSE] += 1
    for name, values in found.items():
        if values:
            yield Finding(case=case, metric=name, by_model=True, grade=_grade(values))


def _columns(row: Mapping[str, Any], kind: Kind) -> dict[str, Any]:
    """The further columns; a cell of a CSV has a list as JSON."""
    further = {name: value for name, value in row.items() if name not in _OWN}
    if kind is not Kind.CSV:
        return further
    return {name: texts.unpacked(value) for name, value in further.items()}


def _grade(values: list[Any]) -> Grade:
    if any(value != values[0] for value in values):
        return grades.missing(_DIFFER, texts.text(values[0])[:60])
    return grades.of({"True": True, "False": False}.get(str(values[0]), values[0]))


def _case(place: str, row: Mapping[str, Any]) -> Case:
    given = texts.unpacked(row.get("input"))
    inputs = an_object(given)
    metadata = an_object(texts.unpacked(row.get("metadata")))
    about = {key: row[key] for key in ("name", "userId", "environment") if row.get(key)}
    held = names.first(inputs, names.PASSAGE)
    claim = names.first(inputs, names.CLAIM)
    return Case(
        place=place,
        id=texts.text(row.get("id")),
        question=texts.asked(given),
        answer=texts.answered(row.get("output")),
        claim=None if claim is None else texts.text(claim),
        passage=None if held is None else texts.joined(texts.passages(texts.unpacked(held))),
        reference=texts.text(names.first(inputs, names.REFERENCE)),
        config=texts.text(row.get("release") or row.get("version")),
        fields={**metadata, **about, **inputs},
    )
