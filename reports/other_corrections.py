"""Rogan-Gladen and prediction-powered inference beside the corrected rate, or why not.

Both take the labels for one random sample of the verdicts. Where they are that (every stratum
labelled in proportion to its size) and many enough for normal theory, they are given, with their
own intervals. Elsewhere each is refused with the reason: a number that is wrong by design helps
nobody who came looking for it.
"""

from dataclasses import dataclass

import numpy as np

from reports.estimation.design import Cells, Design
from reports.estimation.figure import Figure, Method, Target, undefined
from reports.estimation.intervals import Share, proportional
from reports.estimation.prevalence import Adjusted, adjusted_rate, ppi_mean
from reports.estimation.scales import BINARY

FEWEST_LABELS = 100
FEWEST_ERRORS = 10
"""Labels, and errors of the judge in each direction, below which normal theory does not hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherCorrection:
    """The rate of supported citations by another method."""

    name: str
    """`rogan_gladen` or `ppi`."""
    rate: Figure


def other_corrections(design: Design, *, level: float) -> tuple[OtherCorrection, ...]:
    """Both methods, each with a rate or the reason why there is none.

    Args:
        level: of the intervals.
    """
    cells = design.cells(BINARY)
    why = _refused(cells)
    methods = {"rogan_gladen": (_rogan_gladen, Method.ADJUSTED), "ppi": (_ppi, Method.PPI)}
    return tuple(
        OtherCorrection(
            name=name,
            rate=_unknown(cells, why, level)
            if why
            else _figure(compute(cells, design, level), method, cells, level),
        )
        for name, (compute, method) in methods.items()
    )


def _refused(cells: Cells) -> str:
    """Why neither can be given; empty where both can."""
    labels = cells.raw[:-1]
    shares = [
        Share(count=0, n=int(n), size=int(size))
        for n, size in zip(cells.decided, cells.sizes, strict=True)
    ]
    if not labels.sum():
        return "No label has an outcome."
    if not cells.random.any():
        return "Every verdict is labelled: there is nothing to correct for."
    if not proportional(shares):
        return (
            "It takes the labels for one random sample of the verdicts, and here some kinds of "
            "verdict have a larger part in the sample than in the run; with the weights of the "
            "design it becomes the corrected rate."
        )
    fewest = min(int(labels[0, 1]), int(labels[1, 0]))
    if labels.sum() < FEWEST_LABELS or fewest < FEWEST_ERRORS:
        return (
            f"Its interval is of normal theory and takes {FEWEST_LABELS} labels, with "
            f"{FEWEST_ERRORS} errors of the judge in each direction; there are {labels.sum():,}, "
            f"with {fewest:,}."
        )
    return ""


def _rogan_gladen(cells: Cells, design: Design, level: float) -> Adjusted | None:
    labels = cells.raw[:-1].astype(np.float64)
    positives, negatives = labels.sum(axis=1)
    sensitivity, specificity = labels[0, 0] / positives, labels[1, 1] / negatives
    if sensitivity + specificity <= 1:
        return None
    judged = design.judged_totals(BINARY)
    return adjusted_rate(
        float(judged[0] / judged.sum()),
        n=int(cells.sizes.sum()),
        sensitivity=float(sensitivity),
        positives=int(positives),
        specificity=float(specificity),
        negatives=int(negatives),
        level=level,
    )


def _ppi(cells: Cells, design: Design, level: float) -> Adjusted:
    labels = cells.raw[:-1]
    human, judge = np.nonzero(labels)
    counts = labels[human, judge]
    rest = np.maximum(np.rint(design.judged_totals(BINARY)) - labels.sum(axis=0), 0)
    return ppi_mean(
        np.repeat(1.0 - human, counts),
        np.repeat(1.0 - judge, counts),
        np.repeat([1.0, 0.0], rest.astype(np.int64)),
        level=level,
    )


def _figure(found: Adjusted | None, method: Method, cells: Cells, level: float) -> Figure:
    if found is None:
        why = "The judge does no better than chance: its verdicts tell nothing of the rate."
        return _unknown(cells, why, level)
    value = min(1.0, max(0.0, found.value))
    return Figure(
        value=value,
        low=min(value, max(0.0, found.low)),
        high=max(value, min(1.0, found.high)),
        n=int(cells.raw[:-1].sum()),
        method=method,
        level=level,
        target=Target.JUDGE,
    )


def _unknown(cells: Cells, why: str, level: float) -> Figure:
    return undefined(why, n=int(cells.raw[:-1].sum()), level=level, target=Target.JUDGE)
