"""Rows as JSON Lines or CSV, a piece at a time."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]


def json_lines(rows: Iterable[Row]) -> Iterator[str]:
    """One JSON object a line."""
    for row in rows:
        yield json.dumps(row, ensure_ascii=False) + "\n"


def csv_lines(rows: Iterable[Row], columns: Sequence[str]) -> Iterator[str]:
    """Comma-separated, with a head; an absent value is an empty cell."""
    held = io.StringIO()
    writer = csv.DictWriter(held, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    yield held.getvalue()
    for row in rows:
        held.seek(0)
        held.truncate()
        writer.writerow({name: row.get(name) for name in columns})
        yield held.getvalue()
