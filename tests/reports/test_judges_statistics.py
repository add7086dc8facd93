"""Tests for square tables: hand calculations, statsmodels and scipy, degenerate tables."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2  # type: ignore[import-untyped]
from statsmodels.stats.contingency_tables import SquareTable
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from reports.judges.symmetry import mcnemar_chi_square, moving, symmetry_tests
from reports.runs.binary import PairedCounts, mcnemar

TABLES = st.integers(2, 5).flatmap(
    lambda q: st.lists(st.lists(st.integers(0, 30), min_size=q, max_size=q), min_size=q, max_size=q)
)


def test_bowker_by_hand() -> None:
    # (4 - 1)^2 / 5 + (2 - 2)^2 / 4 + (0 - 3)^2 / 3 = 1.8 + 0 + 3, three pairs of levels.
    found = symmetry_tests([[10, 4, 2], [1, 10, 0], [2, 3, 10]]).bowker
    assert found.statistic == pytest.approx(4.8)
    assert found.df == 3
    assert found.p == pytest.approx(float(chi2.sf(4.8, 3)))


def test_of_two_levels_both_are_mcnemars_chi_square() -> None:
    # (15 - 5)^2 / 20 = 5, one degree of freedom.
    found = symmetry_tests([[40, 15], [5, 40]])
    assert found.bowker.statistic == pytest.approx(5)
    assert found.stuart_maxwell.statistic == pytest.approx(5)
    assert found.stuart_maxwell.df == found.bowker.df == 1
    counts = PairedCounts(both=40, first_only=15, second_only=5, neither=40)
    assert mcnemar_chi_square(counts).plain.statistic == pytest.approx(5)
    # (10 - 1)^2 / 20
    assert mcnemar_chi_square(counts).corrected.statistic == pytest.approx(4.05)


@given(TABLES)
def test_symmetry_is_statsmodels_where_that_has_a_value(table: list[list[int]]) -> None:
    found = symmetry_tests(table)
    theirs = SquareTable(np.array(table), shift_zeros=False)
    assert found.bowker.statistic == pytest.approx(float(theirs.symmetry().statistic))
    assert found.bowker.p == pytest.approx(float(theirs.symmetry().pvalue))
    if found.stuart_maxwell.statistic is None:
        assert found.stuart_maxwell.why
        assert found.stuart_maxwell.p is None
    else:
        assert found.stuart_maxwell.statistic == pytest.approx(
            float(theirs.homogeneity().statistic), abs=1e-8
        )
        assert 0 <= (found.stuart_maxwell.p or 0.0) <= 1


@given(TABLES, st.randoms())
def test_turning_the_table_or_naming_the_levels_anew_changes_nothing(
    table: list[list[int]], random: Random
) -> None:
    counts = np.array(table)
    order = list(range(len(counts)))
    random.shuffle(order)
    for other in (counts.T, counts[np.ix_(order, order)]):
        one, again = symmetry_tests(table), symmetry_tests(other.tolist())
        for ours, theirs in (
            (one.bowker, again.bowker),
            (one.stuart_maxwell, again.stuart_maxwell),
        ):
            assert ours.df == theirs.df
            if ours.statistic is None or theirs.statistic is None:
                assert ours.statistic is theirs.statistic
            else:
                assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-6, abs=1e-9)


def test_where_nothing_moved_there_is_nothing_to_test() -> None:
    found = symmetry_tests([[9, 0], [0, 4]])
    assert (found.bowker.statistic, found.bowker.p) == (0, 1)
    assert found.stuart_maxwell.statistic is None
    assert "nothing to test" in found.stuart_maxwell.why
    assert symmetry_tests([]).bowker.p == 1
    assert symmetry_tests([[7]]).bowker.p == 1


def test_levels_that_fall_apart_have_no_common_test() -> None:
    # 1 <-> 2 and 3 <-> 4 only: the covariance of the margins has rank 2, not 3.
    table = [[5, 3, 0, 0], [1, 5, 0, 0], [0, 0, 5, 2], [0, 0, 4, 5]]
    found = symmetry_tests(table)
    assert found.bowker.statistic == pytest.approx(1 + 4 / 6)
    assert found.stuart_maxwell.statistic is None
    assert "fall into groups" in found.stuart_maxwell.why


def test_a_level_that_nothing_left_or_entered_is_taken_out_before() -> None:
    table = [[5, 0, 9], [0, 7, 0], [3, 0, 5]]
    assert symmetry_tests(table).stuart_maxwell.statistic is None
    assert moving(table) == [[5, 9], [3, 5]]
    # (9 - 3)^2 / 12
    assert symmetry_tests(moving(table)).stuart_maxwell.statistic == pytest.approx(3)
    assert moving([[5, 0], [0, 5]]) == []


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 50), st.integers(0, 50))
def test_mcnemar_is_statsmodels(both: int, neither: int, first: int, second: int) -> None:
    counts = PairedCounts(both=both, first_only=first, second_only=second, neither=neither)
    table = [[both, first], [second, neither]]
    assert mcnemar(counts) == pytest.approx(float(statsmodels_mcnemar(table, exact=True).pvalue))
    found = mcnemar_chi_square(counts)
    if first + second == 0:
        assert found.plain.statistic is None
        assert found.plain.why
    else:
        theirs = statsmodels_mcnemar(table, exact=False, correction=True)
        assert found.corrected.statistic == pytest.approx(float(theirs.statistic))
        assert found.corrected.p == pytest.approx(float(theirs.pvalue))
