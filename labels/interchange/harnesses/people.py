"""People's ratings beside a judge's: each person's becomes a label under their name.

Of one person's several ratings of the same thing the last by time holds, where all have a time;
otherwise which of them holds is not for us to say. Whatever becomes no label is counted.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from labels.interchange.harnesses.finding import Notes, Rating

ALONE = "ratings of people without a judge's of that name"
EARLIER = "ratings replaced by a later one of the same person"
AGAIN = "ratings given again with the same value"

Said = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A rating, and when it was given."""

    rating: Rating
    at: float | None
    """Seconds since 1970; None where the file does not say."""


class InForce(NamedTuple):
    """What people hold of one thing."""

    people: tuple[Rating, ...] = ()
    """Each person once."""
    contradiction: str = ""
    """Who says two things of it, and what; empty where nobody does."""


class Beside(NamedTuple):
    """A judge's rating, and what people hold of the same."""

    judge: Said
    people: InForce


def beside(
    judges: Sequence[Said],
    people: Sequence[Said],
    key: Callable[[Said], Hashable],
    stated: Callable[[Said], Stated],
    notes: Notes,
) -> Iterator[Beside]:
    """Each judge's rating with the people's of the same key.

    Where judges have rated the same twice, people's ratings stand beside the first.

    Args:
        judges: their ratings of one thing.
        people: likewise.
        key: what is rated of it: a name.
        stated: reads a person's.
        notes: hear of the people's ratings that become no label.
    """
    given: dict[Hashable, list[Stated]] = {}
    judged = {key(one) for one in judges}
    for one in people:
        if key(one) in judged:
            given.setdefault(key(one), []).append(stated(one))
        else:
            notes.unused[ALONE] += 1
    for one in judges:
        yield Beside(one, in_force(given.pop(key(one), []), notes))


def in_force(given: Sequence[Stated], notes: Notes) -> InForce:
    """What people hold of one thing, of all that they said of it."""
    by_name: dict[str, list[Stated]] = {}
    for one in given:
        by_name.setdefault(one.rating.annotator, []).append(one)
    kept = []
    for name, said in by_name.items():
        values = {(one.rating.grade.support, one.rating.grade.raw) for one in said}
        times = [one.at for one in said if one.at is not None]
        # Ratings without a name may be of several people: none of them takes another's back.
        is_ordered = bool(name) and len(times) == len(said) and times.count(max(times)) == 1
        if len(values) > 1 and not is_ordered:
            told = " and ".join(repr(one.rating.grade.raw[:40]) for one in said[:3])
            who = repr(name) if name else "somebody without a name"
            return InForce(contradiction=f"{who} says {told}")
        last = max(said, key=lambda one: one.at or 0) if is_ordered else said[0]
        kept.append(last.rating)
        notes.unused[EARLIER if len(values) > 1 else AGAIN] += len(said) - 1
    return InForce(tuple(kept))


def time(*values: Any) -> float | None:
    """The first of some values that is a time: a text of ISO 8601, or milliseconds since 1970, as
    pandas writes one."""
    for value in values:
        if isinstance(value, int | float) and not isinstance(value, bool) and value == value:
            return float(value) / 1000
        if isinstance(value, str) and value.strip():
            try:
                read = datetime.fromisoformat(value.strip())
            except ValueError:
                continue
            return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()
    return None
