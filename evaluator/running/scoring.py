"""The last stage: scores of a run from what the store holds of it."""

import sqlite3

from corpus.settings import Settings
from labels.scores import CaseScores, Weights
from labels.scoring.scores import score_all
from labels.store import runs
from labels.store.cases import load_cases
from labels.verdict import Judge


def store_scores(
    connection: sqlite3.Connection, run: str, judge: Judge, settings: Settings
) -> tuple[CaseScores, ...]:
    """Score every answer of a run by one judge's verdicts, and keep the scores.

    An imported run has no whole answers, and so no scores.
    """
    weights = Weights(**settings.weights.model_dump())
    cases = load_cases(connection, run, judge.id)
    scores = tuple(score_all(cases, judge=judge.name, weights=weights))
    runs.record_scores(connection, run, judge.id, scores)
    return scores
