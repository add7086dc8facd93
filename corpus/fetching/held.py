"""Which sources the corpus holds already: they are not asked for again.

A source is held where a case of the corpus has its citation, its name and its year, so a case that
was added from a volume's zip is not fetched once more. A case knows its official citation only: one
that is named by another is known by its name and its page on the site. Where several cases have
what the source says, none of them is it until the site has been asked.
"""

import re
from collections.abc import Iterable, Iterator

from corpus.document import Document, Provenance
from corpus.fetching.citation import key_of
from corpus.fetching.sources import Source
from corpus.fetching.volume import SHARES_CITATION, SHARES_NAME, Listed
from corpus.storage.library import Library

_PLACE = re.compile(r"([^/]+/[^/]+)/cases/([^/]+)-([^/-]+)\.json$")


class Held:
    """The cases of a corpus by citation, by page and by file."""

    def __init__(self, documents: Iterable[tuple[Document, Provenance]]) -> None:
        """Take in documents, each with where it came from."""
        self._cases: dict[str, list[Listed]] = {}
        self._places: dict[int | str, tuple[str, ...]] = {}
        self._notes: dict[int | str, frozenset[str]] = {}
        for document, provenance in documents:
            case = _case(document)
            self._places[case.id] = _places(provenance.source)
            self._notes[case.id] = frozenset(provenance.notes)
            for key in (*case.citations, *self._places[case.id]):
                self._cases.setdefault(key, []).append(case)

    def find(self, source: Source) -> str | None:
        """The id of the document that is this source; None where it is not held, or where it may
        be another one that the source means: the site is asked, and names those there are."""
        keys = [source.place] if source.is_one_file else [source.citation.key]
        if source.name:
            keys.append(source.place)
        found = {case.id: case for key in keys for case in self._cases.get(key, [])}
        fit = [case for case in found.values() if self._fits(case, source)]
        if len(fit) != 1 or (not source.is_one_file and self._has_others(fit[0], source)):
            return None
        return str(fit[0].id)

    def _fits(self, case: Listed, source: Source) -> bool:
        places = self._places[case.id]
        is_elsewhere = source.is_placed and places and source.place not in places
        return not is_elsewhere and case.unlike(source) is None

    def _has_others(self, case: Listed, source: Source) -> bool:
        """Whether the site has others that the source may mean, as was noted when it was asked."""
        ambiguous = (SHARES_NAME,) if source.name else (SHARES_NAME, SHARES_CITATION)
        return not self._notes[case.id].isdisjoint(ambiguous)


def cases(library: Library) -> Iterator[tuple[Document, Provenance]]:
    """The documents of a corpus that are cases of CAP, each with where it came from."""
    for identity, record in library.register().records.items():
        if record.provenance.reader == "cap":
            yield library.document(identity), record.provenance


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
