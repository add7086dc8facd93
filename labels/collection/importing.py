"""Golden questions from a file: somebody else's, or a machine's drafts that a person must confirm.

The columns are those of `golden.jsonl`. `supports` may be a list of passage ids as well as of
objects, and in CSV the ids one after the other; a row without `id` is given one. Everything is
taken, or nothing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from corpus.errors import InputError, at_line
from corpus.readers.source import shown
from corpus.storage.library import Library
from labels.collection.anchors import standing
from labels.collection.changes import MACHINE
from labels.collection.record import Action, Change, Status
from labels.golden import GoldenQuestion, question_of
from labels.interchange.table import Row, read_rows

_YES_NO = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def read_questions(
    file: Path, library: Library, *, prefix: str, by: str, at: str, drafts: bool
) -> Iterator[GoldenQuestion]:
    """The questions of a file, each with the fact of its import in its past.

    Args:
        library: where quotes without offsets are looked up.
        prefix: what the id of a row without one begins with.
        drafts: they are a machine's and wait for a person, whatever the file says.

    Raises:
        InputError: there is no row, a row is malformed, or names a document or a passage that is
            not there.
    """
    for row in _rows(file):
        values = _values(row, shown(file)) | ({"status": Status.CANDIDATE} if drafts else {})
        values.setdefault("id", f"{prefix}-{row.line}")
        question = question_of(values, shown(file), row.line)
        question = _anchored(question, library, shown(file), row.line)
        if drafts:
            question = replace(question, written_by=MACHINE, drafted_by="")
        imported = Change(action=Action.IMPORTED, by=by, at=at, was={})
        yield replace(question, history=(*question.history, imported))


def unknown_ones(
    read: Iterable[GoldenQuestion], there: Iterable[GoldenQuestion]
) -> list[GoldenQuestion]:
    """Those that are not there already: of the same id, and the same in all that is asked.

    A question that is there may have been confirmed, edited or retired since; what counts is what
    it was when it was taken in. One of the same id that never was the same is left to be refused.
    """
    known = {(one.id, form) for one in there for form in _forms(one)}
    return [one for one in read if (one.id, _forms(one)[-1]) not in known]


def _forms(question: GoldenQuestion) -> list[str]:
    """What a question asked at each time of its past, the latest first."""
    texts = [change.was["question"] for change in question.history if "question" in change.was]
    return [question.question, *reversed(texts)]


def _rows(file: Path) -> Iterator[Row]:
    """The rows of a file, at least one; whatever begins with neither `{` nor `[` is read as CSV."""
    rows = read_rows(file)
    first = next(rows, None)
    if first is None:
        raise InputError(
            f"{shown(file)}, read as CSV, has a header and no row below it, so it holds no "
            "question; give JSON Lines, a JSON list or CSV with the columns of golden.jsonl."
        )
    if "question" not in first.values:
        has = ", ".join(repr(name[:30]) for name in list(first.values)[:8])
        raise at_line(
            shown(file),
            first.line,
            f"has no 'question' (it has {has or 'nothing'}); give JSON Lines, a JSON list or CSV "
            "with the columns of golden.jsonl.",
        )
    yield first
    yield from rows


def _values(row: Row, file: str) -> dict[str, Any]:
    values = {name: value for name, value in row.values.items() if value not in (None, "")}
    answerable, supports = values.get("answerable"), values.get("supports")
    if isinstance(answerable, str):
        if answerable.strip().lower() not in _YES_NO:
            raise at_line(file, row.line, "'answerable' must be true or false; correct it.")
        values["answerable"] = _YES_NO[answerable.strip().lower()]
    if isinstance(supports, str):
        supports = supports.replace(";", " ").replace(",", " ").split()
    if isinstance(supports, list):
        values["supports"] = [{"passage": one} if isinstance(one, str) else one for one in supports]
    return values


def _anchored(question: GoldenQuestion, library: Library, file: str, line: int) -> GoldenQuestion:
    found = [standing(library, support) for support in question.supports]
    for each in found:
        if each.fault is not None and not each.is_mendable:
            raise at_line(
                file,
                line,
                f"{each.words}; correct the row, or add the document with: crosssource corpus add "
                "PATH",
            )
    return replace(question, supports=tuple(each.support for each in found))
