"""What labels can at best show: from their number alone, and never better than it is."""

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, hypergeom  # type: ignore[import-untyped]

from labels.at_best import at_best, bound_text, miss_rate_bound


def shown(n: int) -> float:
    """The figure on the screen, as a share."""
    return float(bound_text(n).removesuffix(" %")) / 100


@given(st.integers(1, 100_000))
def test_it_is_the_exact_one_sided_limit(n: int) -> None:
    # Clopper-Pearson at x = 0: the beta quantile.
    assert miss_rate_bound(n) == pytest.approx(float(beta.ppf(0.95, 1, n)), rel=1e-9)


@given(st.integers(1, 400), st.integers(1, 5_000))
def test_a_run_of_any_size_is_bounded_by_it(n: int, more: int) -> None:
    size = n + more
    # One failure more than the bound allows would be found with 95 % or more in a finite run.
    failures = int(miss_rate_bound(n) * size) + 1
    if failures <= size:
        assert hypergeom.pmf(0, size, failures, n) <= 0.05 + 1e-12


@given(st.integers(1, 100_000))
def test_it_is_shown_no_better_than_it_is(n: int) -> None:
    assert shown(n) >= miss_rate_bound(n) - 1e-12
    assert shown(n) <= 1
    assert shown(n) <= max(miss_rate_bound(n) + 0.01, 2 * miss_rate_bound(n))


@given(st.integers(0, 5_000))
def test_more_labels_never_show_less(n: int) -> None:
    assert miss_rate_bound(n + 1) < miss_rate_bound(n)
    assert shown(n + 1) <= shown(n)


@pytest.mark.parametrize(
    ("done", "total", "words"),
    [
        # 1 - 0.05^(1/60) = .0487; at 100, .0295.
        (60, 100, "60 labels can bound the miss rate at 5 % at best; 40 more, at 3 %"),
        (1, 12, "1 label can bound the miss rate at 95 % at best; 11 more, at 23 %"),
        (0, 60, "60 labels can bound the miss rate at 5 % at best"),
        # All done: as many again. 1 - 0.05^(1/12) = .221, at 24 .117.
        (12, 12, "12 labels can bound the miss rate at 23 % at best; 12 more, at 12 %"),
        # At 1,000 .00299, at 10,000 .000300: one digit, upwards.
        (
            1_000,
            10_000,
            "1,000 labels can bound the miss rate at 0.3 % at best; 9,000 more, at 0.03 %",
        ),
        (0, 0, ""),
    ],
)
def test_words(done: int, total: int, words: str) -> None:
    assert at_best(done, total) == words
    assert len(words) < 80


def test_it_can_know_nothing_but_two_numbers() -> None:
    assert list(inspect.signature(at_best).parameters) == ["done", "total"]
