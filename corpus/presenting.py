"""Documents, passages and quotes as a person reads them, and as the facts that a script reads."""

from dataclasses import asdict
from typing import Any

from corpus.document import Document, Passage, Provenance
from corpus.quoting.quotes import QuoteMatch


def passage_facts(passage: Passage) -> dict[str, Any]:
    """A passage as a JSON object."""
    return {"passage_id": passage.id} | asdict(passage) | {"sha256": passage.sha256}


def passage_page(passage: Passage) -> str:
    """A passage with its place, offsets and hash above its text."""
    return (
        f"{place(passage)}\ncharacters {passage.start} to {passage.end} of {passage.document_id}, "
        f"sha256 {passage.sha256}\n\n{passage.text}"
    )


def document_page(document: Document, provenance: Provenance, passages: int) -> str:
    """A document: facts, provenance and parts, then its text."""
    facts = [
        ("title", document.title),
        ("citation", document.citation),
        ("court", document.court),
        ("decided", document.decided),
        *document.metadata.items(),
        ("source", provenance.source),
        ("reader", provenance.reader),
        ("encoding", provenance.encoding),
        ("added", provenance.added_at),
        ("licence", provenance.licence or "not stated by the source"),
        ("sha256", provenance.sha256),
        ("pages", str(len(document.pages)) if document.pages else "none in the source"),
        ("passages", str(passages)),
    ]
    lines = [document.id, *(f"{name}: {value}" for name, value in facts if value)]
    lines += [f"note: {note}" for note in provenance.notes]
    for part in document.parts:
        author = f", {part.author}" if part.author else ""
        lines.append(f"part: {part.kind}{author} (characters {part.start} to {part.end})")
    return "\n".join((*lines, "", document.text))


def place(passage: Passage) -> str:
    """Where a passage is: id, part, page."""
    page = f", page {passage.page}" if passage.page else ""
    return f"{passage.id}  {passage.part}{page}"


def quote_facts(match: QuoteMatch, document: Document) -> dict[str, Any]:
    """A place of a quote as a JSON object, with the verbatim stretch."""
    return asdict(match) | {"verbatim": document.text[match.start : match.end]}


def quote_line(match: QuoteMatch) -> str:
    """A place of a quote, and what it took to find it."""
    page = f", {_pages(match)}" if match.page else ""
    lines = f", lines {match.lines}" if match.lines else ""
    how = ", ".join(match.normalisations) or "character for character"
    return f"{match.document_id}  characters {match.start} to {match.end}{page}{lines}: {how}"


def _pages(match: QuoteMatch) -> str:
    """`page 2`, `pages 2-3`; with words between them where the labels have hyphens of their own."""
    first, last = match.page, match.last_page
    if last in (None, first):
        return f"page {first}"
    return f"pages {first}{' to ' if '-' in f'{first}{last}' else '-'}{last}"


def one_line(text: str, width: int = 160) -> str:
    """The beginning of a text in one line of at most `width` characters."""
    joined = " ".join(text.split())
    return joined if len(joined) <= width else joined[: width - 1] + "…"
