"""A fetch: one source after the other, each in the corpus before the next is asked for.

So a fetch that was killed has lost nothing but the case that was on its way, and the next one goes
on there. A source that is refused does not stop the others; a server that fails twice in a row is
left alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from corpus.errors import InputError, ServiceError
from corpus.fetching.held import Held
from corpus.fetching.site import UnusableError
from corpus.fetching.sources import Source
from corpus.readers.source import SourceDocument
from corpus.storage.identities import TakenError
from corpus.storage.library import Library

IN_A_ROW = 2
"""Failures of the server after which the rest is not asked for."""
CORRECT = "correct the citation, the name or the place"
MEND = "what the site sends wrongly, fetch again later, or from a mirror with --address"
LOOK = "see what has the id with: crosssource corpus list"


class Status(StrEnum):
    """What became of a source."""

    FETCHED = "fetched"
    """Asked for, verified, added."""
    HELD = "held"
    """In the corpus already."""
    REFUSED = "refused"
    """Not there, ambiguous, or another case: asking again changes nothing."""
    FAILED = "failed"
    """The server failed: asking again may help."""
    NOT_TRIED = "not tried"
    """The server had failed before its turn came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A source and what became of it."""

    source: Source
    status: Status
    document_id: str | None = None
    """None where it is not in the corpus."""
    address: str | None = None
    """Where it was fetched from; None where it was not."""
    passages: int = 0
    """New ones."""
    words: tuple[str, ...] = ()
    """Why it was refused or failed; of one that was fetched, what is to be noted."""
    remedy: str | None = None
    """What to do about a refusal; None where there is none."""


class CaseSite(Protocol):
    """What a fetch asks of the site."""

    def case(self, source: Source) -> SourceDocument:
        """The verified case; `InputError` refuses it, `ServiceError` failed."""
        ...


def fetch(
    library: Library, held: Held, sources: Sequence[Source], site: CaseSite, words: int
) -> Iterator[Outcome]:
    """An outcome for each source, in order.

    Args:
        library: where the cases go.
        held: what it holds.
        sources: what is wanted.
        site: where it is.
        words: the target length of a passage.

    Raises:
        StoreError: the corpus cannot be written; what was fetched before is in it.
    """
    failures = 0
    for source in sources:
        if identity := held.find(source):
            yield Outcome(source=source, status=Status.HELD, document_id=identity)
        elif failures == IN_A_ROW:
            yield Outcome(source=source, status=Status.NOT_TRIED)
        else:
            outcome = _one(library, source, site, words)
            failures = failures + 1 if outcome.status is Status.FAILED else 0
            yield outcome


def _one(library: Library, source: Source, site: CaseSite, words: int) -> Outcome:
    def refused(error: InputError, remedy: str) -> Outcome:
        return Outcome(source=source, status=Status.REFUSED, words=(str(error),), remedy=remedy)

    try:
        arrived = site.case(source)
        added = library.add([arrived], words)
    except UnusableError as error:
        return refused(error, MEND)
    except TakenError as error:
        return refused(error, LOOK)
    except InputError as error:
        return refused(error, CORRECT)
    except ServiceError as error:
        return Outcome(source=source, status=Status.FAILED, words=(str(error),))
    return Outcome(
        source=source,
        status=Status.FETCHED if added.documents else Status.HELD,
        document_id=arrived.document.id,
        address=arrived.source,
        passages=added.passages,
        words=arrived.notes,
    )
