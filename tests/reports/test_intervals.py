"""Intervals for one total, against the definition and against other programs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import hypergeom  # type: ignore[import-untyped]

from reports.estimation import intervals
from reports.estimation.blaker import blaker
from reports.estimation.intervals import Share


@st.composite
def shares(draw: st.DrawFn) -> Share:
    size = draw(st.integers(1, 300))
    n = draw(st.integers(1, size))
    return Share(count=draw(st.integers(0, n)), n=n, size=size)


@given(shares(), st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_hypergeometric_is_the_inverted_test(share: Share, level: float) -> None:
    tail = (1 - level) / 2
    totals = np.arange(share.count, share.size - (share.n - share.count) + 1)
    above = hypergeom.sf(share.count - 1, share.size, totals, share.n) > tail - 1e-12
    below = hypergeom.cdf(share.count, share.size, totals, share.n) > tail - 1e-12
    found = intervals.hypergeometric(share, level=level)
    assert (found.low, found.high) == (totals[above].min(), totals[below].max())
    assert found.low <= round(share.count * share.size / share.n) <= found.high


@given(shares())
def test_census_has_no_width(share: Share) -> None:
    whole = Share(count=share.count, n=share.n, size=share.n)
    found = intervals.hypergeometric(whole, level=0.95)
    assert (found.low, found.high) == (share.count, share.count)


@given(shares())
def test_no_error_seen_still_leaves_room(share: Share) -> None:
    none = Share(count=0, n=share.n, size=share.size)
    if share.n < share.size * 0.9:
        assert intervals.hypergeometric(none, level=0.95).high > 0


@settings(max_examples=5)
@given(st.integers(5_600, 20_000), st.integers(10, 500), st.data())
def test_bisection_finds_what_listing_finds(size: int, n: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, min(n, 30)))
    share = Share(count=count, n=n, size=size)
    totals = np.arange(count, size - (n - count) + 1)
    inside = hypergeom.sf(count - 1, size, totals, n) > 0.025 - 1e-12
    assert intervals.at_least(share, tail=0.025) == totals[inside].min()


@pytest.mark.parametrize("size", [1_000, 10_000])
def test_a_tie_is_inside_on_both_sides(size: int) -> None:
    # P(X >= 1 | M = 1) = n / N = .05 exactly: one verdict, found. Rounding must not exclude it.
    n = size // 20
    assert intervals.at_least(Share(count=1, n=n, size=size), tail=0.05) == 1
    mirrored = Share(count=n - 1, n=n, size=size)
    assert intervals.at_most(mirrored, tail=0.05) == size - 1


def test_proportional_allocation_up_to_rounding() -> None:
    def strata(*pairs: tuple[int, int]) -> list[Share]:
        return [Share(count=0, n=n, size=size) for size, n in pairs]

    assert intervals.proportional(strata((100, 10), (200, 20)))
    assert intervals.proportional(strata((95, 9), (205, 21)))
    assert not intervals.proportional(strata((100, 20), (200, 20)))
    # A floor of two in a stratum that is owed a quarter of a label is no proportion.
    assert not intervals.proportional(strata((1000, 58), (4, 2)))


@given(st.lists(shares(), min_size=1, max_size=4), st.sampled_from([0.9, 0.95]))
def test_hull_holds_both_parts_and_the_estimate(strata: list[Share], level: float) -> None:
    found = intervals.hull(strata, level=level)
    p = intervals.estimate(strata)
    for part in (
        intervals.korn_graubard(strata, level=level),
        intervals.mover_exact(strata, level=level),
    ):
        assert found.low <= part.low + 1e-12
        assert found.high >= part.high - 1e-12
    assert -1e-12 <= found.low <= p + 1e-9
    assert p - 1e-9 <= found.high <= 1 + 1e-12


@given(st.lists(shares(), min_size=1, max_size=4))
def test_intervals_nest_as_the_level_falls(strata: list[Share]) -> None:
    for exact in (intervals.hypergeometric, blaker):
        wide = intervals.total(strata, level=0.99, exact=exact)
        narrow = intervals.total(strata, level=0.8, exact=exact)
        assert wide.low <= narrow.low + 1e-9
        assert narrow.high <= wide.high + 1e-9


def test_a_stratum_with_one_label_takes_the_greatest_variance() -> None:
    # W = (.5, .5), f = (.1, .1), n = (1, 1): the sum of W^2 (1 - f) / n is .25 * .9 * 2 = .45, so
    # n_hom = 2.22; v = .45 / 4 = .1125 and p (1 - p) / v = .25 / .1125 = 2.22 too.
    strata = [Share(count=1, n=1, size=10), Share(count=0, n=1, size=10)]
    assert intervals.effective_labels(strata) == pytest.approx(1 / 0.45)
