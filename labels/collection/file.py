"""`golden.jsonl` as several people change it at once, by the app and in an editor.

Every change is made under a lock: the file is read anew, one line is put in or replaced, and the
whole is written beside it and moved over it. Lines that nobody changed stay byte for byte as they
are. Whoever changes a question says how it was when they opened it; where it is another one by now
the change is refused, and nothing is lost on either side.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from corpus.errors import InputError, StoreError, at_line
from corpus.files import decode_utf8, read_bytes, write_atomically
from corpus.locking import locked
from corpus.readers.source import shown
from labels.golden import GoldenQuestion, line_of, load_all, question_of
from labels.interchange.json_values import parse_object

LOCK_SECONDS = 10


class ChangedMeanwhileError(StoreError):
    """Somebody changed the question since it was opened."""

    def __init__(self, id_: str, now: GoldenQuestion | None) -> None:
        who = now.history[-1].by if now and now.history else "somebody"
        what = "changed" if now else "deleted"
        super().__init__(
            f"{who} {what} the question {id_!r} since you opened it; save once more to put yours "
            "over it (what it replaces stays in its history), or open it anew."
        )
        self.now = now
        """Theirs; None where it is gone."""


class GoldenFile:
    """The questions of a study."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> tuple[GoldenQuestion, ...]:
        """Every question; `InputError` names a line that is malformed."""
        return load_all(self._path)

    def add(self, *questions: GoldenQuestion) -> None:
        """Append new questions, all of them or none.

        Raises:
            InputError: an id is there already, or a line of the file is malformed.
            StoreError: the disk refuses, or another process holds the file.
        """
        with self._locked():
            lines = self._lines()
            known = {question.id for _, question in lines if question}
            for question in questions:
                if question.id in known:
                    raise InputError(
                        f"{shown(self._path)} has a question {question.id!r} already; give the new "
                        "one another id."
                    )
                known.add(question.id)
            self._write([*(line for line, _ in lines), *map(line_of, questions)])

    def replace(self, opened: GoldenQuestion | None, question: GoldenQuestion) -> None:
        """Put a question in the place of the one with its id.

        Args:
            opened: as it was when the change was begun; None where it was not there.
            question: as it is to be.

        Raises:
            ChangedMeanwhileError: the file has another one by now.
            InputError: a line of the file is malformed.
            StoreError: the disk refuses, or another process holds the file.
        """
        self.replace_all({question.id: (opened, question)})

    def replace_all(
        self, changes: Mapping[str, tuple[GoldenQuestion | None, GoldenQuestion]]
    ) -> None:
        """The same for several questions by id, all of them or none."""
        with self._locked():
            lines = self._lines()
            there = {question.id: question for _, question in lines if question}
            for id_, (opened, _) in changes.items():
                if there.get(id_) != opened:
                    raise ChangedMeanwhileError(id_, there.get(id_))
            kept = [
                line_of(changes[question.id][1]) if question and question.id in changes else line
                for line, question in lines
            ]
            new = [line_of(after) for id_, (before, after) in changes.items() if before is None]
            self._write([*kept, *new])

    def _lines(self) -> list[tuple[str, GoldenQuestion | None]]:
        """Each line as it stands, with its question; None for a blank one."""
        if not self._path.exists():
            return []
        text = decode_utf8(read_bytes(self._path), shown(self._path))
        if text.lstrip()[:1] not in ("", "{"):
            raise at_line(
                shown(self._path), 1, "is not one JSON object a line; convert it: jq -c '.[]'"
            )
        whole = text if text.endswith("\n") or not text else text + "\n"
        return [
            (f"{line}\n", self._question(line, number))
            for number, line in enumerate(whole.split("\n")[:-1], start=1)
        ]

    def _question(self, line: str, number: int) -> GoldenQuestion | None:
        if not line.strip():
            return None
        file = shown(self._path)
        return question_of(parse_object(line, file, number), file, number)

    def _write(self, lines: list[str]) -> None:
        write_atomically(self._path, "".join(lines))

    def _locked(self) -> AbstractContextManager[None]:
        busy = StoreError(
            f"{shown(self._path)} is being changed by another process (waited {LOCK_SECONDS} s); "
            "try again when that one has ended."
        )
        lock = self._path.with_name(f".{self._path.name}.lock")
        return locked(lock, self._path, LOCK_SECONDS, busy)
