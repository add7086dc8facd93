"""Langfuse: traces with their scores, as the API and the download of a trace give them.

The tables of the web page are read by `langfuse_table`.

Read are traces of Langfuse 2 and 3 (`GET /api/public/traces/{id}`, a page of them under `data`, the
file of one trace with `trace` and `observations`; langfuse/langfuse), as JSON or JSON Lines.

- Input and output may be JSON within a text, within a text.
- A score's `source` says whose it is: EVAL is a model's, API whoever sent it, ANNOTATION a
  person's. A person's score of a name is the label of a judge's score of the same name.
- `value` holds numbers and truth values (1, 0), `stringValue` categories.
- The passages are what the retrievers among the observations gave back.
- A score on an observation judges that step: its own input and output are shown.
- An export of scores alone has ids in the place of texts, and cannot be labelled.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from corpus.errors import InputError
from labels.interchange.harnesses import grades, langfuse_table, names, records, texts
from labels.interchange.harnesses.finding import (
    Case,
    Finding,
    Format,
    Notes,
    Rating,
    Source,
    without_verdict,
)
from labels.interchange.harnesses.grades import Grade
from labels.interchange.harnesses.people import ALONE, Stated, beside, time
from labels.interchange.harnesses.records import an_object, objects
from labels.interchange.opening import Kind, Opening

_ANNOTATION = "ANNOTATION"
_SCORES_ALONE = ("traceId", "dataType", "source")
_WRAPPED = "data"


def _recognises(opening: Opening) -> bool:
    if opening.has(*_SCORES_ALONE) or opening.has(*(f"data[].{name}" for name in _SCORES_ALONE)):
        return True
    wrapped = ("", "data[].")
    if langfuse_table.recognises(opening):
        return True
    return opening.has("trace", "observations") or any(
        opening.has(*(f"{top}{name}" for name in ("id", "input", "output", "scores")))
        and opening.any(*(f"{top}{name}" for name in ("observations", "projectId", "htmlPath")))
        for top in wrapped
    )


def read(source: Source, notes: Notes) -> Iterator[Finding]:
    """The findings of traces."""
    texts_there = source.opening.any("input", "data[].input", "trace", "observations")
    if source.opening.any("traceId", "data[].traceId") and not texts_there:
        raise InputError(
            f"{source.name} is a Langfuse export of scores alone: it names traces and holds none "
            "of their texts; give the traces themselves, with their scores, as GET "
            "/api/public/traces/TRACE-ID returns them, one a line."
        )
    notes.written_by = "Langfuse"
    for record in records.listed(source, keys=(_WRAPPED,)):
        notes.records += 1
        if langfuse_table.is_row(record.values):
            yield from langfuse_table.findings(
                record.place, record.values, source.opening.kind, notes
            )
            continue
        inner = an_object(record.values.get("trace"))
        trace = inner or record.values
        observed = objects(record.values.get("observations")) or objects(trace.get("observations"))
        yield from _findings(record.place, trace, observed, record.values, notes)


def _findings(
    place: str,
    trace: Mapping[str, Any],
    observed: list[dict[str, Any]],
    record: Mapping[str, Any],
    notes: Notes,
) -> Iterator[Finding]:
    scores = objects(trace.get("scores")) or objects(record.get("scores"))
    whole = _case(place, trace, trace, observed)
    steps = {texts.text(one.get("id")): one for one in observed}
    people = [one for one in scores if one.get("source") == _ANNOTATION]
    judges = [one for one in scores if one.get("source") != _ANNOTATION]
    if not judges:
        notes.unused[ALONE] += len(people)
        yield without_verdict(whole)
        return
    for score, held in beside(judges, people, _key, _stated, notes):
        step = steps.get(texts.text(score.get("observationId")))
        case = whole if step is None else _case(place, trace, step, observed)
        name = texts.text(score.get("name"))
        yield Finding(
            case=case,
            metric=name,
            by_model=score.get("source") in ("EVAL", "API"),
            grade=_grade(score),
            reason=texts.text(score.get("comment")),
            people=held.people,
            contradiction=held.contradiction,
        )


def _key(score: Mapping[str, Any]) -> tuple[str, str]:
    return texts.text(score.get("name")), texts.text(score.get("observationId"))


def _stated(score: Mapping[str, Any]) -> Stated:
    rating = Rating(
        grade=_grade(score),
        annotator=texts.text(score.get("authorUserId")),
        note=texts.text(score.get("comment")),
    )
    at = time(*(score.get(name) for name in ("updatedAt", "timestamp", "createdAt")))
    return Stated(rating=rating, at=at)


def _grade(score: Mapping[str, Any]) -> Grade:
    value, word = score.get("value"), score.get("stringValue")
    if score.get("dataType") == "CATEGORICAL" or (value is None and word is not None):
        return grades.of(word if word is not None else value)
    if score.get("dataType") == "BOOLEAN" and value in (0, 1):
        value = bool(value)
    return grades.of(value)


def _case(
    place: str, trace: Mapping[str, Any], judged: Mapping[str, Any], observed: list[dict[str, Any]]
) -> Case:
    metadata = an_object(texts.unpacked(trace.get("metadata")))
    given = texts.unpacked(judged.get("input"))
    inputs = an_object(given)
    about = {key: trace[key] for key in ("name", "userId", "environment") if trace.get(key)}
    held = names.first(inputs, names.PASSAGE)
    passages = texts.passages(texts.unpacked(held)) if held is not None else _retrieved(observed)
    claim = names.first(inputs, names.CLAIM)
    return Case(
        place=place,
        id=texts.text(trace.get("id")),
        part=texts.text(judged.get("id")) if judged is not trace else "",
        question=texts.asked(given),
        answer=texts.answered(judged.get("output")),
        claim=None if claim is None else texts.text(claim),
        passage=texts.joined(passages),
        reference=texts.text(names.first(inputs, names.REFERENCE)),
        config=texts.text(trace.get("release") or trace.get("version")),
        fields={**metadata, **about, **inputs},
    )


def _retrieved(observed: list[dict[str, Any]]) -> list[str]:
    found: list[str] = []
    for one in observed:
        is_retriever = (
            one.get("type") == "RETRIEVER" or "retriev" in texts.text(one.get("name")).lower()
        )
        if is_retriever:
            output = texts.unpacked(one.get("output"))
            inner = names.first(an_object(output), (*names.PASSAGE, "nodes", "results"))
            found += texts.passages(output if inner is None else inner)
    return found


FORMAT = Format(
    name="langfuse",
    title="Langfuse traces",
    looked_for="trace and observations, or id, input, output and scores, or the web page's table",
    kinds=(Kind.JSON, Kind.JSON_LINES, Kind.CSV),
    recognises=_recognises,
    read=read,
    gives="traces with scores (of evaluators, the API or an annotation queue)",
)
