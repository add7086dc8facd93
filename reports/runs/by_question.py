"""The rates of a run by question: those that are stored, or what its verdicts alone tell.

A run that was imported has no whole answers and so no stored scores; the precision of its citations
can be had from the verdicts.
"""

import sqlite3
from collections.abc import Mapping

from labels.outcome import Support
from labels.scores import CaseScores, Ratio, Score
from labels.store.counted_cases import counted_scores
from reports.runs.difference import RATES, Compared

Rate = Score | Compared
"""A figure of an answer that can be pooled over questions; of each, more is better."""

WATCHED: tuple[Rate, ...] = (*RATES, *Compared)
"""Every rate, in the order in which they are shown."""

Rates = Mapping[Rate, Ratio]
"""Of one question; a rate that is not there is not measured."""

NOT_MEASURED = "It is not measured of an imported run, which has no whole answers."

_NO_VERDICT = "No verdict was given on what would be counted."
_NO_CLASS = "The answer has no class: a verdict or the analysis is missing."

_WORTH = {Support.SUPPORTED: (1.0, 1.0), Support.PARTIAL: (0.0, 0.5)}
"""What a citation counts: strictly, and with a partial one as one half."""


def rates_by_question(connection: sqlite3.Connection, run: str, judge_id: str) -> dict[str, Rates]:
    """The rates of a run under one judge, by case id; without confirmed harness bugs."""
    stored = counted_scores(connection, run, judge_id)
    if stored:
        return {case.case_id: rates_of(case) for case in stored}
    return _from_verdicts(connection, run, judge_id)


def rates_of(case: CaseScores) -> Rates:
    """The rates of one answer: its scores, whether it is faultless, whether refusing was right."""
    faultless = None if case.answer_class is None else case.answer_class.faultless
    known = faultless is not None
    return {
        **{score: case.ratios[score] for score in RATES},
        Compared.FAULTLESS: Ratio.of(
            int(bool(faultless)), int(known), n=int(known), missing=int(not known),
            undefined=_NO_CLASS,
        ),
        Compared.REFUSAL_RIGHT: Ratio.of(int(case.refusal_right), 1, n=1, undefined=""),
    }  # fmt: skip


def _from_verdicts(connection: sqlite3.Connection, run: str, judge_id: str) -> dict[str, Rates]:
    rows = connection.execute(
        "SELECT c.case_id, v.support FROM citation c "
        "LEFT JOIN verdict v ON v.citation_uid = c.uid AND v.judge_id = ? "
        "AND v.uid NOT IN (SELECT verdict_uid FROM confirmed_verdict) WHERE c.run = ? "
        "AND c.uid NOT IN (SELECT citation_uid FROM confirmed_citation) "
        "ORDER BY c.case_id",
        [judge_id, run],
    )
    said: dict[str, list[Support | None]] = {}
    for row in rows:
        support = Support(row["support"]) if row["support"] else None
        said.setdefault(row["case_id"], []).append(support)
    return {
        case_id: {
            Score.CITATION_PRECISION: _precision(supports, 0),
            Score.CITATION_PRECISION_PARTIAL: _precision(supports, 1),
        }
        for case_id, supports in said.items()
    }


def _precision(supports: list[Support | None], which: int) -> Ratio:
    known = [support for support in supports if support is not None]
    return Ratio.of(
        sum(_WORTH[support][which] for support in known if support in _WORTH),
        len(known),
        n=len(known),
        missing=len(supports) - len(known),
        undefined=_NO_VERDICT,
    )
