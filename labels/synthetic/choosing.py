"""Which facts of a synthetic practice are asked about, and the passages that hold them.

The questions go through the query classes in turn while they go through the matters evenly, so a
small practice is asked one of each class a matter, and a large one is asked from end to end. A fact
that the cutting of passages split in two is passed over for another of its class.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from corpus.chunking import passages
from corpus.document import Document, Passage
from corpus.errors import InputError
from corpus.synthetic.draws import Draws
from corpus.synthetic.fact import Fact, QueryClass
from corpus.synthetic.practice import Practice

FEWEST_MATTERS = 8
"""With fewer, a matter would be asked two questions of a class of which it may have one fact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """A fact with the passage that holds all of its quote."""

    fact: Fact
    document: Document
    passage: Passage

    @property
    def page(self) -> str | None:
        """The page on which the quote begins."""
        return self.document.page_at(self.fact.start)


def chosen(practice: Practice, count: int, words: int) -> Iterator[Located]:
    """`count` facts, no two the same.

    Args:
        practice: of at least `FEWEST_MATTERS` matters.
        count: how many.
        words: the target length of a passage.

    Raises:
        InputError: passages of so few words hold no fact of some class.
    """
    asked: set[tuple[str, int]] = set()
    classes = list(QueryClass)
    for number in range(count):
        draws = Draws(practice.seed, "choice", number)
        index = number * practice.matters // count
        one = _first(practice, index, classes[number % len(classes)], words, draws, asked)
        asked.add((one.fact.document_id, one.fact.start))
        yield one


def facts_of(
    practice: Practice, index: int, query_class: QueryClass, words: int, draws: Draws
) -> Iterator[Located]:
    """The facts of a class in a matter, in the order of the draws; each whole in one passage."""
    documents = {one.document.id: one for one in practice.documents_for(index)}
    facts = [
        fact
        for one in documents.values()
        for fact in one.facts
        if fact.told.query_class is query_class
    ]
    for fact in draws.some(facts, len(facts)):
        document = documents[fact.document_id].document
        for passage in passages(document, words):
            if passage.start <= fact.start and fact.end <= passage.end:
                yield Located(fact=fact, document=document, passage=passage)


def _first(
    practice: Practice,
    index: int,
    query_class: QueryClass,
    words: int,
    draws: Draws,
    asked: set[tuple[str, int]],
) -> Located:
    """A fact that was not asked about, of the matter or of one of those after it."""
    for step in range(practice.matters):
        at = (index + step) % practice.matters
        for one in facts_of(practice, at, query_class, words, draws):
            if (one.fact.document_id, one.fact.start) not in asked:
                return one
    raise InputError(
        f"Passages of {words} words cut every {query_class} of the practice in two; set more under "
        "[chunking] in crosssource.toml, 60 words are enough."
    )
