"""The lines of a page in the order in which they are read.

That is the order of the file, which for columns, tables and notes is the author's own, but for
three things that printers do:
- a column of line numbers (1, 2, 3 …) that is drawn apart from its lines: each number goes before
  what stands on its line, also where a sheet holds several pages of a transcript;
- heads and feet that are drawn last or first: up to three lines that stand apart above (below)
  all others are the first (the last);
- a line that is drawn in pieces (a raised note number, a tab): the pieces are one line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from corpus.readers.pdf_lines import Line

MOST_NUMBERS = 28
"""Lines of pleading paper; a transcript has 25."""
_FEWEST_NUMBERS = 5
_MOST_MOVED = 3
"""Lines of a head, and of a foot."""
_FAR = 1.8
"""Heights of the type from a head to the text: more than from line to line."""

_NUMBER = re.compile(r"0?\d{1,2}")


def page_text(lines: Sequence[Line]) -> str:
    """The text of a page, a line feed between two lines."""
    ordered = _with_numbers(_joined(lines))
    ordered = _moved(ordered, up=True)
    ordered = _moved(ordered, up=False)
    return "\n".join(line.text for line in ordered)


def _joined(lines: Sequence[Line]) -> list[Line]:
    """Neighbours on one line of print become one."""
    joined: list[Line] = []
    for line in lines:
        if joined and _continues(joined[-1], line):
            joined[-1] = _one(joined[-1], line)
        else:
            joined.append(line)
    return joined


def _continues(before: Line, after: Line) -> bool:
    same_row = abs(before.baseline - after.baseline) < 0.5 * max(before.height, after.height)
    return same_row and after.left >= before.right - 0.3 * before.height


def _one(before: Line, after: Line) -> Line:
    apart = after.left - before.right > 0.15 * max(before.height, after.height)
    larger = before if before.height >= after.height else after
    return replace(
        larger,
        text=f"{before.text}{' ' if apart else ''}{after.text}",
        left=before.left,
        right=max(before.right, after.right),
    )


def _with_numbers(lines: list[Line]) -> list[Line]:
    """The lines, those beside a column of numbers put behind their number."""
    columns = list(_columns(lines))
    if not columns:
        return lines
    numbered = {index for column in columns for index in column}
    beside: dict[int, list[int]] = {index: [] for index in numbered}
    for index, line in enumerate(lines):
        if index not in numbered:
            number = _number_of(line, lines, numbered)
            if number is not None:
                beside[number].append(index)
    taken = {index for found in beside.values() for index in found}
    return [
        _row(line, [lines[at] for at in beside.get(index, ())])
        for index, line in enumerate(lines)
        if index not in taken
    ]


def _columns(lines: Sequence[Line]) -> Iterator[list[int]]:
    """Runs of neighbouring lines 1, 2, 3 … that stand below each other, by their positions."""
    column: list[int] = []
    for index, line in enumerate(lines):
        is_next = _NUMBER.fullmatch(line.text) and int(line.text) == len(column) + 1
        if is_next and (not column or _below(lines[column[-1]], line)):
            column.append(index)
            continue
        if len(column) >= _FEWEST_NUMBERS:
            yield column[:MOST_NUMBERS]
        column = [index] if line.text in ("1", "01") else []
    if len(column) >= _FEWEST_NUMBERS:
        yield column[:MOST_NUMBERS]


def _below(above: Line, line: Line) -> bool:
    edges = min(abs(above.left - line.left), abs(above.right - line.right))
    return line.baseline < above.baseline and edges < 0.5 * line.height


def _number_of(line: Line, lines: Sequence[Line], numbered: set[int]) -> int | None:
    """The nearest number to the left on the same line of print."""
    left_of = [
        index
        for index in numbered
        if lines[index].right <= line.left
        and abs(lines[index].baseline - line.baseline) < 0.4 * line.height
    ]
    return max(left_of, key=lambda index: lines[index].right, default=None)


def _row(number: Line, beside: list[Line]) -> Line:
    for line in sorted(beside, key=lambda line: line.left):
        number = replace(number, text=f"{number.text} {line.text}", right=line.right)
    return number


def _moved(lines: list[Line], *, up: bool) -> list[Line]:
    """Lines far above (below) all others first (last), in the order in which they stand."""
    sign = 1 if up else -1
    outer = sorted(lines, key=lambda line: -sign * line.baseline)
    moved = outer[: _margin(outer)]
    rest = [line for line in lines if not any(line is other for other in moved)]
    return [*moved, *rest] if up else [*rest, *reversed(moved)]


def _margin(outer: Sequence[Line]) -> int:
    """How many lines, from the page's edge inwards, stand one a row and apart from the rest."""
    found = 0
    for count, (line, following) in enumerate(pairwise(outer[: _MOST_MOVED + 1]), start=1):
        height = max(line.height, following.height)
        gap = abs(line.baseline - following.baseline)
        if gap < 0.5 * height:  # two stretches of one row: columns
            break
        if gap > _FAR * height:
            found = count
    return found
