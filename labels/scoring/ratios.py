"""The scores of one answer, each with its own denominator.

    citation validity            citations neither unknown nor unretrieved / citations
    citation precision           supported citations / citations with a verdict
    … with partial               (supported + partial / 2) / citations with a verdict
    citation recall              ground-truth passages cited / ground-truth passages
    faithfulness                 factual claims that a retrieved passage supports / those asked of
    relevance                    as it was judged, 0 to 1
    correctness                  sum of the worth of cited factual claims / such claims
    completeness                 sum of importance x worth / sum of importance, all factual claims
    overall                      0.45 correctness + 0.40 completeness + 0.15 validity (settings)
    right, false refusal         1 or 0 of 1, for absent and for answerable questions
    quote match                  quotations found, exactly or normalised / quotations

A claim is worth what the best of its citations is: supported 1, partial 0.5, unsupported 0; an
uncited claim is worth 0 and counts in completeness alone. Precision, faithfulness, correctness and
completeness are of factual claims; validity and recall are of all citations. What a missing verdict
leaves open is left out of the denominator and counted in `Ratio.missing`. Of an answer that nobody
took apart into claims, nothing that rests on claims or citations is defined.
"""

from math import fsum

from labels.case import AtomicClaim, CaseResult, Quoting
from labels.outcome import Outcome
from labels.scores import Ratio, Weights
from labels.scoring.pairs import (
    WORTH,
    analysed,
    best_outcome,
    cited_pairs,
    factual_claims,
    judged_pairs,
    missing_verdicts,
)

NO_CITATION = "The answer cites nothing."
NO_AUTHORITY = "The question has no ground-truth passage."
NO_FACTS = "The answer makes no factual claim."
UNREAD = "No claim was taken from the answer."
NO_VERDICT = "No verdict was given on what would be counted."


def citation_validity(case: CaseResult) -> Ratio:
    """Citations whose passage exists and was put before the generator, of all."""
    cited = [passage for _, passage in cited_pairs(case)]
    faulty = {*case.unknown_citations, *case.not_retrieved}
    valid = sum(passage not in faulty for passage in cited)
    return Ratio.of(valid, len(cited), n=len(cited), undefined=without_citation(case))


def citation_precision(case: CaseResult, *, partial: float) -> Ratio:
    """Supported citations of those that were judged.

    Args:
        case: the answer.
        partial: what a partial citation counts, 0 (strict) to 1.
    """
    outcomes = tuple(judged_pairs(case).values())
    full = sum(outcome is Outcome.SUPPORTED for outcome in outcomes)
    half = partial * sum(outcome is Outcome.PARTIAL for outcome in outcomes)
    missing, n, why = missing_verdicts(case), len(outcomes), without_verdict(case)
    return Ratio.of(full + half, n, n=n, missing=missing, undefined=why)


def citation_recall(case: CaseResult) -> Ratio:
    """Ground-truth passages that the answer cites; a refusal cites none."""
    wanted = set(case.ground_truth)
    if wanted and not analysed(case):
        return Ratio.of(0, 0, n=0, missing=len(wanted), undefined=UNREAD)
    found = len(wanted & {passage for _, passage in cited_pairs(case)})
    return Ratio.of(found, len(wanted), n=len(wanted), undefined=NO_AUTHORITY)


def faithfulness(case: CaseResult) -> Ratio:
    """Factual claims, cited or not, that some retrieved passage supports in full."""
    claims = factual_claims(case)
    asked = [case.supported_by_retrieved.get(claim.claim_id) for claim in claims]
    known = [supported for supported in asked if supported is not None]
    return Ratio.of(
        sum(known),
        len(known),
        n=len(known),
        missing=len(asked) - len(known),
        undefined=NO_VERDICT if claims else _without_facts(case),
    )


def relevance(case: CaseResult) -> Ratio:
    """As it was judged; one answer is one unit."""
    why = "Whether the answer addresses the question was not asked."
    if case.relevance is None:
        return Ratio.of(0, 0, n=0, missing=1, undefined=why)
    return Ratio.of(case.relevance, 1, n=1, undefined=why)


def correctness(case: CaseResult) -> Ratio:
    """The mean worth of the cited factual claims, each counted once."""
    claims = [claim for claim in factual_claims(case) if claim.citations]
    worths = [_worth(case, claim) for claim in claims]
    known = [worth for worth in worths if worth is not None]
    return Ratio.of(
        fsum(known),
        len(known),
        n=len(known),
        missing=len(worths) - len(known),
        undefined=without_verdict(case),
    )


def completeness(case: CaseResult) -> Ratio:
    """The worth of all factual claims, weighted by importance; an uncited one is worth 0."""
    claims = factual_claims(case)
    worths = [(claim.importance, _worth(case, claim)) for claim in claims]
    known = [(weight, worth) for weight, worth in worths if worth is not None]
    return Ratio.of(
        fsum(weight * worth for weight, worth in known),
        sum(weight for weight, _ in known),
        n=len(known),
        missing=len(worths) - len(known),
        undefined=NO_VERDICT if claims else _without_facts(case),
    )


def overall(correct: Ratio, complete: Ratio, valid: Ratio, weights: Weights) -> Ratio:
    """The weighted mean of three ratios; undefined where a part that weighs something is."""
    parts = (
        ("correctness", correct, weights.correctness),
        ("completeness", complete, weights.completeness),
        ("citation validity", valid, weights.validity),
    )
    weighing = [(name, ratio, weight) for name, ratio, weight in parts if weight > 0]
    gaps = [f"{name} is undefined: {ratio.why}" for name, ratio, _ in weighing if ratio.why]
    missing = sum(ratio.missing > 0 for _, ratio, _ in weighing)
    if gaps:
        why = " ".join(gap[0].upper() + gap[1:] for gap in gaps)
        return Ratio.of(0, 0, n=0, missing=missing, undefined=why)
    return Ratio.of(
        fsum(weight * (ratio.value or 0) for _, ratio, weight in weighing),
        fsum(weight for _, _, weight in weighing),
        n=1,
        missing=missing,
        undefined="",
    )


def right_refusal(case: CaseResult) -> Ratio:
    """Whether an absent question was refused."""
    return _one(case.refused, asked=not case.answerable, why="The question is answerable.")


def false_refusal(case: CaseResult) -> Ratio:
    """Whether an answerable question was refused."""
    return _one(case.refused, asked=case.answerable, why="The question is absent.")


def quote_match(case: CaseResult) -> Ratio:
    """Quotations that stand in a cited passage, of all."""
    found = sum(quote is not Quoting.REJECTED for quote in case.quotes)
    n = len(case.quotes)
    return Ratio.of(found, n, n=n, undefined="The answer quotes nothing.")


def without_citation(case: CaseResult) -> str:
    """Why a share of the citations is undefined."""
    return NO_CITATION if analysed(case) else UNREAD


def without_verdict(case: CaseResult) -> str:
    """Why a share of the judged citations is undefined."""
    if any(claim.citations for claim in factual_claims(case)):
        return NO_VERDICT
    return "No factual claim of the answer has a citation." if analysed(case) else UNREAD


def _without_facts(case: CaseResult) -> str:
    return NO_FACTS if analysed(case) else UNREAD


def _worth(case: CaseResult, claim: AtomicClaim) -> float | None:
    """0 to 1; None where a missing verdict leaves it open."""
    if not claim.citations:
        return 0.0
    outcome = best_outcome(case, claim)
    return None if outcome is None else WORTH[outcome.support]


def _one(holds: bool, *, asked: bool, why: str) -> Ratio:
    return Ratio.of(int(holds and asked), int(asked), n=int(asked), undefined=why)
