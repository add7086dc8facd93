"""Isolation checks: does a search that is kept within a matter see that matter alone?

The whole of what the restricted search finds is looked at, not its first few. Two things are held
against it, each known without the search: the metadata of every document it found, and the passages
that the check itself names as another matter's.
"""

from collections.abc import Iterable, Mapping

from corpus.amount import count, verb
from corpus.engines import Searcher
from corpus.restriction import admits
from labels.isolation import IsolationCheck
from reports.retrieval.figures import Isolated
from reports.retrieval.measures import DEPTH

Metadata = Mapping[str, Mapping[str, str]]
"""Of each document, by id."""


def isolated(
    check: IsolationCheck,
    index: Searcher,
    metadata: Metadata,
    *,
    own: frozenset[str],
    elsewhere: frozenset[str],
    passages: int,
) -> Isolated:
    """Make a check.

    Args:
        check: what is asked, and within what.
        index: of the whole corpus, as it is stored.
        metadata: of every document.
        own: ids of the passages that answer it within.
        elsewhere: ids of those that the check names as another's.
        passages: how many the corpus has.
    """
    within = {id_ for id_, of in metadata.items() if admits(check.within, of)}
    hits = index.search(check.question, passages, within=within)
    foreign = tuple(
        hit.passage
        for hit in hits
        if hit.passage.id in elsewhere
        or not admits(check.within, metadata[hit.passage.document_id])
    )
    free = index.search(check.question, DEPTH)
    return Isolated(
        check=check,
        why=_why(len(within), len(foreign)),
        documents=len(within),
        found=len(hits),
        own_rank=_first((hit.passage.id for hit in hits), own),
        foreign=foreign,
        unrestricted_rank=_first((hit.passage.id for hit in free), elsewhere),
    )


def _why(documents: int, foreign: int) -> str:
    if not documents:
        return "no document has these metadata, so nothing was searched"
    found = f"{count(foreign, 'passage')} of other documents {verb(foreign, 'was', 'were')} found"
    return found if foreign else ""


def _first(found: Iterable[str], wanted: frozenset[str]) -> int | None:
    """The rank of the first that is wanted."""
    return next((rank for rank, id_ in enumerate(found, start=1) if id_ in wanted), None)
