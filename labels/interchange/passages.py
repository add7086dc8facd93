"""The passage that a row is about: the text it holds, or the corpus's where it only names one.

Verdicts and labels find their passages in this one way, so that a row of labels means the item that
the same row made as a verdict.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from labels.interchange import cells
from labels.interchange.columns import Columns


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """A passage of the workspace's corpus, for rows that name one and do not quote it."""

    text: str
    source: str
    """Document, page and part, as a reader is told."""


class Passages(Protocol):
    """Where a cited id is looked up."""

    def __call__(self, cited: str, /) -> CitedPassage | None:
        """The passage of that id; None where the corpus has none."""
        ...


def passage_of(
    columns: Columns, values: Mapping[str, Any], file: str, line: int, passages: Passages
) -> CitedPassage | None:
    """The passage that a row holds or names.

    A text in the row wins. A blank cell beside an id of the corpus is a passage that the file did
    not write out; beside no such id it is an empty passage, which is a fault to be seen.

    Returns:
        None where the row has no cell for the passage, and the corpus has none of its id.

    Raises:
        InputError: a cell is no text.
    """

    def text(ours: str) -> str:
        return cells.text(columns.get(values, ours), file, line, columns.name(ours))

    cited = text("citation").strip()
    in_corpus = passages(cited) if cited else None
    written = text("passage")
    if in_corpus is not None and written.strip() in ("", in_corpus.text.strip()):
        # White space around the same text is kept: it is what the judge was given.
        return CitedPassage(written if written.strip() else in_corpus.text, in_corpus.source)
    if columns.get(values, "passage") is None:
        return None
    return CitedPassage(written, "")
