"""What so many labels buy: the table from which one chooses, where no width is wanted yet."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from labels.outcome import Support
from reports.planning.expectation import expected, limits_finding
from reports.planning.figures import PlannedFigure, figure_named
from reports.planning.population import Assumed, labels_for, with_rate
from reports.planning.search import Search

STEPS = (15, 30, 50, 100, 150, 200, 300, 500, 1_000, 2_000, 5_000, 10_000)
"""Numbers of supported labels."""

RATES = (0.01, 0.05, 0.1)
"""Rates of wrong supported verdicts, one column each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """One number of labels."""

    supported: int
    half_widths: tuple[float, ...]
    """Of the figure, expected at each of `RATES`."""
    miss_rate: float | None
    """The miss rate is at most this where no miss is found; None where nothing is supported."""
    recall_at_none: float | None
    """Recall is at least this where no miss is found; None where it is undefined."""
    recall_at_one: float | None
    """Where one is found."""


def ladder(
    strata: Sequence[Assumed], figure: PlannedFigure, *, level: float, planned: int | None
) -> tuple[Rung, ...]:
    """The rungs up to beyond what is planned, that number among them; the last is a census.

    Args:
        planned: supported verdicts; None where there is no plan.
    """
    search = Search(figure, strata, level=level)
    beyond = 2 * (planned or 0)
    steps = [n for n in STEPS if search.least <= n < search.all]
    steps = [n for i, n in enumerate(steps) if i < 6 or steps[i - 1] < beyond]
    numbers = sorted({*steps, *([planned] if planned else []), search.all})
    return tuple(_rung(strata, figure, n, level=level) for n in numbers if n)


def _rung(strata: Sequence[Assumed], figure: PlannedFigure, n: int, *, level: float) -> Rung:
    labels = labels_for(strata, supported=n)
    widths = tuple(
        expected(figure, with_rate(strata, Support.SUPPORTED, rate), labels, level=level).half_width
        for rate in RATES
    )
    return Rung(
        supported=n,
        half_widths=widths,
        miss_rate=_end("miss-rate", strata, n, level=level, misses=0, high=True),
        recall_at_none=_end("tnr", strata, n, level=level, misses=0, high=False),
        recall_at_one=_end("tnr", strata, n, level=level, misses=1, high=False),
    )


def _end(
    name: str, strata: Sequence[Assumed], n: int, *, level: float, misses: int, high: bool
) -> float | None:
    """One end of the interval where the labels find exactly so many misses."""
    labels = labels_for(strata, supported=n)
    limits = limits_finding(figure_named(name), strata, labels, level=level, misses=misses)
    end = limits[1 if high else 0]
    return None if isnan(end) else end
