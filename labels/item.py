"""An item: one citation as judge and human see it, known by its content.

The id is a hash of claim, passage and question, so that the same content is the same item in every
run, and a label given once serves wherever it occurs.
"""

from dataclasses import dataclass
from functools import cached_property

from corpus.hashes import content_hash


@dataclass(frozen=True, kw_only=True)  # no slots: the id is computed once
class Item:
    """A claim and the passage cited for it."""

    question: str
    """Empty where the source has none."""
    claim: str
    """As the harness cut it; may be empty or punctuation where the harness is at fault."""
    passage: str

    @cached_property
    def id(self) -> str:
        """SHA-256 of the three texts, 64 hexadecimal digits."""
        return content_hash([self.claim, self.passage, self.question])


@dataclass(frozen=True, kw_only=True)  # no slots: the id is computed once
class Citation:
    """Where an item occurs: the pair claim x cited passage in an answer of a run."""

    run: str
    case_id: str
    """The question's id in the source."""
    claim_id: str
    item: Item
    answer: str
    """Empty where the source has none."""
    cited: str
    """The id of the cited passage as the source writes it; empty where it has none."""
    source: str
    """What a reader is told of the passage: document, page, part. Empty where nothing is known."""
    config: str
    importance: int | None
    """1 to 3; None where the source does not say."""
    fields: dict[str, str]
    """The further columns of an import, as text: strata can be made of them."""
    span: tuple[int, int] | None = None
    """Where the harness says the claim stands; None leaves it to be looked for."""

    @cached_property
    def uid(self) -> str:
        """The same on every machine: a hash of what tells this citation from others."""
        return content_hash([self.run, self.case_id, self.claim_id, self.cited, self.item.id])

    @property
    def claim_span(self) -> tuple[int, int] | None:
        """Where the claim stands in the answer; None where it is not there word for word."""
        if self.span is not None:
            return self.span
        start = self.answer.find(self.item.claim) if self.item.claim else -1
        return (start, start + len(self.item.claim)) if start >= 0 else None
