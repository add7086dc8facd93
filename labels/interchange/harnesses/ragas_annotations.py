"""ragas: annotation files, in which people accepted or rejected what a metric said.

Read are files as ragas 0.2 to 0.4 take them for training metrics (`MetricAnnotation` of
`src/ragas/dataset_schema.py`, explodinggradients/ragas): `{metric: [{metric_input, metric_output,
prompts, is_accepted}]}`.

- `metric_output` is the value after the person's edit: the judge's own is in `prompt_output`, and
  in a row that was edited the two differ.
- Accepted: the person's value is that of the edit, where there is one, else the judge's.
- Rejected without an edit, of a metric with two values: the person holds the other one, which is
  how ragas itself reads it (`optimizers/genetic.py`).
- Rejected with an edit that keeps the value: it is open what was rejected. It is asked about.
- Rejected, of a metric with more than two values: that it is wrong does not say what is right.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from corpus.errors import at_place
from corpus.readers.source import kind
from labels.interchange.harnesses import grades, names, records, texts
from labels.interchange.harnesses.finding import (
    Case,
    Finding,
    Format,
    Notes,
    Rating,
    Source,
)
from labels.interchange.harnesses.grades import Grade
from labels.interchange.harnesses.records import an_object
from labels.interchange.opening import Kind, Opening
from labels.outcome import Support

_ANNOTATOR = "ragas annotation"
_VALUES = ("verdict", "score", "output", "value", "classification")


def _recognises(opening: Opening) -> bool:
    return any(_ROW.fullmatch(name) for name in opening.names)


_ROW = re.compile(r"[^.]+\[\]\.metric_input")
"""The path of a row's first key, under the name of its metric."""


def read(source: Source, notes: Notes) -> Iterator[Finding]:
    """The findings of a file."""
    notes.written_by = "ragas"
    for node in records.values(source, lambda path: len(path) < 2):
        if len(node.path) != 2:
            place = f"line {node.line}"
            raise at_place(
                source.name,
                place,
                f"{kind(node.value)} stands where a metric has its list of rows.",
            )
        metric = str(node.path[0])
        place = (
            f"{metric[:40]} {int(node.path[1]) + 1}" if isinstance(node.path[1], int) else metric
        )
        yield _finding(
            place, metric, records.as_record(source, node, notes.records + 1).values, notes
        )
        notes.records += 1


def _finding(place: str, metric: str, row: Mapping[str, Any], notes: Notes) -> Finding:
    own, edit = _outputs(row)
    accepted = row.get("is_accepted")
    grade = _grade(own)
    note = _reason(row, "edited_output")
    said: Grade | None = None
    is_open = False
    if accepted is True:
        notes.counts["rows that people accepted"] += 1
        said = grade if edit is None else _grade(edit)
    elif accepted is False:
        notes.counts["rows that people rejected"] += 1
        said, is_open = _rejected(grade, edit)
    return Finding(
        case=_case(place, row),
        metric=metric,
        by_model=True,
        grade=grade,
        reason=_reason(row),
        people=() if said is None else (Rating(grade=said, annotator=_ANNOTATOR, note=note),),
        is_open=is_open,
        annotator=_ANNOTATOR,
        note=note,
    )


def _rejected(grade: Grade, edit: Any) -> tuple[Grade | None, bool]:
    """What a person said who rejected a value; and whether that is open."""
    if edit is not None:
        edited = _grade(edit)
        if edited.support is not grade.support:
            return edited, False
        return None, grade.support is not None
    other = {Support.SUPPORTED: Support.UNSUPPORTED, Support.UNSUPPORTED: Support.SUPPORTED}
    if grade.support not in other:
        return None, False
    number = None if grade.number is None else 1 - grade.number
    said = replace(grade, support=other[grade.support], raw="rejected", number=number)
    return said, False


def _outputs(row: Mapping[str, Any]) -> tuple[Any, Any]:
    """The judge's own value, and that of the person's edit; None where there is none."""
    own: Any = None
    edit: Any = None
    for prompt in an_object(row.get("prompts")).values():
        found = _value(an_object(prompt).get("prompt_output"))
        own = found if found is not None else own
        found = _value(an_object(prompt).get("edited_output"))
        edit = found if found is not None else edit
    return (row.get("metric_output") if own is None else own), edit


def _value(output: Any) -> Any:
    if isinstance(output, dict):
        return next((output[name] for name in _VALUES if output.get(name) is not None), None)
    return output


def _reason(row: Mapping[str, Any], of: str = "prompt_output") -> str:
    reasons = [
        texts.text(an_object(an_object(prompt).get(of)).get("reason"))
        for prompt in an_object(row.get("prompts")).values()
    ]
    return "\n".join(filter(None, reasons))


def _grade(value: Any) -> Grade:
    return grades.of(value)


def _case(place: str, row: Mapping[str, Any]) -> Case:
    held = an_object(row.get("metric_input"))
    return Case(
        place=place,
        question=texts.text(names.first(held, names.QUESTION)),
        answer=texts.text(names.first(held, names.ANSWER)),
        passage=texts.joined(texts.passages(names.first(held, names.PASSAGE))),
        reference=texts.text(names.first(held, names.REFERENCE)),
        fields=held,
    )


FORMAT = Format(
    name="ragas-annotations",
    title="a ragas annotation file",
    looked_for="metric_input, metric_output and is_accepted under a metric's name",
    kinds=(Kind.JSON,),
    recognises=_recognises,
    read=read,
    gives="a file with rows of metric_input, metric_output, prompts, is_accepted",
)
