"""Which document of the corpus a source is, and by which id a new one is called.

A text that the corpus has under the name of the same file is that document, whatever the path it is
read from this time, and keeps its id. New files that share a name, with each other or with what is
there, are all called by the first of their longer names that tells them apart (`readers.naming`),
so the ids do not depend on the order of the files. An id that a source states is never changed: it
is free, or the add is refused.
"""

import os
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import SpooledTemporaryFile, gettempdir
from types import TracebackType

from corpus.errors import InputError
from corpus.files import cannot_write
from corpus.readers.naming import FILE_READERS, name_of
from corpus.readers.source import SourceDocument
from corpus.storage.register import Register

MOST_NAMED = 10
_CHANGED = "the same path: what it holds, or how it is read, has changed"
_IN_MEMORY = 16 * 2**20
"""Bytes of waiting documents; more of them wait in a file."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A source whose id another text has."""

    id: str
    source: str
    other: str
    """Where the other text came from."""


class TakenError(InputError):
    """An id is another text's."""


class Identities:
    """The documents of a register by id, and by name and text."""

    def __init__(self, register: Register) -> None:
        self._records = register.records
        self._named: dict[tuple[str, str], str] | None = None
        self._names: set[str] = set()
        self._paths: dict[str, str] = {}

    def held(self, source: SourceDocument) -> str | None:
        """The id of the document that a source is; None where it is a new one."""
        document = source.document
        record = self._records.get(document.id)
        if record is not None and record.provenance.sha256 == document.sha256:
            return document.id
        if not source.ids:
            return None
        return self._by_name().get((source.ids[0], document.sha256))

    def is_taken(self, identity: str, *, by_name: bool) -> bool:
        """Whether a document has the id; `by_name`: or is of a file of that name."""
        if by_name:
            self._by_name()
        return identity in self._records or (by_name and identity in self._names)

    def clash(self, source: SourceDocument) -> Clash | None:
        """What stands against a new source: its id is stated and taken, or it is a file that was
        added before and has changed since; None where it can be told apart."""
        if not source.ids:
            record = self._records.get(source.document.id)
            return _clash(source, source.document.id, record.provenance.source) if record else None
        self._by_name()
        before = self._paths.get(_absolute(source.source))
        return _clash(source, before, _CHANGED) if before else None

    def enter(self, source: SourceDocument, identity: str) -> None:
        """Takes in what was just added."""
        if source.ids and self._named is not None:
            self._take(source.ids[0], source.document.sha256, identity)

    def _by_name(self) -> dict[tuple[str, str], str]:
        """Made when it is first needed: of a million cases it never is."""
        if self._named is None:
            self._named = {}
            for identity, record in self._records.items():
                if record.provenance.reader not in FILE_READERS:
                    continue
                self._paths.setdefault(_absolute(record.provenance.source), identity)
                if name := name_of(record.provenance.source):
                    self._take(name, record.provenance.sha256, identity)
        return self._named

    def _take(self, name: str, sha256: str, identity: str) -> None:
        assert self._named is not None
        self._named.setdefault((name, sha256), identity)
        self._names.add(name)


class Waiting:
    """New files that share their name, until all of them are known; on disk where they are many."""

    def __init__(self) -> None:
        self._stream = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  closed by `with`
        self._ids: dict[tuple[str, str], Sequence[str]] = {}

    def __enter__(self) -> "Waiting":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stream.close()

    def append(self, source: SourceDocument) -> bool:
        """Whether it waits; it does not where the same text under the same name does already.

        Raises:
            StoreError: there is no room for it in the folder for temporary files.
        """
        key = (source.ids[0], source.document.sha256)
        if key in self._ids:
            return False
        self._ids[key] = source.ids
        try:
            pickle.dump(source, self._stream)
        except OSError as error:
            raise cannot_write(Path(gettempdir()), error) from error
        return True

    def told_apart(self, is_taken: Callable[[str], bool]) -> Iterator[SourceDocument]:
        """All of them in order, each with an id of its own; what has none keeps the one it has."""
        chosen = told_apart(list(self._ids.values()), is_taken)
        self._stream.seek(0)
        for identity in chosen:
            source: SourceDocument = pickle.load(self._stream)  # noqa: S301  it is our own
            yield replace(source, document=replace(source.document, id=identity))


def told_apart(ladders: Sequence[Sequence[str]], is_taken: Callable[[str], bool]) -> list[str]:
    """An id for each of several files: the first of its ids that none other has or wants.

    Args:
        ladders: the ids of each, from the short to the long, equally many.
        is_taken: whether an id is another document's.

    Returns:
        The ids in the same order; the last of its ladder for a file that cannot be told apart.
    """
    rungs = [0] * len(ladders)
    moved = True
    while moved:
        moved = False
        ids = [ladder[rung] for ladder, rung in zip(ladders, rungs, strict=True)]
        counts = Counter(ids)
        for at, identity in enumerate(ids):
            is_last = rungs[at] == len(ladders[at]) - 1
            if not is_last and (counts[identity] > 1 or is_taken(identity)):
                rungs[at] += 1
                moved = True
    return [ladder[rung] for ladder, rung in zip(ladders, rungs, strict=True)]


def refuse(clashes: Sequence[Clash]) -> None:
    """`TakenError` where there is a clash: one sentence that names all of them, or the first ten.

    Raises:
        TakenError: with the ids, what wanted them and what has them.
    """
    if not clashes:
        return
    if len(clashes) == 1:
        (one,) = clashes
        raise TakenError(
            f"{one.source}: the id {one.id!r} is taken by another text (from {one.other}); give "
            "one of them another id or name."
        )
    said = [f"{one.source}: {one.id!r} (from {one.other})" for one in clashes[:MOST_NAMED]]
    if len(clashes) > MOST_NAMED:
        said.append(f"and {len(clashes) - MOST_NAMED} more")
    raise TakenError(
        f"{len(clashes)} ids are taken by another text: {'; '.join(said)}; give one of each two "
        "another id or name."
    )


def _clash(source: SourceDocument, identity: str, other: str) -> Clash:
    return Clash(identity, source.source, other)


def _absolute(path: str) -> str:
    return os.path.abspath(path)  # noqa: PTH100  a link is not what was added
