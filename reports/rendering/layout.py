"""What a report is made of on a page, before any page: sections of text, lists, tables, items.

A renderer turns these into a terminal, Markdown or another medium and decides nothing else. All
strings are plain text; text from outside is in them as it is, so each renderer must make it
harmless for its medium.

Figures carry the key of the items behind them (reports.rendering.keys), and tables may carry a
picture of themselves. A medium without links or pictures leaves these out and loses no word.
"""

from dataclasses import dataclass

from reports.rendering.pictures import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A paragraph."""

    text: str
    """May be empty where `lead` opens what follows."""
    lead: str = ""
    """The words that the paragraph opens with, such as a question that it answers."""
    strong: bool = False
    """The sentence to read if only one is read."""
    link: str = ""
    """The key of the items it speaks of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """Short points, one a line, each with a word before it that may be empty."""

    points: tuple[tuple[str, str], ...]
    """(word, text): `("NO", "To catch bad citations: …")`."""
    numbered: bool = False
    links: tuple[str, ...] = ()
    """The key of the items behind each point, or nothing at all."""
    picture: Picture | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows and columns; the first column is text, the others are set to the right."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    """Lines below the table."""
    links: tuple[tuple[str, ...], ...] = ()
    """The key of the items behind each cell, in the shape of `rows`, or nothing at all."""
    picture: Picture | None = None
    folded: bool = False
    """Its picture, or the one before it, says as much: where tables can be folded, it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One citation with its texts."""

    title: str
    fields: tuple[tuple[str, str], ...]
    """(name, text from outside), in the order to be read; empty texts are left out."""
    link: str = ""
    """The key of the item itself, where the page has it with all its texts."""


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
