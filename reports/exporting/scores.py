"""Score records: every score of every answer of a run, one a line."""

from collections.abc import Iterable, Iterator
from typing import Any

from labels.scores import CaseScores


def score_records(scores: Iterable[CaseScores]) -> Iterator[dict[str, Any]]:
    """One row a score: what it is of, its value, and the ratio that it is.

    An undefined score has the value None and says why; it is never 0.
    """
    for case in scores:
        of = {
            "run": case.run,
            "case_id": case.case_id,
            "config": case.config,
            "judge": case.judge,
        }
        for name, ratio in case.ratios.items():
            yield of | {
                "score": str(name),
                "value": ratio.value,
                "numerator": ratio.numerator,
                "denominator": ratio.denominator,
                "why": ratio.why or None,
            }
