"""Documents and passages: verbatim text with offsets, and where it came from.

The stored text is never a cleaned one. Every offset counts Unicode characters from 0, and an end
is exclusive, so `document.text[passage.start:passage.end] == passage.text` always holds.
"""

from dataclasses import dataclass, field

from corpus.hashes import text_hash


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A stretch of a document that stands for itself: the majority opinion, a dissent."""

    kind: str
    """What it is, in the source's word: `majority`, `dissent`, `head matter`, `text`."""
    start: int
    end: int
    author: str | None = None
    """Who wrote it; None where the source does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the source."""

    label: str
    """What is printed or counted: `1`, `456`."""
    start: int
    """Where its text begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A source text with an id."""

    id: str
    title: str
    text: str
    """Verbatim; whatever the source held."""
    parts: tuple[Part, ...]
    """At least one, in order, without overlap. No passage crosses from one to the next."""
    pages: tuple[Page, ...] = ()
    """Empty where the source has no pages."""
    citation: str | None = None
    """`100 A.2d 456`; None where the source does not say."""
    court: str | None = None
    decided: str | None = None
    """ISO date; None where the source does not say."""
    metadata: dict[str, str] = field(default_factory=dict)
    """Further facts of the source, as text."""

    @property
    def sha256(self) -> str:
        """The hash of the text, 64 hexadecimal digits."""
        return text_hash(self.text)

    def page_at(self, offset: int) -> str | None:
        """The label of the page that holds `offset`; None where there are no pages."""
        label = None
        for page in self.pages:
            if page.start > offset:
                break
            label = page.label
        return label


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A chunk of a document."""

    document_id: str
    index: int
    """0, 1, 2 … in document order."""
    start: int
    end: int
    text: str
    part: str
    """The kind of the part that it lies in."""
    page: str | None = None
    """The page on which it begins; None where the document has none."""

    @property
    def id(self) -> str:
        """`doc_id:chunk_index`, as citation markers write it."""
        return f"{self.document_id}:{self.index}"

    @property
    def sha256(self) -> str:
        """The hash of the text, 64 hexadecimal digits."""
        return text_hash(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where a document came from."""

    document_id: str
    source: str
    """The path or address it was read from, and the member of an archive behind `!`."""
    reader: str
    """The reader's name: `cap`, `courtlistener`, `jsonl`, `text`, `markdown`, `html`, `pdf`,
    `docx`."""
    added_at: str
    """ISO time, UTC."""
    sha256: str
    """Of the document's text."""
    licence: str | None = None
    """As the source states it; None where it does not."""
    encoding: str | None = None
    """How the source writes its characters (`utf-8`, `windows-1252`); None where its format leaves
    no choice."""
    notes: tuple[str, ...] = ()
    """What the person who added it was told of it, each a clause: `its text does not have …`."""
