"""Intervals, sizes and allocations against the file of reference cases.

`STATS_REFERENCE` names the file (default: the one beside the checkout). Each adapter takes a case
and gives the values of its keys; one that the product has no use for is skipped with the reason.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reports import agreement
from reports.estimation import measures
from reports.estimation.design import Cells
from reports.estimation.intervals import Share
from reports.estimation.linearised import linear_variance, standard_error
from reports.estimation.measures import Measure
from reports.estimation.proportions import (
    Alternative,
    ProportionMethod,
    at_most_without_failure,
    proportion,
    rule_of_three,
)
from reports.estimation.scales import BINARY, SUPPORT, Scale
from reports.estimation.sequence import PRIOR, confidence_sequence
from reports.planning.allocation import neyman
from reports.planning.sizes import cochran, fewest_without_failure, normal_quantile

REPOSITORY = Path(__file__).parents[2]
FILE = Path(
    os.environ.get("STATS_REFERENCE", REPOSITORY.parent / "shared" / "stats_reference.json")
)

Case = Mapping[str, Any]
Values = Mapping[str, Any]


def proportion_ci(case: Case) -> Values:
    options = case["options"]
    found = proportion(
        case["input"]["count"],
        case["input"]["nobs"],
        level=options["level"],
        method=ProportionMethod(options["method"]),
        alternative=Alternative(options.get("alternative", "two-sided")),
    )
    return {"low": found.low, "high": found.high}


def zero_failure_upper(case: Case) -> Values:
    n, level = case["input"]["n"], case["options"]["level"]
    values = {"exact_one_sided": at_most_without_failure(n, level=level)}
    return values | ({"rule_of_three": rule_of_three(n)} if level == 0.95 else {})


def confidence_sequence_wor(case: Case) -> Values:
    given, options = case["input"], case["options"]
    found = confidence_sequence(
        Share(count=given["x"], n=given["n"], size=given["N"]),
        level=options["level"],
        prior=tuple(options.get("prior", PRIOR)),
    )
    return {"low_count": found.low, "high_count": found.high}


def sample_size_halfwidth(case: Case) -> Values:
    given, options = case["input"], case["options"]
    z = options.get("z") or normal_quantile(options.get("level", 0.95))
    found = cochran(given["p"], given["halfwidth"], size=given.get("N"), z=z)
    return {"n0": found.infinite, "n": found.finite}


def zero_failure_sample_size(case: Case) -> Values:
    given = case["input"]
    level = case["options"]["level"]
    return {"n": fewest_without_failure(given["bound"], size=given.get("N"), level=level)}


def neyman_allocation(case: Case) -> Values:
    given = case["input"]
    costs = given.get("cost") or given.get("costs") or given.get("c")
    floor = case["options"].get("floor", case["options"].get("min", 0))
    return {"exact": neyman(given["N"], given["S"], given["n"], costs=costs, floor=floor).tolist()}


def _sizes(case: Case) -> tuple[Any, Any]:
    strata = case["input"]["strata"]
    return np.array([one["N"] for one in strata]), np.array([float(one["n"]) for one in strata])


def stratified_mean(case: Case) -> Values:
    sizes, labelled = _sizes(case)
    strata = case["input"]["strata"]
    total = float(sum(one["N"] * one["mean"] for one in strata))
    spread = np.array([one["var"] for one in strata])[:, None, None]
    variance = linear_variance(sizes, labelled, spread, np.ones(1))
    assert variance is not None
    n = sizes.sum()
    return {
        "mean": total / n,
        "se": variance**0.5 / n,
        "total": total,
        "total_se": variance**0.5,
    }


def stratified_ratio(case: Case) -> Values:
    sizes, labelled = _sizes(case)
    strata = case["input"]["strata"]
    top, bottom = (sum(one["N"] * one[f"mean_{v}"] for one in strata) for v in "yx")
    spread = np.array(
        [[[s["var_y"], s["cov_xy"]], [s["cov_xy"], s["var_x"]]] for s in strata], dtype=float
    )
    gradient = np.array([1 / bottom, -top / bottom**2])
    variance = linear_variance(sizes, labelled, spread, gradient)
    assert variance is not None
    return {"ratio": top / bottom, "se": variance**0.5}


def survey_proportion_ci(case: Case) -> Values:
    """Estimate and standard error; the interval is `Estimator`'s hull, not R's."""
    strata = [
        {
            "N": s["N"],
            "cells": {"unsupported|unsupported": s["x"], "unsupported|supported": s["n"] - s["x"]},
        }
        for s in case["input"]["strata"]
    ]
    cells = cells_of_case(strata, BINARY)
    found = standard_error(measures.precision(BINARY, 1), cells)
    totals = cells.totals
    return {"estimate": totals[1, 1] / totals[:2, 1].sum(), "se": found}


def stratified_bootstrap_se(case: Case) -> Values:
    """The analytic standard error, of which the bootstrap's is the limit."""
    figure = case["options"]["figure"]
    cells = cells_of_case(case["input"]["strata"], BINARY)
    return {f"{figure}_se": standard_error(_measure(figure, BINARY), cells)}


def design_weighted_confusion(case: Case) -> Values:
    """The standard errors of the cases whose figures `test_reference` holds."""
    scale = BINARY if len(case["options"]["labels"]) == 2 else SUPPORT
    cells = cells_of_case(case["input"]["strata"], scale)
    names = [key[:-3] for key in case["expected"] if key.endswith("_se")]
    return {f"{name}_se": standard_error(_measure(name, scale), cells) for name in names}


def _measure(name: str, scale: Scale) -> Measure:
    bad = len(scale) - 1
    others = np.arange(len(scale)) != bad
    return {
        "agreement": measures.agreement(scale),
        "precision": measures.precision(scale, bad),
        "recall": measures.recall(scale, bad),
        "f1": measures.f1(scale, bad),
        "kappa": agreement.kappa(scale, "nominal"),
        "mcc": agreement.mcc(scale),
        "ac1": agreement.ac(scale, "nominal"),
        "human_rate": measures.human_share(scale, bad),
        "specificity": measures.share(
            scale,
            of=np.outer(others, np.ones(len(scale), dtype=bool)),
            having=np.outer(others, others),
            undefined="",
        ),
    }[name]


def cells_of_case(strata: Sequence[Case], scale: Scale) -> Cells:
    """`cells` are keyed judge|human."""
    q = len(scale)
    names = ["supported", "unsupported"] if q == 2 else ["supported", "partial", "unsupported"]
    counts = np.zeros((len(strata), q + 1, q), dtype=np.int64)
    for h, stratum in enumerate(strata):
        for key, n in stratum["cells"].items():
            judge, human = key.split("|")
            counts[h, names.index(human), names.index(judge)] = n
    return Cells(
        scale=scale,
        names=tuple(str(h) for h in range(len(strata))),
        families=tuple(str(h) for h in range(len(strata))),
        sizes=np.array([stratum["N"] for stratum in strata]),
        counts=counts,
        possible=counts.sum(axis=1) > 0,
        undecided=np.zeros((len(strata), q), dtype=np.int64),
    )


METHODS: Mapping[str, Callable[[Case], Values]] = {
    "proportion_ci": proportion_ci,
    "zero_failure_upper": zero_failure_upper,
    "confidence_sequence_wor": confidence_sequence_wor,
    "sample_size_halfwidth": sample_size_halfwidth,
    "zero_failure_sample_size": zero_failure_sample_size,
    "neyman_allocation": neyman_allocation,
    "stratified_mean": stratified_mean,
    "stratified_ratio": stratified_ratio,
    "survey_proportion_ci": survey_proportion_ci,
    "stratified_bootstrap_se": stratified_bootstrap_se,
    "design_weighted_confusion": design_weighted_confusion,
}

NO_USE = {
    "finite_population_posterior": "where one count is unknown a report takes the exact "
    "hypergeometric limits, which hold their level without a prior",
}

NO_USE_FOR = {
    "survey_proportion_ci": {"low", "high"},
    "design_weighted_confusion": None,
}
"""Keys that are not computed here: R's interval, which fails in unequal strata, and what
`test_reference` holds. None: all but the standard errors."""


def cases() -> list[Any]:
    """The cases of these methods; none where there is no file."""
    if not FILE.is_file():
        return [pytest.param(None, id="absent")]
    mine = {*METHODS, *NO_USE}
    every = json.loads(FILE.read_text("utf-8"))
    return [pytest.param(case, id=case["id"]) for case in every if case["method"] in mine]


@pytest.mark.shared
@pytest.mark.parametrize("case", cases())
def test_case(case: Case | None) -> None:
    if case is None:
        pytest.skip(f"{FILE.name} is not beside this checkout")
    if case["method"] in NO_USE:
        pytest.skip(f"{case['method']}: no use; {NO_USE[case['method']]}")
    found = METHODS[case["method"]](case)
    left_out = NO_USE_FOR.get(case["method"], set())
    tolerance = case["tolerance"]
    checked = 0
    for key, expected in case["expected"].items():
        if key not in found:
            assert left_out is None or key in left_out, f"{key} is not computed"
            continue
        checked += 1
        if "relative" in tolerance:
            assert found[key] == pytest.approx(expected, rel=tolerance["relative"]), key
        else:
            near = tolerance.get(key, tolerance.get("default", 1e-6))
            assert found[key] == pytest.approx(expected, abs=near), key
    assert checked
