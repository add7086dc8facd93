"""What can be said of a citation, by a judge or a person: the scale, the failures, the bugs.

Everything that counts outcomes iterates these enums, so that a zero is reported as a zero.
"""

from enum import StrEnum


class Support(StrEnum):
    """How far the passage supports the claim. The order is that of the scale."""

    SUPPORTED = "supported"
    """The passage, read alone, supports all of the claim."""
    PARTIAL = "partial"
    """It supports a part of a compound claim or a weaker statement. Never "unsure"."""
    UNSUPPORTED = "unsupported"
    """It does not support the claim, or contradicts it."""

    @property
    def rank(self) -> int:
        """0 for unsupported, 1 for partial, 2 for supported."""
        return {"unsupported": 0, "partial": 1, "supported": 2}[self.value]


class Category(StrEnum):
    """Why an unsupported citation fails."""

    RIGHT_DOC_WRONG_PASSAGE = "right_doc_wrong_passage"
    """Another passage of the cited document supports the claim."""
    WRONG_DOCUMENT = "wrong_document"
    """A passage of another document does."""
    UNSUPPORTED_CLAIM = "unsupported_claim"
    """Nothing in the corpus does."""


class Outcome(StrEnum):
    """The value on which judge and people are compared."""

    SUPPORTED = "supported"
    PARTIAL = "partial"
    RIGHT_DOC_WRONG_PASSAGE = "right_doc_wrong_passage"
    WRONG_DOCUMENT = "wrong_document"
    UNSUPPORTED_CLAIM = "unsupported_claim"
    UNCATEGORISED = "uncategorised"
    """Unsupported, and nobody said why (an import, say). A row of its own, never guessed."""

    @property
    def support(self) -> Support:
        """The outcome on the three-level scale."""
        if self in (Outcome.SUPPORTED, Outcome.PARTIAL):
            return Support(self.value)
        return Support.UNSUPPORTED

    @classmethod
    def of(cls, support: Support, category: Category | None) -> "Outcome":
        """The outcome of a verdict or label; a partial one keeps its category elsewhere."""
        if support is not Support.UNSUPPORTED:
            return cls(support.value)
        return cls(category.value) if category else cls.UNCATEGORISED


class Choice(StrEnum):
    """What a person says of an item."""

    SUPPORTED = "supported"
    PARTIAL = "partial"
    UNSUPPORTED = "unsupported"
    CANNOT_JUDGE = "cannot_judge"
    """The item is whole, and the person cannot decide. No outcome; counted and shown."""
    HARNESS_BUG = "harness_bug"
    """The item is a fault of the evaluation itself. It leaves every denominator."""

    @property
    def support(self) -> Support | None:
        """The level of support; None for `cannot_judge` and `harness_bug`."""
        return Support(self.value) if self.value in set(Support) else None


class HarnessBug(StrEnum):
    """The kind of a fault of the evaluation itself."""

    EMPTY_CLAIM = "empty_claim"
    """No claim at all, or punctuation only."""
    CLAIM_FRAGMENT = "claim_fragment"
    """Cut inside a sentence, a heading or a list number."""
    WRONG_CLAIM = "wrong_claim"
    """The marker belongs to another sentence of the answer."""
    DAMAGED_PASSAGE = "damaged_passage"
    """Empty, cut off, or unreadable."""
    WRONG_PASSAGE = "wrong_passage"
    """Not the passage that the marker names."""
    PROMPT_LEAK = "prompt_leak"
    """Instructions or scaffolding in the claim or the answer."""
    OTHER = "other"
    """Something else; the note says what."""
