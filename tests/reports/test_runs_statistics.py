"""Intervals by question, paired tests and differences: by hand, and against other programs."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta  # type: ignore[import-untyped]
from statsmodels.stats.contingency_tables import mcnemar as mcnemar_of_statsmodels
from statsmodels.stats.multitest import multipletests

from labels.scores import Ratio
from reports.estimation.multiplicity import holm
from reports.estimation.proportions import ProportionMethod, proportion
from reports.runs.binary import PairedCounts, mcnemar, paired_difference_ci
from reports.runs.difference import fewest_differing
from reports.runs.estimate import (
    Clusters,
    clustered,
    mean_over_questions,
    pooled_over_questions,
)
from reports.runs.resampling import PairedRates, bootstrap, randomisation_test


def ratio(numerator: float, denominator: float, *, missing: int = 0) -> Ratio:
    return Ratio.of(
        numerator, denominator, n=int(denominator), missing=missing, undefined="Nothing there."
    )


def counts(both: int, first: int, second: int, neither: int) -> PairedCounts:
    return PairedCounts(both=both, first_only=first, second_only=second, neither=neither)


def rates(*questions: tuple[tuple[float, float], tuple[float, float]]) -> PairedRates:
    """Each question as ((hits, units) of the first arm, of the second)."""
    array = np.array(questions, dtype=float)
    return PairedRates(numerators=array[:, :, 0], denominators=array[:, :, 1])


def test_a_rate_by_question() -> None:
    clusters = Clusters(numerators=np.array([4.0, 1.0, 3.0]), denominators=np.array([4.0, 2, 4]))
    # p = 8/10; z = 4 - 3.2, 1 - 1.6, 3 - 3.2 = .8, -.6, -.2; sum of squares 1.04;
    # v = 3/2 x 1.04 / 10^2 = .0156.
    assert clusters.rate == pytest.approx(0.8)
    assert clusters.variance == pytest.approx(0.0156)
    # n_eff = min(10, .16 / .0156 = 10.26) = 10, x (t_9 / t_2)^2 = (2.262157 / 4.302653)^2.
    units = 10 * (2.2621571628 / 4.3026527297) ** 2
    found = clustered(clusters, n=10, level=0.95)
    assert found.low == pytest.approx(beta.ppf(0.025, 0.8 * units, 0.2 * units + 1), abs=1e-9)
    assert found.high == pytest.approx(beta.ppf(0.975, 0.8 * units + 1, 0.2 * units), abs=1e-9)


def test_one_unit_a_question_is_a_plain_clopper_pearson() -> None:
    ratios = [ratio(1, 1)] * 17 + [ratio(0, 1)] * 8
    found = pooled_over_questions(ratios, level=0.95)
    # v = 25/24 x p(1-p)/25, so p(1-p)/v = 24: the 25 questions tell what 24 free ones would.
    assert found.low == pytest.approx(beta.ppf(0.025, 0.68 * 24, 0.32 * 24 + 1))
    assert found.high == pytest.approx(beta.ppf(0.975, 0.68 * 24 + 1, 0.32 * 24))
    assert mean_over_questions(ratios, level=0.95) == found
    assert not found.few


def test_mean_and_pooled_count_differently() -> None:
    ratios = [ratio(1, 1), ratio(0, 3, missing=2), ratio(0, 0, missing=1)]
    averaged = mean_over_questions(ratios, level=0.95)
    assert (averaged.value, averaged.n, averaged.missing) == (0.5, 2, 1)
    whole = pooled_over_questions(ratios, level=0.95)
    assert (whole.value, whole.n, whole.missing, whole.questions) == (0.25, 4, 3, 2)
    assert averaged.few


def test_no_spread_still_has_a_width() -> None:
    found = mean_over_questions([ratio(2, 2)] * 30, level=0.95)
    # 30 of 30: low = .025^(1/30).
    assert found.low == pytest.approx(0.025 ** (1 / 30))
    assert found.high == 1.0


def test_one_question_and_none() -> None:
    one = pooled_over_questions([ratio(1, 2)], level=0.95)
    assert (one.value, one.low) == (0.5, None)
    assert one.why == "One question shows no spread between questions."
    none = pooled_over_questions([ratio(0, 0)], level=0.95)
    assert (none.value, none.why, none.n) == (None, "Nothing there.", 0)


@given(
    st.lists(st.tuples(st.integers(1, 9), st.floats(0, 1)), min_size=2, max_size=30),
    st.sampled_from([0.8, 0.95]),
)
def test_the_interval_holds_the_rate(questions: list[tuple[int, float]], level: float) -> None:
    found = pooled_over_questions([ratio(n * share, n) for n, share in questions], level=level)
    assert found.low is not None
    assert found.high is not None
    assert found.value is not None
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high


def test_mcnemar_by_hand() -> None:
    # 5 discordant, all one way: 2 x .5^5; 6: 2 x .5^6.
    assert mcnemar(counts(10, 5, 0, 3)) == pytest.approx(0.0625)
    assert mcnemar(counts(10, 0, 6, 3)) == pytest.approx(0.03125)
    # 4 against 2: 2 x (1 + 6 + 15) / 64.
    assert mcnemar(counts(0, 4, 2, 0)) == pytest.approx(0.6875)
    assert mcnemar(counts(10, 0, 0, 3)) == 1.0


tables = st.builds(counts, *(st.integers(0, 30) for _ in range(4))).filter(lambda one: one.n > 0)


@given(tables)
def test_mcnemar_is_that_of_statsmodels(table: PairedCounts) -> None:
    square = [[table.both, table.first_only], [table.second_only, table.neither]]
    expected = mcnemar_of_statsmodels(square, exact=True).pvalue if table.discordant else 1.0
    assert mcnemar(table) == pytest.approx(expected)


def test_a_paired_difference_by_hand() -> None:
    # 8 of 10 and 5 of 10; ad - bc = 5 x 2 - 3 x 0 = 10 > 0, less n/2 = 5:
    # phi = 5 / sqrt(8 x 2 x 5 x 5) = .25.
    found = paired_difference_ci(counts(5, 3, 0, 2), level=0.95)
    wilson = ProportionMethod.WILSON
    first, second = (proportion(n, 10, level=0.95, method=wilson) for n in (8, 5))
    below, above = 0.8 - first.low, second.high - 0.5
    assert found.value == pytest.approx(0.3)
    assert found.low == pytest.approx(0.3 - sqrt(below**2 - 2 * 0.25 * below * above + above**2))


def test_no_discordant_question_is_no_certainty() -> None:
    found = paired_difference_ci(counts(20, 0, 0, 0), level=0.95)
    assert found.value == 0
    assert found.low < 0 < found.high


@given(tables, st.sampled_from([0.8, 0.95]))
def test_the_arms_of_a_difference_can_change_places(table: PairedCounts, level: float) -> None:
    found = paired_difference_ci(table, level=level)
    turned = counts(table.both, table.second_only, table.first_only, table.neither)
    other = paired_difference_ci(turned, level=level)
    assert -1 <= found.low <= found.value <= found.high <= 1
    assert other.low == pytest.approx(-found.high)
    assert other.high == pytest.approx(-found.low)
    assert mcnemar(turned) == pytest.approx(mcnemar(table))


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_is_that_of_statsmodels(p_values: list[float]) -> None:
    # Theirs collects garbage at each call: in a process of so many tests, half a second.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gc.collect", lambda: 0)
        expected = multipletests(p_values, method="holm")[1] if p_values else []
    assert holm(p_values) == pytest.approx(tuple(expected))


@pytest.mark.parametrize(("level", "fewest"), [(0.8, 4), (0.9, 5), (0.95, 6), (0.99, 8)])
def test_how_many_questions_must_differ(level: float, fewest: int) -> None:
    assert fewest_differing(level) == fewest
    assert mcnemar(counts(0, fewest, 0, 0)) < 1 - level
    assert mcnemar(counts(0, fewest - 1, 0, 0)) > 1 - level


def test_the_randomisation_test_by_hand() -> None:
    pairs = rates(((2, 2), (1, 2)), ((1, 1), (0, 2)), ((1, 1), (1, 1)))
    # First 4/4, second 2/5: .6. Swaps of the first two questions (the third changes nothing):
    # none 4/4 - 2/5 = .6; first 3/4 - 3/5 = .15; second 3/5 - 3/4 = -.15; both 2/5 - 4/4 = -.6.
    # At least .6 away from 0: 2 of 4.
    assert pairs.difference == pytest.approx(0.6)
    assert pairs.differing == 2
    assert randomisation_test(pairs, seed=1) == pytest.approx(0.5)
    assert randomisation_test(rates(((1, 2), (1, 2))), seed=1) == 1.0


@given(tables.filter(lambda one: one.discordant <= 13))
def test_of_a_binary_figure_it_is_mcnemars(table: PairedCounts) -> None:
    kinds = ((table.both, 1, 1), (table.first_only, 1, 0), (table.second_only, 0, 1))
    questions = [
        ((a, 1.0), (b, 1.0)) for n, a, b in (*kinds, (table.neither, 0, 0)) for _ in range(n)
    ]
    assert randomisation_test(rates(*questions), seed=1) == pytest.approx(mcnemar(table))


def test_random_swaps_come_near_the_exact_test() -> None:
    # 20 discordant, 15 against 5: McNemar's exact p is .0414.
    pairs = rates(*[((1, 1), (0, 1))] * 15, *[((0, 1), (1, 1))] * 5)
    p = randomisation_test(pairs, seed=3)
    assert p == pytest.approx(mcnemar(counts(0, 15, 5, 0)), abs=0.006)
    assert p == randomisation_test(pairs, seed=3)


def test_the_bootstrap_is_that_of_its_draws() -> None:
    generator = np.random.default_rng(8)
    units = generator.integers(1, 8, size=(40, 2)).astype(float)
    pairs = PairedRates(
        numerators=generator.binomial(units.astype(int), [0.9, 0.7]).astype(float),
        denominators=units,
    )
    found = bootstrap(pairs, seed=1, level=0.95)
    # Against the linearised standard error of the difference, both arms of a question together.
    first, second = pairs.rates
    totals = units.sum(axis=0)
    z = (pairs.numerators - [first, second] * units) / totals
    error = sqrt(40 / 39 * ((z[:, 0] - z[:, 1]) ** 2).sum())
    assert found.low == pytest.approx(pairs.difference - 1.96 * error, abs=0.02)
    assert found.high == pytest.approx(pairs.difference + 1.96 * error, abs=0.02)
    assert found == bootstrap(pairs, seed=1, level=0.95)
    assert found != bootstrap(pairs, seed=2, level=0.95)


def test_the_bootstrap_keeps_the_arms_of_a_question_together() -> None:
    # Hard and easy questions, the same difference in each: pairs leave it without any doubt.
    pairs = rates(*[((5, 10), (4, 10)), ((9, 10), (8, 10))] * 10)
    found = bootstrap(pairs, seed=1, level=0.95)
    assert found.low == pytest.approx(0.1)
    assert found.high == pytest.approx(0.1)


def test_many_questions_are_drawn_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = rates(*[((1, 1), (0, 1)), ((0, 2), (1, 2))] * 10)
    whole = bootstrap(pairs, seed=1, level=0.95), randomisation_test(pairs, seed=1)
    monkeypatch.setattr("reports.runs.resampling.BLOCK", 3_000)
    assert whole == (bootstrap(pairs, seed=1, level=0.95), randomisation_test(pairs, seed=1))
