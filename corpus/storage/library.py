"""The stored corpus: `documents.jsonl`, `passages.jsonl` and `sources.json` of a workspace.

The rows are described in `rows`, `sources.json` in `register`. An add is all or nothing: rows are
appended and synced first, then `sources.json` is replaced, and that is the commit. A reader looks
at the recorded lengths only, so an add that was killed never happened, and the next one cuts its
rest off. Nothing is ever overwritten: another text gets
another id, or is refused (`identities`).
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from corpus.document import Document, Passage
from corpus.errors import InputError, StoreError
from corpus.locking import locked
from corpus.readers.source import SourceDocument
from corpus.storage import register as registers
from corpus.storage.adding import Adding, Renamed
from corpus.storage.growing import GrowingFile, sync_folder
from corpus.storage.identities import Waiting
from corpus.storage.recutting import Watched, recut, settle
from corpus.storage.register import NEW_PASSAGES, PASSAGES, Record, Register
from corpus.storage.rows import document_of, passage_of
from corpus.storage.verify import faults
from corpus.workspace import Workspace

LOCK_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Added:
    """What an add did."""

    documents: int
    """New documents."""
    passages: int
    """Their passages."""
    already: int
    """Documents that were there with the same text; nothing was changed of them."""
    renamed: tuple[Renamed, ...] = ()
    """New files that have a longer id than their name makes, because another text has that one."""


@dataclass(frozen=True, slots=True)
class Recut:
    """What a new cut did."""

    documents: int
    """That were cut anew; the others had passages of that length already."""
    before: int
    """Passages of all documents."""
    after: int


class Library:
    """The corpus of a workspace; one that was never added to is empty."""

    def __init__(self, workspace: Workspace) -> None:
        self.folder = workspace.corpus
        self._signature: tuple[int, int, int] | None = None
        self._register = Register()

    @property
    def documents_path(self) -> Path:
        """`documents.jsonl`."""
        return self.folder / "documents.jsonl"

    @property
    def passages_path(self) -> Path:
        """`passages.jsonl`; the file beside it where a new cut is taking its place."""
        return self._passages_path(self.register())

    def _passages_path(self, register: Register) -> Path:
        named = self.folder / register.passages_name
        return named if named.exists() else self.folder / PASSAGES

    @property
    def sources_path(self) -> Path:
        """`sources.json`."""
        return self.folder / "sources.json"

    def add(self, documents: Iterable[SourceDocument], words: int) -> Added:
        """Stores documents and their passages, all of them or, on any error, none.

        Args:
            documents: read one by one; only their rows' hashes and lengths are held.
            words: the target length of a passage.

        Raises:
            TakenError: an id is another text's, in the corpus or among the documents, and the
                source states it or is a file that has changed since it was added.
            StoreError: another add holds the lock, or the disk refuses.
        """
        with self._locked():
            register = registers.read(self.sources_path)
            before = len(register.records)
            with (
                GrowingFile(self.documents_path, register.documents_bytes) as document_rows,
                GrowingFile(self.passages_path, register.passages_bytes) as passage_rows,
                Waiting() as waiting,
            ):
                adding = Adding(register, words, document_rows, passage_rows, waiting)
                for source in documents:
                    adding.take(source)
                adding.finish()
                if len(register.records) > before:
                    document_rows.sync()
                    passage_rows.sync()
                    # Before the commit: rows too many do not count, rows too few are lost.
                    document_rows.keep()
                    passage_rows.keep()
                    register.write(self.sources_path)
            sync_folder(self.folder)
            new = len(register.records) - before
            return Added(new, adding.passages, adding.already, tuple(adding.renamed))

    def recut(self, words: int, watched: Watched = lambda records: records) -> Recut:
        """Cuts every document anew that has passages of another length, all of them or none.

        Args:
            words: the target length of a passage.
            watched: goes through the records, to show how far it is.

        Raises:
            StoreError: an add holds the lock, a row was edited, or the disk refuses.
        """
        with self._locked():
            register = registers.read(self.sources_path)
            others = len(register.of_other_length(words))
            if not others:
                return Recut(0, register.passages, register.passages)
            with (
                _opened(self.documents_path, register.documents_bytes) as documents,
                _opened(self.folder / PASSAGES, register.passages_bytes) as passages,
                GrowingFile(self.folder / NEW_PASSAGES, 0) as rows,
            ):
                try:
                    new = recut(register, words, documents, passages, rows, watched)
                except (ValueError, KeyError, TypeError) as error:
                    raise _edited(self.documents_path, "a document") from error
                rows.sync()
                rows.keep()
                sync_folder(self.folder)
                new.write(self.sources_path)
            sync_folder(self.folder)
            settle(self.folder, new, self.sources_path)
            return Recut(others, register.passages, new.passages)

    def documents(self) -> Iterator[Document]:
        """Every document, in the order in which they were added, one at a time."""
        register = self.register()
        with _opened(self.documents_path, register.documents_bytes) as stream:
            for number, record in enumerate(register.records.values(), start=1):
                yield self._document(stream.read(record.document_bytes), number)

    def document(self, document_id: str) -> Document:
        """One document; `InputError` where there is none of that id."""
        record = self._record(document_id, self.register())
        with _opened(self.documents_path, record.document_bytes) as stream:
            stream.seek(record.document_at)
            return self._document(stream.read(record.document_bytes), document_id)

    def passages(self) -> Iterator[Passage]:
        """Every passage, in document order, one at a time."""
        with self._opened_passages() as (register, stream):
            for number in range(1, register.passages + 1):
                yield self._passage(stream.readline(), number)

    def passages_of(self, document_id: str) -> list[Passage]:
        """The passages of one document; `InputError` where there is none of that id."""
        with self._opened_passages() as (register, stream):
            record = self._record(document_id, register)
            stream.seek(record.passages_at)
            lines = stream.read(record.passages_bytes).splitlines(keepends=True)
        return [self._passage(line, document_id) for line in lines]

    def passage(self, passage_id: str) -> Passage:
        """One passage by `doc_id:chunk_index`; `InputError` where there is none."""
        document_id, _, index = passage_id.rpartition(":")
        found = self.passages_of(document_id)
        if not index.isdecimal() or int(index) >= len(found):
            raise InputError(
                f"{document_id} has no passage {index!r} (it has 0 to {len(found) - 1}); "
                f"see them with: crosssource corpus show {document_id}"
            )
        return found[int(index)]

    def check(self) -> list[str]:
        """Every fault of the stored corpus, one sentence each; none where all is well."""
        try:
            register = self.register()
        except StoreError as error:
            return [str(error)]
        return list(faults(register, self.documents_path, self.passages_path))

    def notes(self) -> list[tuple[str, str]]:
        """What was told of the documents when they were added: id and note, in their order."""
        try:
            records = self.register().records
        except StoreError:  # `check` tells of it
            return []
        return [(one, note) for one, record in records.items() for note in record.provenance.notes]

    def register(self) -> Register:
        """The records, read again when `sources.json` has changed."""
        try:
            found = self.sources_path.stat()
        except FileNotFoundError:
            self._refuse_lost_register()
            return Register()
        except OSError as error:
            raise StoreError(
                f"{self.sources_path} cannot be read ({error.strerror}); mend the permissions."
            ) from error
        signature = (found.st_mtime_ns, found.st_size, found.st_ino)
        if signature != self._signature:
            self._register = registers.read(self.sources_path)
            self._signature = signature
        return self._register

    def __contains__(self, document_id: str) -> bool:
        return document_id in self.register().records

    def __len__(self) -> int:
        return len(self.register().records)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        busy = StoreError(
            f"{self.folder} is being added to by another process (waited {LOCK_SECONDS} s); "
            "run the command again when that one has ended."
        )
        with locked(self.folder / ".lock", self.folder, LOCK_SECONDS, busy):
            if not self.sources_path.exists():
                self._refuse_lost_register()
                Register().write(self.sources_path)
            settle(self.folder, registers.read(self.sources_path), self.sources_path)
            yield

    def _refuse_lost_register(self) -> None:
        """An add writes `sources.json` before its first row: rows without it are not its doing."""
        for path in (self.documents_path, self.folder / PASSAGES):
            if path.exists() and path.stat().st_size:
                raise StoreError(
                    f"{self.sources_path} is missing beside {path.name}; bring it back from "
                    "version control or a copy, or move the folder away and add again."
                )

    @contextmanager
    def _opened_passages(self) -> Iterator[tuple[Register, BinaryIO]]:
        """The rows of the passages, and the register that says where each lies in them.

        A new cut replaces both. Where the register is the same after the file was opened as it was
        before, the two belong together.
        """
        while True:
            register = self.register()
            path = self._passages_path(register)
            with _opened(path, register.passages_bytes) as stream:
                if not register.records or self.register() is register:
                    yield register, stream
                    return

    def _record(self, document_id: str, register: Register) -> Record:
        record = register.records.get(document_id)
        if record is None:
            raise InputError(
                f"The corpus has no document {document_id!r}; "
                "see what it has with: crosssource corpus list"
            )
        return record

    def _document(self, line: bytes, place: int | str) -> Document:
        try:
            return document_of(line)
        except (ValueError, KeyError, TypeError) as error:
            raise _edited(self.documents_path, place) from error

    def _passage(self, line: bytes, place: int | str) -> Passage:
        try:
            return passage_of(line)
        except (ValueError, KeyError, TypeError) as error:
            raise _edited(self.passages_path, place) from error


@contextmanager
def _opened(path: Path, needed: int) -> Iterator[BinaryIO]:
    """The file; where no byte of it is needed it need not be there."""
    try:
        with path.open("rb") if needed else BytesIO() as stream:
            yield stream
    except OSError as error:
        raise StoreError(
            f"{path} cannot be read ({error.strerror}); bring it back or mend the permissions."
        ) from error


def _edited(path: Path, place: int | str) -> StoreError:
    where = f"line {place}" if isinstance(place, int) else f"the row of {place!r}"
    return StoreError(
        f"{path}, {where}, is not what was stored; see what differs with: crosssource corpus check"
    )
