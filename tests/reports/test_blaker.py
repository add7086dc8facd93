"""Blaker's exact interval: within the equal-tailed one, and its coverage kept at every total."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import hypergeom  # type: ignore[import-untyped]

from reports.estimation.blaker import acceptability, blaker
from reports.estimation.intervals import Share, chance_of_as_many, hypergeometric


@st.composite
def shares(draw: st.DrawFn, most: int = 400) -> Share:
    size = draw(st.integers(1, most))
    n = draw(st.integers(1, size))
    return Share(count=draw(st.integers(0, n)), n=n, size=size)


def by_definition(share: Share, total: int) -> float:
    """Blaker 2000, word for word, over scipy's probabilities."""
    counts = np.arange(share.n + 1)
    chances = hypergeom.pmf(counts, share.size, total, share.n)
    below, above = chances.cumsum(), chances[::-1].cumsum()[::-1]
    tails = np.minimum(below, above)
    here = tails[share.count]
    return float(min(1.0, chances[tails <= here * (1 + 1e-9)].sum()))


@settings(max_examples=60)
@given(shares(60), st.data())
def test_the_test_that_is_inverted_is_blakers(share: Share, data: st.DataObject) -> None:
    total = data.draw(st.integers(share.count, share.size - (share.n - share.count)))
    found = acceptability(share.count, n=share.n, size=share.size, totals=np.array([total]))
    assert found[0] == pytest.approx(by_definition(share, total), abs=1e-9)


@given(shares(3000), st.sampled_from([0.8, 0.95, 0.99]))
def test_it_lies_within_the_equal_tailed_interval(share: Share, level: float) -> None:
    narrow, wide = blaker(share, level=level), hypergeometric(share, level=level)
    assert wide.low <= narrow.low <= narrow.high <= wide.high
    rate = share.count / share.n * share.size
    assert narrow.low <= rate + 0.5
    assert narrow.high >= rate - 0.5


@pytest.mark.parametrize(("size", "n"), [(30, 7), (120, 15), (200, 60), (45, 44)])
def test_every_total_is_covered(size: int, n: int) -> None:
    counts, totals = np.arange(n + 1), np.arange(size + 1)
    limits = [blaker(Share(count=x, n=n, size=size), level=0.95) for x in range(n + 1)]
    held = np.array([[one.low <= total <= one.high for one in limits] for total in totals])
    chances = hypergeom.pmf(counts[None, :], size, totals[:, None], n)
    assert ((chances * held).sum(axis=1) >= 0.95 - 1e-9).all()


@given(shares())
def test_the_property_and_its_absence_mirror_each_other(share: Share) -> None:
    other = Share(count=share.n - share.count, n=share.n, size=share.size)
    one, mirrored = blaker(share, level=0.95), blaker(other, level=0.95)
    assert (one.low, one.high) == (share.size - mirrored.high, share.size - mirrored.low)


def test_a_census_has_no_width_and_no_error_has_some() -> None:
    whole = blaker(Share(count=3, n=12, size=12), level=0.95)
    assert (whole.low, whole.high) == (3, 3)
    none = blaker(Share(count=0, n=100, size=443), level=0.95)
    assert none.low == 0
    assert none.high > 0


@settings(max_examples=200)
@given(shares(20_000), st.data())
def test_the_tail_is_that_of_scipy(share: Share, data: st.DataObject) -> None:
    total = data.draw(st.integers(0, share.size))
    found = chance_of_as_many(share.count, n=share.n, size=share.size, total=total)
    expected = hypergeom.sf(share.count - 1, share.size, total, share.n)
    assert found == pytest.approx(expected, abs=1e-8)


def test_one_more_that_agrees_can_lower_its_low_end_by_a_verdict() -> None:
    before, after = Share(count=26, n=28, size=217), Share(count=27, n=29, size=217)
    assert (blaker(before, level=0.95).low, blaker(after, level=0.95).low) == (171, 170)
    wide = [hypergeometric(share, level=0.95).low for share in (before, after)]
    assert wide[0] <= wide[1]
