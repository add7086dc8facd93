"""The range with the undecided items settled: against every way of settling them."""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labels.calibration import Calibration
from labels.outcome import Outcome
from reports import agreement
from reports.corrected import corrected
from reports.estimation import measures
from reports.estimation.design import Cells, design_of
from reports.estimation.estimate import Estimator
from reports.estimation.measures import Measure
from reports.estimation.scales import BINARY, OUTCOME, SUPPORT, Scale
from reports.estimation.undecided import undecided_range
from reports.report import Report
from reports.units import UnitKind, count

Calibrate = Callable[..., Calibration]
ReportOf = Callable[..., Report]
Row = tuple[str, int, str, str, int]

MEASURES = [
    *(measures.agreement(scale) for scale in (BINARY, SUPPORT, OUTCOME)),
    *(measures.precision(SUPPORT, k) for k in range(3)),
    *(measures.recall(SUPPORT, k) for k in range(3)),
    *(measures.f1(SUPPORT, k) for k in range(3)),
    *(measures.human_share(SUPPORT, k) for k in range(3)),
    measures.recall(OUTCOME, 3),
    agreement.kappa(SUPPORT, "nominal"),
    agreement.kappa(SUPPORT, "linear"),
    agreement.kappa(SUPPORT, "quadratic"),
    agreement.kappa(BINARY, "nominal"),
    agreement.ac(SUPPORT, "nominal"),
    agreement.alpha(SUPPORT, "ordinal"),
    agreement.mcc(SUPPORT),
]


def cells_of(calibration: Calibration, scale: Scale) -> Cells:
    return design_of(count(calibration, UnitKind.CITATION, None)).cells(scale)


def every_way(cells: Cells, measure: Measure) -> Iterator[float]:
    """The figure for each assignment of the undecided items, item by item."""
    q = len(cells.scale)
    where = [
        (h, j)
        for h, j in product(range(len(cells.sizes)), range(q))
        for _ in range(int(cells.undecided[h, j]))
    ]
    for said in product(range(q), repeat=len(where)):
        counts = cells.counts.copy()
        for (h, j), k in zip(where, said, strict=True):
            counts[h, k, j] += 1
        weights = cells.sizes / np.maximum(counts.sum(axis=(1, 2)), 1)
        parts = np.einsum("h,hkj,kjf->f", weights, counts.astype(float), measure.parts)
        value = float(measure.formula(parts))
        if not np.isnan(value):
            yield value


STRATA = ["supported", "partial", "unsupported", "supported · run=2"]
JUDGED = ["supported", "partial", "wrong_document", "supported"]


@st.composite
def with_undecided(draw_: st.DrawFn) -> list[Row]:
    """Up to four strata with labels of all kinds and four undecided items or fewer."""
    rows: list[Row] = []
    left = 4
    for h in draw_(st.lists(st.integers(0, 3), min_size=1, max_size=3, unique=True)):
        some = st.sampled_from([*map(str, Outcome), "bug"])
        inside = draw_(st.lists(st.tuples(some, st.integers(1, 5)), min_size=1, max_size=3))
        open_items = draw_(st.integers(0, min(2, left)))
        left -= open_items
        size = sum(n for _, n in inside) + open_items + draw_(st.sampled_from([0, 7, 90]))
        rows += [(STRATA[h], size, JUDGED[h], said, n) for said, n in inside]
        if open_items:
            rows.append((STRATA[h], size, JUDGED[h], "differ", open_items))
    return rows


@settings(max_examples=40, deadline=None)
@given(rows=with_undecided())
def test_no_way_leaves_the_range(calibrate: Calibrate, rows: list[Row]) -> None:
    calibration = calibrate(*rows)
    for measure in MEASURES:
        cells = cells_of(calibration, measure.scale)
        if measure.scale is OUTCOME and cells.undecided.sum() > 3:
            continue
        figure = Estimator(cells, level=0.95, seed=1, draws=500).weighted(measure)
        values = list(every_way(cells, measure))
        if figure.undecided is None:
            spread = np.ptp(values) if values else 0
            assert spread == pytest.approx(0, abs=1e-9)
            continue
        found = figure.undecided
        ends = values if figure.value is None else [*values, figure.value]
        assert (found.low, found.high) == pytest.approx((min(ends), max(ends)), abs=1e-9)
        touched = np.ones(len(cells.sizes), dtype=bool)
        wide = undecided_range(measure, cells, touched, figure.value, ways=0)
        assert wide is not None
        assert wide.low <= min(ends) + 1e-9
        assert wide.high >= max(ends) - 1e-9


def test_partial_by_hand(calibrate: Calibrate) -> None:
    # A census of 12: 6 agreed, 2 judged partial and found so, 1 judged supported and found
    # partial; 3 undecided, judged supported. Recall of partial 2 / 3, or 2 / 6 with all three
    # partial. People's share of partial 3 / 9 now, from 3 / 12 to 6 / 12.
    calibration = calibrate(
        ("supported", 10, "supported", "supported", 6),
        ("supported", 10, "supported", "partial", 1),
        ("supported", 10, "supported", "cannot_judge", 3),
        ("partial", 2, "partial", "partial", 2),
    )
    design = design_of(count(calibration, UnitKind.CITATION, None))
    estimator = Estimator(design.cells(SUPPORT), level=0.95, seed=1)
    recall = estimator.weighted(measures.recall(SUPPORT, 1))
    assert recall.undecided is not None
    # Now: 10 verdicts by 7 labels, so 2 / (2 + 10 / 7).
    assert recall.value == pytest.approx(2 / (2 + 10 / 7))
    assert (recall.undecided.low, recall.undecided.high) == pytest.approx((2 / 6, 2 / 3))
    share = corrected(design, estimator, level=0.95).shares[1].human.weighted
    assert share.undecided is not None
    assert (share.undecided.low, share.undecided.high) == pytest.approx((3 / 12, 6 / 12))


def test_many_undecided_are_enclosed_in_no_time(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(
        calibrate(
            ("supported", 900, "supported", "supported", 60),
            ("supported", 900, "supported", "differ", 60),
            ("partial", 300, "partial", "partial", 40),
            ("partial", 300, "partial", "differ", 40),
            ("unsupported", 90, "wrong_document", "wrong_document", 50),
            ("unsupported", 90, "wrong_document", "differ", 40),
        )
    )
    for one in report.figures:
        figure = one.pair.weighted
        if figure.undecided is not None:
            assert -1 - 1e-9 <= figure.undecided.low <= figure.undecided.high <= 1 + 1e-9
            if figure.value is not None:
                assert figure.undecided.low <= figure.value <= figure.undecided.high
    assert report.alpha.ordinal.weighted.undecided is not None
