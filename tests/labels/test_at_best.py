"""What labels can at best show: from their number alone, and never better than it is."""

import inspect
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, hypergeom  # type: ignore[import-untyped]

from labels.at_best import at_best, at_best_in_brief, bound_text, miss_rate_bound


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


def told(done: int, total: int) -> str:
    return at_best(done, total, census=False)


@pytest.mark.parametrize(
    ("done", "total", "words"),
    [
        # 1 - 0.05^(1/60) = .0487; at 100, .0295.
        (
            60,
            100,
            "60 labels can at best show that at most 5 % of the citations the machine passes as "
            "supported are bad; all 100: 3 %",
        ),
        (
            1,
            12,
            "1 label can at best show that at most 95 % of the citations the machine passes as "
            "supported are bad; all 12: 23 %",
        ),
        (
            0,
            60,
            "60 labels can at best show that at most 5 % of the citations the machine passes as "
            "supported are bad",
        ),
        # At 1,000 .00299, at 10,000 .000300: one digit, upwards.
        (
            1_000,
            10_000,
            "1,000 labels can at best show that at most 0.3 % of the citations the machine passes "
            "as supported are bad; all 10,000: 0.03 %",
        ),
        (0, 0, ""),
    ],
)
def test_words(done: int, total: int, words: str) -> None:
    assert told(done, total) == words
    assert len(words) < 2 * 78  # two lines of the labelling app


@given(st.integers(1, 2_000), st.integers(0, 2_000))
def test_no_more_labels_are_spoken_of_than_the_sample_has_items(total: int, done: int) -> None:
    words = told(min(done, total), total).replace(",", "")
    labels = [int(n) for n in re.findall(r"^\d+|(?<=all )\d+", words)]
    assert labels
    assert max(labels) == total


def test_the_end_of_a_sample_promises_nothing_more() -> None:
    assert told(12, 12).endswith(
        "at most 23 % of the citations the machine passes as supported are bad"
    )


@given(st.integers(0, 200), st.integers(1, 200))
def test_of_a_census_no_chance_is_told(done: int, total: int) -> None:
    done = min(done, total)
    words = at_best(done, total, census=True)
    assert "%" not in words
    assert ("counts now, not estimates" in words) == (done == total)
    assert ("once every item has a label" in words) == (done < total)


@pytest.mark.parametrize(
    ("done", "total", "words"),
    [
        (60, 100, "60 labels, at best: at most 5 % of what passed is bad; all 100: 3 %"),
        (0, 60, "60 labels, at best: at most 5 % of what passed is bad"),
        (0, 0, ""),
    ],
)
def test_words_in_brief(done: int, total: int, words: str) -> None:
    assert at_best_in_brief(done, total, census=False) == words


@given(st.integers(0, 9_999), st.integers(0, 9_999), st.booleans())
def test_in_brief_is_one_line_of_the_labelling_app(done: int, total: int, census: bool) -> None:
    assert len(at_best_in_brief(min(done, total), total, census=census)) <= 78


@pytest.mark.parametrize("told", [at_best, at_best_in_brief])
def test_it_can_know_nothing_but_counts(told: Callable[..., str]) -> None:
    assert list(inspect.signature(told).parameters) == ["done", "total", "census"]
