"""Records that are laid out otherwise than with a column a rater: a rating a row, or counts.

`long` has a row for each rating: item, rater, value. `counts` has a row for each item and a column
for each category, with how many raters gave it. A file with a column a rater is `wide`
(`reports.raters.reading`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from corpus.errors import InputError, at_line
from corpus.readers.source import shown
from labels.interchange.table import Row
from reports.raters.reading import Records, Said, column_names, rows_of
from reports.raters.scale import MOST_CELLS
from reports.raters.words import Vocabulary, some, word

ITEM_NAMES = ("item", "id")
"""Columns that a file of counts may have beside its categories."""


class Layout(StrEnum):
    """How a file of records is laid out."""

    WIDE = "wide"
    LONG = "long"
    COUNTS = "counts"


class LongColumns(NamedTuple):
    """The columns of a file with a rating a row."""

    item: str = "item"
    rater: str = "rater"
    value: str = "value"

    @classmethod
    def named(cls, columns: Sequence[str]) -> "LongColumns":
        """Those of `--columns`, or the usual ones.

        Raises:
            InputError: they are not three different ones.
        """
        if not columns:
            return cls()
        if len(columns) != 3 or len(set(columns)) != 3:
            raise InputError(
                f"--columns {','.join(columns)!r} does not name three columns; give those "
                "of item, rater and value, for example: --columns task,annotator,label"
            )
        return cls(*columns)


def is_long(path: Path) -> bool:
    """Whether a file has the three columns of a rating and no other."""
    return sorted(column_names(path)) == sorted(LongColumns())


def by_rater(path: Path, columns: LongColumns, vocabulary: Vocabulary) -> Records:
    """A rating a row as a column a rater; items and raters in the order in which they occur.

    Raises:
        InputError: a column is not there, a row lacks item or rater, a rater rated an item twice,
            or items times raters are more than memory holds.
    """
    file = shown(path)
    _refuse_absent(path, columns)
    said: dict[str, dict[str, str | None]] = {}
    lines: dict[tuple[str, str], int] = {}
    items: dict[str, None] = {}
    for row in rows_of(path):
        item = _name(row, columns.item, file)
        rater = _name(row, columns.rater, file)
        if (item, rater) in lines:
            raise at_line(
                file,
                row.line,
                f"{rater[:60]!r} has rated {item[:60]!r} in line {lines[item, rater]} already; "
                "leave one of the two rows.",
            )
        lines[item, rater] = row.line
        items[item] = None
        where = f"{file}, line {row.line}: column {columns.value!r}"
        said.setdefault(rater, {})[item] = vocabulary.category(row.values.get(columns.value), where)
    if len(items) * len(said) > MOST_CELLS:
        raise InputError(
            f"{len(items):,} items with {len(said):,} raters ({some(said, 3)}) are too many at "
            "once; are these raters?"
        )
    by_item: dict[str, Said] = {
        rater: [ratings.get(item) for item in items] for rater, ratings in said.items()
    }
    return Records(by_item, list(items))


def _name(row: Row, column: str, file: str) -> str:
    where = f"{file}, line {row.line}: column {column!r}"
    name = word(row.values.get(column), where)
    if name is None:
        raise InputError(f"{where} is empty, so nobody knows what was rated by whom; fill it.")
    return name


@dataclass(frozen=True, slots=True)
class Counted:
    """What was said of each item, whoever said it."""

    categories: tuple[str, ...]
    """In the order of their columns."""
    units: list[list[str]]
    """Each rating of an item by its category."""


def counted_by_category(path: Path, named: Sequence[str]) -> Counted:
    """Counts, items by categories, as the ratings that they count.

    Args:
        named: the columns of the categories; empty: all but one called item or id.

    Raises:
        InputError: a column is not there or not known to be a category, a cell is no count, or
            the ratings are more than memory holds.
    """
    file = shown(path)
    _refuse_absent(path, named)
    columns = {column: _category(column, file) for column in named or _categories(path)}
    if len(set(columns.values())) < max(2, len(columns)):
        raise InputError(
            f"{file}: {some(list(columns))} are not two or more different categories; name their "
            "columns with --columns A,B"
        )
    units: list[list[str]] = []
    widest = 0
    for row in rows_of(path):
        counts = {name: _count(row, column, file) for column, name in columns.items()}
        widest = max(widest, sum(counts.values()))
        if widest * (len(units) + 1) > MOST_CELLS:
            raise at_line(file, row.line, f"{widest:,} ratings of an item are too many at once.")
        units.append([name for name, count in counts.items() for _ in range(count)])
    return Counted(tuple(columns.values()), units)


def _categories(path: Path) -> list[str]:
    names = column_names(path)
    found = [name for name in names if name.casefold() not in ITEM_NAMES]
    if len(found) == len(names):
        raise InputError(
            f"Which columns of {shown(path)} are categories? None is called item or id; name the "
            f"categories among {some(names)}: --columns A,B"
        )
    return found


def _category(column: str, file: str) -> str:
    name = word(column, f"{file}: a column's name")
    if name is None:
        raise InputError(f"{file} has a column without a name; name the categories: --columns A,B")
    return name


def _count(row: Row, column: str, file: str) -> int:
    value: Any = row.values.get(column)
    text = word(value, f"{file}, line {row.line}: column {column!r}")
    if text is None:
        return 0
    if isinstance(value, bool) or not text.isascii() or not text.isdigit() or len(text) > 15:
        raise at_line(
            file,
            row.line,
            f"column {column!r} holds {text[:40]!r}, which is no count; name the columns of the "
            "categories with --columns A,B",
        )
    return int(text)


def _refuse_absent(path: Path, named: Sequence[str]) -> None:
    names = column_names(path)
    for name in named:
        if name not in names:
            raise InputError(
                f"{shown(path)} has no column {name!r}; it has: {some(names)}. Say which they are "
                "with --columns."
            )
