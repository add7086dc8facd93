"""The figures of one run under one judge: every score, every fault, every class of answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.errors import InputError
from labels.scores import AnswerClass, CaseScores, Fault, Ratio, Score, pooled
from reports.runs.estimate import Estimate, mean_over_questions, pooled_over_questions


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreFigures:
    """One score in both ways of counting."""

    score: Score
    mean: Estimate
    """Each question counts once."""
    pooled: Estimate
    """Each citation or claim counts once."""
    by_question: bool
    """One unit a question by its nature: mean and pooled are one figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFigures:
    """What a run comes to."""

    run: str
    configs: tuple[str, ...]
    judge: str
    questions: int
    scores: tuple[ScoreFigures, ...]
    """Every score, in the order of `Score`."""
    faults: dict[Fault, Ratio]
    """Every fault over all questions: how often, of how many."""
    classes: dict[AnswerClass, int]
    """Answers of each class, the zeros too."""
    unclassed: int
    """Answers without a class: no fault found, and a verdict or the analysis is missing."""
    missing_verdicts: int
    duplicate_citations: int
    stray_verdicts: int


BY_QUESTION = {Score.RELEVANCE, Score.OVERALL, Score.RIGHT_REFUSAL, Score.FALSE_REFUSAL}
"""Scores with one unit a question."""


def run_figures(run: str, cases: Sequence[CaseScores], *, level: float) -> RunFigures:
    """The figures of a run.

    Args:
        run: its name.
        cases: the scores of its questions, in any order.
        level: of the intervals.

    Raises:
        InputError: there are none; a question occurs twice; two judges or weights are mixed.
    """
    check(run, cases)
    return RunFigures(
        run=run,
        configs=tuple(sorted({case.config for case in cases})),
        judge=cases[0].judge,
        questions=len(cases),
        scores=tuple(_score(score, cases, level) for score in Score),
        faults={fault: pooled(case.faults[fault] for case in cases) for fault in Fault},
        classes={one: sum(case.answer_class is one for case in cases) for one in AnswerClass},
        unclassed=sum(case.answer_class is None for case in cases),
        missing_verdicts=sum(case.ratios[Score.CITATION_PRECISION].missing for case in cases),
        duplicate_citations=sum(case.duplicate_citations for case in cases),
        stray_verdicts=sum(case.stray_verdicts for case in cases),
    )


def check(run: str, cases: Sequence[CaseScores]) -> None:
    """Refuse scores that are not one run under one judge with one set of weights.

    Raises:
        InputError: as `run_figures`.
    """
    if not cases:
        raise InputError(f"The run {run!r} has no scores yet; make them with: crosssource run")
    seen: set[str] = set()
    for case in cases:
        if case.case_id in seen:
            raise InputError(
                f"The question {case.case_id!r} occurs twice in the scores of {run!r}; "
                "a run answers a question once: compare runs of one configuration each."
            )
        seen.add(case.case_id)
    if len(judges := sorted({case.judge for case in cases})) > 1:
        raise InputError(
            f"The scores of {run!r} are of several judges ({', '.join(judges)}); name one: --judge"
        )
    if len({case.weights for case in cases}) > 1:
        raise InputError(
            f"The overall scores of {run!r} were made with different weights; score the run again."
        )


def _score(score: Score, cases: Sequence[CaseScores], level: float) -> ScoreFigures:
    ratios = [case.ratios[score] for case in cases]
    return ScoreFigures(
        score=score,
        mean=mean_over_questions(ratios, level=level),
        pooled=pooled_over_questions(ratios, level=level),
        by_question=score in BY_QUESTION,
    )
