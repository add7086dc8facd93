"""The other ways in which judged rates are corrected, for samples that they are made for.

All take the labels for a plain random sample of the verdicts, and speak of new verdicts (`judge`),
not of this run. On a sample with unequal shares, as `sample draw` makes it, their bias is .02 to
.16 and a "95 %" interval may hold the truth in none of 100 samples: `reports.corrected` refuses
them there.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import ndtri  # type: ignore[import-untyped]

from reports.estimation.arrays import FloatArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted:
    """A corrected rate with its normal-theory limits, which may leave 0 to 1."""

    value: float
    low: float
    high: float


def rogan_gladen(rate: float, *, sensitivity: float, specificity: float) -> float:
    """The true rate behind a judged one: (p + sp - 1) / (se + sp - 1). Rogan & Gladen 1978.

    May leave 0 to 1 where the judge's errors alone would give more or less than p.

    Raises:
        ValueError: se + sp is 1 or less: the judge does no better than chance, and p tells nothing.
    """
    gain = sensitivity + specificity - 1
    if gain <= 0:
        raise ValueError("sensitivity and specificity add up to 1 or less")
    return (rate + specificity - 1) / gain


def adjusted_rate(
    rate: float,
    *,
    n: int,
    sensitivity: float,
    positives: int,
    specificity: float,
    negatives: int,
    level: float,
) -> Adjusted:
    """Rogan-Gladen with an interval for judge's errors that were themselves estimated.

    Plus-two-like adjustments of all three shares, the delta method, and a shift against its bias.
    Lee et al. 2025 (arXiv:2511.21140).

    Args:
        rate: judged, over `n` verdicts.
        sensitivity: of the judge, over `positives` labels that people gave.
        specificity: likewise, over `negatives`.
        level: of the interval.
    """
    z = float(ndtri(0.5 + level / 2))
    p, n_all = (n * rate + z**2 / 2) / (n + z**2), n + z**2
    se, m1 = (positives * sensitivity + 1) / (positives + 2), positives + 2
    sp, m0 = (negatives * specificity + 1) / (negatives + 2), negatives + 2
    theta = rogan_gladen(p, sensitivity=se, specificity=sp)
    of_sp, of_se = sp * (1 - sp) / m0, se * (1 - se) / m1
    spread = sqrt(p * (1 - p) / n_all + (1 - theta) ** 2 * of_sp + theta**2 * of_se)
    middle = theta + 2 * z**2 * (theta * of_se - (1 - theta) * of_sp)
    half = z * spread / (se + sp - 1)
    value = rogan_gladen(rate, sensitivity=sensitivity, specificity=specificity)
    return Adjusted(value=value, low=middle - half, high=middle + half)


def ppi_mean(
    labels: FloatArray,
    proxies: FloatArray,
    unlabelled: FloatArray,
    *,
    level: float,
    weight: float = 1.0,
) -> Adjusted:
    """The prediction-powered mean: lam mean(unlabelled) + mean(labels - lam proxies).

    Its variance is that of both means, each by the number of its values (no degree of freedom
    taken off). Angelopoulos, Bates, Fannjiang, Jordan & Zrnic 2023; lam: PPI++ 2023.

    Args:
        labels: what people say, (n,), 1 for supported.
        proxies: what the judge says of the same verdicts, (n,).
        unlabelled: what it says of others, (N,).
        level: of the interval.
        weight: lam, 0 to leave the judge out.
    """
    rectifier = labels - weight * proxies
    value = float(weight * unlabelled.mean() + rectifier.mean())
    variance = weight**2 * unlabelled.var() / len(unlabelled) + rectifier.var() / len(labels)
    half = float(ndtri(0.5 + level / 2) * np.sqrt(variance))
    return Adjusted(value=value, low=value - half, high=value + half)
