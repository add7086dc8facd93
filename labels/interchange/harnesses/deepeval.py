"""DeepEval: test runs, as it keeps the latest one and writes one into its results folder.

Read are files of deepeval 0.20 to 3.x (`deepeval/test_run/api.py`, confident-ai/deepeval): test
cases in camel case or, older, in snake case, at the top or inside `testRunData`.

- `success` is the verdict, and not `score`: for some metrics (hallucination, bias) a high score is
  bad, and the threshold is the metric's own.
- A metric with an `error`, or whose `success` is null, has said nothing.
- Names such as `test_case_0` are positions in one run: such a case is known by its input.
- A metric judges an answer: no single claim has a verdict.
- Metrics on spans inside a trace judge steps, not the answer; conversations have no one answer.
  Both are counted and left out.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from labels.interchange.harnesses import grades, names, records, texts
from labels.interchange.harnesses.finding import (
    Case,
    Finding,
    Format,
    Notes,
    Source,
    without_verdict,
)
from labels.interchange.harnesses.grades import Grade
from labels.interchange.harnesses.records import an_object, objects
from labels.interchange.json_stream import Path
from labels.interchange.opening import Kind, Opening

_CASES = ("testCases", "test_cases")
_CONVERSATIONS = ("conversationalTestCases", "conversational_test_cases")
_WRAPPERS = ("testRunData", "test_run_data")
_METRICS = ("metrics_data", "metrics_metadata")
_POSITION = re.compile(r"(?:conversational_)?test_case_\d+")
_RULES = re.compile(r"exact_match|pattern_match|tool_correctness|json_correctness", re.IGNORECASE)


def _recognises(opening: Opening) -> bool:
    tops = ("", *(f"{wrapper}." for wrapper in _WRAPPERS))
    return any(
        f"{top}{cases}" in opening.names for top in tops for cases in (*_CASES, *_CONVERSATIONS)
    )


def read(source: Source, notes: Notes) -> Iterator[Finding]:
    """The findings of a test run."""
    notes.written_by = "DeepEval"
    for node in records.values(source, _enter, not_numbers=True):
        if not node.path:
            continue
        lists = [key for key in node.path if key in (*_CASES, *_CONVERSATIONS)]
        if lists and isinstance(node.path[-1], int):
            record = records.as_record(source, node, notes.records + 1)
            if lists[0] in _CONVERSATIONS:
                notes.unused["conversations"] += 1
                continue
            notes.records += 1
            yield from _findings(record.place, record.values, notes)


def _enter(path: Path) -> bool:
    inner = path[1:] if path and path[0] in _WRAPPERS else path
    return inner == () or (len(inner) == 1 and inner[0] in (*_CASES, *_CONVERSATIONS))


def _findings(place: str, test: Mapping[str, Any], notes: Notes) -> Iterator[Finding]:
    case = _case(place, test)
    notes.unused["metrics on spans inside a trace"] += _on_spans(test.get("trace"))
    metrics = objects(names.first(test, _METRICS))
    if not metrics:
        yield without_verdict(case)
    for metric in metrics:
        name = texts.text(metric.get("name") or metric.get("metric")) or "metric"
        yield Finding(
            case=case,
            metric=name,
            by_model=_RULES.search(names.plain(name)) is None,
            grade=_grade(metric),
            model=texts.text(names.first(metric, ("evaluation_model",))),
            reason=texts.text(metric.get("reason") or metric.get("error")),
        )


def _grade(metric: Mapping[str, Any]) -> Grade:
    success = metric.get("success")
    score = texts.text(metric.get("score"))
    if metric.get("error"):
        return grades.missing(grades.ERROR, score)
    if not isinstance(success, bool):
        return grades.missing(grades.UNSCORED, score)
    return grades.passed(success, "success" if success else "failure")


def _on_spans(trace: Any) -> int:
    """Metrics inside a trace, apart from those of the trace itself, which repeat the case's."""
    return sum(
        len(objects(names.first(span, _METRICS)))
        for spans in an_object(trace).values()
        for span in objects(spans)
    )


def _case(place: str, test: Mapping[str, Any]) -> Case:
    name = texts.text(test.get("name"))
    held = names.first(test, ("retrieval_context",)) or test.get("context")
    metadata = an_object(names.first(test, ("metadata", "additional_metadata")))
    about = {key: test[key] for key in ("name", "tags", "comments") if test.get(key) is not None}
    return Case(
        place=place,
        id="" if _POSITION.fullmatch(name) else name,
        question=texts.text(test.get("input")),
        answer=texts.text(names.first(test, ("actual_output",))),
        passage=texts.joined(texts.passages(held)),
        reference=texts.text(names.first(test, ("expected_output",))),
        fields={**about, **metadata, **_texts(test)},
    )


def _texts(test: Mapping[str, Any]) -> dict[str, Any]:
    kept = ("input", "actual_output", "expected_output", "context", "retrieval_context")
    return {name: value for name in kept if (value := names.first(test, (name,))) is not None}


FORMAT = Format(
    name="deepeval",
    title="a DeepEval test run",
    looked_for="testCases or test_cases, at the top or under testRunData",
    kinds=(Kind.JSON,),
    recognises=_recognises,
    read=read,
    gives="a test run whose cases have metricsData",
)
