"""Paragraphs put together to a document with pages, and the place of every fact in it."""

from collections.abc import Callable, Mapping

from corpus.document import Document, Page, Part
from corpus.synthetic.fact import Drafted, Fact, Told

PAGE_WORDS = 430
"""A page is full after the paragraph that passes this."""


class Draft:
    """A document in the making.

    Args:
        head: what is printed above a page, from its number; the first page has none.
    """

    def __init__(self, head: Callable[[int], str]) -> None:
        self._head = head
        self._text = ""
        self._pages = [Page(label="1", start=0)]
        self._words = 0
        self._told: list[tuple[Told, int]] = []

    def add(self, paragraph: str, *told: Told) -> None:
        """A paragraph, and the facts whose quotes stand in it."""
        if self._words >= PAGE_WORDS:
            self._turn()
        if self._text:
            self._text += "\n\n"
        for one in told:
            self._told.append((one, len(self._text) + paragraph.index(one.quote)))
        self._text += paragraph
        self._words += paragraph.count(" ") + 1

    def done(self, identity: str, title: str, metadata: Mapping[str, str]) -> Drafted:
        """The document, whole."""
        return drafted(identity, title, self._text, self._pages, metadata, self._told)

    def _turn(self) -> None:
        self._text += "\n\n"
        number = len(self._pages) + 1
        self._pages.append(Page(label=str(number), start=len(self._text)))
        self._text += self._head(number)
        self._words = 0


def drafted(
    identity: str,
    title: str,
    text: str,
    pages: list[Page],
    metadata: Mapping[str, str],
    told: list[tuple[Told, int]],
) -> Drafted:
    """A document of one part, with its facts; each comes with the offset of its quote.

    A quote that is printed over several lines is as long as what is printed: see `Told.quote`.
    """
    document = Document(
        id=identity,
        title=title,
        text=text,
        parts=(Part(kind="text", start=0, end=len(text)),),
        pages=tuple(pages),
        metadata=dict(metadata),
    )
    facts = [
        Fact(told=one, document_id=identity, start=start, end=start + len(one.quote))
        for one, start in told
    ]
    return Drafted(document=document, facts=tuple(facts))
