"""People's ratings beside a judge's: one becomes its label, the others are counted.

A label on an item is one person's, so of several people's ratings of the same the first is taken.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

from labels.interchange.harnesses.finding import Notes

ALONE = "ratings of people without a judge's of that name"
FURTHER = "ratings of further people on what one has rated"

Rating = Mapping[str, Any]


def beside(
    judges: Sequence[Rating],
    people: Sequence[Rating],
    key: Callable[[Rating], Hashable],
    notes: Notes,
) -> Iterator[tuple[Rating, Rating | None]]:
    """Each judge's rating with the person's of the same key; None where nobody gave one.

    Args:
        judges: their ratings of one thing.
        people: likewise.
        key: what is rated of it: a name.
        notes: hear of the people's ratings that become no label.
    """
    first: dict[Hashable, Rating] = {}
    judged = {key(one) for one in judges}
    for one in people:
        if key(one) not in judged:
            notes.unused[ALONE] += 1
        elif first.setdefault(key(one), one) is not one:
            notes.unused[FURTHER] += 1
    for one in judges:
        yield one, first.get(key(one))
