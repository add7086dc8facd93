"""Exactly one entry for each thing that was asked about: no more, no less, and nothing else.

A model that judges one pair twice, leaves one out or makes one up cannot be taken at its word for
that pair; for the others it can. So entries are sorted one by one, and every fault is named.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from evaluator.storable import storable

Key = TypeVar("Key", bound=Hashable)
Entry = TypeVar("Entry")


class EntryFault(StrEnum):
    """What is wrong with an entry, or with its absence."""

    MISSING = "missing"
    """Asked about, and not answered."""
    DOUBLED = "doubled"
    """Answered more than once, even if alike; none of them counts."""
    UNKNOWN = "unknown"
    """Answered, and not asked about."""
    MALFORMED = "malformed"
    """Not of the shape that was asked for."""
    NO_REPLY = "no_reply"
    """The whole reply cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryProblem:
    """One fault of a reply."""

    fault: EntryFault
    about: str
    """The ids, as they were written; empty where there are none."""
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneEach(Generic[Key, Entry]):
    """A reply, sorted."""

    good: dict[Key, Entry]
    """In the order in which they were asked about."""
    problems: tuple[EntryProblem, ...]
    """Each thing asked about is in `good` or in exactly one problem."""


def one_each(
    parsed: object,
    field: str,
    asked: Collection[Key],
    *,
    key_of: Callable[[object], Key | None],
    parse: Callable[[object], Entry],
    words: Callable[[Key], str],
) -> OneEach[Key, Entry]:
    """Sort the entries of a reply.

    Args:
        parsed: the reply's JSON; anything.
        field: the name of the list in it.
        asked: what was asked about, each once.
        key_of: the key of an entry; None where it has none that can be read.
        parse: the entry; raises `ValueError` where it is malformed.
        words: a key as people read it.
    """
    entries = parsed.get(field) if isinstance(parsed, dict) else None
    if not isinstance(entries, list):
        whole = (EntryProblem(fault=EntryFault.NO_REPLY, about=words(key)) for key in asked)
        return OneEach(good={}, problems=tuple(whole))
    keyed = [(key_of(entry), entry) for entry in entries]
    times = Counter(key for key, _ in keyed)
    by_key = dict(keyed)
    good: dict[Key, Entry] = {}
    problems = [
        EntryProblem(fault=EntryFault.MALFORMED, about="", detail="an entry without ids")
        for key, _ in keyed
        if key is None
    ]
    problems += [
        EntryProblem(fault=EntryFault.UNKNOWN, about=_storable(words(key)))
        for key in times
        if key is not None and key not in asked
    ]
    for key in asked:
        if times[key] != 1:
            fault = EntryFault.DOUBLED if times[key] else EntryFault.MISSING
            problems.append(EntryProblem(fault=fault, about=words(key)))
            continue
        try:
            good[key] = parse(by_key[key])
        except ValueError as error:
            problems.append(
                EntryProblem(fault=EntryFault.MALFORMED, about=words(key), detail=_first(error))
            )
    return OneEach(good=good, problems=tuple(problems))


def text_of(entry: object, name: str) -> str | None:
    """An id in an entry, without the white space and brackets that models put round it."""
    value = entry.get(name) if isinstance(entry, dict) else None
    return value.strip().strip("[]") if isinstance(value, str) else None


def _storable(text: str) -> str:
    """Ids that a model made up, short and without half characters."""
    return storable(text)[:120]


def _first(error: ValueError) -> str:
    """One line of an error, without the value that pydantic puts in."""
    if callable(details := getattr(error, "errors", None)):
        found = details(include_url=False, include_input=False)[0]
        return f"{'.'.join(map(str, found['loc'])) or 'the whole'}: {found['msg']}"
    return str(error)[:200]
