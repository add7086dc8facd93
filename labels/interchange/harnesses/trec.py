"""TREC RAG 2024, support: what a model said of sentences and citations, and assessors' sheets.

Read are the judge's files, JSON Lines with `support_eval` beside `references` and `segments` (the
track's `support_evaluation_gpt4o.py`: FS, PS, NS, or null where the answer was none of them), and
workbooks or tables of assessors with a sentence, a passage, and marks or a word in columns (the
shape of the assessors' sheets; the track's own were never published).

- Only the first citations of a sentence were judged (three, by default): `eval_scores` belongs to
  the front of `citations`, and what lies behind has no verdict and is counted.
- A citation is a place in `references`; one that points beyond it is broken.
- Marks are typed in whatever way (see `labels.interchange.marks`). A sheet with a column of a
  model's words gives verdicts and labels; one without gives labels for a sample that was drawn:
  `crosssource import SHEET --sample NAME`.
- Numbers for levels (2, 1, 0) are taken only where a column has a 2: else 1 could be full support.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

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
from labels.interchange.harnesses.records import an_object, objects
from labels.interchange.marks import LABEL
from labels.interchange.opening import SHEETS, Kind, Opening
from labels.outcome import Support

_EVAL = "support_eval"
_WORDS = {"FS": Support.SUPPORTED, "PS": Support.PARTIAL, "NS": Support.UNSUPPORTED}
_LEVELS = {"2": Support.SUPPORTED, "1": Support.PARTIAL, "0": Support.UNSUPPORTED}
_RESPONSES = "_responses"
_METRIC = "support"
ASSESSORS = "TREC assessors"
"""Whose labels they are where a sheet does not say."""
_SENTENCE = ("claim", "sentence", "statement", "answer_sentence", "answer_text")
_PASSAGE = ("passage", "citation_text", "segment", "cited_passage", "document_text", "citation")
_CITED = ("docid", "doc_id", "citation_id", "segment_id", "passage_id", "citation")
_TOPIC_ID = ("case_id", "topic_id", "qid", "query_id")
_TOPIC = ("topic",)
"""What was asked where the topic has an id beside it, or is a text; else its id."""
_ASSESSOR = ("annotator", "assessor", "nist_assessor")
_QUESTION = ("question", "query", "narrative", "topic_title")
_JUDGE = re.compile(r"gpt|llm|judge|model|automatic|claude|gemini|llama", re.IGNORECASE)
_BEHIND = "citations behind those that were judged"
_NOT_JUDGED = "citations of sentences that nobody judged"


def _recognises(opening: Opening) -> bool:
    if opening.kind in SHEETS:
        plain = {names.plain(name) for name in opening.names}
        has_labels = LABEL in opening.names and "item_id" not in plain  # labels of our own have one
        return has_labels and not plain.isdisjoint(_SENTENCE)
    return opening.has(_EVAL) and opening.any("references", "segments")


def read(source: Source, notes: Notes) -> Iterator[Finding]:
    """The findings of a judge's file, or of a sheet with a judge's column."""
    notes.written_by = "TREC RAG"
    if source.opening.kind in SHEETS:
        yield from _of_sheet(source, notes)
        return
    for record in records.listed(source):
        notes.records += 1
        for number, entry in enumerate(objects(record.values.get(_EVAL)), start=1):
            yield from _of_sentence(record.place, record.values, entry, number, notes)


def _of_sentence(
    place: str, row: Mapping[str, Any], entry: Mapping[str, Any], number: int, notes: Notes
) -> Iterator[Finding]:
    references, segments = row.get("references"), an_object(row.get("segments"))
    listed = references if isinstance(references, list) else []
    cited = entry.get("citations")
    scores = entry.get("eval_scores")
    judged: list[tuple[Any, Any]] = []
    if isinstance(cited, list):
        judged = list(zip(cited, scores if isinstance(scores, list) else [], strict=False))
        notes.unused[_BEHIND if judged else _NOT_JUDGED] += len(cited) - len(judged)
    model = next((key for key in entry if key.endswith(_RESPONSES)), "").removesuffix(_RESPONSES)
    for index, score in judged:
        if not isinstance(index, int) or not 0 <= index < len(listed):
            notes.broken["citations that point beyond the references"] += 1
            continue
        document = texts.text(listed[index])
        yield Finding(
            case=Case(
                place=f"{place}, sentence {number}",
                **_asked(row),
                answer=" ".join(texts.text(one.get("text")) for one in objects(row.get("answer"))),
                claim=texts.text(entry.get("answer")),
                passage=texts.text(segments.get(document)),
                cited=document,
                part=f"sentence-{number}",
                config=texts.text(row.get("run_id")),
                fields={"run_id": row.get("run_id")},
            ),
            metric=_METRIC,
            by_model=True,
            model=model,
            grade=_grade(score),
        )


def _grade(score: Any) -> Grade:
    """What a judge said; null where its answer was none of the three."""
    return grades.of(score, _WORDS)


def _of_sheet(source: Source, notes: Notes) -> Iterator[Finding]:
    judge = next(
        (name for name in source.opening.columns if name != LABEL and _JUDGE.search(name)), ""
    )
    numbers = _LEVELS if judge and _has_two(source, judge) else {}
    own = _LEVELS if _has_two(source, LABEL) else {}
    for record in records.listed(source):
        notes.records += 1
        row = record.values
        value = texts.text(row.get(judge)).strip()
        label = texts.text(row.get(LABEL)).strip()
        yield Finding(
            case=_case(record.place, row),
            metric=judge or _METRIC,
            by_model=True,
            grade=grades.of(_upper(value) or None, _WORDS | numbers),
            people=(
                Rating(
                    grade=grades.of(_upper(label) or None, _WORDS | own),
                    annotator=texts.text(names.first(row, _ASSESSOR)) or ASSESSORS,
                ),
            ),
        )


def _upper(word: str) -> str:
    return word.upper() if word.upper() in _WORDS else word


def _has_two(source: Source, column: str) -> bool:
    return any(
        texts.text(record.values.get(column)).strip() == "2" for record in records.listed(source)
    )


def columns(present: Iterable[str]) -> dict[str, str]:
    """Which column of a sheet is which of ours, as far as it has them."""
    known = {names.plain(name): name for name in present}
    found: dict[str, str] = {}
    for ours, theirs in (
        ("claim", _SENTENCE),
        ("passage", _PASSAGE),
        ("citation", _CITED),
        ("case_id", (*_TOPIC_ID, *_TOPIC)),
        ("question", (*_QUESTION, *_TOPIC)),
        ("annotator", _ASSESSOR),
    ):
        free = (known[name] for name in theirs if name in known)
        if name := next((name for name in free if name not in found.values()), ""):
            found[ours] = name
    return found


def words(path: Path, opening: Opening) -> dict[str, str]:
    """What the words of a sheet's labels mean, beside those of our scale."""
    source = Source(path=path, name=str(path), opening=opening)
    meant = _WORDS | (_LEVELS if _has_two(source, LABEL) else {})
    return {word: str(support) for word, support in meant.items()}


def _asked(row: Mapping[str, Any]) -> dict[str, str]:
    """The topic's id, and what was asked."""
    identity, topic = (texts.text(names.first(row, of)) for of in (_TOPIC_ID, _TOPIC))
    question = texts.text(names.first(row, _QUESTION))
    if not question and (identity or len(topic.split()) > 1):
        question = topic
    return {"id": identity or topic, "question": question}


def _case(place: str, row: Mapping[str, Any]) -> Case:
    theirs = columns(row)
    passage = row.get(theirs.get("passage", ""))
    return Case(
        place=place,
        **_asked(row),
        answer=texts.text(names.first(row, names.ANSWER)),
        claim=texts.text(names.first(row, _SENTENCE)),
        passage=None if passage is None else texts.text(passage),
        cited=texts.text(row.get(theirs.get("citation", ""))),
        part=place,
        # What people and judges say is no property of the sentence.
        fields={
            name: value for name, value in row.items() if name != LABEL and not _JUDGE.search(name)
        },
    )


FORMAT = Format(
    name="trec",
    title="TREC support verdicts",
    looked_for="support_eval beside references, or a sheet with a sentence and marks of support",
    kinds=(Kind.JSON, Kind.JSON_LINES, Kind.WORKBOOK, Kind.CSV),
    recognises=_recognises,
    read=read,
    gives="a sheet with a column of the judge's words; labels alone go to a drawn sample with: "
    "crosssource import FILE --sample NAME",
)
