"""promptfoo: the results that `promptfoo eval -o FILE` writes as JSON, JSON Lines or YAML.

Read are files of versions 2 to 4 (promptfoo 0.60 to 0.123; `src/types/index.ts` and
`src/types/results.ts` of promptfoo/promptfoo). A row is a test under a prompt and a provider; its
verdicts are those of its assertions, each a metric: the name its author gave it, else its type,
with a number where a row has it twice.

- `error` is filled for a row that failed as well as for one that broke: only `failureReason` 2, or
  a row without a grading result, is an error, which is no verdict. A grader that gave no JSON is
  written as a failure; it is known by `metadata.graderError`, or by its words where that is absent.
- A human rating is an assertion of type `human` among the others; the row's `success` and `score`
  are then the person's. It is a label, and the judge's own assertion stays the verdict.
- `--repeat` runs a test again as a test of its own number: rows with the same variables and the
  same answer are one item that was judged again.
- `pass` is the verdict, and not `score`: the threshold is the assertion's own.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from corpus.hashes import content_hash
from labels.interchange.harnesses import grades, names, records, texts
from labels.interchange.harnesses.finding import (
    EVERY_METRIC,
    Case,
    Finding,
    Format,
    Notes,
    Rating,
    Source,
)
from labels.interchange.harnesses.grades import Grade
from labels.interchange.harnesses.records import an_object, as_record, objects
from labels.interchange.json_stream import Path
from labels.interchange.opening import Kind, Opening

HUMAN = "human"
_ERROR = 2
"""`ResultFailureReason.ERROR`."""
_BY_MODEL = re.compile(
    r"rubric|g-eval|model-graded|factuality|context-|answer-relevance|closedqa|conversation-|"
    r"\bpi\b|classifier|moderation|search-|select-best|trajectory",
)
_NOT_GRADED = (
    "Could not extract JSON from",
    "llm-rubric produced malformed response",
    "No output",
    "API error",
    "API call error",
)


def _recognises(opening: Opening) -> bool:
    return _is_rows(opening) or (
        opening.has("evalId", "results")
        or (opening.has("results", "config") and opening.any("results.results", "results.stats"))
        # The head of a long file does not reach what comes behind its results.
        or opening.has("results.results[].gradingResult")
    )


def _is_rows(opening: Opening) -> bool:
    """JSON Lines, of which a single line is a document too."""
    return opening.has("testCase") and opening.any("gradingResult", "failureReason")


def read(source: Source, notes: Notes) -> Iterator[Finding]:
    """The findings of a file."""
    notes.written_by = notes.written_by or "promptfoo"
    number = 0
    for node in records.values(source, _entered(source)):
        if node.path == ("metadata",):
            version = an_object(node.value).get("promptfooVersion")
            notes.written_by = f"promptfoo {version}" if version else notes.written_by
        is_row = node.path[:2] == ("results", "results") if node.path else True
        if is_row:
            number += 1
            record = as_record(source, node, number)
            yield from _findings(record.place, record.values, notes)


def _entered(source: Source) -> Any:
    if _is_rows(source.opening):
        return lambda _: False

    def enter(path: Path) -> bool:
        return path in ((), ("results",), ("results", "results"))

    return enter


def _findings(place: str, row: Mapping[str, Any], notes: Notes) -> Iterator[Finding]:
    notes.records += 1
    case = _case(place, row)
    grading = an_object(row.get("gradingResult"))
    components = objects(grading.get("componentResults"))
    people = _people(components, grading)
    found = _flat([one for one in components if _type(one) != HUMAN])
    broke = row.get("failureReason") == _ERROR or not grading
    # Where a person rated, the row's own pass is the person's.
    if broke or (people and not found):
        yield Finding(
            case=case,
            metric=EVERY_METRIC,
            by_model=False,
            grade=grades.missing(grades.ERROR if broke else grades.UNSCORED),
            reason=texts.text(row.get("error")),
            people=people,
        )
        return
    named: Counter[str] = Counter()
    for component in found or [grading]:
        metric = _metric(component)
        named[metric] += 1
        yield Finding(
            case=case,
            # Two rubrics without a name of their own are two questions, not one asked twice.
            metric=metric if named[metric] == 1 else f"{metric} {named[metric]}",
            by_model=_BY_MODEL.search(_type(component)) is not None,
            grade=_grade(component),
            model=_model(component, row),
            reason=texts.text(component.get("reason")),
            people=people,
        )


def _case(place: str, row: Mapping[str, Any]) -> Case:
    test = an_object(row.get("testCase"))
    variables = an_object(row.get("vars")) or an_object(test.get("vars"))
    description = texts.text(test.get("description")) or texts.text(row.get("description"))
    metadata = an_object(test.get("metadata")) or an_object(row.get("metadata"))
    answer = texts.text(an_object(row.get("response")).get("output"))
    about = {key: value for key, value in metadata.items() if not key.startswith("_")} | {
        "description": description
    }
    return case_of(
        place=place,
        variables=variables,
        about={key: value for key, value in about.items() if value != ""},
        answer=answer,
        prompt=texts.text(an_object(row.get("prompt")).get("raw")),
        config=_configuration(row),
    )


def case_of(
    *,
    place: str,
    variables: Mapping[str, Any],
    about: Mapping[str, Any],
    answer: str,
    prompt: str,
    config: str,
) -> Case:
    """A case by its test's variables, which have whatever names their author gave them."""
    claim = names.first(variables, names.CLAIM)
    held = texts.passages(texts.unpacked(names.first(variables, names.PASSAGE)))
    case_id = names.first(variables, names.CASE)
    return Case(
        place=place,
        # A test's number is its place in one file, and another one for each repeat.
        id=texts.text(case_id) or f"test-{content_hash(dict(variables))[:8]}",
        question=texts.text(names.first(variables, names.QUESTION)) or prompt,
        answer=answer,
        claim=None if claim is None else texts.text(claim),
        passage=texts.joined(held),
        cited=names.cited(variables),
        reference=texts.text(names.first(variables, names.REFERENCE)),
        config=config,
        fields={**about, **variables, "output": answer},
    )


def _configuration(row: Mapping[str, Any]) -> str:
    """Provider and prompt: what tells two answers to the same test from each other."""
    provider = row.get("provider")
    named = (
        provider
        if isinstance(provider, str)
        else texts.text(an_object(provider).get("label") or an_object(provider).get("id"))
    )
    index = row.get("promptIdx")
    return f"{named}, prompt {index + 1}" if isinstance(index, int) and index else named


def _type(component: Mapping[str, Any]) -> str:
    return texts.text(an_object(component.get("assertion")).get("type"))


def _metric(component: Mapping[str, Any]) -> str:
    assertion = an_object(component.get("assertion"))
    return texts.text(assertion.get("metric")) or _type(component) or "pass"


def _grade(component: Mapping[str, Any]) -> Grade:
    metadata = an_object(component.get("metadata"))
    reason = texts.text(component.get("reason"))
    value = component.get("pass")
    if metadata.get("graderError") or (value is False and reason.startswith(_NOT_GRADED)):
        return grades.missing(grades.ERROR, "fail")
    if not isinstance(value, bool):
        return grades.missing(grades.UNSCORED)
    return grades.passed(value, "pass" if value else "fail")


def _flat(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The assertions, those within sets of assertions in the place of the set."""
    found = []
    for component in components:
        inner = objects(component.get("componentResults"))
        found += inner if inner and not component.get("assertion") else [component]
    return found


def _model(component: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """Who graded: the assertion's provider, else the test's; a rule has none."""
    if _BY_MODEL.search(_type(component)) is None:
        return ""
    options = an_object(an_object(row.get("testCase")).get("options"))
    for held in (an_object(component.get("assertion")), options):
        provider = held.get("provider")
        if isinstance(provider, str):
            return provider
        if isinstance(provider, dict) and isinstance(provider.get("id"), str):
            return str(provider["id"])
    return ""


def _people(components: list[dict[str, Any]], grading: Mapping[str, Any]) -> tuple[Rating, ...]:
    """The rating of the row, of which promptfoo keeps one, with the comment beside it."""
    rated = [one for one in components if _type(one) == HUMAN]
    if not rated or not isinstance(rated[-1].get("pass"), bool):
        return ()
    value = grades.passed(rated[-1]["pass"], "human")
    note = texts.text(grading.get("comment"))
    return (Rating(grade=value, annotator="promptfoo rating", note=note),)


FORMAT = Format(
    name="promptfoo",
    title="promptfoo results",
    looked_for="evalId and results, or gradingResult and testCase on each line",
    kinds=(Kind.JSON, Kind.JSON_LINES, Kind.YAML),
    recognises=_recognises,
    read=read,
    gives="the output of: promptfoo eval -o results.json, with at least one assertion",
)
