"""One question answered under one configuration, with all that was found of the answer.

What the scores are computed from. The evaluator fills it, the store keeps it, reports read it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from labels.outcome import Outcome


class ClaimKind(StrEnum):
    """What a statement of the answer is."""

    FACTUAL = "factual"
    """It can be true or false of the sources: the only kind that is scored."""
    HEDGE = "hedge"
    """The answer speaks of itself or of what the sources leave open."""
    ADVICE = "advice"
    """It recommends something."""
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class AtomicClaim:
    """An independently checkable statement of an answer."""

    claim_id: str
    """`c1`, `c2` … within the answer."""
    text: str
    """Without markers."""
    start: int
    end: int
    """`answer[start:end]` is where it stands; a claim split from a sentence has the sentence's."""
    kind: ClaimKind
    importance: int
    """1 to 3."""
    citations: tuple[str, ...]
    """Cited passage ids in order, each once; empty: an uncited claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """A passage that was put before the generator."""

    passage_id: str
    rank: int
    """From 1."""
    score: float
    """Of the retrieval engine; comparable within one query only."""


class Quoting(StrEnum):
    """What became of a quotation in the answer."""

    EXACT = "exact"
    NORMALISED = "normalised"
    """Found under named normalisations."""
    REJECTED = "rejected"
    """Nowhere in the cited passages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """All that is known of one answer."""

    run: str
    case_id: str
    config: str
    question: str
    answerable: bool
    """By the golden question: false means that a refusal is right."""
    ground_truth: tuple[str, ...]
    """Passage ids that answer the question; empty for an absent one."""
    answer: str
    refused: bool
    """The answer is the fixed sentence."""
    retrieved: tuple[Retrieved, ...]
    claims: tuple[AtomicClaim, ...]
    verdicts: Mapping[tuple[str, str], Outcome | None]
    """By claim id and cited passage id; None or absent: no verdict, for a cause that is stored."""
    unknown_citations: tuple[str, ...]
    """Cited ids that no passage of the corpus has."""
    not_retrieved: tuple[str, ...]
    """Cited ids that exist and were not put before the generator."""
    duplicate_citations: int
    """Markers that repeat an id inside one claim."""
    supported_by_retrieved: Mapping[str, bool | None]
    """By claim id: whether any retrieved passage supports it in full; None or absent: not asked."""
    relevance: float | None
    """0 to 1, how far the answer addresses the question; None: not asked."""
    contradicts_reference: bool | None
    """None: not asked, or no reference."""
    quotes: tuple[Quoting, ...]
    """One for each quotation in the answer."""
