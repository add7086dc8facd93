"""Which sources the corpus holds already: they are not asked for again.

A source is held where a case of the corpus has its citation, its name and its year, so a case that
was added from a volume's zip is not fetched once more. A case knows its official citation only: one
that is named by another is known by its name and its page on the site.
"""

import re
from collections.abc import Iterable, Iterator

from corpus.document import Document
from corpus.fetching.citation import key_of
from corpus.fetching.sources import Source
from corpus.fetching.volume import Listed
from corpus.storage.library import Library

_PLACE = re.compile(r"([^/]+/[^/]+)/cases/([^/]+)-([^/-]+)\.json$")


class Held:
    """The cases of a corpus by citation, by page and by file."""

    def __init__(self, documents: Iterable[tuple[Document, str]]) -> None:
        """Take in documents, each with the address or path that it came from."""
        self._cases: dict[str, list[Listed]] = {}
        for document, origin in documents:
            case = _case(document)
            for key in (*case.citations, *_places(origin)):
                self._cases.setdefault(key, []).append(case)

    def find(self, source: Source) -> str | None:
        """The id of the document that is this source; None where it is not held."""
        keys = [source.place] if source.is_one_file else [source.citation.key]
        if source.name:
            keys.append(source.place)
        for key in keys:
            for case in self._cases.get(key, []):
                if case.unlike(source) is None:
                    return str(case.id)
        return None


def cases(library: Library) -> Iterator[tuple[Document, str]]:
    """The documents of a corpus that are cases of CAP, each with where it came from."""
    for identity, record in library.register().records.items():
        if record.provenance.reader == "cap":
            yield library.document(identity), record.provenance.source


def _case(document: Document) -> Listed:
    key = key_of(document.citation)
    names = (document.title, document.metadata.get("name"))
    return Listed(
        id=document.id,
        names=tuple(name for name in names if name),
        citations=frozenset({key} if key else ()),
        decided=document.decided or "",
    )


def _places(origin: str) -> tuple[str, ...]:
    """The page and the file on the site, `us/347/0483` and `us/347/0483-01`."""
    found = _PLACE.search(origin)
    if found is None:
        return ()
    page = f"{found[1]}/{found[2]}"
    return page, f"{page}-{found[3]}"
