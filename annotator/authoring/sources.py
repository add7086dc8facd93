"""The study's corpus as an author looks into it: documents by name, passages by words.

The index is built once a sitting, on a thread, while the person already writes. Documents can be
read meanwhile; a search waits for the index.
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from corpus.errors import CrossSourceError, InputError
from corpus.settings import Retrieval
from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels.golden import Support

if TYPE_CHECKING:
    from corpus.document import Document, Passage
    from corpus.fast_retrieval import FastIndex
    from corpus.retrieval import Hit

MOST = 30
"""Passages that a search gives at most."""

DEEPEST = 100
"""The last rank at which a support is looked for."""


class Named(NamedTuple):
    """A document as it is listed."""

    id: str
    title: str
    passages: int


class Opened(NamedTuple):
    """A document that is read."""

    document: "Document"
    passages: "tuple[Passage, ...]"


class Sources:
    """Reads the corpus of one study."""

    def __init__(self, workspace: Workspace, retrieval: Retrieval) -> None:
        """Nothing is read yet.

        Args:
            workspace: the study.
            retrieval: its settings.
        """
        self._library = Library(workspace)
        self._retrieval = retrieval
        self._built = threading.Event()
        self._index: FastIndex | None = None
        self._failure: CrossSourceError | None = None
        self._named: tuple[Named, ...] = ()
        self.read = 0
        """Passages that are in the index so far."""
        self.total = 0

    @property
    def k(self) -> int:
        """How many passages a run retrieves."""
        return self._retrieval.k

    @property
    def is_ready(self) -> bool:
        """Whether the index is built."""
        return self._built.is_set()

    def progress(self) -> str:
        """How far the reading is, in words."""
        told = f"{self.read:,} of {self.total:,} passages" if self.total else "one moment"
        return f"Reading the corpus: {told}; you can write meanwhile."

    def start(self) -> None:
        """Begin to build the index; whoever leaves the app does not wait for it."""
        threading.Thread(target=self._build, name="index", daemon=True).start()

    def search(self, words: str, k: int = MOST) -> "list[Hit]":
        """The passages that fit the words best; waits for the index.

        Raises:
            StoreError: the corpus cannot be read.
        """
        return self._ready().search(words, k)

    def describe(self) -> str:
        """The engine with its parameters; waits for the index."""
        return self._ready().describe()

    def documents(self) -> tuple[Named, ...]:
        """All documents, in the order in which they were added."""
        if not self._named:
            records = self._library.register().records
            self._named = tuple(
                Named(one.id, one.title, records[one.id].passages)
                for one in self._library.documents()
            )
        return self._named

    def document(self, document_id: str) -> Opened:
        """A document with its passages; `InputError` where there is none of that id."""
        passages = tuple(self._library.passages_of(document_id))
        return Opened(self._library.document(document_id), passages)

    def whole(self, supports: Iterable[Support]) -> dict[str, str]:
        """The texts of those passages that answer a question as a whole, by id; absent ones not."""
        found = {}
        for support in supports:
            if not support.quote:
                with suppress(InputError):
                    found[support.passage] = self._library.passage(support.passage).text
        return found

    def _build(self) -> None:
        from corpus.fast_retrieval import FastIndex

        try:
            self.documents()  # their names stand in every line that a search lists
            records = self._library.register().records
            self.total = sum(record.passages for record in records.values())
            passages = self._counted(self._library.passages())
            self._index = FastIndex(passages, k1=self._retrieval.k1, b=self._retrieval.b)
        except CrossSourceError as error:
            self._failure = error
        finally:
            self._built.set()

    def _counted(self, passages: "Iterable[Passage]") -> "Iterator[Passage]":
        for passage in passages:
            yield passage
            self.read += 1

    def _ready(self) -> "FastIndex":
        self._built.wait()
        if self._index is None:
            assert self._failure is not None  # one of the two is set, or the thread broke down
            raise self._failure
        return self._index
