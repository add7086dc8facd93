"""A workbook (`.xlsx`) as rows: the first sheet with a header, cells as texts, marks as words.

openpyxl reads row by row, but sets no bounds: the package is looked at first (its members, no
document type definition, in which entities could grow without end).
"""

import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpus.errors import InputError
from corpus.readers.source import shown
from labels.interchange import marks, zip_members

MARKER = "xl/workbook.xml"
"""The member by which a zip is a workbook."""
MOST_COLUMNS = 500
_LOOKED_AT = 30
"""Rows among which the header is."""
_FEWEST = 3
"""Filled cells of a header."""


def is_workbook(names: frozenset[str] | list[str]) -> bool:
    """Whether a zip with such members is a workbook."""
    return MARKER in names


def header(path: Path) -> tuple[str, ...]:
    """The columns that the rows have.

    Raises:
        InputError: the workbook is damaged, dangerous or has no header.
    """
    _, names = next(_sheet(path))
    return marks.columns(names)


def rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows below the header with their numbers in the sheet, from 1.

    Raises:
        InputError: as `header`; or a row has two marks.
    """
    sheet = _sheet(path)
    _, names = next(sheet)
    marked = marks.marks(names)
    for number, cells in sheet:
        values = dict(zip(names, cells, strict=False))
        values.pop("", None)
        if not any(value.strip() for value in values.values()):
            continue
        if marked:
            values = marks.read(values, marked, shown(path), f"row {number}")
        yield number, values


def _sheet(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The header, then the rows, of the first sheet that has one."""
    import openpyxl  # a tenth of a second that no other command shall pay

    # What it finds odd in a workbook it warns of; what cannot be read is told by our own sentence.
    warnings.filterwarnings("ignore", module="openpyxl")
    file = shown(path)
    _refuse_dangerous(path)
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        try:
            for sheet in book.worksheets:
                sheet.reset_dimensions()  # what a sheet declares of its size may be a lie
                names: list[str] = []
                for number, cells in enumerate(sheet.iter_rows(values_only=True), start=1):
                    written = [_text(cell) for cell in cells[:MOST_COLUMNS]]
                    if names:
                        yield number, written
                    elif number > _LOOKED_AT:
                        break
                    elif sum(bool(cell.strip()) for cell in written) >= _FEWEST:
                        names = _checked([cell.strip() for cell in written], file)
                        yield number, names
                if names:
                    return
        finally:
            book.close()
    except InputError:
        raise
    except Exception as error:  # openpyxl raises whatever it meets
        raise InputError(
            f"{file} is a damaged workbook ({type(error).__name__}); open it in a spreadsheet and "
            "save it anew, or save its sheet as CSV."
        ) from error
    raise InputError(
        f"{file} has no sheet with a header of {_FEWEST} columns in its first {_LOOKED_AT} rows; "
        "save the sheet as CSV with one header."
    )


def _checked(names: list[str], file: str) -> list[str]:
    for name in names:
        if name and names.count(name) > 1:
            raise InputError(f"{file}: the column {name!r} occurs twice; rename one of the two.")
    return names


def _text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _refuse_dangerous(path: Path) -> None:
    with zip_members.opened(path) as members:
        for name in members.names():
            # In UTF-16, which XML may be written in too, a zero byte stands beside each letter.
            is_xml = name.endswith((".xml", ".rels"))
            if is_xml and b"<!DOCTYPE" in members.read(name).replace(b"\0", b""):
                raise InputError(
                    f"{shown(path)}, member {name[:80]!r}: holds a document type definition, which "
                    "no spreadsheet writes; save the sheet as CSV."
                )
    if not zipfile.is_zipfile(path):
        raise InputError(f"{shown(path)} is a damaged zip; save the sheet as CSV.")
