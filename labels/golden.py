"""Golden questions: what a run is asked, and where the answer stands.

One JSON object a line in `golden.jsonl`, written by people or drafted by a machine; which of the
two is recorded and never blurred. `load` gives what a run asks: not the questions that were
retired, and not a machine's drafts that no person has confirmed; `load_all` gives those too.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from corpus.errors import InputError, at_line
from corpus.readers.source import shown, whole
from labels.collection.record import (
    Change,
    Search,
    Status,
    history_of,
    record_row,
    searches_of,
    status_of,
)
from labels.interchange.table import read_json_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """A stretch of a document that answers the question."""

    passage: str
    """The passage's id, `doc_id:chunk_index`."""
    start: int | None
    end: int | None
    """`document.text[start:end] == quote`; None where the source gave no offsets."""
    quote: str
    """Verbatim; empty where the source gave none: the whole passage is meant."""
    page: str | None = None
    """The page on which it begins; None where the document has none or the source gave none."""
    sha256: str = ""
    """Of a whole passage, the hash of `document.text[start:end]`; empty where nobody took it. With
    it the place can be followed through another cut of the document."""

    @property
    def is_loose(self) -> bool:
        """A whole passage that only its id names, and another cut gives the id to another text."""
        return not self.quote and (self.start is None or self.end is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenQuestion:
    """One question with what is known of its answer."""

    id: str
    question: str
    answerable: bool
    """False: the corpus does not hold the answer, and the right answer is a refusal."""
    supports: tuple[Support, ...]
    """Empty for an absent question."""
    reference: str
    """What a right answer says; empty where nobody wrote it."""
    query_class: str
    difficulty: str
    author: str
    written_by: str
    """`human` or `machine`; `unknown` where the file does not say."""
    drafted_by: str = ""
    """Who wrote the first text, where a person has confirmed or rewritten it since: `machine`,
    `unknown`. Empty where the person wrote it."""
    status: Status = Status.ACTIVE
    searches: tuple[Search, ...] = ()
    """Of an absent question: the searches that did not find an answer."""
    absence: str = ""
    """How it is known without a search that the answer is absent: who made the documents kept it
    from them. Empty where it is not, or nobody said."""
    history: tuple[Change, ...] = ()
    """Oldest first; empty where nothing is known of its past."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Fields that are not ours, as the file has them; they are kept."""


def load(path: Path) -> tuple[GoldenQuestion, ...]:
    """The questions of a file that are in force.

    Raises:
        InputError: it is absent, holds no question in force, or a line is malformed; names the
            line.
    """
    questions = load_all(path)
    in_force = tuple(one for one in questions if one.status is Status.ACTIVE)
    if not questions:
        raise InputError(
            f"{shown(path)} holds no golden question yet; write one with: crosssource golden "
            'author, or one object a line: {"id": "g1", "question": "…", "answerable": true, '
            '"supports": [{"passage": "doc:0"}], "reference": "…"}'
        )
    if not in_force:
        raise InputError(
            f"{shown(path)} holds no golden question in force: each of {len(questions):,} is "
            "retired or an unconfirmed draft; confirm or restore one with: crosssource golden "
            "author"
        )
    return in_force


def load_all(path: Path) -> tuple[GoldenQuestion, ...]:
    """Every question of a file, those that no run asks too; none where it is absent or empty.

    Raises:
        InputError: a line is malformed, or an id occurs twice; names the line.
    """
    if not path.is_file() or not path.read_bytes().strip():
        return ()
    questions: dict[str, GoldenQuestion] = {}
    for row in read_json_lines(path):
        question = question_of(row.values, shown(path), row.line)
        if question.id in questions:
            raise at_line(
                shown(path), row.line, f"the id {question.id!r} occurs twice; rename one of them."
            )
        questions[question.id] = question
    return tuple(questions.values())


def line_of(question: GoldenQuestion) -> str:
    """The line of a question in a file, with its line feed: what `load_all` reads back."""
    line = json.dumps(row_of(question), ensure_ascii=False)
    if not line.isascii() and _HALF.search(line):  # half a surrogate pair, which no UTF-8 can hold
        line = json.dumps(row_of(question))
    return line + "\n"


_HALF = re.compile("[\ud800-\udfff]")


def row_of(question: GoldenQuestion) -> dict[str, Any]:
    """A question by the names of the file; what it does not have is left out."""
    row: dict[str, Any] = {
        "id": question.id,
        "question": question.question,
        "answerable": question.answerable,
        "supports": [support_row(support) for support in question.supports],
        "reference": question.reference,
        "class": question.query_class,
        "difficulty": question.difficulty,
        "author": question.author,
        "written_by": question.written_by,
    }
    if question.drafted_by:
        row["drafted_by"] = question.drafted_by
    if question.status is not Status.ACTIVE:
        row["status"] = question.status
    if question.absence:
        row["absence"] = question.absence
    return row | dict(question.more) | record_row(question.searches, question.history)


def support_row(support: Support) -> dict[str, Any]:
    """A support by the names of the file; the hash of a whole passage where it has one."""
    row = asdict(support)
    if not support.sha256:
        del row["sha256"]
    return row


FIELDS = (
    "id",
    "question",
    "answerable",
    "supports",
    "reference",
    "class",
    "difficulty",
    "author",
    "written_by",
    "drafted_by",
    "status",
    "searches",
    "absence",
    "history",
)
"""The fields of a line that are ours."""


def question_of(values: dict[str, Any], file: str, line: int) -> GoldenQuestion:
    """The question of a row; `InputError` names the file and the line."""

    def text(name: str, *, needed: bool = False) -> str:
        value = values.get(name, "")
        if value is None or not isinstance(value, str) or (needed and not value.strip()):
            kind = json.dumps(value)[:40]
            raise at_line(file, line, f"{name!r} must be text, not {kind}; write it.")
        return whole(value, f"{file}, line {line}", name)

    answerable = values.get("answerable", True)
    if not isinstance(answerable, bool):
        raise at_line(file, line, "'answerable' must be true or false; correct it.")
    supports = supports_of(values, file, line)
    status = status_of(values, file, line)
    if answerable and not supports and status is not Status.CANDIDATE:
        raise at_line(
            file, line, "an answerable question needs 'supports'; name the passages that answer it."
        )
    if supports and not answerable:
        raise at_line(
            file, line, "a question that is not answerable has 'supports'; correct one of the two."
        )
    return GoldenQuestion(
        id=text("id", needed=True),
        question=text("question", needed=True),
        answerable=answerable,
        supports=supports,
        reference=text("reference"),
        query_class=text("class"),
        difficulty=text("difficulty"),
        author=text("author"),
        written_by=writer_of(values, "written_by", file, line) or "unknown",
        drafted_by=writer_of(values, "drafted_by", file, line),
        status=status,
        searches=searches_of(values, file, line),
        absence=text("absence"),
        history=history_of(values, file, line),
        more={name: value for name, value in values.items() if name not in FIELDS},
    )


WRITERS = ("human", "machine", "unknown")


def writer_of(values: dict[str, Any], name: str, file: str, line: int) -> str:
    """Who wrote something, by a field of a row: one of `WRITERS`, or empty where it does not say.

    Raises:
        InputError: it says something else, a name for example; names the file and the line.
    """
    value = values.get(name) or ""
    if value and value not in WRITERS:
        said = json.dumps(value, ensure_ascii=False)[:40]
        raise at_line(
            file,
            line,
            f"{name!r} must be one of {', '.join(WRITERS)}, not {said}; who it was by name goes "
            "into 'author'.",
        )
    return str(value)


def supports_of(
    values: dict[str, Any], file: str, line: int, name: str = "supports"
) -> tuple[Support, ...]:
    """The supports of a row, in a field; `InputError` names the file and the line."""
    supports = values.get(name, [])
    if not isinstance(supports, list):
        raise at_line(file, line, f"{name!r} must be a list; write one object a passage.")
    for one in supports:
        if not isinstance(one, dict) or not isinstance(one.get("passage"), str):
            raise at_line(file, line, f"each of {name!r} needs a 'passage' id; name the passage.")
    return tuple(_support(one, file, line) for one in supports)


def _support(value: dict[str, Any], file: str, line: int) -> Support:
    start, end = value.get("start"), value.get("end")
    whole = all(offset is None or isinstance(offset, int) for offset in (start, end))
    if not whole or not isinstance(value.get("quote", ""), str):
        raise at_line(file, line, "'start', 'end' must be numbers and 'quote' text; correct them.")
    page = value.get("page")
    if page is not None and not isinstance(page, str):
        raise at_line(file, line, "'page' of a support must be text, as printed; quote it.")
    sha256 = value.get("sha256", "")
    if not isinstance(sha256, str) or (sha256 and not _HASH.fullmatch(sha256)):
        raise at_line(
            file, line, "'sha256' of a support must be 64 hexadecimal digits; correct it."
        )
    return Support(
        passage=value["passage"],
        start=start,
        end=end,
        quote=value.get("quote", ""),
        page=page,
        sha256=sha256,
    )


_HASH = re.compile("[0-9a-f]{64}")
