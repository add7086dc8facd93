"""What the app says of a question while it is written: what it lacks, its rank, whom it is like."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from corpus.retrieval import Hit
from labels.collection.changes import Text
from labels.collection.likeness import COPIED_WORDS, copied, nearest

NEAREST = 2
"""Questions that are named as alike, at most."""

Search = Callable[[str, int], Sequence[Hit]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remarks:
    """All of it, for one state of the question."""

    ranks: Mapping[str, int | None]
    """By passage id, 1 for the best; None where it is not among those looked at."""
    warnings: tuple[str, ...]
    """A sentence each."""


def missing(text: Text) -> str:
    """What the question lacks to be saved, one sentence; empty where nothing."""
    if not text.question.strip():
        return "It asks nothing yet; write the question."
    if text.answerable and not text.supports:
        return "It has no passage yet; find the one that answers it."
    if not text.answerable and not text.searches:
        return (
            "It is absent so far as you say; search for it, and keep the search that finds nothing."
        )
    return ""


def remarks(text: Text, others: Mapping[str, str], search: Search, deepest: int) -> Remarks:
    """Look at a question.

    Args:
        others: the texts of the other questions, by id.
        search: gives the best passages for words.
        deepest: the last rank at which a support is looked for.
    """
    hits = search(text.question, deepest) if text.question.strip() and text.supports else ()
    found = {hit.passage.id: hit.rank for hit in hits}
    return Remarks(
        ranks={support.passage: found.get(support.passage) for support in text.supports},
        warnings=(*_likenesses(text.question, others), *_copy(text)),
    )


def _likenesses(question: str, others: Mapping[str, str]) -> list[str]:
    return [
        f"Much like {near.other}: “{others[near.other]}”"
        for near in nearest(question, others, NEAREST)
    ]


def _copy(text: Text) -> list[str]:
    run = copied(text.question, (support.quote for support in text.supports))
    if not run:
        return []
    return [
        f"It repeats its passage, {COPIED_WORDS} words or more in a row: “{run}”; say it in other "
        "words, or it measures the search for strings."
    ]
