"""A rate over questions with its interval: what it would be on new questions like these.

Citations and claims of one question stand or fall together, so the question is the unit of
sampling: the variance is taken by question, and tells how many independent units the data are
worth. Clopper-Pearson on that number is the interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import betaincinv, stdtrit  # type: ignore[import-untyped]

from labels.scores import Ratio, mean, pooled
from reports.estimation.arrays import FloatArray
from reports.estimation.intervals import Interval

FEW_QUESTIONS = 25
"""Below it an interval by question has too few questions to take its variance from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A rate with its interval."""

    value: float | None
    """0 to 1; None where it is undefined."""
    low: float | None
    """None where there is no value, or a single question that shows no spread."""
    high: float | None
    n: int
    """Units that it rests on; the questions themselves for a mean."""
    questions: int
    """Questions with at least one of them."""
    missing: int
    """Units left out for want of a verdict; for a mean, questions where it is undefined."""
    why: str
    """Why the value, or only the interval, is None; empty otherwise."""

    @property
    def few(self) -> bool:
        """Whether the interval rests on too few questions to be leant on."""
        return self.questions < FEW_QUESTIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class Clusters:
    """One ratio by question: the numerators and denominators, (Q,) each, no denominator 0."""

    numerators: FloatArray
    denominators: FloatArray

    @property
    def rate(self) -> float:
        """The ratio of the sums."""
        return float(self.numerators.sum() / self.denominators.sum())

    @property
    def variance(self) -> float:
        """Of the rate, by question: Q/(Q-1) sum z_q^2 / n^2, z_q = x_q - p n_q; Q of 2 or more.

        The ratio-to-size linearisation (Cochran 1977, ch. 6) without a finite population; R's
        `svymean(id = ~question)` gives the same.
        """
        residuals = self.numerators - self.rate * self.denominators
        count = len(residuals)
        total = self.denominators.sum()
        return float(count / (count - 1) * (residuals**2).sum() / total**2)


def clustered(clusters: Clusters, *, n: int, level: float) -> Interval:
    """Clopper-Pearson on the effective number of units.

    n_eff = min(n, p (1 - p) / v) times (t_{n-1} / t_{Q-1})^2; n where the questions show no spread.
    Range 0 to 1; low is 0 at p = 0 and high is 1 at p = 1. Korn & Graubard 1998.

    Args:
        clusters: 2 or more questions.
        n: the units in them.
        level: of the interval.
    """
    p, variance, questions = clusters.rate, clusters.variance, len(clusters.numerators)
    units = n if variance == 0 else min(n, p * (1 - p) / variance)
    upper = 0.5 + level / 2
    if n > 1:
        units *= float(stdtrit(n - 1, upper) / stdtrit(questions - 1, upper)) ** 2
    hits = min(max(p * units, 0.0), units)
    low = 0.0 if hits <= 1e-12 else float(betaincinv(hits, units - hits + 1, 1 - upper))
    high = 1.0 if units - hits <= 1e-12 else float(betaincinv(hits + 1, units - hits, upper))
    return Interval(low=min(low, p), high=max(high, p))


def mean_over_questions(ratios: Sequence[Ratio], *, level: float) -> Estimate:
    """Every question counts once, however many citations it has."""
    found = mean(ratios)
    values = [ratio.value for ratio in ratios if ratio.value is not None]
    clusters = Clusters(numerators=np.array(values), denominators=np.ones(len(values)))
    return _estimate(
        found.value,
        clusters,
        n=found.n,
        missing=found.undefined,
        why=pooled(ratios).why,
        level=level,
    )


def pooled_over_questions(ratios: Sequence[Ratio], *, level: float) -> Estimate:
    """Every citation or claim counts once, whichever question it belongs to."""
    whole = pooled(ratios)
    known = [ratio for ratio in ratios if ratio.denominator]
    clusters = Clusters(
        numerators=np.array([ratio.numerator for ratio in known]),
        denominators=np.array([ratio.denominator for ratio in known]),
    )
    return _estimate(
        whole.value, clusters, n=whole.n, missing=whole.missing, why=whole.why, level=level
    )


def _estimate(
    value: float | None, clusters: Clusters, *, n: int, missing: int, why: str, level: float
) -> Estimate:
    questions = len(clusters.numerators)
    limits = None
    if questions > 1:
        limits = clustered(clusters, n=n, level=level)
    elif questions == 1:
        why = "One question shows no spread between questions."
    return Estimate(
        value=value,
        low=limits.low if limits else None,
        high=limits.high if limits else None,
        n=n,
        questions=questions,
        missing=missing,
        why=why,
    )
