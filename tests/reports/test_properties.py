"""What holds of every figure, whatever the data."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, cohen_kappa_score, precision_recall_fscore_support

from labels.calibration import Calibration
from labels.outcome import Outcome
from reports import agreement
from reports.catalogue import FAILURES, catalogue
from reports.estimation import measures
from reports.estimation.design import Cells, design_of
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Method
from reports.estimation.predictive import DRAWS
from reports.estimation.scales import BINARY, OUTCOME, SUPPORT, Scale
from reports.report import Report
from reports.units import UnitKind, count

Calibrate = Callable[..., Calibration]
ReportOf = Callable[..., Report]
Row = tuple[str, int, str, str, int]


def cells_of(calibration: Calibration, scale: Scale = SUPPORT) -> Cells:
    return design_of(count(calibration, UnitKind.CITATION, None)).cells(scale)


def estimator_of(
    calibration: Calibration,
    scale: Scale = SUPPORT,
    draws: int = 1_000,
    *,
    equal_tails: bool = False,
) -> Estimator:
    """What holds of a figure whatever the data holds of one with a tenth of the usual draws."""
    cells = cells_of(calibration, scale)
    return Estimator(cells, level=0.95, seed=1, draws=draws, equal_tails=equal_tails)


OUTCOMES = st.sampled_from([str(outcome) for outcome in Outcome])
SAID = st.sampled_from([*map(str, Outcome), "bug", "differ", "cannot_judge", "unlabelled"])


@st.composite
def designs(draw_: st.DrawFn) -> list[Row]:
    """Strata by the judge's verdict, split by run, labelled in part."""
    rows: list[Row] = []
    for support in draw_(
        st.lists(
            st.sampled_from(["supported", "partial", "unsupported"]),
            min_size=1,
            max_size=3,
            unique=True,
        )
    ):
        for run in range(draw_(st.integers(1, 2))):
            fits = [o for o in Outcome if o.support == support]
            inside = draw_(
                st.lists(
                    st.tuples(st.sampled_from(fits), SAID, st.integers(1, 8)),
                    min_size=1,
                    max_size=5,
                )
            )
            drawn = sum(n for *_, n in inside)
            size = drawn + draw_(st.sampled_from([0, 0, 3, 50]))
            name = f"{support} · run={run}"
            rows += [(name, size, str(judged), said, n) for judged, said, n in inside]
    return rows


MEASURES = tuple(catalogue().values())

LEAST = {"ac2.linear": -1.25, "ac2.quadratic": -2.0}
"""Three classes: 1 - 1 / (1 - c 2 / 3), c = 5 / 6 and 1 by the sum of the agreement weights."""


@settings(max_examples=20)
@given(rows=designs())
def test_every_figure_is_finite_and_inside_its_interval(
    calibrate: Calibrate, rows: list[Row]
) -> None:
    calibration = calibrate(*rows)
    estimators = {s.name: estimator_of(calibration, s) for s in (BINARY, SUPPORT, OUTCOME)}
    for name, measure in catalogue().items():
        least = LEAST.get(name, -1) - 1e-9
        for figure in (
            estimators[measure.scale.name].weighted(measure),
            estimators[measure.scale.name].raw(measure),
        ):
            if figure.value is None:
                assert figure.why
                assert figure.low is None
                continue
            assert least <= figure.value <= 1 + 1e-9
            if figure.low is None or figure.high is None:
                assert figure.why
                continue
            assert least <= figure.low <= figure.value <= figure.high <= 1 + 1e-9
            assert figure.method is not Method.NONE
            if figure.undecided:
                assert figure.undecided.low <= figure.undecided.high


@settings(max_examples=15)
@given(rows=designs(), seed=st.integers(0, 9))
def test_order_and_names_of_strata_change_nothing(
    calibrate: Calibrate, rows: list[Row], seed: int
) -> None:
    shuffled = [rows[i] for i in np.random.default_rng(seed).permutation(len(rows))]
    renamed = [(f"{name}x", *rest) for name, *rest in shuffled]
    for measure in (
        measures.agreement(SUPPORT),
        measures.recall(SUPPORT, 2),
        agreement.kappa(SUPPORT, "linear"),
    ):
        first = estimator_of(calibrate(*rows)).weighted(measure)
        second = estimator_of(calibrate(*renamed)).weighted(measure)
        assert (first.value, first.low, first.high) == pytest.approx(
            (second.value, second.low, second.high)
        )


@settings(max_examples=20)
@given(st.lists(st.tuples(OUTCOMES, OUTCOMES, st.integers(1, 6)), min_size=1, max_size=12))
def test_a_census_gives_the_plain_figures_of_scikit_learn(
    calibrate: Calibrate, triples: list[tuple[str, str, int]]
) -> None:
    sizes: dict[str, int] = {}
    for judged, _, n in triples:
        name = str(Outcome(judged).support)
        sizes[name] = sizes.get(name, 0) + n
    rows = [
        (support, sizes[support], judged, said, n)
        for judged, said, n in triples
        for support in [str(Outcome(judged).support)]
    ]
    judge = [
        SUPPORT.class_of[list(Outcome).index(Outcome(j))] for j, _, n in triples for _ in range(n)
    ]
    human = [
        SUPPORT.class_of[list(Outcome).index(Outcome(h))] for _, h, n in triples for _ in range(n)
    ]
    estimator = estimator_of(calibrate(*rows))
    agreed = estimator.weighted(measures.agreement(SUPPORT))
    assert agreed.value == pytest.approx(accuracy_score(human, judge))
    assert agreed.method is Method.CENSUS
    assert agreed.low == agreed.value == agreed.high
    assert estimator.raw(measures.agreement(SUPPORT)).value == agreed.value
    kappa = estimator.weighted(agreement.kappa(SUPPORT, "linear"))
    if kappa.value is not None:
        expected = cohen_kappa_score(human, judge, labels=[0, 1, 2], weights="linear")
        assert kappa.value == pytest.approx(expected)
        assert kappa.low == kappa.high
    scores = precision_recall_fscore_support(human, judge, labels=[0, 1, 2], zero_division=np.nan)
    for k in range(3):
        for which, measure in enumerate((measures.precision, measures.recall)):
            found = estimator.weighted(measure(SUPPORT, k)).value
            expected = float(scores[which][k])
            assert (found is None) == bool(np.isnan(expected))
            assert found is None or found == pytest.approx(expected)


@settings(max_examples=15)
@given(st.integers(1, 60), st.integers(0, 10), st.integers(0, 300))
@example(26, 2, 188)  # where Blaker's falls
def test_one_more_agreement_never_lowers_the_low_bound_that_a_gate_decides_on(
    calibrate: Calibrate, agree: int, differ: int, rest: int
) -> None:
    def low(agreeing: int) -> float:
        size = agree + differ + rest + 1
        figure = estimator_of(
            calibrate(
                ("supported", size, "supported", "supported", agreeing),
                ("supported", size, "supported", "partial", differ),
            ),
            equal_tails=True,
        ).weighted(measures.agreement(SUPPORT))
        assert figure.low is not None
        return figure.low

    assert low(agree + 1) >= low(agree) - 1e-12


@settings(max_examples=20)
@given(rows=designs())
def test_in_a_census_weighted_and_raw_are_one(calibrate: Calibrate, rows: list[Row]) -> None:
    sizes: dict[str, int] = {}
    for name, _, _, said, n in rows:
        sizes[name] = sizes.get(name, 0) + n * (
            said not in ("differ", "cannot_judge", "unlabelled")
        )
    decided = [
        (name, sizes[name], judged, said, n)
        for name, _, judged, said, n in rows
        if said not in ("differ", "cannot_judge", "unlabelled")
    ]
    calibration = calibrate(*decided)
    for measure in MEASURES:
        pair = estimator_of(calibration, measure.scale).pair(measure)
        assert (pair.weighted.value, pair.weighted.low, pair.weighted.high) == (
            pair.raw.value,
            pair.raw.low,
            pair.raw.high,
        )
        assert pair.weighted.low == pair.weighted.high


def test_a_stratum_without_errors_has_an_interval_of_some_width(calibrate: Calibrate) -> None:
    calibration = calibrate(
        ("supported", 400, "supported", "supported", 40),
        ("partial", 30, "partial", "partial", 10),
        ("unsupported", 9, "wrong_document", "wrong_document", 9),
    )
    # No flagged verdict is wrong, so whatever the others are the judge has no false alarm.
    certain = {"specificity.unsupported", *(f"specificity.{outcome}" for outcome in FAILURES)}
    for name, measure in catalogue().items():
        pair = estimator_of(calibration, measure.scale).pair(measure)
        for figure in (pair.weighted, pair.raw):
            if figure.low is not None and figure.high is not None and name not in certain:
                known = figure.method is Method.CENSUS
                assert figure.low < figure.high or known, name


def test_the_report_has_every_figure_of_the_catalogue(
    take_all: Calibration, report_of: ReportOf
) -> None:
    figures = {one.name: one.pair for one in report_of(take_all).figures}
    assert figures.keys() == catalogue().keys()
    for name, measure in catalogue().items():
        found = estimator_of(take_all, measure.scale, draws=DRAWS).pair(measure)
        assert figures[name] == found, name
