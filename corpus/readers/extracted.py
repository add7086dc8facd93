"""What a reader takes out of a file that is no plain text, and the bounds within which it reads.

Readers of PDF, DOCX, HTML and Markdown run in a process of their own (`confined`); this is what
comes back from there, and the one place where it becomes a document.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from corpus.document import Document, Page, Part
from corpus.errors import InputError
from corpus.readers.source import NoTextError, SourceDocument, shown, slug, whole

_FEED = re.compile("\f")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much of anything one file may take."""

    file_bytes: int = 512 * 2**20
    """Of a PDF or a DOCX: a scan with its pictures is large, its text is not."""
    unpacked_bytes: int = 512 * 2**20
    """Of all members of a DOCX together."""
    characters: int = 64 * 2**20
    """Of the text. The longest opinions have about a million."""
    pages: int = 20_000
    seconds: float = 120
    """Of the clock, for one file."""
    memory: int = 2 * 2**30
    """Bytes of address space of the process that reads; where the system can bound it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """The text of one file."""

    text: str
    page_labels: tuple[str, ...] = ()
    """Of the pages, which form feeds part; empty where the source has none."""
    notes: tuple[str, ...] = ()
    """What a person must know of it, each a clause: `pages 3 and 5 hold no text`."""
    metadata: dict[str, str] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    """Empty: all is one part, `text`."""


def document_of(
    path: Path, reader: str, extracted: Extracted, *, encoding: str | None = None
) -> SourceDocument:
    """A file's text as a document: its name is its id and title.

    Raises:
        NoTextError: the text is white space.
        InputError: the name holds nothing to make an id of.
    """
    where = shown(path)
    if not extracted.text.strip():
        raise NoTextError(f"{where} holds no text; leave it out.")
    text = whole(extracted.text, where, "text")
    stem = shown(Path(path.stem))
    document = Document(
        id=slug(stem, where),
        title=stem,
        text=text,
        parts=extracted.parts or (Part(kind="text", start=0, end=len(text)),),
        pages=_pages(text, extracted.page_labels),
        metadata=extracted.metadata,
    )
    return SourceDocument(
        document=document,
        source=where,
        reader=reader,
        size=path.stat().st_size,
        encoding=encoding,
        notes=extracted.notes,
    )


def refuse_long(length: int, where: str, limits: Limits) -> None:
    """`InputError` where a text grows past the bound."""
    if length > limits.characters:
        raise InputError(
            f"{where} holds more than {limits.characters} characters of text, the most that one "
            "document may have; split it."
        )


def numbers(found: Sequence[int]) -> str:
    """`page 3`, `pages 3, 5 and 7 to 9`: at most eight stretches, then how many more there are."""
    stretches: list[tuple[int, int]] = []
    for number in found:
        if stretches and stretches[-1][1] == number - 1:
            stretches[-1] = (stretches[-1][0], number)
        else:
            stretches.append((number, number))
    words = [f"{a}" if a == b else f"{a} to {b}" for a, b in stretches[:8]]
    if len(stretches) > 8:
        words.append(f"{sum(b - a + 1 for a, b in stretches[8:])} more")
    listed = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
    return f"page{'' if len(found) == 1 else 's'} {listed}"


def _pages(text: str, labels: tuple[str, ...]) -> tuple[Page, ...]:
    """A page for each label: the first at the beginning, each other behind a form feed."""
    if not labels:
        return ()
    starts = [0, *(match.end() for match in _FEED.finditer(text))]
    # A form feed at the very end begins no page.
    return tuple(Page(label=label, start=at) for label, at in zip(labels, starts, strict=False))
