"""The atomic claims of an answer: by rules, offline, or by a model whose work is checked.

One call an answer serves three measures: the claims, how relevant the answer is, and whether it
contradicts the reference note. A model's claims count only if they are the answer's own (see
`claim_check`); where they are not, the claims are those of the rules, and the analysis says so and
why. Nothing here raises on what a model wrote.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from corpus.answers.claims import ClaimSpan
from evaluator.claims.claim_check import AnalysisFailure, AnalysisFault, Proposed, checked
from evaluator.configuration import ModelUse
from evaluator.model.request import ModelRequest, SystemBlock
from evaluator.prompts.shapes import MAYBE_BOOLEAN, NUMBER, TEXT, list_of, one_of, record
from evaluator.prompts.shipped import Prompt
from evaluator.prompts.tags import enclosed, tagged
from evaluator.storable import StorableText
from labels.case import AtomicClaim, ClaimKind

USUAL_IMPORTANCE = 2
"""By the rules, of a factual claim; others have 1. What matters in an answer no rule can see."""

_HEDGE = re.compile(
    r"\b(?:passages?|sources?|documents?|excerpts?|materials?)\b[^.]{0,40}?"
    r"\b(?:do(?:es)? not|don['’]t|doesn['’]t|(?:is|are) silent|says? nothing|cannot|lack)\b"
    r"|\b(?:not|un)(?: \w+)? (?:clear|certain|known)\b|\b(?:unclear|uncertain|unknown)\b"
    r"|\b(?:cannot be|not) determined\b|\bI (?:cannot|could not)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\b(?:you|one|parties|counsel|readers?) (?:should|ought to|may want to|might want to)\b"
    r"|\b(?:we|I) (?:recommend|advise|suggest)\b|\bconsult (?:a|an|your)\b|\bit is advisable\b",
    re.IGNORECASE,
)


class ClaimsBy(StrEnum):
    """Who cut the claims."""

    MODEL = "model"
    RULES = "rules"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is analysed. A refusal is not: it claims nothing."""

    question: str
    answer: str
    spans: Sequence[ClaimSpan]
    """The claim spans of the answer, in order."""
    reference: str
    """The golden question's reference note; empty where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What was found."""

    claims: tuple[AtomicClaim, ...]
    by: ClaimsBy
    relevance: float | None
    """0 to 1; None: not asked, or the answer to that cannot be used."""
    contradicts_reference: bool | None
    """None: no reference, not asked, or the answer to that cannot be used."""
    failure: AnalysisFailure | None
    """Why a model's claims were not taken; None where they were, or where no model was asked."""


class _Claim(BaseModel):
    model_config = ConfigDict(strict=True)
    text: StorableText
    sentence: StorableText
    citations: list[StorableText]
    kind: Literal["factual", "hedge", "advice", "other"]
    importance: Literal[1, 2, 3]


class _Reply(BaseModel):
    model_config = ConfigDict(strict=True)
    claims: list[_Claim]
    relevance: float = Field(ge=0, le=1, allow_inf_nan=False)
    contradicts_reference: bool | None


_SHAPE = record(
    claims=list_of(
        record(
            text=TEXT,
            sentence=TEXT,
            citations=list_of(TEXT),
            kind=one_of(*ClaimKind),
            importance=one_of(1, 2, 3),
        )
    ),
    relevance=NUMBER,
    contradicts_reference=MAYBE_BOOLEAN,
)


def analysis_request(subject: Subject, use: ModelUse, prompt: Prompt) -> ModelRequest:
    """The request for an analysis; it names no configuration and no model of the answer."""
    sentences = [
        tagged("sentence", span.text, id=f"s{number}", cites=", ".join(span.cited))
        for number, span in enumerate(subject.spans, start=1)
    ]
    parts = [
        tagged("question", subject.question),
        tagged("answer", subject.answer),
        enclosed("sentences", sentences or ["(none)"]),
        tagged("reference", subject.reference) if subject.reference else "(no reference note)",
    ]
    return ModelRequest.of_text(
        "\n\n".join(parts),
        model=use.model,
        max_tokens=use.max_tokens,
        system=(SystemBlock(text=prompt.text, cached=True),),
        schema=_SHAPE,
        settings=use.settings,
    )


def check_analysis(value: object) -> None:
    """For `ModelClient.ask`: raises `ValueError` where an answer has not the shape asked for.

    Claims that are not the answer's own pass here: asking again is paid for and mends them seldom.
    """
    _Reply.model_validate(value)


def read_analysis(parsed: object, subject: Subject) -> Analysis:
    """The analysis in a model's answer.

    Args:
        parsed: the JSON of the reply; anything, None where there is no reply to be used.
        subject: what the request was made of.
    """
    if parsed is None:
        failure = AnalysisFailure(fault=AnalysisFault.NO_REPLY, detail="no reply that can be used")
        return rule_analysis(subject.spans, failure)
    try:
        reply = _Reply.model_validate(parsed)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        return rule_analysis(
            subject.spans,
            AnalysisFailure(fault=AnalysisFault.SHAPE, detail=f"{place}: {first['msg']}"),
        )
    outcome = checked(
        [
            Proposed(
                text=claim.text,
                sentence=claim.sentence,
                citations=tuple(claim.citations),
                kind=ClaimKind(claim.kind),
                importance=claim.importance,
            )
            for claim in reply.claims
        ],
        subject.answer,
        subject.spans,
    )
    failed = isinstance(outcome, AnalysisFailure)
    return Analysis(
        claims=rule_claims(subject.spans) if isinstance(outcome, AnalysisFailure) else outcome,
        by=ClaimsBy.RULES if failed else ClaimsBy.MODEL,
        relevance=reply.relevance,
        contradicts_reference=reply.contradicts_reference if subject.reference else None,
        failure=outcome if isinstance(outcome, AnalysisFailure) else None,
    )


def rule_analysis(spans: Sequence[ClaimSpan], failure: AnalysisFailure | None = None) -> Analysis:
    """The analysis without a model; `failure` says why a model's was not taken."""
    return Analysis(
        claims=rule_claims(spans),
        by=ClaimsBy.RULES,
        relevance=None,
        contradicts_reference=None,
        failure=failure,
    )


def rule_claims(spans: Sequence[ClaimSpan]) -> tuple[AtomicClaim, ...]:
    """Each claim span as one claim; compound ones stay whole.

    A cited one is factual. An uncited one is a hedge where it speaks of what the sources leave
    open, advice where it tells somebody what to do, `other` where it asks or announces (ends with
    `?` or `:`), and factual otherwise.
    """
    kinds = [_kind(span) for span in spans]
    return tuple(
        AtomicClaim(
            claim_id=f"c{number}",
            text=span.text,
            start=span.start,
            end=span.end,
            kind=kind,
            importance=USUAL_IMPORTANCE if kind is ClaimKind.FACTUAL else 1,
            citations=span.cited,
        )
        for number, (span, kind) in enumerate(zip(spans, kinds, strict=True), start=1)
    )


def _kind(span: ClaimSpan) -> ClaimKind:
    if span.cited:
        return ClaimKind.FACTUAL
    if _HEDGE.search(span.text):
        return ClaimKind.HEDGE
    if _ADVICE.search(span.text):
        return ClaimKind.ADVICE
    return ClaimKind.OTHER if span.text.endswith(("?", ":")) else ClaimKind.FACTUAL
