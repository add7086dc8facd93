"""The difference of two judges' agreement with people, through the design, and on the labels alone.

Through the design: D = (N+ - N-) / N, where N+ counts the citations on which people agree with the
first judge and not with the second, N- the other way round, N all that are no harness bug. It is
the difference of two agreements on the same citations. Only the parts in which the judges differ
bear on it, so it needs labels in each of these and in no other. Range -1 to 1; exactly 0, without
width, where they never differ.

The labels alone: McNemar's exact test and Newcombe's interval for paired shares take the labelled
citations for one random sample. They are that where every label stands for equally many citations,
and biased by the design everywhere else.
"""

from dataclasses import dataclass, replace
from math import ceil

import numpy as np

from reports.estimation.arrays import FloatArray
from reports.estimation.design import Cells
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Figure, undefined
from reports.estimation.intervals import Interval
from reports.estimation.measures import NO_OUTCOME, Measure, quotient
from reports.judges.paired_cells import DIFFER, FIRST, SECOND, PairedParts
from reports.rendering.wording import counted
from reports.runs.binary import (
    PairedCounts,
    PairedDifference,
    mcnemar,
    paired_difference_ci,
)
from reports.runs.difference import fewest_differing


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledAlone:
    """Two judges on the labelled citations, each counted once."""

    counts: PairedCounts
    difference: PairedDifference | None
    """Newcombe's interval; None where no citation is labelled."""
    p: float | None
    """McNemar's exact test; None likewise, 1 where both are right and wrong together."""
    fair: bool
    """Whether every label stands for equally many citations: these figures are then unbiased."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementDifference:
    """First judge less second, on one scale."""

    weighted: Figure
    """Through the design, for the run; `n` counts the labels where they differ."""
    common: int
    """Citations that both have judged."""
    differing: int
    """Of these, how many they do not say the same of."""
    unlabelled: int
    """Of these, how many lie in parts without any label; the difference is undefined if any do."""
    bounds: Interval | None
    """Where it is undefined for that reason: the limits of its interval whatever people say of
    those parts, from the worst for the first judge to the best."""
    alone: LabelledAlone


def agreement_difference(parts: PairedParts, *, level: float, seed: int) -> AgreementDifference:
    """Compare two judges in plain agreement with people.

    Args:
        level: of the intervals.
        seed: of the predictive draws.
    """
    return AgreementDifference(
        weighted=through_design(parts, level=level, seed=seed),
        common=parts.common,
        differing=parts.differing,
        unlabelled=sum(parts.sizes[part] for part in parts.silent),
        bounds=_bounds(parts, level=level, seed=seed),
        alone=_alone(parts, level=level),
    )


def through_design(parts: PairedParts, *, level: float, seed: int) -> Figure:
    """The difference with its interval: exact where one total is unknown, else predictive.

    Swapping the judges changes the sign and nothing else: the draws are made for the order of the
    judges that the counts decide, and turned round for the other one.
    """
    if parts.silent:
        labels = sum(
            one.outcome is not None
            for part, found in parts.decisions.items()
            if part.column == DIFFER
            for one in found
        )
        return undefined(_silent_sentence(parts), n=labels, level=level)
    ours, theirs = parts.cells(), parts.swapped().cells()
    order = _key(ours), _key(theirs)
    if order[0] == order[1]:
        figure = _estimated(ours, level=level, seed=seed)
        return _hull(figure, figure.taken_from(0))
    if order[0] < order[1]:
        return _estimated(ours, level=level, seed=seed)
    return _estimated(theirs, level=level, seed=seed).taken_from(0)


def _bounds(parts: PairedParts, *, level: float, seed: int) -> Interval | None:
    if not parts.silent:
        return None
    worst, best = (
        through_design(parts.supposing(first=first), level=level, seed=seed)
        for first in (False, True)
    )
    if worst.low is None or best.high is None:
        return None
    return Interval(low=worst.low, high=best.high)


def limits_of(difference: AgreementDifference) -> Interval | None:
    """What the difference lies between: its interval, or the bounds where it is undefined."""
    figure = difference.weighted
    if figure.low is None or figure.high is None:
        return difference.bounds
    return Interval(low=figure.low, high=figure.high)


def _estimated(cells: Cells, *, level: float, seed: int) -> Figure:
    if not len(cells.sizes):
        return undefined("They have judged no citation both.", n=0, level=level)
    return Estimator(cells, level=level, seed=seed).weighted(_measure(cells))


def _measure(cells: Cells) -> Measure:
    """The difference as a figure of the cells; harness bugs, where there are any, leave N."""
    scale, q = cells.scale, len(cells.scale)
    fraction = np.zeros((q + 1, q, 2))
    fraction[FIRST, DIFFER, 0] = 1
    fraction[SECOND, DIFFER, 0] = -1
    fraction[:q, :, 1] = 1
    if cells.counts[:, -1].any():
        return Measure(scale=scale, parts=fraction, formula=quotient, undefined=NO_OUTCOME)
    size = float(cells.sizes.sum())

    def over_all(parts: FloatArray) -> FloatArray:
        return np.asarray(parts[..., 0] / size)

    return Measure(
        scale=scale,
        parts=fraction[:, :, :1],
        formula=over_all,
        undefined=NO_OUTCOME,
        fraction=lambda _: fraction,
    )


def _key(cells: Cells) -> tuple[bytes, ...]:
    """What decides the order in which draws are made; no name and no order of rows is in it."""
    arrays = (cells.sizes, cells.counts, cells.undecided, cells.possible)
    rows = sorted(
        b"".join(np.ascontiguousarray(array[h]).tobytes() for array in arrays)
        + cells.families[h].encode()
        for h in range(len(cells.sizes))
    )
    return tuple(rows)


def _hull(one: Figure, other: Figure) -> Figure:
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return one
    return replace(one, low=min(one.low, other.low), high=max(one.high, other.high))


def _alone(parts: PairedParts, *, level: float) -> LabelledAlone:
    counts = parts.right()
    return LabelledAlone(
        counts=counts,
        difference=paired_difference_ci(counts, level=level) if counts.n else None,
        p=mcnemar(counts) if counts.n else None,
        fair=parts.fair,
    )


def _silent_sentence(parts: PairedParts) -> str:
    """How much nothing is known of, with the largest part by name."""
    silent = sorted(
        parts.silent, key=lambda one: (-parts.sizes[one], one.first, one.second, one.stratum)
    )
    verdicts = sum(parts.sizes[part] for part in silent)
    largest = parts.name(silent[0])
    more = f" and {counted(len(silent) - 1, 'other part')}" if len(silent) > 1 else ""
    return (
        f"{verdicts:,} of the {counted(parts.differing, 'citation')} on which they differ are of "
        f"kinds without a label: {largest}{more}."
    )


def labels_to_settle(difference: AgreementDifference, *, level: float) -> int | None:
    """About how many labels where the judges differ would bring the interval clear of 0.

    If the difference stays as it is: the interval's width goes with the root of 1/n - 1/N, so
    n' = 1 / (1/N + (1/n - 1/N) (d/w)^2), d the difference and w the way from it to the end of the
    interval on the side of 0; and enough for the fewest discordant labels that settle anything, at
    the rate at which labels are discordant now. None where that cannot be said: no value, a
    difference of 0, no label.

    Args:
        level: whose complement the test is held against.
    """
    figure, size = difference.weighted, difference.differing
    if not figure.value or figure.low is None or figure.high is None or not figure.n:
        return None
    way = figure.value - figure.low if figure.value > 0 else figure.high - figure.value
    now = 1 / figure.n - 1 / size
    wanted = figure.n if way <= 0 else ceil(1 / (1 / size + now * (figure.value / way) ** 2))
    discordant, fewest = difference.alone.counts.discordant, fewest_differing(level)
    if discordant < fewest:
        wanted = max(wanted, ceil(figure.n * fewest / max(1, discordant)))
    return min(size, max(figure.n, wanted))
