"""What a number of labels can at best show, told from the number alone.

Where none of n labelled `supported` verdicts is wrong, at most 1 - 0.05^(1 / n) of all such
verdicts are (95 %, one-sided; a run without end). A sample holds other verdicts too, and may find
some wrong, so that n labels show this at best. It knows nothing of what was said, by anybody: it
may stand before the eyes of whoever labels.
"""

from math import ceil, log10

LEVEL = 0.95
"""Of the bound."""


def miss_rate_bound(n: int) -> float:
    """1 - (1 - level)^(1 / n), 0 to 1; 1 where there is no label. Falls with n."""
    return 1 - (1 - LEVEL) ** (1 / n) if n else 1.0


def bound_text(n: int) -> str:
    """The bound in whole percent, below 1 % in one digit; rounded up, never better than it is."""
    percent = 100 * miss_rate_bound(n)
    digits = 0 if percent >= 1 else ceil(-log10(percent))
    rounded = ceil(percent * 10**digits - 1e-9) / 10**digits
    return f"{rounded:.{digits}f} %"


def at_best(done: int, total: int) -> str:
    """`60 labels can bound the miss rate at 5 % at best; 40 more, at 3 %`; empty of no item.

    Once all are done, as many again are spoken of.
    """
    if not total:
        return ""
    if not done:
        return f"{_labels(total)} can bound the miss rate at {bound_text(total)} at best"
    more = total - done or total
    return (
        f"{_labels(done)} can bound the miss rate at {bound_text(done)} at best; "
        f"{more:,} more, at {bound_text(done + more)}"
    )


def _labels(n: int) -> str:
    return "1 label" if n == 1 else f"{n:,} labels"
