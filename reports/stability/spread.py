"""How far each score of a run moves when nothing but the judging is done again.

From it the margin of a gate. The difference of two runs carries the noise of two judgings; were the
judge asked twice more, the difference would stay within

    margin = t sqrt(2) s

in 95 % of the cases, s the standard deviation over R repeats and t the .975 quantile of Student's
distribution with R - 1 degrees of freedom: 4.3 at three repeats, 2.8 at five, 2 at very many. It is
the prediction limit for a difference of two normal values (Hahn & Meeker 1991), and it is wide
where the repeats are few, since few of them hardly know their spread.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import stdev

from scipy.stats import t  # type: ignore[import-untyped]

from labels.scores import Ratio, pooled
from reports.runs.by_question import NOT_MEASURED, Rate, Rates

LEVEL = 0.95
STEP = 0.001
"""A margin is rounded up to a whole number of these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """One score over the repeats."""

    score: Rate
    values: tuple[float, ...]
    """By repeat, 0 to 1, over the questions that have it in all of them; empty: undefined."""
    questions: int
    """Questions that have it in every repeat."""
    why: str = ""
    """Why it is undefined; empty otherwise."""

    @property
    def deviation(self) -> float | None:
        """The standard deviation over the repeats (divisor R - 1)."""
        return stdev(self.values) if len(self.values) > 1 else None

    @property
    def largest(self) -> float | None:
        """The largest difference between two repeats."""
        return max(self.values) - min(self.values) if self.values else None

    @property
    def margin(self) -> float | None:
        """What a difference of two runs can be without anything having changed."""
        if self.deviation is None:
            return None
        quantile = float(t.ppf(0.5 + LEVEL / 2, len(self.values) - 1))
        # Rounding of the sums is no noise.
        return ceil(quantile * sqrt(2) * self.deviation / STEP - 1e-9) * STEP


def spreads(repeats: Sequence[Mapping[str, Rates]], scores: Sequence[Rate]) -> tuple[Spread, ...]:
    """The spread of each score, in the order given.

    Args:
        repeats: the scores of the run by each judging, 2 or more.
        scores: which ones.
    """
    return tuple(_spread(repeats, score) for score in scores)


def _spread(repeats: Sequence[Mapping[str, Rates]], score: Rate) -> Spread:
    common = set.intersection(*(set(scored) for scored in repeats))
    ratios = {
        case_id: [scored[case_id].get(score) for scored in repeats] for case_id in sorted(common)
    }
    known = [
        [one for one in row if one is not None]
        for row in ratios.values()
        if all(one is not None and one.denominator for one in row)
    ]
    if not known:
        return Spread(score=score, values=(), questions=0, why=_why(ratios.values()))
    values = tuple(
        pooled(row[index] for row in known).value or 0.0 for index in range(len(repeats))
    )
    return Spread(score=score, values=values, questions=len(known))


def _why(rows: Iterable[Sequence[Ratio | None]]) -> str:
    reasons = (one.why for row in rows for one in row if one is not None and one.why)
    return next(reasons, NOT_MEASURED)
