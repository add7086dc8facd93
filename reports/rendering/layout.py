"""What a report is made of on a page, before any page: sections of text, lists, tables, items.

A renderer turns these into a terminal, Markdown or another medium and decides nothing else. All
strings are plain text; text from outside is in them as it is, so each renderer must make it
harmless for its medium.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A paragraph."""

    text: str
    strong: bool = False
    """The sentence to read if only one is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """Short points, one a line, each with a word before it that may be empty."""

    points: tuple[tuple[str, str], ...]
    """(word, text): `("NO", "To catch bad citations: …")`."""
    numbered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows and columns; the first column is text, the others are set to the right."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    """Lines below the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One citation with its texts."""

    title: str
    fields: tuple[tuple[str, str], ...]
    """(name, text from outside), in the order to be read; empty texts are left out."""


Block = Text | Listed | Table | Item


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading with what stands below it."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The whole report."""

    title: str
    subtitle: str
    warnings: tuple[str, ...]
    """What a reader must know before any figure."""
    sections: tuple[Section, ...]
