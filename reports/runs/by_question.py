"""The scores of a run by question: those that are stored, or what its verdicts alone tell.

A run that was imported has no whole answers and so no stored scores; the precision of its citations
can be had from the verdicts.
"""

import sqlite3
from collections.abc import Mapping

from labels.outcome import Support
from labels.scores import Ratio, Score
from labels.store.cases import load_scores

Scored = Mapping[str, Mapping[Score, Ratio]]
"""By case id; a score that is not there is not measured."""

NOT_MEASURED = "It is not measured of an imported run, which has no whole answers."

_NO_VERDICT = "No verdict was given on what would be counted."

_WORTH = {Support.SUPPORTED: (1.0, 1.0), Support.PARTIAL: (0.0, 0.5)}
"""What a citation counts: strictly, and with a partial one as one half."""


def scores_by_question(connection: sqlite3.Connection, run: str, judge_id: str) -> Scored:
    """The scores of a run under one judge."""
    stored = load_scores(connection, run, judge_id)
    if stored:
        return {case.case_id: case.ratios for case in stored}
    return _from_verdicts(connection, run, judge_id)


def _from_verdicts(connection: sqlite3.Connection, run: str, judge_id: str) -> Scored:
    rows = connection.execute(
        "SELECT c.case_id, v.support FROM citation c "
        "LEFT JOIN verdict v ON v.citation_uid = c.uid AND v.judge_id = ? WHERE c.run = ? "
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
