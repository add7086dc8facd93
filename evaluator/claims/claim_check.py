"""Are a model's claims the answer's own? Coverage, citations and words are checked, nothing mended.

A claim that the answer does not make, a citation that got lost, or one that was invented would have
a judge fail what the system under evaluation never said: a fault of the evaluation that looks like
a fault of the answer. So one such claim fails the whole analysis.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from corpus.answers.claims import ClaimSpan
from corpus.tokens import tokenise
from evaluator.claims.unmarked import unmarked
from labels.case import AtomicClaim, ClaimKind

OWN_SHARE = 0.5
"""The share of a claim's words that must stand in its own sentence; the rest, a name put for a
pronoun, say, must stand elsewhere in the answer."""

_GRAMMAR = frozenset(
    tokenise(
        "is are was were be been being am do does did done have has had having he she it they "
        "them his her hers its their theirs him who whom whose which what when where while that "
        "than then so also only both each either from about because since after before until "
        "would could should may might must shall can will"
    )
)
"""Stems of words that a split sentence may need anew; they are not held against a claim."""

_NEGATION = re.compile(
    r"\b(?:no|not|never|none|nor|neither|nothing|nobody|without|cannot)\b|n['’]t\b", re.IGNORECASE
)


class AnalysisFault(StrEnum):
    """Why a model's claims are not taken."""

    SHAPE = "shape"
    """Not the JSON that was asked for."""
    NO_REPLY = "no_reply"
    """The model gave no answer that can be used."""
    UNKNOWN_SENTENCE = "unknown_sentence"
    """A claim names a sentence that the answer has not."""
    EMPTY_CLAIM = "empty_claim"
    """A claim says nothing."""
    UNANCHORED = "unanchored"
    """A claim has words that the answer has not, or few of its own sentence's."""
    NEGATION = "negation"
    """A claim denies where its sentence does not, or no claim of a sentence that denies does."""
    INVENTED_CITATION = "invented_citation"
    """A claim cites what its sentence does not."""
    LOST_CITATION = "lost_citation"
    """A sentence's citation is with none of its claims."""
    LOST_SENTENCE = "lost_sentence"
    """A sentence with a citation has no claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisFailure:
    """The first fault that was found."""

    fault: AnalysisFault
    detail: str
    """In words; may quote the answer or the claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """A claim as a model wrote it."""

    text: str
    sentence: str
    """`s1`, `s2` …: the claim span that it was taken from."""
    citations: tuple[str, ...]
    kind: ClaimKind
    importance: int


def checked(
    proposed: Sequence[Proposed], answer: str, spans: Sequence[ClaimSpan]
) -> tuple[AtomicClaim, ...] | AnalysisFailure:
    """The claims in the order of the answer, or the first fault.

    Args:
        proposed: the claims, in any order.
        answer: the text that they are said to be from.
        spans: its claim spans, in order.
    """
    by_id = {f"s{number}": span for number, span in enumerate(spans, start=1)}
    words = frozenset(tokenise(answer))
    for claim in proposed:
        if failure := _own_fault(claim, by_id, words):
            return failure
    for sentence, span in by_id.items():
        mine = [claim for claim in proposed if claim.sentence == sentence]
        if failure := _coverage_fault(sentence, span, mine):
            return failure
    order = list(by_id)
    ordered = sorted(proposed, key=lambda claim: order.index(claim.sentence))
    return tuple(
        _atomic(f"c{number}", claim, by_id[claim.sentence])
        for number, claim in enumerate(ordered, start=1)
    )


def _own_fault(
    claim: Proposed, spans: dict[str, ClaimSpan], answer: frozenset[str]
) -> AnalysisFailure | None:
    """What is wrong with one claim; None where nothing is."""
    span = spans.get(claim.sentence)
    if span is None:
        return _failure(AnalysisFault.UNKNOWN_SENTENCE, f"there is no {claim.sentence[:40]!r}")
    text = " ".join(unmarked(claim.text).split())
    words = frozenset(tokenise(text)) - _GRAMMAR
    if not words and not any(map(str.isalnum, text)):
        return _failure(AnalysisFault.EMPTY_CLAIM, f"a claim of {claim.sentence} holds no word")
    if foreign := sorted(words - answer):
        return _failure(AnalysisFault.UNANCHORED, f"“{_short(text)}” has {', '.join(foreign)[:80]}")
    own = words.intersection(tokenise(span.text))
    if len(own) < OWN_SHARE * len(words):
        detail = f"“{_short(text)}” has {len(own)} of its {len(words)} words from {claim.sentence}"
        return _failure(AnalysisFault.UNANCHORED, detail)
    if _NEGATION.search(text) and not _NEGATION.search(span.text):
        return _failure(AnalysisFault.NEGATION, f"“{_short(text)}” denies, {claim.sentence} not")
    if invented := set(claim.citations).difference(span.cited):
        detail = f"{claim.sentence} does not cite {', '.join(sorted(invented))[:80]}"
        return _failure(AnalysisFault.INVENTED_CITATION, detail)
    return None


def _coverage_fault(
    sentence: str, span: ClaimSpan, claims: Sequence[Proposed]
) -> AnalysisFailure | None:
    """What the claims of a sentence leave out of its citations; None where nothing."""
    if span.cited and not claims:
        return _failure(AnalysisFault.LOST_SENTENCE, f"{sentence} (“{_short(span.text)}”)")
    denied = any(_NEGATION.search(claim.text) for claim in claims)
    if claims and not denied and _NEGATION.search(span.text):
        return _failure(AnalysisFault.NEGATION, f"{sentence} denies, none of its claims does")
    kept = {cited for claim in claims for cited in claim.citations}
    lost = [cited for cited in span.cited if cited not in kept]
    if lost:
        return _failure(AnalysisFault.LOST_CITATION, f"{', '.join(lost)} of {sentence}")
    return None


def _atomic(claim_id: str, claim: Proposed, span: ClaimSpan) -> AtomicClaim:
    kept = frozenset(claim.citations)
    return AtomicClaim(
        claim_id=claim_id,
        text=" ".join(unmarked(claim.text).split()),
        start=span.start,
        end=span.end,
        kind=claim.kind,
        importance=claim.importance,
        citations=tuple(cited for cited in span.cited if cited in kept),
    )


def _failure(fault: AnalysisFault, detail: str) -> AnalysisFailure:
    return AnalysisFailure(fault=fault, detail=detail)


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:80]}…"
