"""Slices: each a design of its own, tested against the rest, adjusted for how many there are."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import fisher_exact  # type: ignore[import-untyped]

from labels.calibration import Calibration, FrameCell, FrameField
from labels.outcome import Outcome
from reports.configurations import configurations
from reports.estimation.design import design_of
from reports.estimation.figure import Method
from reports.rendering.csv_report import csv_files
from reports.rendering.json_report import json_text
from reports.rendering.markdown import markdown_of
from reports.rendering.page import page
from reports.report import Report
from reports.slices import FEWEST_IN_SLICE, MOST_SLICES, differs_from_rest, parts_of, slices
from reports.units import UnitKind, count

Calibrate = Callable[..., Calibration]
ReportOf = Callable[..., Report]


def divided(calibration: Calibration, name: str, values: list[str], rest: str) -> Calibration:
    """The calibration with a field: `values` of the drawn items in turn, `rest` of the others."""
    items = tuple(
        replace(item, values={**item.values, name: values[index % len(values)]})
        for index, item in enumerate(calibration.items)
    )
    cells = Counter(FrameCell(one.stratum, one.values[name], one.judged) for one in items)
    for stratum in calibration.strata:
        one = next(item for item in items if item.stratum == stratum.name)
        cells[FrameCell(stratum.name, rest, one.judged)] += stratum.size - stratum.drawn
    field = FrameField(name=name, cells={cell: n for cell, n in cells.items() if n})
    return replace(calibration, items=items, fields=(*calibration.fields, field))


def test_a_slice_is_a_design_of_its_own(take_all: Calibration, report_of: ReportOf) -> None:
    # The 72 items alternate a, b; the 378 undrawn supported verdicts are all a's. So a has
    # 6 flagged and 30 + 378 = 408 supported verdicts, of which 30 are labelled; b is a census.
    report = report_of(divided(take_all, "court", ["a", "b"], "a"))
    (field,) = report.slices
    a, b = field.slices
    assert (a.value, a.size, a.n) == ("a", 414, 36)
    assert (b.value, b.size, b.n) == ("b", 36, 36)
    assert b.agreement.weighted.method is Method.CENSUS
    assert a.agreement.weighted.method is Method.EXACT
    assert a.judged == pytest.approx(408 / 414)
    assert b.agreement.weighted.value == b.agreement.raw.value


def test_a_slice_with_few_labels_says_so_and_no_more(
    take_all: Calibration, report_of: ReportOf
) -> None:
    values = ["rare", *["common"] * 5]
    (field,) = report_of(divided(take_all, "court", values, "common")).slices
    common, rare = field.slices
    assert (common.few, rare.few) == (False, True)
    assert rare.n == 12 < FEWEST_IN_SLICE
    for pair in (rare.agreement, rare.precision, rare.caught, rare.corrected):
        assert pair.weighted.value is None
        assert pair.weighted.why == "Too few: 12 of the 20 labels that a slice takes."
    assert rare.p is None


def test_every_slice_that_is_tested_counts_in_the_adjustment(
    take_all: Calibration, report_of: ReportOf
) -> None:
    two = divided(take_all, "court", ["a", "b"], "a")
    three = divided(two, "topic", ["x", "y", "z"], "x")
    tested = [one for field in report_of(three).slices for one in field.slices]
    assert len(tested) == 5
    smallest = min(tested, key=lambda one: one.p or 1)
    assert smallest.p is not None
    assert smallest.adjusted == pytest.approx(min(1, 5 * smallest.p))


def test_in_one_stratum_the_test_is_fishers(calibrate: Calibrate) -> None:
    whole = calibrate(
        ("supported", 40, "supported", "supported", 30),
        ("supported", 40, "supported", "partial", 10),
    )
    items = tuple(
        replace(item, values={"court": "a" if index < 12 or index >= 33 else "b"})
        for index, item in enumerate(whole.items)
    )
    cells = Counter(FrameCell(one.stratum, one.values["court"], one.judged) for one in items)
    field = FrameField(name="court", cells=dict(cells))
    divided_ = replace(whole, items=items, fields=(field,))
    counted = count(divided_, UnitKind.CITATION, None)
    part = parts_of(divided_, counted, field)[0]
    # a: 12 right, 7 wrong; b: 18 right, 3 wrong.
    expected = fisher_exact([[12, 7], [18, 3]]).pvalue
    assert differs_from_rest(part.design, design_of(counted)) == pytest.approx(expected)


def test_given_what_the_judge_says_slices_that_err_alike_are_found_to_differ_rarely(
    calibrate: Calibrate,
) -> None:
    # Both slices err in 20 % of the supported and 50 % of the unsupported; a has more unsupported.
    generator, found, runs = np.random.default_rng(3), 0, 300
    for _ in range(runs):
        errors = generator.random(80) < np.repeat([0.2, 0.5], [50, 30])
        rows = [
            ("supported", 50, "supported", "partial" if wrong else "supported", 1)
            if index < 50
            else (
                "unsupported",
                30,
                "wrong_document",
                "supported" if wrong else "wrong_document",
                1,
            )
            for index, wrong in enumerate(errors)
        ]
        whole = calibrate(*rows)
        values = generator.random(80) < np.repeat([0.3, 0.8], [50, 30])
        items = tuple(
            replace(item, values={"court": "a" if is_a else "b"})
            for item, is_a in zip(whole.items, values, strict=True)
        )
        cells = Counter(FrameCell(one.stratum, one.values["court"], one.judged) for one in items)
        field = FrameField(name="court", cells=dict(cells))
        sliced = replace(whole, items=items, fields=(field,))
        counted = count(sliced, UnitKind.CITATION, None)
        p = differs_from_rest(parts_of(sliced, counted, field)[0].design, design_of(counted))
        found += p is not None and p < 0.05
    assert found / runs <= 0.07


def test_a_field_of_a_thousand_values_shows_those_with_most_labels(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    whole = calibrate(
        ("supported", 3000, "supported", "supported", 1200),
        ("unsupported", 60, "wrong_document", "wrong_document", 60),
    )
    (field,) = report_of(divided(whole, "id", [f"v{n}" for n in range(1000)], "v0")).slices
    assert len(field.slices) == MOST_SLICES
    assert field.left_out == 1000 - MOST_SLICES
    assert all(one.few for one in field.slices)


def flowing(report: Report) -> str:
    """The page as one line."""
    return " ".join(markdown_of(page(report, full=True)).split())


def test_values_with_too_few_labels_are_one_line_of_the_page(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    whole = calibrate(
        ("supported", 3000, "supported", "supported", 1200),
        ("unsupported", 60, "wrong_document", "wrong_document", 60),
    )
    # Of every ten items five are of the one value, five of rare ones: 630 values of one each.
    values = ["common" if n % 2 else f"rare {n}" for n in range(1260)]
    report = report_of(divided(whole, "court", values, "common"))
    text = flowing(report)
    assert "| common |" in text
    assert "rare" not in text.partition("By court")[2].partition("##")[0]
    assert "630 further values have too few labels: 630 in all." in text
    # Files keep those with the most labels.
    of_court = json.loads(json_text(report))["slices"]["fields"]["court"]
    assert len(of_court["values"]) == MOST_SLICES
    assert of_court["left_out"] + MOST_SLICES == 631
    assert of_court["left_out_labels"] == of_court["left_out"]


def test_a_field_without_any_figure_is_one_line(calibrate: Calibrate, report_of: ReportOf) -> None:
    whole = calibrate(("supported", 100, "supported", "supported", 40))
    report = report_of(divided(whole, "id", [f"v{n}" for n in range(40)], "v0"))
    assert "By id: 40 values have too few labels: 40 in all." in flowing(report)


def test_claims_have_no_slices(take_all: Calibration, report_of: ReportOf) -> None:
    whole = replace(
        take_all,
        strata=tuple(replace(s, size=s.drawn) for s in take_all.strata),
        frame_size=len(take_all.items),
    )
    assert report_of(divided(whole, "court", ["a", "b"], "a"), unit=UnitKind.CLAIM).slices == ()


@settings(max_examples=8)
@given(seed=st.integers(0, 10_000), order=st.randoms(use_true_random=False))
def test_the_order_of_the_items_changes_no_slice(
    calibrate: Calibrate, seed: int, order: Random
) -> None:
    generator = np.random.default_rng(seed)
    whole = calibrate(
        ("supported", 200, "supported", "supported", 40),
        ("supported", 200, "supported", "unsupported_claim", 3),
        ("partial", 60, "partial", "partial", 20),
        ("partial", 60, "partial", "supported", 4),
        ("unsupported", 9, "wrong_document", "wrong_document", 9),
    )
    sliced = divided(whole, "court", list(generator.choice(["a", "b", "c"], 7)), "a")
    items = list(sliced.items)
    order.shuffle(items)
    usual: dict[str, Any] = {"level": 0.95, "seed": 1}
    for divide in (slices, configurations):
        first, second = (
            divide(one, count(one, UnitKind.CITATION, None), **usual)
            for one in (sliced, replace(sliced, items=tuple(items)))
        )
        assert first
        assert first == second


def test_files_hold_every_slice(take_all: Calibration, report_of: ReportOf) -> None:
    values = ["rare", *["=cmd()"] * 5]
    report = report_of(divided(take_all, "court", values, "=cmd()"))
    document = json.loads(json_text(report))
    of_court = document["slices"]["fields"]["court"]["values"]
    assert of_court["rare"]["few"] is True
    assert of_court["rare"]["agreement"]["weighted"]["rate"] is None
    assert of_court["=cmd()"]["agreement"]["weighted"]["target"] == "run"
    assert document["configurations"]["each"]["baseline"]["outcomes"].keys() == set(Outcome)
    rows = list(csv.DictReader(io.StringIO(csv_files(report)["slices.csv"][1:])))
    assert [row["value"] for row in rows] == ["'=cmd()", "rare"]
    assert rows[1]["why"].startswith("Too few")
