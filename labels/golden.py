"""Golden questions: what a run is asked, and where the answer stands.

One JSON object a line in `golden.jsonl`, written by people or drafted by a machine; which of the
two is recorded and never blurred.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from corpus.errors import InputError, at_line
from corpus.readers.source import shown, whole
from labels.interchange.table import read_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """A stretch of a document that answers the question."""

    passage: str
    """The passage's id, `doc_id:chunk_index`."""
    start: int | None
    end: int | None
    """`document.text[start:end] == quote`; None where the source gave no offsets."""
    quote: str
    """Verbatim; empty where the source gave none."""
    page: str | None = None
    """The page on which it begins; None where the document has none or the source gave none."""


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


def load(path: Path) -> tuple[GoldenQuestion, ...]:
    """The questions of a file.

    Raises:
        InputError: it is absent, holds no question, or a line is malformed; names the line.
    """
    if not path.is_file() or not path.read_bytes().strip():
        raise InputError(
            f"{shown(path)} holds no golden question yet; write one object a line: "
            '{"id": "g1", "question": "…", "answerable": true, '
            '"supports": [{"passage": "doc:0"}], "reference": "…"}'
        )
    questions: dict[str, GoldenQuestion] = {}
    for row in read_rows(path):
        question = _question(row.values, shown(path), row.line)
        if question.id in questions:
            raise at_line(
                shown(path), row.line, f"the id {question.id!r} occurs twice; rename one of them."
            )
        questions[question.id] = question
    return tuple(questions.values())


def line_of(question: GoldenQuestion) -> str:
    """The line of a question in a file, with its line feed: what `load` reads back."""
    row = asdict(question)
    row["class"] = row.pop("query_class")
    ordered = {name: row[name] for name in FIELDS}
    return json.dumps(ordered, ensure_ascii=False) + "\n"


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
)
"""The fields of a line, in the order in which they are written."""


def _question(values: dict[str, Any], file: str, line: int) -> GoldenQuestion:
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
    if answerable and not supports:
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
        written_by=text("written_by") or "unknown",
    )


def supports_of(values: dict[str, Any], file: str, line: int) -> tuple[Support, ...]:
    """The supports of a row; `InputError` names the file and the line."""
    supports = values.get("supports", [])
    if not isinstance(supports, list):
        raise at_line(file, line, "'supports' must be a list; write one object a passage.")
    return tuple(_support(one, file, line) for one in supports)


def _support(value: Any, file: str, line: int) -> Support:
    if not isinstance(value, dict) or not isinstance(value.get("passage"), str):
        raise at_line(file, line, "each of 'supports' needs a 'passage' id; name the passage.")
    start, end = value.get("start"), value.get("end")
    whole = all(offset is None or isinstance(offset, int) for offset in (start, end))
    if not whole or not isinstance(value.get("quote", ""), str):
        raise at_line(file, line, "'start', 'end' must be numbers and 'quote' text; correct them.")
    page = value.get("page")
    if page is not None and not isinstance(page, str):
        raise at_line(file, line, "'page' of a support must be text, as printed; quote it.")
    return Support(
        passage=value["passage"], start=start, end=end, quote=value.get("quote", ""), page=page
    )
