"""The report as a whole."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from corpus.errors import InputError
from labels.calibration import Calibration, HumanLabel, Seal
from labels.outcome import HarnessBug, Outcome
from reports.answer import Trust, answer
from reports.assemble import build
from reports.estimation.intervals import Share, at_most
from reports.estimation.weighting import weights_sentence
from reports.notices import notices
from reports.report import Report
from reports.units import UnitKind

Calibrate = Callable[..., Calibration]
ReportOf = Callable[..., Report]


def relabelled(calibration: Calibration, **changes: object) -> Calibration:
    """The calibration with every label changed in the same way."""
    items = tuple(
        replace(item, labels=tuple(replace(one, **changes) for one in item.labels))  # type: ignore[arg-type]
        for item in calibration.items
    )
    return replace(calibration, items=items)


def test_what_the_report_holds(take_all: Calibration, report_of: ReportOf) -> None:
    report = report_of(take_all)
    assert (report.sample.size, report.sample.drawn, report.sample.decided) == (450, 72, 72)
    assert [row.weight for row in report.sample.strata] == [1, 7.3]
    assert report.support.counts == ((58, 0, 3), (0, 0, 0), (2, 0, 9))
    assert report.support.weighted is not None
    assert report.support.weighted[2] == pytest.approx((14.6, 0, 9))
    assert report.outcome.labels == tuple(Outcome)
    assert len(report.outcome.counts) == len(report.outcome.counts[0]) == 6
    assert report.outcome.counts[3] == (2, 0, 0, 9, 0, 0)


def test_corrected_rate_is_the_post_stratified_mean(
    take_all: Calibration, report_of: ReportOf
) -> None:
    # Judged 438 / 450; people: (58 * 7.3 + 3) / 450 = 426.4 / 450; the identity with Rogan & Gladen
    # needs the weighted rates: se = 423.4 / 426.4, sp = 9 / 23.6.
    rate = report_of(take_all).corrected.supported
    value = rate.human.weighted.value
    assert value == pytest.approx(426.4 / 450)
    assert rate.judged == pytest.approx(438 / 450)
    se, sp = 423.4 / 426.4, 9 / 23.6
    assert rate.judged is not None
    assert value == pytest.approx((rate.judged + sp - 1) / (se + sp - 1))


def test_shares_of_people_add_up(take_all: Calibration, report_of: ReportOf) -> None:
    values = [share.human.weighted.value for share in report_of(take_all).corrected.shares]
    assert sum(value for value in values if value is not None) == pytest.approx(1)


def test_false_support_is_counted_apart(calibrate: Calibrate, report_of: ReportOf) -> None:
    found = report_of(
        calibrate(
            ("supported", 50, "supported", "supported", 5),
            ("supported", 50, "supported", "partial", 2),
            ("supported", 50, "supported", "unsupported_claim", 1),
            ("unsupported", 3, "wrong_document", "partial", 3),
        )
    ).findings
    assert len(found.unsupported_as_supported) == 1
    assert len(found.partial_as_supported) == 2
    assert found.unsupported_as_supported[0].item.passage == "Passage 7."


def test_every_kind_of_bug_is_counted(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(
        calibrate(
            ("unsupported", 4, "wrong_document", "wrong_document", 3),
            ("unsupported", 4, "wrong_document", "bug", 1),
        )
    )
    assert [one.kind for one in report.findings.bug_kinds] == list(HarnessBug)
    assert sum(one.items for one in report.findings.bug_kinds) == 1
    assert report.bug_share.weighted.value == 0.25
    assert report.agreement.support.weighted.value == 1


def test_nothing_labelled(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(calibrate(("supported", 9, "supported", "unlabelled", 3)))
    assert all(one.pair.weighted.value is None for one in report.figures)
    assert all(one.pair.weighted.why for one in report.figures)
    said = answer(report)
    assert said.headline.startswith("Nothing can be said yet")
    assert "crosssource label --sample first --annotator NAME" in said.next[0]


def test_an_empty_sample(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(calibrate())
    assert report.sample.size == 0
    assert not report.sample.census
    assert answer(report).headline.startswith("Nothing can be said yet")


def test_the_same_seed_gives_the_same_report(take_all: Calibration, report_of: ReportOf) -> None:
    first = report_of(take_all)
    usual: dict[str, Any] = {"unit": UnitKind.CITATION, "annotator": None, "level": 0.95}
    assert build(take_all, **usual, seed=1).figures == first.figures
    other = report_of(take_all, seed=2)
    assert any(a != b for a, b in zip(first.figures, other.figures, strict=True))


def test_a_level_that_is_none(take_all: Calibration, report_of: ReportOf) -> None:
    with pytest.raises(InputError, match="--level 1.5"):
        report_of(take_all, level=1.5)


def test_strata_must_add_up_to_the_frame(take_all: Calibration, report_of: ReportOf) -> None:
    with pytest.raises(InputError, match="its strata hold 450 verdicts and its frame 451"):
        report_of(replace(take_all, frame_size=451))
    twice = (*take_all.items[:-1], take_all.items[0])
    with pytest.raises(InputError, match="72 drawn items are 71 verdicts"):
        report_of(replace(take_all, items=twice))


def test_at_least_is_the_one_sided_bound(take_all: Calibration, report_of: ReportOf) -> None:
    # At most 44 of the 438 are wrong, one-sided; 3 of the flagged are.
    least = report_of(take_all).agreement.at_least
    missed = at_most(Share(count=2, n=60, size=438), tail=0.05)
    assert least.value == pytest.approx((447 - missed) / 450)
    assert least.level == 0.95


def test_a_census_is_the_same_raw_and_weighted(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(
        calibrate(
            ("supported", 6, "supported", "supported", 5),
            ("supported", 6, "supported", "partial", 1),
            ("unsupported", 2, "wrong_document", "wrong_document", 2),
        )
    )
    assert report.sample.census
    assert report.sample.self_weighting
    for one in report.figures:
        assert one.pair.weighted.value == pytest.approx(one.pair.raw.value)
        assert one.pair.weighted.low == one.pair.weighted.high


# The answer


def test_trust_goes_by_the_interval(calibrate: Calibrate, report_of: ReportOf) -> None:
    said = answer(
        report_of(
            calibrate(
                # Exactly 96 of 100: yes. 6 of 11: no. Of 10 bad ones 6 are flagged, 4 missed.
                ("supported", 100, "supported", "supported", 96),
                ("supported", 100, "supported", "wrong_document", 4),
                ("unsupported", 11, "wrong_document", "wrong_document", 6),
                ("unsupported", 11, "wrong_document", "supported", 5),
            )
        )
    )
    assert [use.trust for use in said.uses] == [Trust.YES, Trust.NO, Trust.NO]
    assert said.headline == (
        'In part. Trust it when it says "supported". Do not trust it when it says "unsupported" or '
        "to catch bad citations."
    )
    assert "60.0 % (all labelled)" in said.uses[2].sentence


def test_the_naive_figure_is_named_as_biased(take_all: Calibration, report_of: ReportOf) -> None:
    catching = answer(report_of(take_all)).uses[2].sentence
    assert "38.1 % (95 % interval 16.7 to 75.0 %)" in catching
    assert "The sample alone says 81.8 %: biased by the design." in catching


def test_weights_in_one_sentence(take_all: Calibration, report_of: ReportOf) -> None:
    assert weights_sentence(report_of(take_all)) == (
        "Every unsupported verdict has a decision but only 60 of 438 supported ones, so each "
        "decided supported verdict stands for 7.3."
    )


# What a reader must know first


def test_whole_and_open_samples_have_nothing_to_warn_of(
    take_all: Calibration, report_of: ReportOf
) -> None:
    assert notices(report_of(take_all)) == ()


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("simulated", "Simulated labels: these figures show the demo, not people."),
        ("gold.csv 1f2e", "72 labels imported from gold.csv 1f2e: whether they were made blind"),
    ],
)
def test_labels_that_no_person_gave_here(
    take_all: Calibration, report_of: ReportOf, source: str, words: str
) -> None:
    assert words in notices(report_of(relabelled(take_all, source=source)))[0]


def test_another_rubric_is_counted_and_said(take_all: Calibration, report_of: ReportOf) -> None:
    report = report_of(relabelled(take_all, rubric="rubric-0"))
    assert report.people.other_rubric == 72
    assert "72 labels made under another version of the rubric" in notices(report)[0]


def test_a_broken_seal_comes_first(take_all: Calibration, report_of: ReportOf) -> None:
    broken = replace(
        relabelled(take_all, source="simulated"), seal=Seal(sha256="00", intact=False), missing=3
    )
    report = report_of(broken)
    assert notices(report)[0].startswith("THE SEAL IS BROKEN")
    assert "3 citations have no verdict" in notices(report)[-1]
    assert "crosssource check" in answer(report).next[0]


def test_people_and_their_pace(
    calibrate: Calibrate, report_of: ReportOf, label: Callable[..., HumanLabel]
) -> None:
    calibration = calibrate(
        ("supported", 4, "supported", "differ", 2), ("supported", 4, "supported", "supported", 2)
    )
    everybody = report_of(calibration)
    assert [(one.name, one.labels) for one in everybody.people.annotators] == [
        ("ada", 4),
        ("bob", 2),
    ]
    assert everybody.people.annotators[0].median_seconds == 8
    assert everybody.undecided.differ == 2
    alone = report_of(calibration, annotator="ada")
    assert [one.name for one in alone.people.annotators] == ["ada"]
    assert alone.undecided.differ == 0
    assert "Only the labels of ada count here." in notices(alone)


def test_a_report_over_100_000_verdicts_takes_seconds(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    calibration = calibrate(
        ("unsupported", 3_000, "wrong_document", "wrong_document", 1_600),
        ("unsupported", 3_000, "unsupported_claim", "supported", 200),
        ("partial", 7_000, "partial", "partial", 1_000),
        ("partial", 7_000, "partial", "supported", 200),
        ("supported", 90_000, "supported", "supported", 1_900),
        ("supported", 90_000, "supported", "partial", 60),
        ("supported", 90_000, "supported", "wrong_document", 40),
    )
    start = time.perf_counter()
    report = report_of(calibration)
    assert time.perf_counter() - start < 20
    assert all(
        one.pair.weighted.value is None or one.pair.weighted.low is not None
        for one in report.figures
    )


def test_claims(calibrate: Calibrate, report_of: ReportOf) -> None:
    calibration = calibrate(
        ("supported", 1, "supported", "partial", 1), ("partial", 1, "partial", "supported", 1)
    )
    items = tuple(replace(item, claim_id="c", case_id="q") for item in calibration.items)
    report = report_of(replace(calibration, items=items), unit=UnitKind.CLAIM)
    assert report.sample.size == 1
    assert report.agreement.support.weighted.value == 1
    assert report.sample.frame_size == 2
