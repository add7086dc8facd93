"""Which interval a figure takes, by hand calculation."""

from collections.abc import Callable

import numpy as np
import pytest

from labels.calibration import Calibration
from reports import agreement
from reports.estimation import measures
from reports.estimation.arrays import FloatArray
from reports.estimation.design import Cells, design_of
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Method
from reports.estimation.predictive import Kept, Predictive, unlabelled
from reports.estimation.scales import BINARY, SUPPORT, Scale
from reports.report import Report
from reports.units import UnitKind, count

Calibrate = Callable[..., Calibration]
ReportOf = Callable[..., Report]
Row = tuple[str, int, str, str, int]


def cells_of(calibration: Calibration, scale: Scale = SUPPORT) -> Cells:
    return design_of(count(calibration, UnitKind.CITATION, None)).cells(scale)


def estimator_of(
    calibration: Calibration, scale: Scale = SUPPORT, *, equal_tails: bool = False
) -> Estimator:
    cells = cells_of(calibration, scale)
    return Estimator(cells, level=0.95, seed=1, equal_tails=equal_tails)


def test_weights_and_totals(take_all: Calibration) -> None:
    # 438 / 60 = 7.3; 58 * 7.3 = 423.4 and 2 * 7.3 = 14.6; the flagged are counted one by one.
    cells = cells_of(take_all)
    assert cells.weights.tolist() == [1, 7.3]
    assert cells.totals[:3].round(6).tolist() == [[423.4, 0, 3], [0, 0, 0], [14.6, 0, 9]]
    assert cells.totals.sum() == pytest.approx(450)
    assert not cells.self_weighting


def test_one_random_stratum_is_carried_exactly(take_all: Calibration) -> None:
    # M, the misses among 438, lies in 3..48: agreement (450 - 3 - M) / 450, recall 9 / (9 + M).
    estimator = estimator_of(take_all, equal_tails=True)
    agreed = estimator.weighted(measures.agreement(SUPPORT))
    assert agreed.method is Method.EXACT
    assert (agreed.value, agreed.low, agreed.high) == pytest.approx(
        (432.4 / 450, (450 - 3 - 48) / 450, (450 - 3 - 3) / 450)
    )
    caught = estimator.weighted(measures.recall(SUPPORT, 2))
    assert (caught.value, caught.low, caught.high) == pytest.approx((9 / 23.6, 9 / 57, 9 / 12))
    assert caught.method is Method.EXACT


def test_the_two_sided_interval_lies_within_the_equal_tailed_one(take_all: Calibration) -> None:
    wide = estimator_of(take_all, equal_tails=True).weighted(measures.agreement(SUPPORT))
    # Blaker's limits of M are 3 and 45.
    narrow = estimator_of(take_all).weighted(measures.agreement(SUPPORT))
    assert (narrow.low, narrow.high) == pytest.approx(((447 - 45) / 450, (447 - 3) / 450))
    assert wide.low is not None
    assert narrow.low is not None
    assert wide.low < narrow.low


def test_a_stratum_labelled_whole_has_no_width(take_all: Calibration) -> None:
    figure = estimator_of(take_all).weighted(measures.precision(SUPPORT, 2))
    assert (figure.value, figure.low, figure.high) == (0.75, 0.75, 0.75)
    assert figure.method is Method.CENSUS
    assert figure.n == 12


def test_two_classes_carry_kappa_exactly_and_three_draw(take_all: Calibration) -> None:
    two = estimator_of(take_all, BINARY).weighted(agreement.kappa(BINARY, "nominal"))
    three = estimator_of(take_all).weighted(agreement.kappa(SUPPORT, "nominal"))
    assert two.method is Method.EXACT
    assert three.method is Method.PREDICTIVE
    assert two.value == pytest.approx(three.value)


def test_unequal_shares_take_the_hull(calibrate: Calibrate) -> None:
    estimator = estimator_of(
        calibrate(
            ("supported · run=a", 400, "supported", "supported", 20),
            ("supported · run=b", 100, "supported", "supported", 19),
            ("supported · run=b", 100, "supported", "partial", 1),
        )
    )
    assert estimator.weighted(measures.agreement(SUPPORT)).method is Method.HULL


def test_proportional_shares_are_pooled(calibrate: Calibrate) -> None:
    split = calibrate(
        ("supported · run=a", 300, "supported", "supported", 30),
        ("supported · run=b", 100, "supported", "supported", 9),
        ("supported · run=b", 100, "supported", "partial", 1),
    )
    whole = calibrate(
        ("supported", 400, "supported", "supported", 39),
        ("supported", 400, "supported", "partial", 1),
    )
    figures = [estimator_of(one).weighted(measures.agreement(SUPPORT)) for one in (split, whole)]
    assert figures[0] == figures[1]
    assert figures[0].method is Method.EXACT
    kappas = [
        estimator_of(one).weighted(agreement.kappa(SUPPORT, "linear")) for one in (split, whole)
    ]
    assert kappas[0] == kappas[1]


def test_recall_draws_where_the_flagged_are_random_too(calibrate: Calibrate) -> None:
    estimator = estimator_of(
        calibrate(
            ("unsupported", 40, "wrong_document", "wrong_document", 20),
            ("supported", 400, "supported", "supported", 38),
            ("supported", 400, "supported", "wrong_document", 2),
        )
    )
    assert estimator.weighted(measures.recall(SUPPORT, 2)).method is Method.PREDICTIVE
    # Agreement stays one total, over both.
    assert estimator.weighted(measures.agreement(SUPPORT)).method is Method.HULL


def test_no_error_seen_widens_the_drawn_interval_to_no_error(calibrate: Calibrate) -> None:
    figure = estimator_of(
        calibrate(
            ("unsupported", 40, "wrong_document", "wrong_document", 20),
            ("supported", 400, "supported", "supported", 40),
        )
    ).weighted(measures.recall(SUPPORT, 2))
    assert figure.value == 1
    assert figure.high == 1
    assert figure.low is not None
    assert figure.low < 0.9


def test_a_bug_at_random_leaves_the_denominator_and_makes_the_total_uncertain(
    calibrate: Calibrate,
) -> None:
    # Weight 5: 90 agree, 5 disagree, 5 are bugs of 100: 450 / (450 + 25); T sums to 475, not 500.
    estimator = estimator_of(
        calibrate(
            ("supported", 500, "supported", "supported", 90),
            ("supported", 500, "supported", "partial", 5),
            ("supported", 500, "supported", "bug", 5),
        )
    )
    agreed = estimator.weighted(measures.agreement(SUPPORT))
    assert agreed.value == pytest.approx(90 / 95)
    assert agreed.method is Method.PREDICTIVE
    assert agreed.n == 95
    bugs = estimator.weighted(measures.bug_share(SUPPORT))
    assert bugs.value == pytest.approx(0.05)
    assert bugs.method is Method.EXACT


def test_a_bug_in_a_census_is_exact(calibrate: Calibrate) -> None:
    estimator = estimator_of(
        calibrate(
            ("unsupported", 5, "wrong_document", "wrong_document", 4),
            ("unsupported", 5, "wrong_document", "bug", 1),
            ("supported", 100, "supported", "supported", 20),
        )
    )
    flagged = estimator.weighted(measures.precision(SUPPORT, 2))
    assert (flagged.value, flagged.low, flagged.method) == (1, 1, Method.CENSUS)
    agreed = estimator.weighted(measures.agreement(SUPPORT))
    assert agreed.method is Method.EXACT


def test_an_empty_stratum_leaves_undefined_what_needs_it(calibrate: Calibrate) -> None:
    estimator = estimator_of(
        calibrate(
            ("unsupported", 3, "wrong_document", "wrong_document", 3),
            ("supported", 1900, "supported", "unlabelled", 10),
        )
    )
    agreed = estimator.weighted(measures.agreement(SUPPORT))
    assert agreed.value is None
    assert agreed.low is None
    assert '"supported", which stands for 1,900 verdicts: decide at least 2' in agreed.why
    assert estimator.weighted(measures.precision(SUPPORT, 2)).value == 1
    assert estimator.weighted(measures.precision(SUPPORT, 0)).value is None


def test_a_stratum_of_which_nothing_was_drawn_is_known_by_its_name(calibrate: Calibrate) -> None:
    estimator = estimator_of(
        calibrate(
            ("unsupported", 3, "wrong_document", "wrong_document", 3),
            ("supported · run=a", 50, "supported", "supported", 0),
        )
    )
    assert estimator.weighted(measures.precision(SUPPORT, 2)).value == 1
    assert estimator.weighted(measures.recall(SUPPORT, 2)).value is None


def test_undecided_items_make_a_range(calibrate: Calibrate) -> None:
    # 8 agree, 1 does not, 1 is undecided: (8 + 0) / 10 to (8 + 1) / 10; decided alone 8 / 9.
    figure = estimator_of(
        calibrate(
            ("supported", 10, "supported", "supported", 8),
            ("supported", 10, "supported", "partial", 1),
            ("supported", 10, "supported", "differ", 1),
        )
    ).weighted(measures.agreement(SUPPORT))
    assert figure.value == pytest.approx(8 / 9)
    assert figure.undecided is not None
    assert figure.undecided.items == 1
    assert (figure.undecided.low, figure.undecided.high) == pytest.approx((0.8, 0.9))
    assert figure.method is Method.EXACT  # the undecided one is not labelled whole


def test_half_labelled_take_all_has_a_weight(calibrate: Calibrate) -> None:
    cells = cells_of(
        calibrate(
            ("unsupported", 12, "wrong_document", "wrong_document", 6),
            ("unsupported", 12, "wrong_document", "unlabelled", 6),
        )
    )
    assert cells.weights.tolist() == [2]
    assert cells.random.tolist() == [True]


def test_draws_are_fixed_by_the_seed_and_keep_what_is_known(take_all: Calibration) -> None:
    cells = cells_of(take_all)
    parts, scales = agreement.kappa(SUPPORT, "nominal").parts, np.ones(2)
    first, again, other = (
        Predictive(cells, seed=seed, draws=200).parts(parts, (0,), scales).reshape(200, 3, 3)
        for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert (first.sum(axis=(1, 2)) == 450).all()
    assert (first[:, :, 2] == [3, 0, 9]).all()
    assert (first >= cells.raw[:3]).all()


def test_draws_that_samples_share_are_those_that_each_would_make(calibrate: Calibrate) -> None:
    measure, kept = agreement.kappa(SUPPORT, "linear"), Kept(most=3)
    samples = [
        cells_of(
            calibrate(
                ("supported", 300, "supported", "supported", 40),
                ("supported", 300, "supported", "unsupported_claim", wrong),
                ("partial", 90, "partial", "partial", 30 - wrong),
                ("partial", 90, "partial", "supported", 5),
            )
        )
        for wrong in (1, 2, 1, 3, 1)
    ]
    shared, alone = (
        [Estimator(one, level=0.95, seed=1, kept=by).weighted(measure) for one in samples]
        for by in (kept, None)
    )
    assert shared == alone
    assert shared[0] != shared[1]


def test_draws_that_are_kept_are_made_once_and_the_oldest_go() -> None:
    kept, made = Kept(most=2), list[str]()
    for key in "abacab":

        def make(key: str = key) -> FloatArray:
            made.append(key)
            return np.ones(1)

        kept.get(key, make)
    # c takes the place of b, which was asked for before a was asked for again.
    assert made == ["a", "b", "c", "b"]


def test_a_prior_leans_to_one_cell_and_leaves_the_other_unseen_ones_empty(
    take_all: Calibration,
) -> None:
    predictive = Predictive(cells_of(take_all), seed=1)
    (group,) = predictive.groups
    # 58 supported, none partial, 2 unsupported; the prior's one label goes to partial.
    prior = np.array([0.0, 1.0, 0.0])
    drawn = unlabelled(group, prior, np.random.default_rng(1), 20_000)
    assert (drawn.sum(axis=1) == 378).all()
    assert drawn.mean(axis=0) == pytest.approx(378 * np.array([58, 1, 2]) / 61, rel=0.05)
    none = unlabelled(group, np.zeros(3), np.random.default_rng(1), 50)
    assert (none[:, 1] == 0).all()


def test_raw_is_biased_and_weighted_is_not(calibrate: Calibrate) -> None:
    """2,000 verdicts, 100 flagged of which 90 are bad, 60 bad ones missed: recall is 90 / 150."""
    generator = np.random.default_rng(5)
    raw, weighted = [], []
    for _ in range(80):
        missed = int(generator.hypergeometric(60, 1840, 190))
        estimator = estimator_of(
            calibrate(
                ("unsupported", 100, "wrong_document", "wrong_document", 90),
                ("unsupported", 100, "wrong_document", "supported", 10),
                ("supported", 1900, "supported", "supported", 190 - missed),
                ("supported", 1900, "supported", "wrong_document", missed),
            )
        )
        pair = estimator.pair(measures.recall(SUPPORT, 2))
        assert pair.raw.value is not None
        assert pair.weighted.value is not None
        raw.append(pair.raw.value)
        weighted.append(pair.weighted.value)
    assert np.mean(raw) == pytest.approx(0.94, abs=0.01)
    assert np.mean(weighted) == pytest.approx(0.60, abs=0.03)


def test_a_bug_of_one_class_leaves_the_others_exact(calibrate: Calibrate) -> None:
    estimator = estimator_of(
        calibrate(
            ("unsupported", 30, "wrong_document", "wrong_document", 20),
            ("unsupported", 30, "wrong_document", "bug", 2),
            ("supported", 400, "supported", "supported", 40),
        )
    )
    assert estimator.weighted(measures.precision(SUPPORT, 0)).method is Method.EXACT
    assert estimator.weighted(measures.precision(SUPPORT, 2)).method is Method.PREDICTIVE
