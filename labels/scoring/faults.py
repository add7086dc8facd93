"""What is wrong with an answer, counted; and its one class, the gravest fault known.

Each fault is counted among what it could have befallen: citations with a verdict, ground-truth
passages, answerable or absent questions, answers held against a reference, citations.
"""

from labels.case import AtomicClaim, CaseResult
from labels.outcome import Outcome
from labels.scores import AnswerClass, Fault, Ratio
from labels.scoring.pairs import (
    analysed,
    best_outcome,
    cited_pairs,
    factual_claims,
    judged_pairs,
)
from labels.scoring.ratios import NO_AUTHORITY, UNREAD, without_citation, without_verdict

_CLASS_OF = {
    Outcome.UNSUPPORTED_CLAIM: AnswerClass.UNSUPPORTED,
    Outcome.RIGHT_DOC_WRONG_PASSAGE: AnswerClass.MISGROUNDED,
    Outcome.WRONG_DOCUMENT: AnswerClass.MISGROUNDED,
    Outcome.UNCATEGORISED: AnswerClass.UNCATEGORISED,
    Outcome.PARTIAL: AnswerClass.PARTLY_SUPPORTED,
}
"""The class that a claim of this value gives its answer; the first in `AnswerClass` stands."""


def faults(case: CaseResult) -> dict[Fault, Ratio]:
    """Every fault with its count, the zeros too."""
    return _of_citations(case) | _of_authority(case) | _of_question(case) | _of_markers(case)


def answer_class(case: CaseResult) -> AnswerClass | None:
    """The gravest fault known of the answer.

    A refusal is right or false. Otherwise, first that holds: it contradicts the reference; it
    states no fact; it states facts on an absent question; of its claims one is unsupported (or it
    cites nothing), misgrounded, unsupported for an unknown reason, supported in part.
    An uncited claim beside cited ones is a fault only where it is known that no retrieved passage
    supports it; else it is completeness that counts it. What nobody asked is no fault: an answer
    never held against a reference can be sound.

    Returns:
        None where no fault was found and a verdict, or the whole analysis, is missing.
    """
    if case.refused:
        return AnswerClass.FALSE_REFUSAL if case.answerable else AnswerClass.RIGHT_REFUSAL
    if case.contradicts_reference:
        return AnswerClass.INCORRECT
    if not analysed(case):
        return None
    claims = factual_claims(case)
    if not claims:
        return AnswerClass.NOTHING_STATED
    if not case.answerable:
        return AnswerClass.ANSWERED_ABSENT
    if not any(claim.citations for claim in claims):
        return AnswerClass.UNSUPPORTED
    classes = [_class_of(case, claim) for claim in claims]
    known = [one for one in classes if one not in (None, AnswerClass.SOUND)]
    if known:
        order = tuple(AnswerClass)
        return min((one for one in known if one), key=order.index)
    return None if None in classes else AnswerClass.SOUND


def _class_of(case: CaseResult, claim: AtomicClaim) -> AnswerClass | None:
    if not claim.citations:
        unfounded = case.supported_by_retrieved.get(claim.claim_id) is False
        return AnswerClass.UNSUPPORTED if unfounded else AnswerClass.SOUND
    outcome = best_outcome(case, claim)
    return None if outcome is None else _CLASS_OF.get(outcome, AnswerClass.SOUND)


def _of_citations(case: CaseResult) -> dict[Fault, Ratio]:
    outcomes = tuple(judged_pairs(case).values())
    why = without_verdict(case)
    failing = [outcome for outcome in Outcome if outcome is not Outcome.SUPPORTED]
    return {
        Fault(outcome.value): _count(outcomes.count(outcome), len(outcomes), why)
        for outcome in failing
    }


def _of_authority(case: CaseResult) -> dict[Fault, Ratio]:
    wanted = set(case.ground_truth)
    uncited = wanted - {passage for _, passage in cited_pairs(case)}
    retrieved = {one.passage_id for one in case.retrieved}
    counts = {
        Fault.NEVER_RETRIEVED: len(uncited - retrieved),
        Fault.RETRIEVED_NOT_CITED: len(uncited & retrieved),
    }
    if wanted and not analysed(case):
        return {fault: _count(0, 0, UNREAD) for fault in counts}
    return {fault: _count(count, len(wanted), NO_AUTHORITY) for fault, count in counts.items()}


def _of_question(case: CaseResult) -> dict[Fault, Ratio]:
    answerable = case.answerable
    # A refusal says nothing that a reference could contradict.
    compared = case.contradicts_reference is not None and not case.refused
    answered = not case.refused and bool(factual_claims(case))
    return {
        Fault.FALSE_REFUSAL: _count(
            int(answerable and case.refused), int(answerable), "The question is absent."
        ),
        Fault.ANSWERED_ABSENT: _count(
            int(answered and not answerable),
            int(not answerable and analysed(case)),
            "The question is answerable." if answerable else UNREAD,
        ),
        Fault.INCORRECT: _count(
            int(compared and bool(case.contradicts_reference)),
            int(compared),
            "The answer was not held against a reference.",
        ),
    }


def _of_markers(case: CaseResult) -> dict[Fault, Ratio]:
    cited = [passage for _, passage in cited_pairs(case)]
    why = without_citation(case)
    unknown = sum(passage in case.unknown_citations for passage in cited)
    unretrieved = sum(passage in case.not_retrieved for passage in cited)
    return {
        Fault.UNKNOWN_CITATION: _count(unknown, len(cited), why),
        Fault.CITATION_NOT_RETRIEVED: _count(unretrieved, len(cited), why),
    }


def _count(count: int, among: int, why: str) -> Ratio:
    return Ratio.of(count, among, n=among, undefined=why)
