"""A text file: its name is its id and title, its text is stored as it is, form feeds are pages."""

from pathlib import Path

from corpus.document import Document, Part
from corpus.readers.pages import form_feed_pages
from corpus.readers.source import NoTextError, SourceDocument, shown, slug, whole

SUFFIXES = frozenset({".txt", ".text", ".md"})


def text_file(path: Path, text: str, size: int = 0) -> SourceDocument:
    """A text file as a document.

    Raises:
        NoTextError: the text is white space.
        InputError: the name holds nothing to make an id of.
    """
    where = shown(path)
    if not text.strip():
        raise NoTextError(f"{where} holds no text; leave it out.")
    verbatim = whole(text, where, "text")
    stem = shown(Path(path.stem))
    document = Document(
        id=slug(stem, where),
        title=stem,
        text=verbatim,
        parts=(Part(kind="text", start=0, end=len(verbatim)),),
        pages=form_feed_pages(verbatim),
    )
    return SourceDocument(document=document, source=where, reader="text", size=size)
