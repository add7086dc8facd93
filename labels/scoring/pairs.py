"""What is counted: factual claims, cited pairs, and the value of a claim with several citations.

A citation is the pair claim x cited passage. An id that is marked twice inside one claim is one
citation; the same id at two claims is two, as is one marker of a sentence that was split in two.
"""

from labels.case import AtomicClaim, CaseResult, ClaimKind
from labels.outcome import Outcome, Support

Pair = tuple[str, str]
"""Claim id and cited passage id."""

WORTH = {Support.SUPPORTED: 1.0, Support.PARTIAL: 0.5, Support.UNSUPPORTED: 0.0}
"""What a verdict is worth, for a citation and for a claim."""


def analysed(case: CaseResult) -> bool:
    """Whether it is known what the answer states and cites.

    A refusal and a blank answer state nothing. Other text without a single claim was not taken
    apart, as its analysis failed: what it cites is not known to be nothing.
    """
    return case.refused or bool(case.claims) or not case.answer.strip()


def factual_claims(case: CaseResult) -> tuple[AtomicClaim, ...]:
    """The claims that can be true or false of the sources; the only ones that are scored."""
    return tuple(claim for claim in case.claims if claim.kind is ClaimKind.FACTUAL)


def pairs_of(claim: AtomicClaim) -> tuple[Pair, ...]:
    """The claim's citations in order, each once."""
    return tuple((claim.claim_id, cited) for cited in dict.fromkeys(claim.citations))


def cited_pairs(case: CaseResult) -> tuple[Pair, ...]:
    """All citations of the answer, those of hedges and advice too.

    An id that the mechanical checks found at fault and that belongs to no claim is a pair with an
    empty claim id: an invented citation is never lost.
    """
    pairs = [pair for claim in case.claims for pair in pairs_of(claim)]
    attached = {cited for _, cited in pairs}
    faulty = dict.fromkeys((*case.unknown_citations, *case.not_retrieved))
    return (*dict.fromkeys(pairs), *(("", cited) for cited in faulty if cited not in attached))


def judged_pairs(case: CaseResult) -> dict[Pair, Outcome]:
    """The citations of factual claims that have a verdict."""
    found = {}
    for claim in factual_claims(case):
        for pair in pairs_of(claim):
            outcome = case.verdicts.get(pair)
            if outcome is not None:
                found[pair] = outcome
    return found


def missing_verdicts(case: CaseResult) -> int:
    """Citations of factual claims that could have been judged and were not.

    A citation of an unknown id has no passage to be judged by; validity counts it.
    """
    pairs = {pair for claim in factual_claims(case) for pair in pairs_of(claim)}
    judgeable = {pair for pair in pairs if pair[1] not in case.unknown_citations}
    return sum(case.verdicts.get(pair) is None for pair in judgeable)


def stray_verdicts(case: CaseResult) -> int:
    """Verdicts on claims or citations that the answer does not have; nothing counts them."""
    pairs = {pair for claim in case.claims for pair in pairs_of(claim)}
    return sum(pair not in pairs for pair in case.verdicts)


def best_outcome(case: CaseResult, claim: AtomicClaim) -> Outcome | None:
    """The value of a cited claim: the best of its citations.

    One passage that supports a claim is enough. Among failures the first in the order of `Outcome`
    stands: support found elsewhere is known, whatever another citation lacks. A citation of an
    unknown id without a verdict supports nothing, and nobody said why.

    Args:
        case: the answer.
        claim: one with a citation.

    Returns:
        None where a missing verdict could better the value.
    """
    outcomes = []
    for pair in pairs_of(claim):
        outcome = case.verdicts.get(pair)
        if outcome is None and pair[1] in case.unknown_citations:
            outcome = Outcome.UNCATEGORISED
        outcomes.append(outcome)
    order = tuple(Outcome)
    known = sorted(
        (one for one in outcomes if one), key=lambda one: (-one.support.rank, order.index(one))
    )
    if not known or (None in outcomes and known[0] is not Outcome.SUPPORTED):
        return None
    return known[0]
