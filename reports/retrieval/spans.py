"""Where the supports of golden questions stand in their documents, however those are cut.

A support is anchored in its document by offsets. One without them is found by its quote in the
passage that it names; one without a quote as well is that whole passage, as it is stored.
"""

from dataclasses import dataclass
from functools import lru_cache

from corpus.document import Document, Passage
from corpus.errors import InputError
from corpus.hashes import text_hash
from corpus.storage.library import Library
from labels.golden import Support

KEPT = 256
"""Documents held at a time: questions on one document stand together as a rule."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a document."""

    document_id: str
    start: int
    end: int


class Finder:
    """Looks supports up in the stored corpus."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._document = lru_cache(KEPT)(library.document)
        self._passages = lru_cache(KEPT)(library.passages_of)

    def span(self, owner: str, support: Support) -> Span:
        """Where a support stands.

        Args:
            owner: what it belongs to, for errors: `the question 'g1'`.
            support: as its file has it.

        Raises:
            InputError: the corpus does not have it, or its quote stands elsewhere.
        """
        document_id = support.passage.rpartition(":")[0]
        if document_id not in self._library:
            raise self._unknown(owner, support)
        if support.start is None or support.end is None:
            return self._by_quote(owner, support, self._named(owner, support))
        document = self._document(document_id)
        if not 0 <= support.start < support.end <= len(document.text):
            raise InputError(
                f"{owner} names characters {support.start} to {support.end} of {document_id!r}, "
                f"which has {len(document.text):,}; find the quote with: crosssource corpus quote "
                "TEXT"
            )
        found = document.text[support.start : support.end]
        if support.quote and found != support.quote:
            raise _misplaced(owner, support, document, found)
        if support.sha256 and text_hash(found) != support.sha256:
            raise InputError(
                f"{owner} names the whole passage at characters {support.start} to {support.end} "
                f"of {document_id!r}, and there stands another text by now; see: crosssource "
                "golden check"
            )
        return Span(document_id, support.start, support.end)

    def _named(self, owner: str, support: Support) -> Passage:
        document_id, _, index = support.passage.rpartition(":")
        stored = self._passages(document_id)
        if not index.isdecimal() or int(index) >= len(stored):
            raise self._unknown(owner, support)
        return stored[int(index)]

    def _by_quote(self, owner: str, support: Support, passage: Passage) -> Span:
        at = passage.text.find(support.quote)
        if at < 0:
            raise InputError(
                f"{owner} quotes {support.quote[:60]!r} from {passage.id}, which does not hold "
                "it; find the quote with: crosssource corpus quote TEXT"
            )
        start = passage.start + at
        end = start + len(support.quote) if support.quote else passage.end
        return Span(passage.document_id, start, end)

    def _unknown(self, owner: str, support: Support) -> InputError:
        return InputError(
            f"{owner} names the passage {support.passage!r}, which the corpus does not have; "
            "see what it has with: crosssource corpus list"
        )


def _misplaced(owner: str, support: Support, document: Document, found: str) -> InputError:
    return InputError(
        f"{owner} quotes {support.quote[:60]!r} at characters {support.start} to {support.end} of "
        f"{document.id!r}, and there stands {found[:60]!r}; find the quote with: "
        "crosssource corpus quote TEXT"
    )
