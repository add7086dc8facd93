"""Configurations: what goes wrong in each as judged and as corrected, and how far two differ."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from labels.calibration import Calibration, FrameCell, FrameField
from reports.configurations import difference
from reports.estimation.figure import Figure, Method
from reports.report import Report

Calibrate = Callable[..., Calibration]
ReportOf = Callable[..., Report]


def two_configurations(calibrate: Calibrate) -> Calibration:
    """Baseline: 100 supported (20 labelled, 2 wrong) and 6 flagged; strict: 80 (20, 0) and 4."""
    whole = calibrate(
        ("supported · config=baseline", 100, "supported", "supported", 18),
        ("supported · config=baseline", 100, "supported", "unsupported_claim", 2),
        ("supported · config=strict", 80, "supported", "supported", 20),
        ("unsupported · config=baseline", 6, "wrong_document", "wrong_document", 6),
        ("unsupported · config=strict", 4, "unsupported_claim", "supported", 4),
    )
    items = tuple(
        replace(item, config=name, values={"config": name})
        for item in whole.items
        for name in [item.stratum.rpartition("=")[2]]
    )
    cells = Counter(FrameCell(one.stratum, one.config, one.judged) for one in items)
    for stratum in whole.strata:
        one = next(item for item in items if item.stratum == stratum.name)
        cells[FrameCell(stratum.name, one.config, one.judged)] += stratum.size - stratum.drawn
    return replace(whole, items=items, fields=(FrameField(name="config", cells=dict(cells)),))


def test_each_configuration_is_judged_and_corrected(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    baseline, strict = report_of(two_configurations(calibrate)).configurations.each
    assert (baseline.name, baseline.size, strict.name, strict.size) == (
        "baseline",
        106,
        "strict",
        84,
    )
    assert baseline.judged == pytest.approx(100 / 106)
    # 18 of 20 stand for 90 of the 100; the six flagged are rightly so.
    assert baseline.corrected.weighted.value == pytest.approx(90 / 106)
    assert strict.judged == pytest.approx(80 / 84)
    assert strict.corrected.weighted.value == 1.0
    shares = {one.name: one for one in baseline.outcomes}
    assert shares["wrong_document"].judged == pytest.approx(6 / 106)
    assert shares["unsupported_claim"].human.weighted.value == pytest.approx(10 / 106)
    assert sum(one.judged or 0 for one in baseline.outcomes) == pytest.approx(1)


def test_the_difference_has_an_interval_from_both_sides(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    (one,) = report_of(two_configurations(calibrate)).configurations.differences
    assert (one.first, one.second) == ("baseline", "strict")
    assert one.corrected.value == pytest.approx(1 - 90 / 106)
    assert one.corrected.method is Method.MOVER
    low, value, high = one.corrected.low, one.corrected.value, one.corrected.high
    assert low is not None
    assert high is not None
    assert value is not None
    assert -1 <= low < value < high <= 1
    assert one.judged == pytest.approx(80 / 84 - 100 / 106)


def test_without_configurations_there_is_one_of_everything(
    take_all: Calibration, report_of: ReportOf
) -> None:
    found = report_of(take_all).configurations
    assert [one.name for one in found.each] == ["baseline"]
    assert found.each[0].size == 450
    assert found.differences == ()


def _figure(value: float, low: float, high: float, method: Method = Method.EXACT) -> Figure:
    return Figure(value=value, low=low, high=high, n=10, method=method, level=0.95)


def test_mover_by_hand() -> None:
    # .9 (.8 to .95) less .7 (.6 to .85): .2, down by hypot(.1, .15), up by hypot(.05, .1).
    found = difference(_figure(0.7, 0.6, 0.85), _figure(0.9, 0.8, 0.95))
    assert found.value == pytest.approx(0.2)
    assert found.low == pytest.approx(0.2 - (0.1**2 + 0.15**2) ** 0.5)
    assert found.high == pytest.approx(0.2 + (0.05**2 + 0.1**2) ** 0.5)


def test_two_censuses_differ_exactly() -> None:
    census = Method.CENSUS
    found = difference(_figure(0.7, 0.7, 0.7, census), _figure(0.9, 0.9, 0.9, census))
    assert found.method is census
    assert found.low == found.high == pytest.approx(0.2)


def test_several_pairs_share_the_level(calibrate: Calibrate, report_of: ReportOf) -> None:
    whole = calibrate(("supported", 90, "supported", "supported", 60))
    items = tuple(
        replace(item, config=f"c{n % 3}", values={"config": f"c{n % 3}"})
        for n, item in enumerate(whole.items)
    )
    cells = {FrameCell("supported", f"c{n}", items[0].judged): 30 for n in range(3)}
    field = FrameField(name="config", cells=cells)
    found = report_of(replace(whole, items=items, fields=(field,))).configurations.differences
    assert [one.corrected.level for one in found] == pytest.approx([1 - 0.05 / 3] * 3)
