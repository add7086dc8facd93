"""Rogan-Gladen and PPI: given where the labels are a random sample, else refused with a reason."""

from collections.abc import Callable

import numpy as np
import pytest

from labels.calibration import Calibration
from reports.estimation.figure import Figure, Target
from reports.estimation.prevalence import adjusted_rate, ppi_mean, rogan_gladen
from reports.report import Report

Calibrate = Callable[..., Calibration]
ReportOf = Callable[..., Report]


def others(report: Report) -> dict[str, Figure]:
    return {one.name: one.rate for one in report.corrected.others}


def test_refused_where_the_flagged_are_taken_whole(
    take_all: Calibration, report_of: ReportOf
) -> None:
    for figure in others(report_of(take_all)).values():
        assert figure.value is None
        assert "a larger part in the sample than in the run" in figure.why


def test_refused_where_normal_theory_has_too_little(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    report = report_of(
        calibrate(
            ("supported", 900, "supported", "supported", 88),
            ("supported", 900, "supported", "unsupported_claim", 2),
            ("unsupported", 100, "unsupported_claim", "unsupported_claim", 10),
        )
    )
    for figure in others(report).values():
        assert figure.value is None
        assert "there are 100, with 0." in figure.why


def test_a_proportional_sample_gives_what_the_corrected_rate_is(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    # 600 + 400 verdicts, a fifth labelled: the three methods are one and the same there.
    report = report_of(
        calibrate(
            ("supported", 600, "supported", "supported", 100),
            ("supported", 600, "supported", "unsupported_claim", 20),
            ("unsupported", 400, "unsupported_claim", "unsupported_claim", 60),
            ("unsupported", 400, "unsupported_claim", "supported", 20),
        )
    )
    corrected = report.corrected.supported.human.weighted
    for figure in others(report).values():
        assert figure.value == pytest.approx(corrected.value)
        assert figure.target is Target.JUDGE
        assert figure.low is not None
        assert figure.high is not None
        assert 0 <= figure.low < figure.high <= 1


def test_a_judge_that_is_no_better_than_chance_tells_nothing(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    report = report_of(
        calibrate(
            ("supported", 600, "supported", "supported", 50),
            ("supported", 600, "supported", "unsupported_claim", 70),
            ("unsupported", 400, "unsupported_claim", "unsupported_claim", 30),
            ("unsupported", 400, "unsupported_claim", "supported", 50),
        )
    )
    assert "no better than chance" in others(report)["rogan_gladen"].why


def test_a_census_has_nothing_to_correct_for(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(calibrate(("supported", 9, "supported", "supported", 9)))
    assert all("nothing to correct" in one.why for one in others(report).values())


def test_rogan_gladen_by_hand() -> None:
    # (.8 + .7 - 1) / (.9 + .7 - 1) = .5 / .6.
    assert rogan_gladen(0.8, sensitivity=0.9, specificity=0.7) == pytest.approx(5 / 6)
    with pytest.raises(ValueError, match="1 or less"):
        rogan_gladen(0.8, sensitivity=0.5, specificity=0.5)


def test_a_perfect_judge_needs_no_correction() -> None:
    found = adjusted_rate(
        0.7, n=10_000, sensitivity=1, positives=5000, specificity=1, negatives=5000, level=0.95
    )
    assert found.value == pytest.approx(0.7)
    assert found.low < 0.7 < found.high


def test_without_the_judge_ppi_is_the_plain_mean() -> None:
    labels = np.array([1.0, 0, 1, 1])
    found = ppi_mean(labels, np.ones(4), np.ones(9), level=0.95, weight=0)
    assert found.value == pytest.approx(0.75)
    half = 1.959964 * (labels.var() / 4) ** 0.5
    assert (found.low, found.high) == pytest.approx((0.75 - half, 0.75 + half))
