"""The figures against a file of reference cases that other programs computed.

`STATS_REFERENCE` names the file (default: the one beside the checkout). Each method of a case is
mapped to the product's function by an adapter in `tests/reports/reference`; one that the product
has no use for is skipped by its name, with the reason.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.reports.reference import design, judges, planning, raters
from tests.reports.reference.case import Adapter, Case

REPOSITORY = Path(__file__).parents[2]
FILE = Path(
    os.environ.get("STATS_REFERENCE", REPOSITORY.parent / "shared" / "stats_reference.json")
)

METHODS: Mapping[str, Adapter] = {
    **design.METHODS,
    **raters.METHODS,
    **judges.METHODS,
    **planning.METHODS,
}

NO_USE = {
    "finite_population_posterior": "where one count is unknown a report takes the exact "
    "hypergeometric limits, which hold their level without a prior",
    "stratified_ppi": "verdicts have no score; with the verdict itself for a proxy, constant in "
    "its stratum, it is the post-stratified rate",
    "dawid_skene": "the truth is a majority or an adjudicator; that raters err independently "
    "cannot be checked with a judge and a few people",
}

NOT_SHOWN = {"survey_proportion_ci": {"low", "high"}}
"""Keys of a method that no report shows: R's interval fails in unequal strata; ours is the hull."""


def cases() -> list[Any]:
    """The cases of the file; one that says so where there is no file."""
    if not FILE.is_file():
        return [pytest.param(None, id="absent")]
    return [pytest.param(case, id=case["id"]) for case in json.loads(FILE.read_text("utf-8"))]


@pytest.mark.shared
@pytest.mark.parametrize("case", cases())
def test_case(case: Case | None) -> None:
    if case is None:
        pytest.skip(f"{FILE.name} is not beside this checkout")
    method = case["method"]
    if method in NO_USE:
        pytest.skip(f"{method}: no use; {NO_USE[method]}")
    found = METHODS[method](case)
    expected = {
        key: value
        for key, value in case["expected"].items()
        if key not in NOT_SHOWN.get(method, set())
    }
    for key, value in expected.items():
        check(found[key], value, case["tolerance"], key)
    printed = case.get("published_tolerance", {})
    for key, value in (case.get("published") or {}).items():
        if key in expected:
            check(found[key], value, printed, key)


def check(value: Any, expected: Any, tolerance: Any, key: str) -> None:
    """Equal to a tolerance; None is equal to None alone, in a list too."""
    if not isinstance(tolerance, dict):
        tolerance = {"default": tolerance}
    if "relative" in tolerance:
        assert value == pytest.approx(expected, rel=tolerance["relative"]), key
        return
    near = tolerance.get(key, tolerance.get("default", 1e-6))
    if key in ("matrix", "totals"):
        assert np.allclose(value, expected, rtol=0, atol=near), key
    else:
        assert value == pytest.approx(expected, abs=near), key


@pytest.mark.parametrize(
    ("method", "shapes"),
    [
        ("percent_agreement", ["table", "units", "ratings", "counts", "a"]),
        ("cohen_kappa", ["table", "units", "ratings", "a", "y_true", "pass1"]),
        ("gwet_ac", ["table", "units", "ratings", "counts", "a"]),
        ("krippendorff_alpha", ["table", "units", "ratings", "counts", "a"]),
        ("fleiss_kappa", ["table", "units", "ratings", "counts", "a"]),
        ("mcc", ["table", "units", "a", "y_true"]),
        ("intra_rater", ["table", "units", "a", "pass1"]),
    ],
)
def test_the_shape_of_the_input_changes_nothing(method: str, shapes: list[str]) -> None:
    first, second = ["n", "p", "n", "s", "p", "s", "s"], ["n", "p", "s", "s", "n", "s", "p"]
    labels = ["n", "p", "s"]
    units = [list(pair) for pair in zip(first, second, strict=True)]
    table = [[sum(pair == [a, b] for pair in units) for b in labels] for a in labels]
    inputs: dict[str, dict[str, Any]] = {
        "table": {"table": table},
        "units": {"units": units},
        "ratings": {"ratings": units},
        "counts": {"counts": [[unit.count(one) for one in labels] for unit in units]},
        **{pair[0]: {pair[0]: first, pair[1]: second} for pair in raters.PAIRS},
    }
    options = {"labels": labels}
    found = [METHODS[method]({"input": inputs[shape], "options": options}) for shape in shapes]
    for values in found[1:]:
        assert values == pytest.approx(found[0])
