"""Adapters: intervals of one random sample, sizes, allocation, standard errors of a design."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from reports.estimation import measures
from reports.estimation.intervals import Share
from reports.estimation.linearised import linear_variance, standard_error
from reports.estimation.proportions import (
    Alternative,
    ProportionMethod,
    at_most_without_failure,
    proportion,
    rule_of_three,
)
from reports.estimation.scales import BINARY
from reports.estimation.sequence import PRIOR, confidence_sequence
from reports.planning.allocation import neyman
from reports.planning.sizes import cochran, fewest_without_failure, normal_quantile
from tests.reports.reference.case import Adapter, Case, Values
from tests.reports.reference.strata import cells_of, measures_of


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
    cells = cells_of(strata, BINARY)
    found = standard_error(measures.precision(BINARY, 1), cells)
    totals = cells.totals
    return {"estimate": totals[1, 1] / totals[:2, 1].sum(), "se": found}


def stratified_bootstrap_se(case: Case) -> Values:
    """The analytic standard error, of which the bootstrap's is the limit."""
    figure = case["options"]["figure"]
    cells = cells_of(case["input"]["strata"], BINARY)
    return {f"{figure}_se": standard_error(measures_of(BINARY)[figure], cells)}


METHODS: Mapping[str, Adapter] = {
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
}
