"""Marks as words: several columns of which a person ticks one become the one column `human_label`.

Assessors mark what they mean with whatever they like in one of several columns (`Full Support`,
`Partial Support`, `No Support`): an x, a tick, a 1, "yes". Two marks in one row contradict each
other, and the row is refused; none is no label. It is so in a workbook and in a table alike.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from corpus.errors import at_place

LABEL = "human_label"

_LEVELS = {
    "supported": re.compile(r"\bfull(?:y)?\b|^fs$", re.IGNORECASE),
    "partial": re.compile(r"\bpart(?:ial|ially|ly)?\b|^ps$", re.IGNORECASE),
    "unsupported": re.compile(
        r"\b(?:no|not|none|un)[\s_-]*support\w*|\bnot? supp\w*|^ns$|^none$|\bcontradict\w*",
        re.IGNORECASE,
    ),
}
"""Our word for a column of marks, by its header."""
_OTHER_WORD = re.compile(r"[^\W\d_]{2,}")
_LONGEST_HEADER = 60
_NO_MARK = frozenset({"", "-", "–", "—", "0", "no", "n", "false", "none", "n/a", "na", "."})


def marks(names: Iterable[str]) -> dict[str, str]:
    """The columns of marks with our word for each; none where fewer than two are there."""
    found = {}
    for name in names:
        levels = [level for level, header in _LEVELS.items() if _heads(header, name.strip())]
        # "partially or not supported" is a header of its own kind.
        if len(levels) == 1 and len(name) <= _LONGEST_HEADER:
            found[name] = levels[0]
    return found if len(set(found.values())) == len(found) > 1 else {}


def _heads(header: re.Pattern[str], name: str) -> bool:
    """Whether a column is one of marks: `Full`, `Full support (2)`, and not `Full text`."""
    if header.search(name) is None:
        return False
    return "support" in name.casefold() or _OTHER_WORD.search(header.sub("", name)) is None


def columns(names: Iterable[str]) -> tuple[str, ...]:
    """The columns that the rows have, once marks are words."""
    names = [name for name in names if name]
    marked = marks(names)
    kept = tuple(name for name in names if name not in marked)
    return (*kept, LABEL) if marked and LABEL not in kept else kept


def read(
    values: Mapping[str, Any], marked: Mapping[str, str], file: str, place: str
) -> dict[str, Any]:
    """A row whose marks are a word.

    Args:
        values: by column.
        marked: the columns of marks, as `marks` gives them.
        file: as errors name it.
        place: of the row.

    Raises:
        InputError: it has two marks.
    """
    made = [name for name in marked if values.get(name, "").strip().casefold() not in _NO_MARK]
    if len(made) > 1:
        raise at_place(
            file,
            place,
            f"has marks under {' and '.join(repr(name) for name in made)}; leave the one that is "
            "meant.",
        )
    kept = {name: value for name, value in values.items() if name not in marked}
    kept.setdefault(LABEL, marked[made[0]] if made else "")
    return kept
