"""A text file: its name is its id and title, its text is stored as it is, form feeds are pages."""

from pathlib import Path

from corpus.readers.encodings import Decoded
from corpus.readers.extracted import Extracted, document_of
from corpus.readers.pages import form_feed_pages
from corpus.readers.source import SourceDocument

SUFFIXES = frozenset({".txt", ".text"})


def text_file(path: Path, decoded: Decoded) -> SourceDocument:
    """A text file as a document.

    Raises:
        NoTextError: the text is white space.
        InputError: the name holds nothing to make an id of.
    """
    labels = tuple(page.label for page in form_feed_pages(decoded.text))
    extracted = Extracted(text=decoded.text, page_labels=labels, notes=decoded.notes())
    return document_of(path, "text", extracted, encoding=decoded.encoding)
