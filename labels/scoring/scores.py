"""From what is known of an answer to its scores. Pure: the same case gives the same scores."""

from collections.abc import Iterable, Iterator

from labels.case import CaseResult
from labels.scores import CaseScores, Score, Weights
from labels.scoring import ratios
from labels.scoring.faults import answer_class, faults
from labels.scoring.pairs import stray_verdicts

DEFAULT_WEIGHTS = Weights()


def score(case: CaseResult, *, judge: str, weights: Weights = DEFAULT_WEIGHTS) -> CaseScores:
    """The scores of one answer.

    Args:
        case: the answer with all that was found of it.
        judge: whose verdicts it carries; empty where no judge was asked.
        weights: of the overall score.
    """
    correct = ratios.correctness(case)
    complete = ratios.completeness(case)
    valid = ratios.citation_validity(case)
    return CaseScores(
        run=case.run,
        case_id=case.case_id,
        config=case.config,
        judge=judge,
        weights=weights,
        refusal_right=case.refused is not case.answerable,
        ratios={
            Score.CITATION_VALIDITY: valid,
            Score.CITATION_PRECISION: ratios.citation_precision(case, partial=0),
            Score.CITATION_PRECISION_PARTIAL: ratios.citation_precision(case, partial=0.5),
            Score.CITATION_RECALL: ratios.citation_recall(case),
            Score.FAITHFULNESS: ratios.faithfulness(case),
            Score.RELEVANCE: ratios.relevance(case),
            Score.CORRECTNESS: correct,
            Score.COMPLETENESS: complete,
            Score.OVERALL: ratios.overall(correct, complete, valid, weights),
            Score.RIGHT_REFUSAL: ratios.right_refusal(case),
            Score.FALSE_REFUSAL: ratios.false_refusal(case),
            Score.QUOTE_MATCH: ratios.quote_match(case),
        },
        faults=faults(case),
        answer_class=answer_class(case),
        duplicate_citations=case.duplicate_citations,
        stray_verdicts=stray_verdicts(case),
    )


def score_all(
    cases: Iterable[CaseResult], *, judge: str, weights: Weights = DEFAULT_WEIGHTS
) -> Iterator[CaseScores]:
    """The scores of each answer, in the same order; `labels.scores` has mean and pooled ratio."""
    for case in cases:
        yield score(case, judge=judge, weights=weights)
