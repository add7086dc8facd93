"""Inspect: the logs of inspect_ai, `.json` and `.eval`, without that package.

Read are logs of format 2, from inspect_ai 0.3.41 (2024) to 0.3.285 (2026) (`src/inspect_ai/log/
_log.py`, `scorer/_metric.py` of UKGovernmentBEIS/inspect_ai). An `.eval` is a zip with one member a
sample, compressed with deflate or, since 2025, Zstandard. A sample has a score of each scorer.

- Grades are letters: C is supported, P partial, I unsupported. N means that there was no answer to
  grade; Inspect's accuracy counts it as wrong, here there is no verdict.
- A score that is NaN is not scored. NaN is no JSON, and is taken here because Inspect writes it.
- A score that was edited has its history: the first entry without provenance is the scorer's own,
  those with provenance are people's, with name and reason: a person holds what the score was after
  the last edit of theirs. Where the history begins with an
  edit that the score repeats, nobody knows what the scorer had said: the verdict is missing.
- A sample is run again for each epoch: the same claim against the same text, judged again.
- Long texts stand apart, under `attachments`, and are put back.
- A sample that broke (`error`), or that no scorer saw, has no verdict.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from corpus.errors import InputError
from corpus.files import decode_utf8
from labels.interchange import bounded, json_values, zip_members
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
from labels.interchange.harnesses.people import EARLIER
from labels.interchange.harnesses.records import an_object, objects
from labels.interchange.opening import Kind, Opening
from labels.outcome import Support

_GRADES = {"C": Support.SUPPORTED, "P": Support.PARTIAL, "I": Support.UNSUPPORTED}
_NO_ANSWER = "N"
_UNCHANGED = "UNCHANGED"
_ATTACHMENT = "attachment://"
_OVERWRITTEN = "overwritten by an edit"


def _recognises(opening: Opening) -> bool:
    if opening.kind is Kind.ZIP:
        return any(name in opening.names for name in ("_journal/start.json", "header.json"))
    return opening.has("eval", "version") and opening.any("eval.task", "eval.run_id")


def read(source: Source, notes: Notes) -> Iterator[Finding]:
    """The findings of a log."""
    notes.written_by = "Inspect"
    judges: dict[str, str] = {}
    for sample in _samples(source, notes, judges):
        notes.records += 1
        yield from _findings(sample, judges, notes)


def _samples(source: Source, notes: Notes, judges: dict[str, str]) -> Iterator[dict[str, Any]]:
    if source.opening.kind is Kind.ZIP:
        yield from _packed(source, notes, judges)
        return
    number = 0
    for node in records.values(source, lambda path: path in ((), ("samples",)), not_numbers=True):
        if node.path[:1] == ("samples",) and len(node.path) == 2:
            number += 1
            yield records.as_record(source, node, number).values
        else:
            _header({str(node.path[0]): node.value} if node.path else {}, notes, judges)


def _packed(source: Source, notes: Notes, judges: dict[str, str]) -> Iterator[dict[str, Any]]:
    with zip_members.opened(source.path) as members:
        present = members.names()
        header = "header.json" if "header.json" in present else "_journal/start.json"
        if header != "header.json":
            notes.broken["the log was never finished: the run was broken off"] += 1
        _header(_member(members, header, source), notes, judges)
        # The order in which samples ended is that of chance.
        for name in sorted(present):
            if name.startswith("samples/") and name.endswith(".json"):
                source.heard(members.packed_size(name))
                yield _member(members, name, source)


def _member(members: zip_members.Members, name: str, source: Source) -> dict[str, Any]:
    where = f"{source.name}, member {name[:80]!r}"
    text = decode_utf8(members.read(name), where)
    bounded.refuse_many(text, 0, where, 1)
    found = json_values.raw(
        json_values.decoder(not_numbers=True),
        text,
        len(text) - len(text.lstrip()),
        where,
        lambda: 1,
    )
    if isinstance(found, json.JSONDecodeError):
        raise json_values.not_json(where, found.lineno, found.colno, found.msg) from found
    json_values.refuse_halves(found.value, text, 0, found.end, where, 1)
    if not isinstance(found.value, dict):
        raise InputError(f"{where} holds no object; write the log again.")
    return found.value


def _header(header: Mapping[str, Any], notes: Notes, judges: dict[str, str]) -> None:
    """What the head of a log says: version, whether the run was finished, who graded."""
    packages = an_object(an_object(header.get("eval")).get("packages"))
    if version := packages.get("inspect_ai"):
        notes.written_by = f"Inspect {version}"
    status = header.get("status")
    if status in ("error", "cancelled", "started"):
        notes.broken[f"the run has the status {status!r}: some samples may be absent"] += 1
    for score in objects(an_object(header.get("results")).get("scores")):
        model = an_object(score.get("params")).get("model")
        named = an_object(model).get("model") if isinstance(model, dict) else model
        if isinstance(named, str):
            judges[texts.text(score.get("name"))] = named


def _findings(
    sample: Mapping[str, Any], judges: Mapping[str, str], notes: Notes
) -> Iterator[Finding]:
    case = _case(sample)
    scores = sample.get("scores")
    if not isinstance(scores, dict) and isinstance(sample.get("score"), dict):
        scores = {"score": sample["score"]}  # before 2024
    if not isinstance(scores, dict) or not scores:
        error = an_object(sample.get("error"))
        why = grades.ERROR if error else grades.UNSCORED
        yield without_verdict(case, why, texts.text(error.get("message")))
        return
    for name, score in scores.items():
        held = an_object(score)
        value = held.get("value")
        by_model = "model_graded" in name or "grading" in an_object(held.get("metadata"))
        parts = (
            {f"{name}/{key}": part for key, part in value.items()}
            if isinstance(value, dict)
            else {name: value}
        )
        if isinstance(value, list):
            notes.unused["scores that are lists"] += 1
            continue
        for metric, part in parts.items():
            grade, people = _edited(held, part, notes, is_whole=metric == name)
            yield Finding(
                case=case,
                metric=metric,
                by_model=by_model,
                grade=grade,
                model=judges.get(name, ""),
                reason=texts.text(held.get("explanation")),
                people=people,
            )


def _edited(
    score: Mapping[str, Any], value: Any, notes: Notes, *, is_whole: bool
) -> tuple[Grade, tuple[Rating, ...]]:
    """The scorer's own grade; what people made of it, who and why."""
    history = objects(score.get("history"))
    edits = [one for one in history if one.get("provenance")]
    if not edits or not is_whole:
        return _grade(value), ()
    changed = [one for one in edits if one.get("value", _UNCHANGED) != _UNCHANGED]
    own = [one for one in history if not one.get("provenance")]
    if own:
        grade = _grade(own[0].get("value"))
    elif changed and changed[-1].get("value") == value:
        grade = grades.missing(_OVERWRITTEN)
    else:
        grade = _grade(value)
    people: dict[str, Rating] = {}
    standing = own[0].get("value") if own else value
    for one in history:
        stated = one.get("value", _UNCHANGED)
        standing = standing if stated == _UNCHANGED else stated
        if one.get("provenance"):
            provenance = an_object(one.get("provenance"))
            author = texts.text(provenance.get("author")) or "Inspect edit"
            notes.unused[EARLIER] += author in people
            people[author] = Rating(
                grade=_grade(standing),
                annotator=author,
                note=texts.text(provenance.get("reason")),
            )
    return grade, tuple(people.values())


def _grade(value: Any) -> Grade:
    if isinstance(value, str) and value.strip() == _NO_ANSWER:
        return grades.missing(grades.NO_ANSWER, _NO_ANSWER)
    return grades.of(value, _GRADES)


def _case(sample: Mapping[str, Any]) -> Case:
    attachments = an_object(sample.get("attachments"))

    def put_back(value: Any) -> str:
        written = texts.text(value)
        if not written.startswith(_ATTACHMENT):
            return written
        return texts.text(attachments.get(written.removeprefix(_ATTACHMENT))) or written

    metadata = {
        key: put_back(value) if isinstance(value, str) else value
        for key, value in an_object(sample.get("metadata")).items()
    }
    question = put_back(_input(sample.get("input")))
    answer = put_back(_completion(an_object(sample.get("output"))))
    target = texts.text(sample.get("target"))
    claim = names.first(metadata, names.CLAIM)
    passage = texts.joined(texts.passages(names.first(metadata, names.PASSAGE)))
    if passage is None and claim is not None:
        passage = question  # a claim of its own was put to the model together with its source
    identity = texts.text(sample.get("id"))
    return Case(
        place=f"sample {identity[:60]}, epoch {texts.text(sample.get('epoch')) or '1'}",
        id=identity,
        question=question,
        answer=answer,
        claim=None if claim is None else texts.text(claim),
        passage=passage,
        cited=names.cited(metadata),
        reference=target,
        fields={**metadata, "input": question, "target": target, "output": answer},
    )


def _input(value: Any) -> Any:
    """The user's message of several; the text itself where there is only one."""
    messages = [one for one in objects(value) if one.get("role") == "user"]
    return messages[-1:] if messages else value


def _completion(output: Mapping[str, Any]) -> str:
    written = output.get("completion")
    if isinstance(written, str) and written:
        return written
    for choice in objects(output.get("choices"))[:1]:
        return texts.text(an_object(choice.get("message")).get("content"))
    return ""


FORMAT = Format(
    name="inspect",
    title="an Inspect log",
    looked_for="eval, version and samples, or a zip with header.json",
    kinds=(Kind.JSON, Kind.ZIP),
    recognises=_recognises,
    read=read,
    gives="a log with samples (log_samples) and scores",
)
