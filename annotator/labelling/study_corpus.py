"""The study's corpus as a labeller looks into it: next door, and by words.

Nothing is read before somebody asks. Every call may take its time and belongs on a thread
(`annotator.labelling.background`); indexes are built once a sitting.
"""

import threading
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from corpus.errors import InputError
from corpus.workspace import Workspace

if TYPE_CHECKING:
    from corpus.document import Passage
    from corpus.engines import Searcher
    from corpus.storage.library import Library

MOST = 30
"""Passages that a search gives at most."""


_NONE = (
    "A pack holds no corpus, so there is nothing to search and nothing next door; "
    "label by the passage that is shown."
)


class Around(NamedTuple):
    """A cited passage where it stands in its document."""

    before: "Passage | None"
    """None where the cited passage is the first."""
    cited: "Passage"
    """As the corpus has it: its text can differ from what the item shows."""
    after: "Passage | None"
    """None where it is the last."""


class Hit(NamedTuple):
    """A passage that a search found."""

    passage: "Passage"
    title: str
    """Of its document."""


class StudyCorpus:
    """Reads the corpus of one study; a pack has none."""

    def __init__(self, workspace: Workspace | None) -> None:
        """Nothing is opened yet."""
        self._workspace = workspace
        self._library: Library | None = None
        self._indexes: dict[str | None, Searcher] = {}
        self._building: defaultdict[str | None, threading.Lock] = defaultdict(threading.Lock)
        self._titles: dict[str, str] = {}

    def document_of(self, cited: str) -> str | None:
        """The id of the corpus document that a cited passage id names; None where it has none.

        Raises:
            StoreError: the corpus cannot be read.
        """
        if self._workspace is None:
            return None
        document_id, _, index = cited.rpartition(":")
        return document_id if index.isdecimal() and document_id in self._opened() else None

    def around(self, cited: str) -> Around:
        """The cited passage and its neighbours.

        Raises:
            InputError: the corpus has no such passage; one plain sentence says so.
            StoreError: the corpus cannot be read.
        """
        if not cited.strip():
            raise InputError("This item names no passage of the corpus; there is none next door.")
        self._in_study()
        document_id = self.document_of(cited)
        if document_id is None:
            raise InputError(
                f"The study's corpus has no document for {cited!r}, so nothing next door can be "
                "shown; documents are added with: crosssource corpus add PATH"
            )
        passages = self._opened().passages_of(document_id)
        at = int(cited.rpartition(":")[2])
        if at >= len(passages):
            raise InputError(
                f"The document {document_id} has no passage {at} in the study's corpus (it has 0 "
                f"to {len(passages) - 1}); see them with: crosssource corpus show {document_id}"
            )
        return Around(
            before=passages[at - 1] if at else None,
            cited=passages[at],
            after=passages[at + 1] if at + 1 < len(passages) else None,
        )

    def is_ready(self, document_id: str | None) -> bool:
        """Whether the index of a document, or of the whole corpus, is built."""
        return document_id in self._indexes

    def search(self, words: str, document_id: str | None) -> list[Hit]:
        """The passages that fit the words best, best first.

        Args:
            words: what is looked for.
            document_id: the only document to search; None searches the whole corpus.

        Raises:
            InputError: no such document, or the settings cannot be used.
            StoreError: the corpus cannot be read.
        """
        found = self._index(document_id).search(words, MOST)
        return [
            Hit(passage=hit.passage, title=self._title(hit.passage.document_id)) for hit in found
        ]

    def _index(self, document_id: str | None) -> "Searcher":
        with self._building[document_id]:
            if document_id not in self._indexes:
                self._indexes[document_id] = self._built(document_id)
            return self._indexes[document_id]

    def _built(self, document_id: str | None) -> "Searcher":
        from corpus import settings
        from corpus.engines import index_of

        chosen = settings.load(self._in_study()).retrieval
        library = self._opened()
        if document_id is None:
            passages = list(library.passages())
        else:
            passages = library.passages_of(document_id)
        return index_of(passages, len(passages), chosen)

    def _title(self, document_id: str) -> str:
        if document_id not in self._titles:
            self._titles[document_id] = self._opened().document(document_id).title
        return self._titles[document_id]

    def _opened(self) -> "Library":
        if self._library is None:
            from corpus.storage.library import Library

            self._library = Library(self._in_study())
        return self._library

    @property
    def absent(self) -> str | None:
        """Why nothing can be looked up, in a sentence; None where it can."""
        return None if self._workspace else _NONE

    def _in_study(self) -> Workspace:
        if self._workspace is None:
            raise InputError(_NONE)
        return self._workspace
