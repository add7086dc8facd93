"""The lines of a page in the order in which they are read.

That is the order of the file, which for columns, tables and notes is the author's own, but for
four things that printers do:
- a column of line numbers (1, 2, 3 …) that is drawn apart from its lines: each number goes before
  what stands on its line, and what stands between two of them goes there, also where a sheet holds
  several pages of a transcript;
- heads and feet that are drawn last or first: up to three lines that stand apart above (below)
  all others are the first (the last);
- a line that is drawn in pieces (a raised note number, a tab): the pieces are one line;
- the fields of a form, which are drawn after all else.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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


def page_text(lines: Sequence[Line], filled_in: Sequence[Line] = ()) -> str:
    """The text of a page, a line feed between two lines.

    Args:
        lines: in the order of the file.
        filled_in: what the fields of a form say, each put behind what is printed on its line.
    """
    ordered = _with_fields(_with_numbers(_joined(lines)), filled_in)
    ordered = _moved(ordered, up=True)
    ordered = _moved(ordered, up=False)
    return "\n".join(line.text for line in ordered)


def _with_fields(lines: list[Line], fields: Sequence[Line]) -> list[Line]:
    """A field goes behind the nearest line to the left on its row, else to the end of the page."""
    made = list(lines)
    for field in sorted(fields, key=lambda field: (-field.baseline, field.left)):
        row = [
            index
            for index, line in enumerate(made)
            if abs(line.baseline - field.baseline) < 0.7 * max(line.height, field.height)
            and line.right <= field.left + 0.3 * field.height
        ]
        if row:
            nearest = max(row, key=lambda index: made[index].right)
            made[nearest] = _one(made[nearest], field)
        else:
            made.append(field)
    return made


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
    """The lines, those beside a column of numbers put behind their number, or between two."""
    columns = list(_columns(lines))
    numbered = {index for column in columns for index in column}
    beside: dict[int, list[Line]] = defaultdict(list)
    between: dict[int, list[Line]] = defaultdict(list)
    made: list[list[Line]] = []
    places = {
        index: place
        for index, line in enumerate(lines)
        if index not in numbered and (place := _place(line, columns, lines))
    }
    for index, place in places.items():
        (beside if place.is_aligned else between)[place.number].append(lines[index])
    for index, line in enumerate(lines):
        if index not in places:
            made.append([_row(line, beside[index]), *_downwards(between[index])])
    return [line for row in made for line in row]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a line belongs in a column of numbers."""

    number: int
    """The position of the number that it stands beside, or below."""
    is_aligned: bool
    right: float
    """Where the number ends."""


def _place(line: Line, columns: list[list[int]], lines: Sequence[Line]) -> _Place | None:
    """In the nearest column to the left that reaches as far up and down as the line."""
    places = (_place_in(line, column, lines) for column in columns)
    return max((place for place in places if place), key=lambda place: place.right, default=None)


def _place_in(line: Line, column: list[int], lines: Sequence[Line]) -> _Place | None:
    left = [index for index in column if lines[index].right <= line.left]
    above = [index for index in left if lines[index].baseline > line.baseline]
    for index in left:
        if abs(lines[index].baseline - line.baseline) < 0.4 * line.height:
            return _Place(index, True, lines[index].right)
    if above and len(above) < len(left):
        return _Place(above[-1], False, lines[above[-1]].right)
    return None


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


def _row(number: Line, beside: list[Line]) -> Line:
    for line in sorted(beside, key=lambda line: line.left):
        number = replace(number, text=f"{number.text} {line.text}", right=line.right)
    return number


def _downwards(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: (-line.baseline, line.left))


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
