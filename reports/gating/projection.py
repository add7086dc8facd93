"""How many labels would decide, were the rate of bad verdicts to stay as it is.

What is bad is counted in a part that is labelled whole, where it is known, and in open strata, of
which n of S verdicts are labelled. For growing n the exact hypergeometric limits are taken at the
present rate, and the first n is told whose whole interval lies on one side of the bound. It is
never less than what the figure needs to be computed at all, two in each open stratum. The further
labels are taken to be spread over the open strata in proportion to their sizes.
"""

from dataclasses import dataclass
from math import ceil, floor

from reports.estimation.intervals import Share, estimate, hypergeometric, pooled
from reports.gating.outcome import Answer, at_most

LEAST = 2
"""Labels of a stratum without which a figure says to decide so many (`reports.estimation`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BadShare:
    """Bad verdicts among `total`."""

    known: int
    """Bad ones in the strata that are labelled whole."""
    total: int
    """Verdicts in all, harness bugs left out as far as the labels tell."""
    open: tuple[Share, ...]
    """Labels and bad ones in each stratum that is not labelled whole."""

    @property
    def labels(self) -> int:
        """Labels in the open strata so far."""
        return sum(share.n for share in self.open)

    @property
    def least(self) -> int:
        """Labels in the open strata with which every stratum says something."""
        return sum(max(share.n, min(LEAST, share.size)) for share in self.open)

    @property
    def size(self) -> int:
        """Verdicts in the open strata."""
        return sum(share.size for share in self.open)


def labels_that_decide(bad: BadShare, bound: float, *, level: float) -> int | None:
    """Labels in the open strata, those so far counted, that would decide whether at most `bound`.

    Without any label so far, no verdict is taken to be bad. A census always decides.

    Args:
        bad: what is known.
        bound: the greatest share of bad ones that passes, 0 to 1.
        level: of the interval.

    Returns:
        None where no stratum is open, so that no further label can be had.
    """
    if not bad.size or not bad.total:
        return None
    whole = pooled(list(bad.open))
    known = all(share.n for share in bad.open)
    rate = estimate(list(bad.open)) if known else whole.count / max(whole.n, 1)

    def decides(labels: int) -> bool:
        if labels >= bad.size:
            return True
        counts = {floor(rate * labels), ceil(rate * labels)}
        answers = {
            _answer(bad, Share(count=count, n=labels, size=bad.size), bound, level)
            for count in counts
        }
        return len(answers) == 1 and Answer.OPEN not in answers

    low, high = min(max(bad.labels + 1, bad.least), bad.size), bad.size
    while low < high:
        middle = (low + high) // 2
        if decides(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _answer(bad: BadShare, share: Share, bound: float, level: float) -> Answer:
    limits = hypergeometric(share, level=level)
    return at_most(
        (bad.known + limits.low) / bad.total, (bad.known + limits.high) / bad.total, bound
    )
