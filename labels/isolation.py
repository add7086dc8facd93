"""Isolation checks: searches that are restricted to some documents and must see no others.

One JSON object a line in `isolation.jsonl`, beside the golden questions and never among them: a run
asks its questions of the whole corpus, and there an isolation check would have another answer.

    {"id": "i1", "question": "…",
     "within": {"matter": "M-00003"},        the search sees documents with this metadata only
     "supports": [{"passage", …}],           what answers it there; may be empty
     "elsewhere": [{"passage", …}],          what answers it in other documents: must not be seen
     "author": "…", "written_by": "machine"}

A passage is given as in golden.jsonl, with its quote and offsets, or by its id alone, as a text:
then another cut of the documents makes another passage of it.

A check holds where every passage found is of a document whose metadata have all of `within`.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from corpus.errors import at_line
from corpus.readers.source import shown
from labels.golden import Support, support_row, supports_of, writer_of
from labels.interchange.table import read_json_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class IsolationCheck:
    """One restricted search."""

    id: str
    question: str
    within: Mapping[str, str]
    """Metadata that a document must have to be searched; at least one."""
    supports: tuple[Support, ...]
    """What answers the question within; empty where nothing does."""
    elsewhere: tuple[Support, ...]
    """What answers it outside, and would be found without the restriction."""
    author: str
    written_by: str
    """`human` or `machine`; `unknown` where the file does not say."""


def line_of(check: IsolationCheck) -> str:
    """The line of a check in a file, with its line feed: what `load` reads back."""
    lists = {"supports": check.supports, "elsewhere": check.elsewhere}
    rows = {name: [support_row(one) for one in several] for name, several in lists.items()}
    row = asdict(check) | rows
    return json.dumps(row, ensure_ascii=False) + "\n"


def load(path: Path) -> tuple[IsolationCheck, ...]:
    """The checks of a file; none where there is no file or nothing in it.

    Raises:
        InputError: a line is malformed; names the line.
    """
    if not path.is_file() or not path.read_bytes().strip():
        return ()
    return tuple(_check(row.values, shown(path), row.line) for row in read_json_lines(path))


def _check(values: dict[str, Any], file: str, line: int) -> IsolationCheck:
    for name in ("id", "question"):
        if not isinstance(values.get(name), str) or not values[name].strip():
            raise at_line(file, line, f"{name!r} must be text; write it.")
    within = values.get("within")
    if not isinstance(within, dict) or not within or not _texts(within.values()):
        raise at_line(file, line, '\'within\' must name metadata, as in {"matter": "M-00003"}.')
    return IsolationCheck(
        id=values["id"],
        question=values["question"],
        within=within,
        supports=_passages(values, "supports", file, line),
        elsewhere=_passages(values, "elsewhere", file, line),
        author=str(values.get("author") or ""),
        written_by=writer_of(values, "written_by", file, line) or "unknown",
    )


def _passages(values: dict[str, Any], name: str, file: str, line: int) -> tuple[Support, ...]:
    given = values.get(name, [])
    if isinstance(given, list):
        given = [{"passage": one} if isinstance(one, str) else one for one in given]
    return supports_of({name: given}, file, line, name)


def _texts(values: Any) -> bool:
    return all(isinstance(value, str) for value in values)
