"""ALCE: sentences with their citations, judged by an entailment model and by people.

Read is `human_eval_citations_completed.json` (`human_eval/` of princeton-nlp/ALCE, 2023): by data
set, by model, by question, with `sentences`, in each `text` and `citations` (`title`, `text`).

- The automatic verdict on a citation is `automatic_citation_precision_scores[sentence][citation]`,
  and counts as 0 where the sentence's `automatic_recall_scores` is 0 (`human_eval/analyze.py`).
- A person's `citation_precision_score` has three levels: 2 full, 1 partial, 0 no support.
- `overall_results` stands among the questions and is none.
- Lists of different lengths cannot be put side by side: such a record is left out, and counted.
- The output of `run.py` (`data`, with `docs` and `output`) and of `eval.py` has no verdict of any
  citation, only averages over the file.
"""

from collections.abc import Iterator, Mapping
from typing import Any

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

_OVERALL = "overall_results"
_METRIC = "citation_precision"
_PEOPLE = {0: Support.UNSUPPORTED, 1: Support.PARTIAL, 2: Support.SUPPORTED}
_ANNOTATOR = "ALCE annotators"


def _recognises(opening: Opening) -> bool:
    is_run = opening.has("data", "data[].docs", "data[].output") and opening.any("args")
    return is_run or any(
        name.endswith(
            (
                "].citation_precision_score",
                ".automatic_citation_precision_scores",
                ".automatic_recall_scores",
            )
        )
        for name in opening.names
    )


def read(source: Source, notes: Notes) -> Iterator[Finding]:
    """The findings of a file."""
    notes.written_by = "ALCE"
    if source.opening.has("data", "args"):
        for record in records.listed(source, keys=("data",)):
            notes.records += 1
            yield _without_verdict(record.place, record.values)
        return
    for node in records.values(source, lambda path: len(path) < 3):
        if len(node.path) != 3 or node.path[2] == _OVERALL or not isinstance(node.value, dict):
            continue
        notes.records += 1
        data_set, model, question = (str(step) for step in node.path)
        yield from _findings(question, f"{data_set}, {model}", node.value, notes)


def _without_verdict(place: str, row: Mapping[str, Any]) -> Finding:
    return Finding(
        case=Case(place=place, question=texts.text(row.get("question"))),
        metric=EVERY_METRIC,
        by_model=True,
        grade=grades.missing(grades.UNSCORED),
    )


def _findings(
    identity: str, config: str, row: Mapping[str, Any], notes: Notes
) -> Iterator[Finding]:
    sentences = objects(row.get("sentences"))
    scores = row.get("automatic_citation_precision_scores")
    recalls = row.get("automatic_recall_scores")
    whole = isinstance(scores, list) and isinstance(recalls, list)
    if not (whole and len(sentences) == len(scores or []) == len(recalls or [])):
        notes.broken["records whose automatic scores are not one a sentence"] += 1
        yield _without_verdict(f"question {identity[:60]}", row)
        return
    for number, sentence in enumerate(sentences):
        citations = objects(sentence.get("citations"))
        said = scores[number] if isinstance(scores, list) else None
        if not isinstance(said, list) or len(said) != len(citations):
            notes.broken["sentences whose automatic scores are not one a citation"] += 1
            continue
        recall = recalls[number] if isinstance(recalls, list) else None
        for place, (citation, score) in enumerate(zip(citations, said, strict=True), start=1):
            yield Finding(
                case=_case(identity, config, row, sentence, citation, (number + 1, place)),
                metric=_METRIC,
                by_model=True,
                grade=_grade(score, recall),
                human=_said(citation.get("citation_precision_score")),
                annotator=_ANNOTATOR,
            )


def _grade(score: Any, recall: Any) -> Grade:
    if recall == 0 and isinstance(score, int | float):
        return grades.of(0)
    return grades.of(score)


def _said(score: Any) -> Grade | None:
    is_level = isinstance(score, int | float) and not isinstance(score, bool) and score in _PEOPLE
    return Grade(_PEOPLE[int(score)], str(score)) if is_level else None


def _case(
    identity: str,
    config: str,
    row: Mapping[str, Any],
    sentence: Mapping[str, Any],
    citation: Mapping[str, Any],
    at: tuple[int, int],
) -> Case:
    title = texts.text(citation.get("title"))
    number, place = at
    return Case(
        place=f"question {identity[:60]}, sentence {number}, citation {place}",
        id=identity,
        question=texts.text(row.get("question")),
        answer=texts.text(row.get("output")),
        claim=texts.text(sentence.get("text") or sentence.get("sentence")),
        passage="\n".join(filter(None, (title, texts.text(citation.get("text"))))),
        cited=title[:100],
        part=f"sentence-{number}-{place}",
        config=config,
        fields={"data set": config.partition(",")[0]},
    )


FORMAT = Format(
    name="alce",
    title="an ALCE file",
    looked_for="sentences with citations and automatic_citation_precision_scores",
    kinds=(Kind.JSON,),
    recognises=_recognises,
    read=read,
    gives="human_eval_citations_completed.json, or the entailment verdicts as rows",
)
