"""What n labels already say, in words that claim no more than they show."""

from math import ceil, floor

from reports.estimation.blaker import blaker
from reports.estimation.intervals import Share
from reports.estimation.proportions import Alternative, proportion
from reports.estimation.sequence import confidence_sequence
from reports.rendering.wording import coefficient_range, level_text, percent_range
from reports.report import Report


def at_least_text(value: float) -> str:
    """A lower limit: rounded down, since a higher one was not shown. `81.8 %`."""
    return f"{floor(1000 * value + 1e-9) / 10:.1f} %"


def at_most_text(value: float) -> str:
    """An upper limit: rounded up."""
    return f"{ceil(1000 * value - 1e-9) / 10:.1f} %"


def between_text(low: float, high: float) -> str:
    """Both, each rounded outwards: `1.1 to 10.1 %`."""
    return f"{at_least_text(low).removesuffix(' %')} to {at_most_text(high)}"


def simple_sample_says(count: int, n: int, *, level: float) -> str:
    """`15 of 15 means at least 81.8 %`: of one simple random sample, n of 1 or more."""
    limits = proportion(count, n, level=level, alternative=Alternative.GREATER)
    return f"{count:,} of {n:,} means at least {at_least_text(limits.low)}"


def labels_say(report: Report) -> tuple[str, ...]:
    """How far the labels of a sample vouch for agreement, first plainly, then through the design.

    Empty where no label has an outcome, or nothing is left to chance.
    """
    raw, bound = report.agreement.support.raw, report.agreement.at_least
    if raw.value is None or bound.value is None or report.sample.census:
        return ()
    sure = f"{level_text(bound.level)}, one-sided"
    simple = simple_sample_says(round(raw.value * raw.n), raw.n, level=bound.level)
    through = f"agreement on this run is at least {at_least_text(bound.value)} ({sure})"
    if report.sample.self_weighting:
        agreed = round(raw.value * raw.n)
        return (f"Judge and people agree on {agreed:,} of {raw.n:,}: {through}.",)
    return (
        f"Of one simple random sample, {simple} ({sure}). These labels are none: some kinds of "
        f"verdict have a larger part in them than in the run. Through the design, {through}.",
    )


def looks_say(share: Share, *, level: float) -> tuple[str, ...]:
    """Which bound on the misses among supported verdicts holds for whom.

    Args:
        share: the misses found among the labelled supported verdicts.
    """
    once = blaker(share, level=level)
    always = confidence_sequence(share, level=level)
    return (
        f"For one look, planned before labelling began: {_misses(once.low, once.high, share)}.",
        "For whoever looks at every label, and may stop where it pleases: "
        f"{_misses(always.low, always.high, share)} (confidence sequence).",
    )


def _misses(low: float, high: float, share: Share) -> str:
    rates = between_text(low / share.size, high / share.size)
    return f"{rates} of the {share.size:,} supported verdicts are wrong"


def expected_text(low: float, high: float, *, share: bool) -> str:
    """An expected interval: `90.3 to 97.0 %`, or `0.412 to 0.633` of a coefficient."""
    return percent_range(low, high) if share else coefficient_range(low, high)


def width_text(half_width: float, *, share: bool) -> str:
    """`± 5.0 points` of a share, `± 0.050` of a coefficient."""
    if share:
        less = 0 < half_width < 0.0005
        return "less than ± 0.1 points" if less else f"± {100 * half_width:.1f} points"
    return "less than ± 0.001" if 0 < half_width < 0.0005 else f"± {half_width:.3f}"
