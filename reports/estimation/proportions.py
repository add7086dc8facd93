"""A proportion from one simple random sample: what n labels say where no design is behind them.

Not for figures of a run: there the labels come through a sample design, and a simple random sample
is what they are not (`reports.estimation.intervals`). It is for plain statements, "15 of 15 means
at least 82 %", which are said beside the design's own.
"""

from enum import StrEnum

from reports.estimation.intervals import Interval

RULE_OF_THREE = 3
"""At 95 %: no failure among n leaves at most about 3 / n. Hanley & Lippman-Hand 1983."""


class ProportionMethod(StrEnum):
    """How the limits are made."""

    WILSON = "wilson"
    """The score interval; Wilson 1927. Two-sided statements."""
    CLOPPER_PEARSON = "clopper_pearson"
    """The exact test inverted: never covers less than its level. Guarantees."""
    AGRESTI_COULL = "agresti_coull"
    """Agresti & Coull 1998."""
    JEFFREYS = "jeffreys"
    """Beta(x + 1/2, n - x + 1/2) quantiles; Brown, Cai & DasGupta 2001."""


class Alternative(StrEnum):
    """Which sides are limited."""

    TWO_SIDED = "two-sided"
    GREATER = "greater"
    """"At least": the upper limit is 1."""
    LESS = "less"
    """"At most": the lower limit is 0."""


_IN_STATSMODELS = {
    ProportionMethod.WILSON: "wilson",
    ProportionMethod.CLOPPER_PEARSON: "beta",
    ProportionMethod.AGRESTI_COULL: "agresti_coull",
    ProportionMethod.JEFFREYS: "jeffreys",
}

_REACHING = (ProportionMethod.WILSON, ProportionMethod.CLOPPER_PEARSON)
"""Whose limit is 0 exactly where none was found, and 1 where all were."""


def proportion(
    count: int,
    n: int,
    *,
    level: float,
    method: ProportionMethod = ProportionMethod.CLOPPER_PEARSON,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> Interval:
    """Limits of a proportion of which `count` of `n` >= 1 were found; within 0 to 1.

    A one-sided limit is that of the two-sided interval at 2 level - 1.
    """
    # Half a second of imports, which a report without a plain proportion need not wait for.
    from statsmodels.stats.proportion import proportion_confint

    alpha = 1 - level if alternative is Alternative.TWO_SIDED else 2 * (1 - level)
    low, high = proportion_confint(count, n, alpha=alpha, method=_IN_STATSMODELS[method])
    if method in _REACHING:  # by their formulas; what is computed is off by 1e-17, for some n
        low = 0.0 if count == 0 else low
        high = 1.0 if count == n else high
    return Interval(
        low=0.0 if alternative is Alternative.LESS else min(max(float(low), 0.0), 1.0),
        high=1.0 if alternative is Alternative.GREATER else min(max(float(high), 0.0), 1.0),
    )


def at_most_without_failure(n: int, *, level: float) -> float:
    """1 - (1 - level)^(1 / n): the one-sided upper limit where n labels show no failure; n >= 1."""
    return float(1 - (1 - level) ** (1 / n))


def rule_of_three(n: int) -> float:
    """3 / n, the rule of thumb for `at_most_without_failure` at 95 %, cut at 1; n >= 1."""
    return min(RULE_OF_THREE / n, 1.0)
