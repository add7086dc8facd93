"""What a number of labels can at best show, told from counts alone.

Where none of n labelled `supported` verdicts is wrong, at most 1 - 0.05^(1 / n) of many such
verdicts are (95 %, one-sided; a run without end). A sample holds other verdicts too, and may find
some wrong, so that n labels show this at best. Of a sample that nothing was left out of, they show
more: once all of it is labelled, no chance is left. It knows nothing of what was said, by anybody:
it may stand before the eyes of whoever labels.

"Passed" is a citation that the machine calls supported, "bad" one that people do not.
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


def at_best(done: int, total: int, *, census: bool) -> str:
    """What the labels so far can show, and what all of the sample's can; empty of no item.

    Args:
        done: items labelled.
        total: items in the sample; no more labels than these are spoken of.
        census: whether nothing was left out when the sample was drawn.
    """
    if not total:
        return ""
    if census:
        return _of_census(done, total)
    said = (
        f"{_labels(done or total)} can at best show that at most {bound_text(done or total)} of "
        "the citations the machine passes as supported are bad"
    )
    return f"{said}; all {total:,}: {bound_text(total)}" if 0 < done < total else said


def at_best_in_brief(done: int, total: int, *, census: bool) -> str:
    """The same on one line of 80 cells, as long as the sample has fewer than 10,000 items."""
    if census or not total:
        return (
            "Nothing was left out: once all are labelled, the figures are counts" if total else ""
        )
    labels = done or total
    said = f"{_labels(labels)}, at best: at most {bound_text(labels)} of what passed is bad"
    return f"{said}; all {total:,}: {bound_text(total)}" if 0 < done < total else said


def _of_census(done: int, total: int) -> str:
    if done < total:
        return (
            "Nothing was left out of this sample: once every item has a label, its figures are "
            "counts, not estimates"
        )
    return "Nothing was left out of this sample: its figures are counts now, not estimates"


def _labels(n: int) -> str:
    return "1 label" if n == 1 else f"{n:,} labels"
