"""What a golden question carries besides itself: its standing, its past, evidence of absence.

All of it is optional in `golden.jsonl`; a line without it is a question in force of which nothing
more is known. A change of a question is recorded in its own line, so that one atomic write changes
both, and a line that is copied into another study keeps its past.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from corpus.errors import at_line
from corpus.readers.source import whole


class Status(StrEnum):
    """Whether a run asks the question."""

    ACTIVE = "active"
    """It does."""
    CANDIDATE = "candidate"
    """A machine drafted it and no person has confirmed it yet; no run asks it."""
    RETIRED = "retired"
    """A person took it out; it is kept with its past, and no run asks it."""


class Action(StrEnum):
    """What somebody did to a question."""

    WRITTEN = "written"
    IMPORTED = "imported"
    CONFIRMED = "confirmed"
    """A person read what a machine, or nobody knows who, had written, and stands for it."""
    EDITED = "edited"
    RETIRED = "retired"
    RESTORED = "restored"
    UNDONE = "undone"
    REMAPPED = "remapped"
    """The passages have other ids since the documents were cut anew."""
    ANCHORED = "anchored"
    """Whole passages that only their ids named were given their places in the documents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """A search that did not find the answer: evidence that the corpus does not hold it."""

    query: str
    passages: tuple[str, ...]
    """Ids of the best passages that it found, best first, of which the author saw as many as they
    went through; empty where none shared a word with it."""
    hashes: tuple[str, ...]
    """SHA-256 of their texts, in the same order: ids change when documents are cut anew."""
    engine: str
    """Engine, parameters and tokeniser, as `describe` of an index gives them."""
    by: str
    at: str
    """ISO time, UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One step of a question's past."""

    action: Action
    by: str
    at: str
    """ISO time, UTC."""
    was: Mapping[str, Any]
    """The fields that it changed, by their names in the file, as they were before; None for one
    that was absent. Empty where the question was new."""


def record_row(searches: tuple[Search, ...], history: tuple[Change, ...]) -> dict[str, Any]:
    """Both as fields of a line; nothing where there is nothing."""
    row: dict[str, Any] = {}
    if searches:
        lists = ("passages", "hashes")
        row["searches"] = [
            {name: list(value) if name in lists else value for name, value in asdict(one).items()}
            for one in searches
        ]
    if history:
        row["history"] = [
            {"action": one.action, "by": one.by, "at": one.at, "was": dict(one.was)}
            for one in history
        ]
    return row


def status_of(values: Mapping[str, Any], file: str, line: int) -> Status:
    """The status of a row; in force where it says nothing. `InputError` for another word."""
    try:
        return Status(values.get("status", Status.ACTIVE))
    except ValueError as error:
        raise at_line(
            file, line, f"'status' must be one of {', '.join(Status)}; correct it."
        ) from error


def searches_of(values: Mapping[str, Any], file: str, line: int) -> tuple[Search, ...]:
    """The searches of a row; `InputError` names the file and the line."""
    return tuple(
        Search(
            passages=_ids(value, "passages", file, line),
            hashes=_ids(value, "hashes", file, line),
            **{name: _text(value, name, file, line) for name in ("query", "engine", "by", "at")},
        )
        for value in _objects(values, "searches", file, line)
    )


def _ids(value: Mapping[str, Any], name: str, file: str, line: int) -> tuple[str, ...]:
    found = value.get(name, [])
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise at_line(file, line, f"{name!r} of a search must be a list of texts; correct it.")
    return tuple(found)


def history_of(values: Mapping[str, Any], file: str, line: int) -> tuple[Change, ...]:
    """The past of a row; `InputError` names the file and the line."""
    found = []
    for value in _objects(values, "history", file, line):
        was = value.get("was", {})
        if value.get("action") not in set(Action) or not isinstance(was, dict):
            raise at_line(
                file,
                line,
                f"each of 'history' needs an 'action', one of {', '.join(Action)}, and 'was', an "
                "object; bring the line back from version control.",
            )
        found.append(
            Change(
                action=Action(value["action"]),
                by=_text(value, "by", file, line),
                at=_text(value, "at", file, line),
                was=was,
            )
        )
    return tuple(found)


def _objects(values: Mapping[str, Any], name: str, file: str, line: int) -> list[dict[str, Any]]:
    found = values.get(name, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise at_line(file, line, f"{name!r} must be a list of objects; correct it.")
    return found


def _text(value: Mapping[str, Any], name: str, file: str, line: int) -> str:
    text = value.get(name, "")
    if not isinstance(text, str):
        raise at_line(file, line, f"{name!r} must be text; quote it.")
    return whole(text, f"{file}, line {line}", name)
