"""ALCE: sentences with their citations, judged by an entailment model and by people.

Read is `human_eval_citations_completed.json` (`human_eval/` of princeton-nlp/ALCE, 2023): by data
set, by model, by question, with `sentences`, in each `text` and `citations` (`title`, `text`).

- The automatic verdict on a citation is `automatic_citation_precision_scores[sentence][citation]`:
  1 or 2 is support, as `human_eval/analyze.py` has it, and 0 is none.
- A person's `citation_precision_score` has three levels: 2 full, 1 partial, 0 no support.
- Both count as 0 where the sentence has no recall (`automatic_recall_scores`, and the person's
  `sentence_recall_score`), as the same file computes them.
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
    Rating,
    Source,
)
from labels.interchange.harnesses.grades import Grade
from labels.interchange.harnesses.records import objects
from labels.interchange.opening import Kind, Opening
from labels.outcome import Support

_OVERALL = "overall_results"
_METRIC = "citation_precision"
_PEOPLE = {0: Support.UNSUPPORTED, 1: Support.PARTIAL, 2: Support.SUPPORTED}
_AUTOMATIC = {0: False, 1: True, 2: True}
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
                people=_people(citation.get("citation_precision_score"), sentence),
            )


def _grade(score: Any, recall: Any) -> Grade:
    if not _is_number(score) or score not in _AUTOMATIC:
        return grades.of(score)
    return grades.passed(_AUTOMATIC[score] and recall != 0, f"{score:g}")


def _people(score: Any, sentence: Mapping[str, Any]) -> tuple[Rating, ...]:
    if not _is_number(score) or score not in _PEOPLE:
        return ()
    no_recall = _is_number(recall := sentence.get("sentence_recall_score")) and recall == 0
    support = Support.UNSUPPORTED if no_recall else _PEOPLE[int(score)]
    return (Rating(grade=Grade(support, f"{score:g}"), annotator=_ANNOTATOR),)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


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
