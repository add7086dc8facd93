"""Phoenix: experiments, and spans with their annotations.

Read are experiments as `GET /v1/experiments/{id}/json` gives them, and a data frame in which
`get_spans_dataframe` is joined with `get_span_annotations_dataframe` (arize-phoenix 9 and later;
before it, evaluations had `eval_name`), as CSV or JSON: a row is one annotation of one span.

- `annotator_kind` says whose it is: LLM a model's, CODE a rule's, HUMAN a person's. A person's
  annotation of a name is the label of a judge's of the same name, on the same span.
- An annotation has a label, a score, or both; the label is what was said. Phoenix' own evaluators
  say `factual` and `hallucinated`, `faithful` and `unfaithful`, `correct` and `incorrect`,
  `relevant` and `unrelated`.
- Repetitions of an example are answers of their own; the same answer is one item judged again.
- A run with an `error` has no verdict, and neither has an annotation with one.
- Annotations alone have the ids of spans in the place of texts, and cannot be labelled.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from corpus.errors import InputError
from labels.interchange.harnesses import grades, names, records, texts
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
from labels.interchange.harnesses.people import ALONE, InForce, Stated, beside, in_force, time
from labels.interchange.harnesses.records import objects
from labels.interchange.opening import Kind, Opening
from labels.outcome import Support

_HUMAN = "HUMAN"
_NOBODY = ("nan", "none", "null")
"""How a frame writes that nobody is named."""
_WORDS = {
    **dict.fromkeys(("factual", "faithful", "correct", "relevant", "grounded"), Support.SUPPORTED),
    **dict.fromkeys(
        ("hallucinated", "unfaithful", "incorrect", "unrelated", "irrelevant", "ungrounded"),
        Support.UNSUPPORTED,
    ),
}
_INPUT, _OUTPUT = "attributes.input.value", "attributes.output.value"
_DOCUMENTS = "attributes.retrieval.documents"
_SPAN = ("context.span_id", "span_id")
_NAME = ("annotation_name", "eval_name")
_LABEL = ("result.label", "label")
_SCORE = ("result.score", "score")
_NO_FIELDS = ("attributes.llm", "result.", "label", "score", "explanation", "annot", "eval_name")
"""What an annotation says is no property of its span."""
_WHY = ("result.explanation", "explanation")


def _recognises(opening: Opening) -> bool:
    return (
        opening.has("example_id", "annotations")
        or (opening.any(*_NAME) and opening.any(*_SPAN, _OUTPUT))
        or (opening.has("annotator_kind") and opening.any(*_SPAN, "span_id"))
    )


def read(source: Source, notes: Notes) -> Iterator[Finding]:
    """The findings of an experiment, or of a frame of spans."""
    notes.written_by = "Phoenix"
    if source.opening.has("example_id", "annotations"):
        for record in records.listed(source, not_numbers=True):
            notes.records += 1
            yield from _of_run(record.place, record.values, notes)
        return
    if not source.opening.any(_OUTPUT, _INPUT):
        raise InputError(
            f"{source.name} holds Phoenix annotations alone: they name spans and hold none of "
            f"their texts; join them with the spans (spans.join(annotations) in pandas; looked "
            f"for: {_INPUT}, {_OUTPUT}) and give that."
        )
    people = _people(source)
    for record in records.listed(source, not_numbers=True):
        notes.records += 1
        if _kind(record.values) != _HUMAN:
            held = in_force(people.pop(_key(record.values), []), notes)
            yield _of_span(record.place, record.values, held)
    notes.unused[ALONE] += sum(map(len, people.values()))


def _of_run(place: str, run: Mapping[str, Any], notes: Notes) -> Iterator[Finding]:
    case = _example(place, run)
    annotations = objects(run.get("annotations"))
    people = [one for one in annotations if _kind(one) == _HUMAN]
    judges = [one for one in annotations if _kind(one) != _HUMAN]
    if run.get("error") or not judges:
        notes.unused[ALONE] += len(people)
        yield without_verdict(
            case,
            grades.ERROR if run.get("error") else grades.UNSCORED,
            texts.text(run.get("error")),
        )
        return
    for one, held in beside(judges, people, _name, _stated, notes):
        yield Finding(
            case=case,
            metric=_name(one),
            by_model=_kind(one) == "LLM",
            grade=_grade(one),
            reason=texts.text(one.get("explanation") or one.get("error")),
            people=held.people,
            contradiction=held.contradiction,
        )


def _name(annotation: Mapping[str, Any]) -> str:
    return texts.text(annotation.get("name"))


def _of_span(place: str, row: Mapping[str, Any], held: InForce) -> Finding:
    return Finding(
        case=_span(place, row),
        metric=texts.text(names.first(row, _NAME)) or "annotation",
        by_model=_kind(row) in ("LLM", ""),
        grade=_grade(row),
        reason=texts.text(_any(row, _WHY)),
        people=held.people,
        contradiction=held.contradiction,
    )


def _people(source: Source) -> dict[tuple[str, str], list[Stated]]:
    """What people said of each span, by its id and the name of the annotation."""
    found: dict[tuple[str, str], list[Stated]] = {}
    for record in records.listed(source, not_numbers=True):
        if _kind(record.values) == _HUMAN:
            found.setdefault(_key(record.values), []).append(_stated(record.values))
    return found


def _key(row: Mapping[str, Any]) -> tuple[str, str]:
    return texts.text(_any(row, _SPAN)), texts.text(_any(row, _NAME))


def _any(row: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((row[key] for key in keys if row.get(key) not in (None, "")), None)


def _kind(annotation: Mapping[str, Any]) -> str:
    return texts.text(annotation.get("annotator_kind")).upper()


def _stated(annotation: Mapping[str, Any]) -> Stated:
    named = _any(annotation, ("user_id", "identifier"))
    rating = Rating(
        grade=_grade(annotation),
        annotator="" if texts.text(named).casefold() in _NOBODY else texts.text(named),
        note=texts.text(_any(annotation, _WHY)),
    )
    times = ("updated_at", "created_at", "end_time", "start_time")
    # In a row of a frame the times of beginning and end are the span's.
    own = times if names.first(annotation, _NAME) is None else times[:2]
    return Stated(rating=rating, at=time(*(annotation.get(name) for name in own)))


def _grade(annotation: Mapping[str, Any]) -> Grade:
    if annotation.get("error"):
        return grades.missing(grades.ERROR)
    label, score = _any(annotation, _LABEL), _any(annotation, _SCORE)
    if isinstance(label, str) and label.strip().casefold() not in ("nan", "none"):
        word = label.strip().casefold()
        return grades.beside(grades.of(word if word in _WORDS else label, _WORDS), _read(score))
    if isinstance(score, str):
        try:
            score = float(score)
        except ValueError:
            return grades.of(score)
    return grades.of(score)


def _read(score: Any) -> Any:
    """A score as a number, where a table has it as text."""
    try:
        return float(score)
    except (TypeError, ValueError):
        return None


def _example(place: str, run: Mapping[str, Any]) -> Case:
    inputs = texts.unpacked(run.get("input"))
    outputs = texts.unpacked(run.get("output"))
    both = {
        key: value
        for part in (inputs, outputs)
        if isinstance(part, dict)
        for key, value in part.items()
    }
    claim = names.first(both, names.CLAIM)
    expected = texts.unpacked(run.get("reference_output"))
    return Case(
        place=place,
        id=texts.text(run.get("example_id")),
        question=texts.asked(inputs),
        answer=texts.answered(outputs),
        claim=None if claim is None else texts.text(claim),
        passage=texts.joined(texts.passages(names.first(both, names.PASSAGE))),
        cited=names.cited(both),
        reference=texts.text(expected, names.ANSWER),
        fields=both,
    )


def _span(place: str, row: Mapping[str, Any]) -> Case:
    inputs = texts.unpacked(row.get(_INPUT))
    held = row.get(_DOCUMENTS) or (
        names.first(inputs, names.PASSAGE) if isinstance(inputs, dict) else None
    )
    documents = texts.unpacked(texts.listed(held) if isinstance(held, str) else held)
    return Case(
        place=place,
        id=texts.text(_any(row, _SPAN)),
        question=texts.asked(inputs),
        answer=texts.answered(row.get(_OUTPUT)),
        passage=texts.joined(texts.passages(_contents(documents))),
        fields={key: value for key, value in row.items() if not key.startswith(_NO_FIELDS)},
    )


def _contents(documents: Any) -> Any:
    """Documents as Phoenix writes them, their text under `document.content`."""
    if not isinstance(documents, list):
        return documents
    return [one.get("document.content", one) if isinstance(one, dict) else one for one in documents]


FORMAT = Format(
    name="phoenix",
    title="Phoenix annotations",
    looked_for="example_id and annotations, or annotation_name beside a span's texts",
    kinds=(Kind.JSON, Kind.JSON_LINES, Kind.CSV),
    recognises=_recognises,
    read=read,
    gives="an experiment as JSON, or spans joined with their annotations",
)
