"""Coefficients: hand calculations, scikit-learn, statsmodels, and where they have no value."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import cohen_kappa_score, matthews_corrcoef
from statsmodels.stats.inter_rater import cohens_kappa

from reports import agreement
from reports.estimation.arrays import FloatArray, IntArray
from reports.estimation.measures import Measure
from reports.estimation.scales import BINARY, SUPPORT, Scale


def value(measure: Measure, table: Sequence[Sequence[float]] | FloatArray | IntArray) -> float:
    """The formula on a table, human rows and judge columns."""
    cells = np.asarray(table, dtype=np.float64)
    return float(measure.formula(np.einsum("kj,kjf->f", cells, measure.parts[:-1])))


def entries(table: IntArray) -> tuple[IntArray, IntArray, FloatArray]:
    """Human classes, judge classes and weights as scikit-learn takes them."""
    human, judge = np.nonzero(table)
    return human, judge, table[human, judge].astype(np.float64)


def tables(q: int) -> st.SearchStrategy[IntArray]:
    return arrays(np.int64, (q, q), elements=st.integers(0, 40))


def test_kappa_by_hand() -> None:
    # N = 100: p_o = (80 + 5) / 100 = .85; rows 90, 10; columns 85, 15;
    # p_e = .9 * .85 + .1 * .15 = .78; kappa = (.85 - .78) / (1 - .78) = .318181...
    assert value(agreement.kappa(BINARY, "nominal"), [[80, 10], [5, 5]]) == pytest.approx(7 / 22)


def test_kappa_paradox() -> None:
    # p_o = .944; kappa is below chance, AC1 is not: pi = (.976, .024), p_e = 2 * .976 * .024 =
    # .046848; AC1 = (.944 - .046848) / (1 - .046848) = .94125...: kappa must not rank judges.
    table = [[118, 5], [2, 0]]
    assert value(agreement.kappa(BINARY, "nominal"), table) == pytest.approx(-0.0234, abs=1e-4)
    assert value(agreement.ac(BINARY, "nominal"), table) == pytest.approx(0.9408, abs=1e-4)


def test_alpha_by_hand() -> None:
    # 10 pairs, 4 of them differ (Krippendorff 2011, binary): values 14 zeros and 6 ones, n = 20;
    # D_o = 2 * 4, D_e = 2 * 14 * 6 / 19; alpha = 1 - 8 * 19 / 168 = .0952...
    assert value(agreement.alpha(BINARY, "ordinal"), [[5, 1], [3, 1]]) == pytest.approx(
        1 - 8 * 19 / 168
    )


@pytest.mark.parametrize("scale", [BINARY, SUPPORT], ids=["two", "three"])
def test_one_class_only_has_no_kappa(scale: Scale) -> None:
    table = np.zeros((len(scale), len(scale)))
    table[0, 0] = 40
    for measure in (
        agreement.kappa(scale, "nominal"),
        agreement.kappa(scale, "linear"),
        agreement.alpha(scale, "ordinal"),
        agreement.alpha(scale, "nominal"),
        agreement.mcc(scale),
    ):
        assert np.isnan(value(measure, table))
    assert value(agreement.ac(scale, "nominal"), table) == 1


def test_a_constant_judge_has_kappa_zero_and_no_correlation() -> None:
    table = [[70.3, 0], [12.7, 0]]
    assert value(agreement.kappa(BINARY, "nominal"), table) == pytest.approx(0, abs=1e-12)
    assert np.isnan(value(agreement.mcc(BINARY), table))


def test_nothing_labelled_has_no_value() -> None:
    for measure in (agreement.kappa(SUPPORT, "nominal"), agreement.ac(SUPPORT, "nominal")):
        assert np.isnan(value(measure, np.zeros((3, 3))))


@given(tables(3), st.sampled_from(["nominal", "linear", "quadratic"]))
def test_kappa_is_that_of_scikit_learn(table: IntArray, weighting: agreement.Weighting) -> None:
    measure = agreement.kappa(SUPPORT, weighting)
    assume(not np.isnan(value(measure, table)))
    human, judge, weight = entries(table)
    theirs = cohen_kappa_score(
        human,
        judge,
        labels=[0, 1, 2],
        weights=None if weighting == "nominal" else weighting,
        sample_weight=weight,
    )
    assert value(measure, table) == pytest.approx(theirs, abs=1e-9)


@given(tables(3))
def test_kappa_is_that_of_statsmodels(table: IntArray) -> None:
    measure = agreement.kappa(SUPPORT, "linear")
    assume(not np.isnan(value(measure, table)))
    other = cohens_kappa(table, wt="linear", return_results=False)
    assert value(measure, table) == pytest.approx(other, abs=1e-9)


@given(tables(3))
def test_mcc_is_that_of_scikit_learn(table: IntArray) -> None:
    measure = agreement.mcc(SUPPORT)
    assume(not np.isnan(value(measure, table)))
    human, judge, weight = entries(table)
    theirs = matthews_corrcoef(human, judge, sample_weight=weight)
    assert value(measure, table) == pytest.approx(theirs, abs=1e-9)


@given(tables(3))
def test_swapping_the_raters_changes_nothing(table: IntArray) -> None:
    for measure in (
        agreement.kappa(SUPPORT, "quadratic"),
        agreement.ac(SUPPORT, "nominal"),
        agreement.alpha(SUPPORT, "ordinal"),
        agreement.mcc(SUPPORT),
    ):
        assert value(measure, table) == pytest.approx(value(measure, table.T), nan_ok=True)


@given(tables(2))
def test_on_two_classes_all_weightings_are_one(table: IntArray) -> None:
    values = [value(agreement.kappa(BINARY, w), table) for w in ("nominal", "linear", "quadratic")]
    assert values[1:] == pytest.approx([values[0]] * 2, nan_ok=True)


@given(tables(3))
def test_range(table: IntArray) -> None:
    for measure in (
        agreement.kappa(SUPPORT, "nominal"),
        agreement.alpha(SUPPORT, "ordinal"),
        agreement.mcc(SUPPORT),
        agreement.ac(SUPPORT, "nominal"),
    ):
        found = value(measure, table)
        assert np.isnan(found) or -1 - 1e-9 <= found <= 1 + 1e-9


def test_a_class_that_nobody_used_stays_in_the_scale() -> None:
    # supported and unsupported lie two steps apart whether or not anybody said partial, so the
    # linear kappa of the three classes is that of the two.
    table = [[30, 0, 2], [0, 0, 0], [3, 0, 10]]
    two = value(agreement.kappa(BINARY, "nominal"), [[30, 2], [3, 10]])
    assert value(agreement.kappa(SUPPORT, "linear"), table) == pytest.approx(two)
