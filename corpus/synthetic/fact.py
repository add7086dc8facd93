"""What a synthetic document says that a question can be asked about, and where it says it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from corpus.document import Document


class QueryClass(StrEnum):
    """The ways in which attorneys ask."""

    INVOICE_NUMBER = "invoice_number"
    CASE_NUMBER = "case_number"
    DOLLAR_AMOUNT = "dollar_amount"
    STATUTE_CITATION = "statute_citation"
    RARE_NAME = "rare_name"
    DEFINED_TERM = "defined_term"
    PARAPHRASE = "paraphrase"
    """In everyday words, not those of the document."""
    TWIN = "twin"
    """Two documents differ in one value, and the question names it."""


EXACT = frozenset(QueryClass) - {
    QueryClass.DEFINED_TERM,
    QueryClass.PARAPHRASE,
    QueryClass.TWIN,
}
"""The classes whose questions hold a word that few passages have: a number, a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A fact as it goes into a document: what is said, and what a question needs to know."""

    kind: str
    """Which questions can be asked of it: the name of a section in the bank of questions."""
    query_class: QueryClass
    quote: str
    """The sentence or sentences that say it."""
    about: Mapping[str, str]
    """What questions fill their slots with."""
    answer: str
    """What a right answer says."""
    key: str
    """What the question is found by and no other document of the same kind has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A fact where it stands: `document.text[start:end]` is the quote."""

    told: Told
    document_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """A document with the facts that it was made to hold."""

    document: Document
    facts: tuple[Fact, ...]
