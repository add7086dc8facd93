"""Each figure of raters against an independent library, and what holds whatever the ratings."""

import warnings
from collections.abc import Callable
from typing import Any

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa, fleiss_kappa

from reports.estimation.figure import Method
from reports.raters.cohen import kappa
from reports.raters.estimate import FEWEST_UNITS, Basis
from reports.raters.figures import together
from reports.raters.fleiss import fleiss
from reports.raters.gwet import brennan_prediger, gwet, gwet_se, percent_agreement
from reports.raters.krippendorff import Level, alpha
from reports.raters.ratings import Ratings, ratings_of, ratings_of_table, tally_of_counts
from reports.raters.truth import majority, matthews
from reports.raters.two import two_raters
from reports.raters.weighting import Weighting

BASIS = Basis(level=0.95, seed=1)

Units = list[list[int | None]]

GWET: Units = [
    [1, 1, None, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
    [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [None, 5, 5, 5], [None, None, 1, 1],
    [None, None, 3, None],
]  # fmt: skip


@st.composite
def units(draw: st.DrawFn, gaps: bool = True, raters: int | None = None) -> Units:
    """Up to 30 items by up to six raters on one to five categories."""
    width = raters or draw(st.integers(2, 6))
    top = draw(st.integers(1, 5))
    values: st.SearchStrategy[Any] = st.integers(1, top)
    cell = st.one_of(st.none(), values) if gaps else values
    return draw(st.lists(st.lists(cell, min_size=width, max_size=width), min_size=1, max_size=30))


@settings(max_examples=150)
@given(units(), st.sampled_from(list(Level)))
def test_alpha_is_that_of_the_krippendorff_package(said: Units, level: Level) -> None:
    tally = ratings_of(said).tally
    found = tally.value(alpha(tally, level))
    table = np.array([[np.nan if v is None else v for v in unit] for unit in said]).T
    pairable = [unit for unit in said if sum(v is not None for v in unit) > 1]
    values = {v for unit in pairable for v in unit if v is not None}
    if len(values) < 2:
        assert found is None
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = krippendorff.alpha(reliability_data=table, level_of_measurement=level.value)
    assert found == pytest.approx(theirs, abs=1e-9)


@settings(max_examples=100)
@given(units(gaps=False, raters=2), st.sampled_from(["nominal", "linear", "quadratic"]))
def test_kappa_is_that_of_scikit_learn_with_statsmodels_error(
    said: Units, weighting: Weighting
) -> None:
    pair = ratings_of(said, range(1, 6))
    found = kappa(pair.crossed, weighting, BASIS)
    if len({v for unit in said for v in unit}) < 2:
        assert found.figure.value is None
        assert found.figure.why
        return
    first, second = zip(*said, strict=True)
    weights = None if weighting == "nominal" else weighting
    theirs = cohen_kappa_score(
        list(first), list(second), labels=[1, 2, 3, 4, 5], weights=weights
    )  # fmt: skip
    assert found.figure.value == pytest.approx(theirs, abs=1e-9)
    with np.errstate(all="ignore"):
        variance = float(cohens_kappa(pair.crossed, wt=weights).var_kappa)
    assert found.se == pytest.approx(max(variance, 0) ** 0.5, abs=1e-6)


@settings(max_examples=100)
@given(units(gaps=False))
def test_fleiss_is_that_of_statsmodels_and_near_nominal_alpha(said: Units) -> None:
    tally = ratings_of(said).tally
    found = fleiss(tally, BASIS).value
    if len({v for unit in said for v in unit}) < 2:
        assert found is None
        return
    assert found is not None
    counts = np.array([[unit.count(v) for v in range(1, 6)] for unit in said])
    assert found == pytest.approx(float(fleiss_kappa(counts)), abs=1e-9)
    # alpha = 1 - (1 - kappa) (n - 1) / n, with n the number of ratings.
    by_alpha = tally.value(alpha(tally, Level.NOMINAL))
    n = tally.ratings
    assert by_alpha == pytest.approx(1 - (1 - found) * (n - 1) / n, abs=1e-9)


@pytest.mark.parametrize(
    ("weighting", "ac", "se", "bp"),
    # Printed by irrCAC 0.4.4 (PyPI) for these ratings.
    [
        ("nominal", 0.77544, 0.14295, 0.77273),
        ("linear", 0.85874, 0.11733, 0.84848),
        ("quadratic", 0.91400, 0.10396, 0.90152),
    ],
)
def test_gwet_with_gaps_is_that_of_irrcac(
    weighting: Weighting, ac: float, se: float, bp: float
) -> None:
    tally = ratings_of(GWET).tally
    assert tally.value(gwet(tally, weighting)) == pytest.approx(ac, abs=6e-6)
    assert gwet_se(tally, weighting) == pytest.approx(se, abs=6e-6)
    assert tally.value(brennan_prediger(tally, weighting)) == pytest.approx(bp, abs=6e-6)


def test_weights_of_ac2_go_by_the_numbers_and_those_of_kappa_by_steps() -> None:
    said = [[1, 2], [2, 2], [4, 2], [1, 1], [4, 4], [2, 4]]
    tally = ratings_of(said).tally
    # irrCAC 0.4.4, linear weights over the categories 1, 2, 4: 2 is nearer to 1 than to 4.
    assert tally.value(gwet(tally, "linear")) == pytest.approx(0.39086, abs=6e-6)
    pair = kappa(ratings_of(said).crossed, "linear", BASIS)
    theirs = cohen_kappa_score(*zip(*said, strict=True), weights="linear")
    assert pair.figure.value == pytest.approx(theirs)


@settings(max_examples=100)
@given(units(), st.randoms(use_true_random=False))
def test_order_of_items_and_raters_changes_nothing(said: Units, random: Any) -> None:
    shuffled = [unit[:] for unit in said]
    random.shuffle(shuffled)
    for unit in shuffled:
        random.shuffle(unit)
    for figure in (percent_agreement, gwet, brennan_prediger):
        first, second = (ratings_of(x, range(1, 6)).tally for x in (said, shuffled))
        assert first.value(figure(first)) == pytest.approx(second.value(figure(second)))


@settings(max_examples=60, deadline=None)
@given(units(), st.sampled_from(list(Level)))
def test_every_figure_is_in_its_range_or_undefined_with_a_reason(said: Units, level: Level) -> None:
    found = together(ratings_of(said), level, BASIS, ordered=True)
    assert found.ac2_linear is not None
    assert found.ac2_quadratic is not None
    figures = [
        found.agreement, found.alpha, found.ac1.figure, found.ac2_linear.figure,
        found.ac2_quadratic.figure, found.fleiss, found.brennan_prediger,
    ]  # fmt: skip
    for one in figures:
        if one.value is None:
            assert one.why
            assert (one.low, one.high) == (None, None)
        elif one.low is None or one.high is None:
            assert one.why
        else:
            assert -1 <= one.low <= one.value <= one.high <= 1


def test_the_bootstrap_is_that_of_a_plain_loop_over_items() -> None:
    generator = np.random.default_rng(3)
    truth = generator.integers(3, size=60)
    said = [
        [int(t) if generator.random() < 0.8 else int(generator.integers(3)) for _ in range(3)]
        for t in truth
    ]
    found = together(ratings_of(said), Level.NOMINAL, BASIS, ordered=False)
    drawn = []
    for _ in range(800):
        again = [said[i] for i in generator.integers(60, size=60)]
        drawn.append(
            krippendorff.alpha(
                reliability_data=np.array(again, dtype=float).T, level_of_measurement="nominal"
            )
        )
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert found.alpha.method is Method.BOOTSTRAP
    assert (found.alpha.low, found.alpha.high) == pytest.approx((low, high), abs=0.04)
    assert found == together(ratings_of(said), Level.NOMINAL, BASIS, ordered=False)


def test_full_agreement_is_not_certainty() -> None:
    said = [[1, 1, 1]] * 15 + [[2, 2, 2]] * 15
    found = together(ratings_of(said), Level.NOMINAL, BASIS, ordered=False)
    for figure in (found.agreement, found.alpha, found.ac1.figure):
        assert figure.value == 1
        assert figure.high == 1
        assert figure.low is not None
        assert 0.7 < figure.low < 0.99
        assert figure.method is Method.FURTHER
    assert found.ac1.se == 0


def test_below_twenty_items_nothing_is_resampled() -> None:
    said = [[1, 2], [1, 1]] * ((FEWEST_UNITS - 2) // 2) + [[1, None]] * 50
    found = together(ratings_of(said), Level.NOMINAL, BASIS, ordered=False)
    assert found.alpha.value is not None
    assert found.alpha.low is None
    assert "Fewer than 20 items" in found.alpha.why


@pytest.mark.parametrize(
    ("table", "cautions"),
    [
        ([[40, 4], [6, 30]], []),
        ([[10, 1], [2, 10]], ["23 items are fewer"]),
        ([[100, 3], [2, 1]], ["3 times, fewer than 5"]),
        ([[40, 0], [0, 30]], ["error is 0"]),
        ([[10, 0], [0, 5]], ["15 items", "error is 0"]),
        ([[30, 10], [0, 0]], ["0 times, fewer than 5", "error is 0"]),
    ],
)
def test_a_kappa_that_is_not_to_be_leaned_on_says_why(
    table: list[list[int]], cautions: list[str]
) -> None:
    found = kappa(np.array(table), "nominal", BASIS)
    assert len(found.cautions) == len(cautions)
    for said, expected in zip(found.cautions, cautions, strict=True):
        assert expected in said
    assert found.figure.method is (Method.FURTHER if cautions else Method.NORMAL)
    assert found.figure.low is not None
    assert found.figure.high is not None
    assert found.figure.high - found.figure.low > 0.05
    assert (found.normal is None) == (found.se == 0)


def test_the_normal_interval_is_that_of_statsmodels() -> None:
    table = np.array([[40, 4], [6, 30]])
    found, theirs = kappa(table, "nominal", BASIS), cohens_kappa(table)
    assert (found.figure.low, found.figure.high) == pytest.approx(
        (theirs.kappa_low, theirs.kappa_upp), abs=1e-3
    )


def test_ratings_tables_and_counts_are_one_thing() -> None:
    said = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"]]
    by_unit = ratings_of(said).tally
    by_table = ratings_of_table([[1, 1], [0, 2]], ["a", "b"]).tally
    by_counts = tally_of_counts([[2, 0], [1, 1], [0, 2], [0, 2]], ["a", "b"])
    for other in (by_table, by_counts):
        assert (other.counts == by_unit.counts).all()
        assert (other.times == by_unit.times).all()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: ratings_of([["c"]], ["a", "b"]), "'c' is not on the scale"),
        (lambda: ratings_of_table([[1, 2]]), "not square"),
        (lambda: ratings_of_table([[1, -2], [0, 1]]), "no whole number"),
        (lambda: tally_of_counts([[0.5, 2]]), "no whole number"),  # type: ignore[list-item]
        (lambda: alpha(ratings_of([["x", "y"]]).tally, Level.RATIO), "needs numbers"),
        (lambda: alpha(ratings_of([[-1, 1]]).tally, Level.RATIO), "0 or more"),
    ],
)
def test_what_is_no_rating_is_refused(make: Callable[[], Ratings], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()


def test_a_majority_is_never_guessed() -> None:
    found = majority(ratings_of([[1, 1, 2], [1, 2, 3], [None] * 3, [2, None, None], [1, 1, 2]]))
    assert found.codes.tolist() == [0, -1, -1, 1, 0]
    assert (found.tied, found.unrated) == (1, 1)


@given(units(gaps=False, raters=2))
def test_matthews_of_one_value_is_undefined_and_not_0(said: Units) -> None:
    assume(len({unit[0] for unit in said}) == 1)
    assert matthews(ratings_of(said)) is None


def test_a_rater_twice_is_a_pair() -> None:
    # 18 of 20 the same: kappa as in the table of both passes.
    first, second = ["s"] * 12 + ["p"] * 3 + ["u"] * 5, ["s"] * 11 + ["p"] * 3 + ["s"] + ["u"] * 5
    pair = ratings_of(list(zip(first, second, strict=True)), ["s", "p", "u"])
    found = two_raters(pair, BASIS, ordered=True)
    assert found.agreement.value == pytest.approx(0.9)
    assert found.kappa.figure.value == pytest.approx(cohen_kappa_score(first, second))
    assert found.n == 20
