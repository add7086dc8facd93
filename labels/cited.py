"""The workspace's passages by id, for verdicts that name a passage and do not quote it."""

from collections.abc import Callable
from functools import cache

from corpus.document import Document, Passage
from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels.interchange.passages import CitedPassage


def lookup(workspace: Workspace) -> Callable[[str], CitedPassage | None]:
    """A function from a cited id to its passage; None where the corpus has none.

    The corpus is read once, at the first id that is asked for.
    """

    @cache
    def table() -> dict[str, CitedPassage]:
        library = Library(workspace)
        documents = {document.id: document for document in library.documents()}
        return {
            passage.id: CitedPassage(
                passage.text, source_line(documents[passage.document_id], passage)
            )
            for passage in library.passages()
        }

    return lambda cited: table().get(cited)


def source_line(document: Document, passage: Passage) -> str:
    """What a reader is told of a passage: `Title, 100 A.2d 456 · page 3 · dissent`."""
    title = ", ".join(filter(None, (document.title, document.citation)))
    page = f"page {passage.page}" if passage.page else ""
    part = passage.part if len(document.parts) > 1 else ""
    return " · ".join(filter(None, (title, page, part)))
