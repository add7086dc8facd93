"""ragas: the scores of a data set as a data frame, `result.to_pandas()` written as CSV or JSON.

Read are the columns of ragas 0.1 (`question, contexts, answer, ground_truth`) and of 0.2 to 0.4
(`user_input, retrieved_contexts, response, reference`) in any order, with pandas' own index before
them or not, and a column of numbers for each metric.

- Contexts are a list in one cell: JSON, Python's notation, or that of numpy, without commas.
- A cell without a number (an empty one, `nan`) is not scored.
- A score is the answer's: no single claim has a verdict. `faithfulness` is the share of the
  answer's statements that its contexts support, so that what lies between 0 and 1 is partial by
  definition; a score of any other metric needs a threshold.
- A column of texts is no metric, whatever its name.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from labels.interchange.harnesses import grades, names, records, texts
from labels.interchange.harnesses.finding import Case, Finding, Format, Notes, Source
from labels.interchange.harnesses.grades import Grade
from labels.interchange.opening import Kind, Opening
from labels.outcome import Support

_SHARES = ("faithfulness", "faithfulness_with_hhem")
_INPUTS = frozenset(
    {
        *names.QUESTION,
        *names.ANSWER,
        *names.PASSAGE,
        *names.REFERENCE,
        "reference_contexts",
        "rubrics",
        "rubric",
        "multi_responses",
        "reference_tool_calls",
        "persona_name",
        "query_style",
        "query_length",
        "synthesizer_name",
        "id",
        "index",
        "level_0",
        "unnamed:_0",
        "",
    }
)
"""Columns of a data set, which are no metrics."""
_OLD = ("question", "answer", "contexts")
_NEW = ("user_input", "response")
_KNOWN_METRICS = (
    "faithfulness",
    "answer_relevancy",
    "context_precision",
    "context_recall",
    "answer_correctness",
    "factual_correctness",
    "answer_similarity",
)


def _recognises(opening: Opening) -> bool:
    plain = {names.plain(name) for name in opening.names}
    return plain.issuperset(_NEW) or (
        plain.issuperset(_OLD) and any(name.startswith(_KNOWN_METRICS) for name in plain)
    )


def read(source: Source, notes: Notes) -> Iterator[Finding]:
    """The findings of a frame."""
    notes.written_by = "ragas"
    for record in records.listed(source, not_numbers=True):
        notes.records += 1
        case = _case(record.place, record.values)
        for name, value in record.values.items():
            if names.plain(name) not in _INPUTS and _is_score(value):
                yield Finding(
                    case=case, metric=name, by_model=True, grade=_grade(name, _number(value))
                )


def _is_score(value: Any) -> bool:
    """Whether a cell can be a metric's: a number, a truth value, or nothing."""
    if value is None or isinstance(value, bool | int | float):
        return True
    return isinstance(value, str) and isinstance(_number(value), bool | float | None)


def _number(value: Any) -> Any:
    """A cell of a CSV as the number that it writes; itself where it is none."""
    if not isinstance(value, str):
        return value
    word = value.strip()
    if word.casefold() in ("", "nan", "none", "null"):
        return None
    if word in ("True", "False"):
        return word == "True"
    try:
        return float(word)
    except ValueError:
        return value


def _grade(metric: str, value: Any) -> Grade:
    grade = grades.of(value)
    if grade.score is not None and metric in _SHARES and 0 < grade.score < 1:
        return Grade(Support.PARTIAL, grade.raw)
    return grade


def _case(place: str, row: Mapping[str, Any]) -> Case:
    contexts = texts.passages(names.first(row, names.PASSAGE))
    return Case(
        place=place,
        id=texts.text(names.first(row, names.CASE)),
        question=texts.text(texts.unpacked(names.first(row, names.QUESTION))),
        answer=texts.text(names.first(row, names.ANSWER)),
        passage=texts.joined(contexts),
        reference=texts.text(names.first(row, names.REFERENCE)),
        # What a metric says is no property of the case.
        fields={
            name: value
            for name, value in row.items()
            if name.strip() and (names.plain(name) in _INPUTS or not _is_score(value))
        },
    )


FORMAT = Format(
    name="ragas",
    title="a ragas data frame",
    looked_for="user_input and response, or question, answer, contexts and a ragas metric",
    kinds=(Kind.CSV, Kind.JSON, Kind.JSON_LINES),
    recognises=_recognises,
    read=read,
    gives="result.to_pandas() with at least one metric's column",
)
