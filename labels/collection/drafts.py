"""Questions that are being written: on disk after each change, one file for each author.

`golden-drafts/NAME.jsonl` in the study, a draft a line, written beside itself and moved over. It is
the author's own: a lock that the system lets go of when the process dies keeps a second window of
the same author out, so nobody ever writes over another's words. A draft is dropped once its
question stands in `golden.jsonl`, and not before; where a process dies between the two, the draft
is there again and is found to be saved already.
"""

import json
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from corpus.errors import InputError, at_line
from corpus.files import decode_utf8, read_bytes, write_atomically
from corpus.hashes import text_hash
from corpus.locking import locked
from corpus.readers.source import shown
from labels.collection.changes import Text
from labels.collection.record import record_row, searches_of
from labels.golden import GoldenQuestion, question_of, row_of, support_row, supports_of
from labels.interchange.json_values import parse_object
from labels.naming import slug


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One question as far as it is written."""

    id: str
    """The question's: that of the one that is changed, or the one it will have."""
    text: Text
    """Anything of it may be empty yet."""
    opened: GoldenQuestion | None
    """The question that is changed, as it was when it was opened; None for a new one."""
    at: str
    """When it was last changed, ISO time, UTC."""


class DraftBox:
    """The drafts of one author in one study; to be entered before it is used.

    Raises (entering):
        InputError: another window holds it, or a line of the file is malformed.
        StoreError: the folder cannot be made or written.
    """

    def __init__(self, folder: Path, author: str) -> None:
        self._folder = folder
        self._author = author
        # Two names that differ in what a file's name cannot hold, or in capitals, are two people.
        name = f"{slug(author)[:60]}-{text_hash(author)[:8]}"
        self._path = folder / f"{name}.jsonl"
        self._lock = folder / f".{name}.lock"
        self._held = ExitStack()
        self._drafts: dict[str, Draft] = {}

    def __enter__(self) -> Self:
        busy = InputError(
            f"{self._author!r} is writing questions of this study in another window; close "
            "that one, or give another name with: crosssource golden author --author NAME"
        )
        with ExitStack() as held:
            held.enter_context(locked(self._lock, self._folder, 0, busy))
            self._drafts = _read(self._path)
            self._held = held.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._held.close()

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """All of them, the one that was begun first first."""
        return tuple(self._drafts.values())

    def keep(self, draft: Draft) -> None:
        """Put a draft on disk, over its older state; `StoreError` where the disk refuses."""
        self._write(self._drafts | {draft.id: draft})

    def drop(self, id_: str) -> None:
        """Forget a draft, where there is one; `StoreError` where the disk refuses."""
        if id_ not in self._drafts:
            return
        self._write({key: draft for key, draft in self._drafts.items() if key != id_})

    def _write(self, drafts: dict[str, Draft]) -> None:
        write_atomically(self._path, "".join(map(_line, drafts.values())))
        self._drafts = drafts


def _line(draft: Draft) -> str:
    text = draft.text
    row = {
        "id": draft.id,
        "at": draft.at,
        "question": text.question,
        "answerable": text.answerable,
        "supports": [support_row(support) for support in text.supports],
        "reference": text.reference,
        "class": text.query_class,
        "difficulty": text.difficulty,
        "opened": row_of(draft.opened) if draft.opened else None,
    }
    return json.dumps(row | record_row(text.searches, ())) + "\n"


def _read(path: Path) -> dict[str, Draft]:
    if not path.exists():
        return {}
    file = shown(path)
    lines = decode_utf8(read_bytes(path), file).split("\n")
    drafts = [
        _draft(parse_object(line, file, number), file, number)
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    return {draft.id: draft for draft in drafts}


def _draft(row: Mapping[str, Any], file: str, line: int) -> Draft:
    def text(name: str) -> str:
        value = row.get(name, "")
        if not isinstance(value, str):
            raise at_line(file, line, f"{name!r} must be text; correct it, or move the file away.")
        return value

    opened = row.get("opened")
    return Draft(
        id=text("id"),
        at=text("at"),
        opened=question_of(opened, file, line) if isinstance(opened, dict) else None,
        text=Text(
            question=text("question"),
            answerable=row.get("answerable") is not False,
            supports=supports_of(dict(row), file, line),
            reference=text("reference"),
            query_class=text("class"),
            difficulty=text("difficulty"),
            searches=searches_of(row, file, line),
        ),
    )
