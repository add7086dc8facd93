"""Documents into the corpus: which are there, which id a new one gets, its rows and its record."""

import hashlib
from dataclasses import dataclass

from corpus.chunking import passages as passages_of
from corpus.document import Provenance
from corpus.readers.source import SourceDocument
from corpus.stamp import now
from corpus.storage.growing import GrowingFile
from corpus.storage.identities import Clash, Identities, Waiting, refuse
from corpus.storage.register import Register
from corpus.storage.rows import document_row, passage_row


@dataclass(frozen=True, slots=True)
class Renamed:
    """A file that is not called by its name alone, because another text has that name."""

    source: str
    document_id: str


class Adding:
    """An add on its way; `finish` ends it."""

    def __init__(
        self,
        register: Register,
        words: int,
        document_rows: GrowingFile,
        passage_rows: GrowingFile,
        waiting: Waiting,
    ) -> None:
        self._register = register
        self._words = words
        self._document_rows = document_rows
        self._passage_rows = passage_rows
        self._waiting = waiting
        self._identities = Identities(register)
        self._clashes: list[Clash] = []
        self.passages = 0
        self.already = 0
        self.renamed: list[Renamed] = []

    def take(self, source: SourceDocument) -> None:
        """Enters a document, or has it wait where its id depends on what comes after it."""
        identities = self._identities
        if identities.held(source):
            self.already += 1
        elif not self._is_contested(source):
            self._enter(source)
        elif clash := identities.clash(source):
            self._clashes.append(clash)
        elif not self._waiting.append(source):
            self.already += 1

    def finish(self) -> None:
        """Enters what waited.

        Raises:
            TakenError: an id is another text's; names all of them.
        """
        refuse(self._clashes)
        identities = self._identities
        for source in self._waiting.told_apart(lambda one: identities.is_taken(one, by_name=True)):
            identity = source.document.id
            if identities.is_taken(identity, by_name=False):
                other = self._register.records[identity].provenance.source
                self._clashes.append(Clash(identity, source.source, other))
                continue
            self._enter(source)
            if identity != source.ids[0]:
                self.renamed.append(Renamed(source.source, identity))
        refuse(self._clashes)

    def _is_contested(self, source: SourceDocument) -> bool:
        is_file = bool(source.ids)
        return source.shares_name or self._identities.is_taken(source.document.id, by_name=is_file)

    def _enter(self, source: SourceDocument) -> None:
        self.passages += enter(
            self._register, source, self._words, self._document_rows, self._passage_rows
        )
        self._identities.enter(source, source.document.id)


def enter(
    register: Register,
    source: SourceDocument,
    words: int,
    document_rows: GrowingFile,
    passage_rows: GrowingFile,
) -> int:
    """Writes the rows of a document, enters them, and returns how many passages it has."""
    document = source.document
    row = document_row(document)
    passages = [passage_row(passage) for passage in passages_of(document, words)]
    joined = b"".join(passages)
    document_rows.append(row)
    passage_rows.append(joined)
    register.append(
        Provenance(
            document_id=document.id,
            source=source.source,
            reader=source.reader,
            added_at=now(),
            sha256=document.sha256,
            licence=source.licence,
            encoding=source.encoding,
            notes=source.notes,
        ),
        words=words,
        passages=len(passages),
        document_bytes=len(row),
        passages_bytes=len(joined),
        rows_sha256=hashlib.sha256(row + joined).hexdigest(),
    )
    return len(passages)
