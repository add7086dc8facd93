"""Ratings out of a file: columns of records, lists inside a JSON document, or a square table.

Records are JSON Lines, a JSON list or CSV, told by their shape. A rating is kept as its category
(`reports.raters.words`); nothing else of a record is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from corpus.errors import InputError
from corpus.files import refuse_irregular
from corpus.readers.source import kind, shown
from labels.interchange.table import Row, read_rows
from reports.raters.nested import at, document, reached
from reports.raters.words import Vocabulary, some, word

Said = list[str | None]
"""What was said of each item, None where nothing."""


@dataclass(frozen=True, slots=True)
class Records:
    """Some columns of a file of records."""

    columns: dict[str, Said]
    """By name, each as long as the file."""
    keys: list[str | None]
    """What each record is joined by; empty where nothing is joined."""


def records(
    path: Path, named: Sequence[str], vocabulary: Vocabulary, *, key: str | None = None
) -> Records:
    """Columns of ratings.

    Args:
        named: the columns.
        key: a column that tells the records apart; None where it is not needed.

    Raises:
        InputError: a column is not there, a cell holds no category, or a key is missing or twice.
    """
    file = shown(path)
    columns: dict[str, Said] = {name: [] for name in named}
    keys: list[str | None] = []
    seen: dict[str, int] = {}
    present: dict[str, None] = {}
    for row in rows_of(path):
        present.update(dict.fromkeys(row.values))
        for name in named:
            where = f"{file}, line {row.line}: column {name!r}"
            columns[name].append(vocabulary.category(row.values.get(name), where))
        if key is not None:
            keys.append(_key(row, key, file, seen))
    wanted = [*named, key] if key else list(named)
    for name in wanted:
        if name not in present:
            raise InputError(f"{file} has no column {name!r}; it has: {some(list(present))}.")
    return Records(columns, keys)


def column_names(path: Path) -> list[str]:
    """The columns of a file's first record."""
    return list(next(rows_of(path)).values)


def rows_of(path: Path) -> Iterator[Row]:
    """The records of a file, one or more.

    Raises:
        InputError: it holds no record, or one JSON object instead of records.
    """
    if not is_document(path):
        rows = read_rows(path)
        first = next(rows, None)
        if first is None:
            raise InputError(
                f"{shown(path)} has a header and no row below it, so nobody has rated anything; "
                "give a file with a row for each item."
            )
        return chain([first], rows)
    keys = list(document(path))
    raise InputError(
        f"{shown(path)} holds one JSON object and no records; say where in it the ratings are, "
        "with --ratings PATH (for example: instances[].scores) or --table KEY; its keys are: "
        f"{some(keys)}."
    )


def is_document(path: Path) -> bool:
    """Whether a file is one JSON object over several lines, rather than one a line."""
    refuse_irregular(path)
    try:
        with path.open("rb") as stream:
            first = stream.readline().removeprefix(b"\xef\xbb\xbf").strip()
    except OSError:
        return False  # the reader of the file says what is wrong with it
    return first.startswith(b"{") and not first.endswith(b"}")


def _key(row: Row, key: str, file: str, seen: dict[str, int]) -> str | None:
    where = f"{file}, line {row.line}"
    value = word(row.values.get(key), f"{where}: column {key!r}")
    if value is None:
        return None
    if value in seen:
        raise InputError(
            f"{where}: {key} {value[:60]!r} is that of line {seen[value]} too; join by a column "
            "whose values are all different: --key COLUMN"
        )
    seen[value] = row.line
    return value


def listed(path: Path, inside: str, vocabulary: Vocabulary) -> list[list[str | None]]:
    """The ratings of each item, from a list for each in a JSON document.

    Raises:
        InputError: the path leads nowhere, or not to lists of ratings.
    """
    file = shown(path)
    found = reached(document(path), inside, file)
    if len(found) == 1 and isinstance(found[0], list) and _nested(found[0]):
        found = found[0]
    if not found or found == [[]]:
        raise InputError(
            f"{file}: {inside} leads to an empty list, so nobody has rated anything; give a path "
            "to a list of ratings for each item."
        )
    units = []
    for number, unit in enumerate(found, start=1):
        if unit is None:
            unit = []
        if not isinstance(unit, list):
            raise InputError(
                f"{file}, item {number}: {inside} is {kind(unit)}, not a list of ratings; give a "
                "path that ends at a list of ratings for each item."
            )
        where = f"{file}, item {number}: a rating"
        units.append([vocabulary.category(value, where) for value in unit])
    return units


def _nested(values: list[Any]) -> bool:
    return bool(values) and all(isinstance(value, list) for value in values)


@dataclass(frozen=True, slots=True)
class SquareTable:
    """Counts by what two raters said."""

    counts: list[list[int]]
    categories: tuple[str, ...]
    """Of rows and columns, in the file's order."""


def square(path: Path, inside: str, order: tuple[str, ...] | None) -> SquareTable:
    """A square table of counts in a JSON document.

    The names of its rows are those of `--order`, else of a list `labels` beside it, else numbers.

    Raises:
        InputError: there is no table, it is not square, or a cell is no count.
    """
    file, whole = shown(path), document(path)
    table = at(whole, inside, file)
    if not isinstance(table, list) or not _nested(table):
        what = kind(table)
        if isinstance(table, list):
            what = "a list of something else" if table else "an empty list"
        raise InputError(f"{file}: {inside} is {what}, not a table: a list of rows of counts.")
    for number, row in enumerate(table, start=1):
        if len(row) != len(table):
            raise InputError(
                f"{file}: {inside} has {len(table)} rows, and row {number} has {len(row)} cells; a "
                "table of two raters is square."
            )
        for cell in row:
            if isinstance(cell, bool) or not isinstance(cell, int | float) or not _is_count(cell):
                raise InputError(
                    f"{file}: {inside}, row {number} holds {str(cell)[:40]}, which is no count; "
                    "name a table of whole numbers of 0 or more."
                )
    names = order or _labels_beside(whole, inside, file, len(table))
    if len(names) != len(table):
        raise InputError(
            f"--order names {len(names)} values and {inside} has {len(table)} rows; name one a row."
        )
    return SquareTable([[int(cell) for cell in row] for row in table], names)


def _is_count(cell: float) -> bool:
    return 0 <= cell < 1e15 and cell == int(cell)


def _labels_beside(whole: Any, inside: str, file: str, size: int) -> tuple[str, ...]:
    parent = at(whole, inside.rpartition(".")[0], file) if inside.strip() not in ("", ".") else None
    labels = parent.get("labels") if isinstance(parent, dict) else None
    if isinstance(labels, list) and len(labels) == size:
        names = [word(label, f"{file}: labels") for label in labels]
        if None not in names and len(set(names)) == size:
            return tuple(str(name) for name in names)
    return tuple(map(str, range(size)))
