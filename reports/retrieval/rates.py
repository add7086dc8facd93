"""Figures over questions with their intervals: what they would be on new questions like these.

Each question counts once, and is the unit that was sampled: its supports stand or fall together.
Whether a question is found is yes or no, and has Wilson's interval. The others are means of values
from 0 to 1, and take the one of `reports.runs.estimate.clustered`, by question. A t interval or a
bootstrap would have no width where every value is 1, which is where retrieval often is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from reports.estimation.proportions import ProportionMethod, proportion
from reports.runs.estimate import Clusters, clustered


class Method(StrEnum):
    """How an interval was made."""

    WILSON = "Wilson"
    """The score interval of a share of questions; Wilson 1927."""
    CLUSTERED = "Clopper-Pearson on the effective number of questions"
    """Korn & Graubard 1998; never narrower than the exact interval of as many yes and no."""
    NONE = "no interval"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """One figure."""

    value: float | None
    """0 to 1; None where there is no question."""
    low: float | None
    """None where there is no question, or one that shows no spread."""
    high: float | None
    n: int
    """Questions."""
    method: Method
    level: float
    why: str = ""
    """Why the value, or only its interval, is None; empty otherwise."""


def share_of_questions(yes: Sequence[bool], *, level: float) -> Rate:
    """The share of questions of which it is true."""
    if not yes:
        return _nothing(level)
    limits = proportion(sum(yes), len(yes), level=level, method=ProportionMethod.WILSON)
    return Rate(
        value=sum(yes) / len(yes),
        low=limits.low,
        high=limits.high,
        n=len(yes),
        method=Method.WILSON,
        level=level,
    )


def mean_of_questions(values: Sequence[float], *, level: float) -> Rate:
    """The mean of a value of each question, 0 to 1."""
    if not values:
        return _nothing(level)
    clusters = Clusters(numerators=np.array(values), denominators=np.ones(len(values)))
    limits = clustered(clusters, n=len(values), level=level) if len(values) > 1 else None
    return Rate(
        value=clusters.rate,
        low=limits.low if limits else None,
        high=limits.high if limits else None,
        n=len(values),
        method=Method.CLUSTERED if limits else Method.NONE,
        level=level,
        why="" if limits else "One question shows no spread between questions.",
    )


def _nothing(level: float) -> Rate:
    why = "There is no such question."
    return Rate(value=None, low=None, high=None, n=0, method=Method.NONE, level=level, why=why)
