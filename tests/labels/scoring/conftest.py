"""Answers made of a few words: a claim with its citations, a verdict for each pair."""

from collections.abc import Callable
from typing import Any

import pytest

from labels.case import AtomicClaim, CaseResult, ClaimKind, Retrieved
from labels.outcome import Outcome

MakeClaim = Callable[..., AtomicClaim]
MakeCase = Callable[..., CaseResult]


def make_claim(
    name: str, *citations: str, importance: int = 1, kind: ClaimKind = ClaimKind.FACTUAL
) -> AtomicClaim:
    return AtomicClaim(
        claim_id=name,
        text=f"Claim {name}.",
        start=0,
        end=9,
        kind=kind,
        importance=importance,
        citations=citations,
    )


def make_case(
    *claims: AtomicClaim,
    verdicts: dict[tuple[str, str], str | None] | None = None,
    retrieved: tuple[str, ...] = ("a:0", "a:1", "b:0"),
    **changes: Any,
) -> CaseResult:
    usual: dict[str, Any] = {
        "run": "r",
        "case_id": "q1",
        "config": "baseline",
        "question": "What was held?",
        "answerable": True,
        "ground_truth": ("a:0",),
        "answer": "It was held so.",
        "refused": False,
        "unknown_citations": (),
        "not_retrieved": (),
        "duplicate_citations": 0,
        "supported_by_retrieved": {},
        "relevance": None,
        "contradicts_reference": None,
        "quotes": (),
    }
    return CaseResult(
        claims=claims,
        verdicts={
            pair: None if said is None else Outcome(said) for pair, said in (verdicts or {}).items()
        },
        retrieved=tuple(
            Retrieved(passage_id=name, rank=rank, score=1.0)
            for rank, name in enumerate(retrieved, start=1)
        ),
        **(usual | changes),
    )


@pytest.fixture(scope="session")
def claim() -> MakeClaim:
    """A claim: its id, what it cites, `importance`, `kind`."""
    return make_claim


@pytest.fixture(scope="session")
def answer() -> MakeCase:
    """An answer: its claims, `verdicts` by (claim, cited), anything else of `CaseResult`."""
    return make_case
