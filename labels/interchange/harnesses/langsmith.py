"""LangSmith: runs with their feedback, and the frame of an experiment.

Read are runs as the SDK's `list_runs` and `list_feedback` give them, written as JSON or JSON Lines
(`langsmith/schemas.py` of langsmith 0.1 to 0.6, feedback under `feedback`, or counted under
`feedback_stats`), and `evaluate(...).to_pandas()` as CSV or JSON, with columns `inputs.*`,
`outputs.*`, `reference.*`, `feedback.*`.

- `feedback_source.type` says whose it is: `model` a model's, `app` a person's in the web page,
  `api` whoever sent it. A person's feedback is the label of a judge's under the same key.
- `score` holds numbers, `value` words; where both are there the word is what was said.
- `feedback_stats` has averages, and of words (`values`) how often each was said: only one score or
  word, or several that agree, are a verdict.
- A run with an `error` has no answer and no verdict.
"""

from collections.abc import Iterator, Mapping
from typing import Any

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
from labels.interchange.harnesses.people import ALONE, Stated, beside, time
from labels.interchange.harnesses.records import an_object, objects
from labels.interchange.opening import Kind, Opening

_FEEDBACK = "feedback."
_PERSON = "app"
_DIFFER = "feedback that differs"


def _recognises(opening: Opening) -> bool:
    if any(name.startswith(_FEEDBACK) for name in opening.names) and any(
        name.startswith("outputs.") for name in opening.names
    ):
        return True
    return opening.has("inputs", "outputs") and opening.any(
        "feedback", "feedback_stats", "run_type", "feedback[].key"
    )


def read(source: Source, notes: Notes) -> Iterator[Finding]:
    """The findings of runs, or of a frame."""
    notes.written_by = "LangSmith"
    for record in records.listed(source, keys=("runs",), not_numbers=True):
        notes.records += 1
        row = record.values
        is_frame = any(name.startswith(_FEEDBACK) for name in row)
        yield from (_of_frame if is_frame else _of_run)(record.place, row, notes)


def _of_frame(place: str, row: Mapping[str, Any], notes: Notes) -> Iterator[Finding]:  # noqa: ARG001
    case = _case(
        place,
        identity=texts.text(row.get("example_id")),
        inputs=_under(row, "inputs."),
        outputs=_under(row, "outputs."),
        expected=_under(row, "reference."),
        about={},
    )
    error = texts.text(row.get("error"))
    for key, value in _under(row, _FEEDBACK).items():
        grade = grades.of(_cell(value))
        if error.strip() and error.strip().casefold() not in ("nan", "none"):
            grade = grades.missing(grades.ERROR, grade.raw)
        yield Finding(case=case, metric=key, by_model=True, grade=grade, reason=error)


def _of_run(place: str, run: Mapping[str, Any], notes: Notes) -> Iterator[Finding]:
    outputs = an_object(run.get("outputs"))
    case = _case(
        place,
        identity=texts.text(run.get("reference_example_id") or run.get("id")),
        inputs=an_object(run.get("inputs")),
        outputs=outputs,
        expected=an_object(run.get("reference_outputs")),
        about={"name": run.get("name"), **an_object(an_object(run.get("extra")).get("metadata"))},
        retrieved=_retrieved(run),
    )
    feedback = objects(run.get("feedback"))
    people = [one for one in feedback if _source(one) == _PERSON]
    judges = [one for one in feedback if _source(one) != _PERSON]
    stats = {} if feedback else an_object(run.get("feedback_stats"))
    if run.get("error") or not (judges or stats):
        why = grades.ERROR if run.get("error") else grades.UNSCORED
        notes.unused[ALONE] += len(people)
        yield without_verdict(case, why, texts.text(run.get("error")))
        return
    for one, held in beside(judges, people, _key, _stated, notes):
        key = _key(one)
        yield Finding(
            case=case,
            metric=key,
            by_model=_source(one) != "api",
            grade=grades.beside(grades.of(_value(one)), one.get("score")),
            reason=texts.text(one.get("comment")),
            people=held.people,
            contradiction=held.contradiction,
        )
    for key, counted in stats.items():
        yield Finding(case=case, metric=key, by_model=True, grade=_counted(an_object(counted)))


def _key(feedback: Mapping[str, Any]) -> str:
    return texts.text(feedback.get("key"))


def _value(feedback: Mapping[str, Any]) -> Any:
    word = feedback.get("value")
    return word if isinstance(word, str) and word.strip() else feedback.get("score")


def _source(feedback: Mapping[str, Any]) -> str:
    return texts.text(an_object(feedback.get("feedback_source")).get("type"))


def _stated(feedback: Mapping[str, Any]) -> Stated:
    held = an_object(feedback.get("feedback_source"))
    rating = Rating(
        grade=grades.of(_value(feedback)),
        annotator=texts.text(held.get("user_name") or held.get("user_id")),
        note=texts.text(feedback.get("comment")),
    )
    at = time(*(feedback.get(name) for name in ("modified_at", "created_at")))
    return Stated(rating=rating, at=at)


def _counted(counted: Mapping[str, Any]) -> Grade:
    """What all feedback under a key says, where it says one thing: scores of 0 and 1 that agree
    have 0 or 1 for an average, words that agree are one word with a count."""
    average, said = counted.get("avg"), counted.get("values")
    words = [word for word, times in an_object(said).items() if times]
    if average is None and words:
        return grades.of(words[0]) if len(words) == 1 else grades.missing(_DIFFER, words[0])
    if counted.get("n") == 1 or average in (0, 1):
        return grades.of(average)
    return grades.missing(_DIFFER if average is not None else grades.UNSCORED, texts.text(average))


def _cell(value: Any) -> Any:
    """A cell of a CSV as a number, where it is one."""
    if not isinstance(value, str):
        return value
    word = value.strip()
    if word.casefold() in ("", "nan", "none"):
        return None
    if word in ("True", "False"):
        return word == "True"
    try:
        return float(word)
    except ValueError:
        return word


def _under(row: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    return {
        name.removeprefix(prefix): value for name, value in row.items() if name.startswith(prefix)
    }


def _case(
    place: str,
    *,
    identity: str,
    inputs: Mapping[str, Any],
    outputs: Mapping[str, Any],
    expected: Mapping[str, Any],
    about: Mapping[str, Any],
    retrieved: list[str] | None = None,
) -> Case:
    both = {**inputs, **outputs}
    held = names.first(both, names.PASSAGE)
    passages = (retrieved or []) if held is None else texts.passages(texts.unpacked(held))
    claim = names.first(inputs, names.CLAIM)
    answer = names.first(outputs, names.ANSWER)
    reference = names.first(expected, (*names.REFERENCE, *names.ANSWER))
    return Case(
        place=place,
        id=identity,
        question=texts.asked(names.first(inputs, names.QUESTION) or inputs) if inputs else "",
        answer=texts.answered(outputs if answer is None else answer) if outputs else "",
        claim=None if claim is None else texts.text(claim),
        passage=texts.joined(passages),
        cited=names.cited(both),
        reference=texts.text(expected if reference is None and expected else reference),
        fields={key: value for key, value in {**about, **both}.items() if value is not None},
    )


def _retrieved(run: Mapping[str, Any]) -> list[str]:
    found: list[str] = []
    for child in objects(run.get("child_runs")):
        if child.get("run_type") == "retriever":
            found += texts.passages(an_object(child.get("outputs")).get("documents"))
        found += _retrieved(child)
    return found


FORMAT = Format(
    name="langsmith",
    title="LangSmith runs",
    looked_for="inputs, outputs and feedback, or columns outputs.* and feedback.*",
    kinds=(Kind.JSON, Kind.JSON_LINES, Kind.CSV),
    recognises=_recognises,
    read=read,
    gives="runs with their feedback, or evaluate(...).to_pandas()",
)
