"""What one answer scored: ratios with their denominators, faults, and one class.

The evaluator computes them (`labels.scoring` has the exact definitions), the store keeps one row
a case, reports read them. A ratio travels as numerator and denominator, so that nothing is
collapsed before the reader asks: over many questions it can be averaged or pooled.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from math import fsum
from typing import Any, Self


class Score(StrEnum):
    """What is measured of an answer. All run from 0 to 1; more is better, but for one."""

    CITATION_VALIDITY = "citation_validity"
    """Citations whose passage exists and was put before the generator."""
    CITATION_PRECISION = "citation_precision"
    """Judged citations whose passage supports the claim in full."""
    CITATION_PRECISION_PARTIAL = "citation_precision_partial"
    """The same, a partial one counted as one half."""
    CITATION_RECALL = "citation_recall"
    """Ground-truth passages that are cited."""
    FAITHFULNESS = "faithfulness"
    """Factual claims that some retrieved passage supports."""
    RELEVANCE = "relevance"
    """How far the answer addresses the question."""
    CORRECTNESS = "correctness"
    """Worth of the cited factual claims: supported 1, partial 0.5, unsupported 0."""
    COMPLETENESS = "completeness"
    """The same over all factual claims, weighted by importance; an uncited one is worth 0."""
    OVERALL = "overall"
    """Correctness, completeness and validity, weighted."""
    RIGHT_REFUSAL = "right_refusal"
    """Absent questions that were refused."""
    FALSE_REFUSAL = "false_refusal"
    """Answerable questions that were refused. Less is better."""
    QUOTE_MATCH = "quote_match"
    """Quotations that stand in a cited passage."""


class Fault(StrEnum):
    """What can be wrong, each counted among what it could have befallen."""

    PARTIAL = "partial"
    RIGHT_DOC_WRONG_PASSAGE = "right_doc_wrong_passage"
    WRONG_DOCUMENT = "wrong_document"
    UNSUPPORTED_CLAIM = "unsupported_claim"
    UNCATEGORISED = "uncategorised"
    """Unsupported, and nobody said why. The first five: of judged citations."""
    NEVER_RETRIEVED = "never_retrieved"
    """Missing authority that retrieval did not find. Of ground-truth passages."""
    RETRIEVED_NOT_CITED = "retrieved_not_cited"
    """Missing authority that the generator had before it. Of ground-truth passages."""
    FALSE_REFUSAL = "false_refusal"
    """Of answerable questions."""
    ANSWERED_ABSENT = "answered_absent"
    """Facts stated in answer to an absent question. Of absent questions."""
    INCORRECT = "incorrect"
    """It contradicts the reference. Of answers held against one."""
    UNKNOWN_CITATION = "unknown_citation"
    """No passage of the corpus has the id. Of citations."""
    CITATION_NOT_RETRIEVED = "citation_not_retrieved"
    """The passage exists and was not put before the generator. Of citations."""


class AnswerClass(StrEnum):
    """The one class of an answer: its gravest fault known. The order is that of precedence."""

    RIGHT_REFUSAL = "right_refusal"
    FALSE_REFUSAL = "false_refusal"
    INCORRECT = "incorrect"
    """It contradicts the reference."""
    NOTHING_STATED = "nothing_stated"
    """Blank, or no factual claim in it, and no refusal either."""
    ANSWERED_ABSENT = "answered_absent"
    """It states facts where the corpus holds no answer."""
    UNSUPPORTED = "unsupported"
    """Nothing that was searched supports one of its claims, or it cites nothing at all."""
    MISGROUNDED = "misgrounded"
    """Another passage or document supports a claim; the cited one does not."""
    UNCATEGORISED = "uncategorised"
    """A claim is unsupported, and nobody said why."""
    PARTLY_SUPPORTED = "partly_supported"
    """A cited passage supports only a part of a claim."""
    SOUND = "sound"
    """No fault found: each cited claim has a cited passage that supports it in full."""

    @property
    def faultless(self) -> bool:
        """Whether it is what one wants of a system: a sound answer or a right refusal."""
        return self in (AnswerClass.SOUND, AnswerClass.RIGHT_REFUSAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """A share of something. An undefined one has the denominator 0 and says why."""

    numerator: float
    """0 to `denominator`; half units where a partial verdict counts one half."""
    denominator: float
    """Units, or the sum of their weights; 0: undefined."""
    n: int
    """Units in the denominator: citations, claims, passages, questions, parts of a mean."""
    missing: int = 0
    """Units left out because a verdict on them is missing."""
    why: str = ""
    """Why it is undefined; empty otherwise."""

    def __post_init__(self) -> None:
        if not 0 <= self.numerator <= self.denominator:
            raise ValueError(f"{self.numerator} of {self.denominator} is no share")
        if (self.denominator == 0) != bool(self.why):
            raise ValueError(f"an undefined ratio says why, and no other does: {self.why!r}")

    @classmethod
    def of(
        cls, numerator: float, denominator: float, *, n: int, undefined: str, missing: int = 0
    ) -> Self:
        """A ratio that takes `undefined` for its reason where the denominator is 0."""
        why = "" if denominator else undefined
        return cls(numerator=numerator, denominator=denominator, n=n, missing=missing, why=why)

    @property
    def value(self) -> float | None:
        """0 to 1; None where it is undefined."""
        return self.numerator / self.denominator if self.denominator else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each part weighs in the overall score. None below 0, one above."""

    correctness: float = 0.45
    completeness: float = 0.40
    validity: float = 0.15

    def __post_init__(self) -> None:
        parts = (self.correctness, self.completeness, self.validity)
        if min(parts) < 0 or not 0 < fsum(parts) < float("inf"):
            raise ValueError(f"weights are 0 or more, and one of them above 0; these are {parts}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseScores:
    """The scores of one answer under one judge."""

    run: str
    case_id: str
    config: str
    judge: str
    """Whose verdicts these are; empty where no judge was asked."""
    weights: Weights
    """Of the overall score."""
    refusal_right: bool
    """Refused where the corpus holds no answer, and not refused where it does."""
    ratios: Mapping[Score, Ratio]
    """Every score."""
    faults: Mapping[Fault, Ratio]
    """Every fault: how often, of how many."""
    answer_class: AnswerClass | None
    """None: no fault was found, and a verdict or the whole analysis is missing."""
    duplicate_citations: int
    """Markers that repeat an id inside one claim; each counted once in the ratios."""
    stray_verdicts: int
    """Verdicts on a claim or a citation that the answer does not have; left out."""

    def as_row(self) -> dict[str, Any]:
        """Plain values for JSON; a ratio's value is in it for those who read the row."""
        return asdict(self) | {
            "ratios": {name.value: _ratio_row(ratio) for name, ratio in self.ratios.items()},
            "faults": {name.value: _ratio_row(ratio) for name, ratio in self.faults.items()},
        }

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Self:
        """The scores that `as_row` wrote, in this version or one before it.

        A score or a fault that the row does not know is undefined and says so.
        """
        return cls(
            **{
                **row,
                "weights": Weights(**row["weights"]),
                "ratios": {score: _ratio(row["ratios"].get(score)) for score in Score},
                "faults": {fault: _ratio(row["faults"].get(fault)) for fault in Fault},
                "answer_class": row["answer_class"] and AnswerClass(row["answer_class"]),
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """A score averaged over questions, each counted once."""

    value: float | None
    """None where it is undefined for every question."""
    n: int
    """Questions for which it is defined."""
    undefined: int
    """Questions for which it is not."""


def mean(ratios: Iterable[Ratio]) -> Mean:
    """The mean of the defined values."""
    values = [ratio.value for ratio in ratios]
    known = [value for value in values if value is not None]
    value = fsum(known) / len(known) if known else None
    return Mean(value=value, n=len(known), undefined=len(values) - len(known))


def pooled(ratios: Iterable[Ratio]) -> Ratio:
    """All units of all questions as one ratio: a question with more of them weighs more."""
    parts = tuple(ratios)
    reasons = sorted({part.why for part in parts if part.why})
    # The rounding of two long sums must not make more than the whole.
    denominator = fsum(part.denominator for part in parts)
    return Ratio.of(
        min(fsum(part.numerator for part in parts), denominator),
        denominator,
        n=sum(part.n for part in parts),
        missing=sum(part.missing for part in parts),
        undefined=reasons[0] if len(reasons) == 1 else "It is undefined for every question.",
    )


def _ratio_row(ratio: Ratio) -> dict[str, Any]:
    return asdict(ratio) | {"value": ratio.value}


_NOT_KNOWN_THEN = "It was not measured by the version that stored these scores."


def _ratio(row: Mapping[str, Any] | None) -> Ratio:
    if row is None:
        return Ratio.of(0, 0, n=0, undefined=_NOT_KNOWN_THEN)
    return Ratio(**{name: value for name, value in row.items() if name != "value"})
