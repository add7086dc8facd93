"""Adapters: figures through the sample design, their intervals, and corrected rates."""

from collections.abc import Mapping, Sequence

import numpy as np

from reports import agreement
from reports.estimation import intervals, measures
from reports.estimation.arrays import FloatArray
from reports.estimation.design import Cells
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Figure
from reports.estimation.intervals import Share
from reports.estimation.linearised import standard_error
from reports.estimation.predictive import Predictive, unlabelled
from reports.estimation.prevalence import adjusted_rate, ppi_mean, rogan_gladen
from reports.estimation.proportions import ProportionMethod, proportion
from reports.estimation.scales import BINARY, SUPPORT, Scale
from reports.runs.estimate import Clusters
from tests.reports.reference.case import Adapter, Case, Values
from tests.reports.reference.strata import cells_of, measures_of, scale_of


def stratified(strata: Sequence[Case], scale: Scale, *, level: float = 0.95) -> Estimator:
    """An estimator of the strata of a case, with the exact limits that other programs give."""
    return Estimator(cells_of(strata, scale), level=level, seed=1, equal_tails=True)


def finite_population_ci(case: Case) -> Values:
    given = case["input"]
    share = Share(count=given["count"], n=given["n"], size=given["N"])
    found = intervals.hypergeometric(share, level=case["options"]["level"])
    return {
        "low_count": found.low,
        "high_count": found.high,
        "low": found.low / share.size,
        "high": found.high / share.size,
    }


def korn_graubard(case: Case) -> Values:
    level = case["options"]["level"]
    shares = [Share(count=s["x"], n=s["n"], size=s["N"]) for s in case["input"]["strata"]]
    kg, mover = (
        method(shares, level=level) for method in (intervals.korn_graubard, intervals.mover_exact)
    )
    hull = intervals.hull(shares, level=level)
    return {
        "estimate": intervals.estimate(shares),
        "n_eff": intervals.effective_labels(shares),
        "low": kg.low,
        "high": kg.high,
        "mover_low": mover.low,
        "mover_high": mover.high,
        "hull_low": hull.low,
        "hull_high": hull.high,
    }


def weighted_confusion(case: Case) -> Values:
    scale, strata = scale_of(case), case["input"]["strata"]
    estimator, cells = stratified(strata, scale), cells_of(strata, scale)
    pairs = {name: estimator.pair(measure) for name, measure in measures_of(scale).items()}
    errors = {name: standard_error(one, cells) for name, one in measures_of(scale).items()}
    totals = cells.totals[:-1]
    return {
        **{name: pair.weighted.value for name, pair in pairs.items()},
        **{f"raw_{name}": pair.raw.value for name, pair in pairs.items()},
        **{f"{name}_se": error for name, error in errors.items()},
        "totals": totals.T.tolist(),
        "judge_rate": totals[:, -1].sum() / totals.sum(),
    }


def exact_transform(case: Case) -> Values:
    given = case["input"]
    flagged, wrong = given["flagged_N"], given["flagged_human_supported"]
    estimator = stratified(
        [
            {
                "N": flagged,
                "judge": "unsupported",
                "human": {"unsupported": flagged - wrong, "supported": wrong},
            },
            {
                "N": given["supported_N"],
                "judge": "supported",
                "human": {
                    "supported": given["supported_n"] - given["missed"],
                    "unsupported": given["missed"],
                },
            },
        ],
        BINARY,
        level=case["options"]["level"],
    )
    figures = {
        "agreement": measures.agreement(BINARY),
        "recall": measures.recall(BINARY, 1),
        "precision": measures.precision(BINARY, 1),
        "kappa": agreement.kappa(BINARY, "nominal"),
        "specificity": measures.recall(BINARY, 0),
        "f1": measures.f1(BINARY, 1),
    }
    values: dict[str, float | None] = {}
    for name, measure in figures.items():
        values |= _with_limits(name, estimator.weighted(measure))
    share = Share(count=given["missed"], n=given["supported_n"], size=given["supported_N"])
    limits = intervals.hypergeometric(share, level=case["options"]["level"])
    return values | {"missed_low": limits.low, "missed_high": limits.high}


def poststratified(case: Case) -> Values:
    estimator = stratified(case["input"]["strata"], BINARY)
    sizes = {stratum["id"]: stratum["N"] for stratum in case["input"]["strata"]}
    return {
        "human_supported": estimator.weighted(measures.human_share(BINARY, 0)).value,
        "judge_supported": sizes["supported"] / sum(sizes.values()),
    }


def predicted(sample: Cells) -> FloatArray:
    """Whole runs, drawn with the symmetric prior of the cases, (draws, q + 1, q)."""
    generator, draws, q = np.random.default_rng(1), 20_000, len(sample.scale)
    totals = np.broadcast_to(sample.counts.sum(axis=0), (draws, q + 1, q)).astype(np.float64)
    for group in Predictive(sample, seed=1).groups:
        cells_ = len(group.cells[0])
        prior = np.full(cells_, 1 / cells_)
        human, judge = group.cells
        totals[:, human, judge] += unlabelled(group, prior, generator, draws)
    return totals


def posterior(case: Case) -> Values:
    """The predictive quantiles themselves; a report takes the exact interval where there is one."""
    totals = predicted(cells_of(case["input"]["strata"], SUPPORT))
    values: dict[str, float] = {}
    for name, measure in {
        "agreement": measures.agreement(SUPPORT),
        "recall": measures.recall(SUPPORT, 2),
        "precision": measures.precision(SUPPORT, 2),
        "kappa": agreement.kappa(SUPPORT, "nominal"),
        "f1": measures.f1(SUPPORT, 2),
    }.items():
        drawn = measure.formula(np.einsum("dkj,kjf->df", totals, measure.parts))
        values[f"{name}_low"], values[f"{name}_high"] = np.quantile(drawn, [0.025, 0.975])
    return values


def cluster_mean(case: Case) -> Values:
    rows = case["input"]["clusters"]
    clusters = Clusters(
        numerators=np.array([float(row["total"]) for row in rows]),
        denominators=np.array([float(row["n"]) for row in rows]),
    )
    # R's design has a finite population of clusters; ours are new questions, without end.
    finite = 1 - len(rows) / case["input"]["population_clusters"]
    return {"mean": clusters.rate, "se": (clusters.variance * finite) ** 0.5}


def _with_limits(name: str, figure: Figure) -> dict[str, float | None]:
    return {name: figure.value, f"{name}_low": figure.low, f"{name}_high": figure.high}


def rogan_gladen_case(case: Case) -> Values:
    given = case["input"]
    errors = {"sensitivity": given["se"], "specificity": given["sp"]}
    limits = proportion(
        given["positive"],
        given["tested"],
        level=case["options"].get("level", 0.95),
        method=ProportionMethod.WILSON,
    )
    return {
        "prevalence": rogan_gladen(given["positive"] / given["tested"], **errors),
        "wilson_low": rogan_gladen(limits.low, **errors),
        "wilson_high": rogan_gladen(limits.high, **errors),
    }


def adjusted_rate_ci(case: Case) -> Values:
    given = case["input"]
    found = adjusted_rate(
        given["p"],
        n=given["n"],
        sensitivity=given["q1"],
        positives=given["m1"],
        specificity=given["q0"],
        negatives=given["m0"],
        level=case["options"]["level"],
    )
    return {"estimate": found.value, "low": found.low, "high": found.high}


def ppi_mean_case(case: Case) -> Values:
    given, options = case["input"], case["options"]
    labels, proxies, rest = (
        np.array(given[name], dtype=np.float64) for name in ("y", "yhat", "yhat_unlabeled")
    )
    weight = float(options.get("lam", 1))
    found = ppi_mean(labels, proxies, rest, level=options["level"], weight=weight)
    return {"estimate": found.value, "low": found.low, "high": found.high}


METHODS: Mapping[str, Adapter] = {
    "finite_population_ci": finite_population_ci,
    "korn_graubard_random_part": korn_graubard,
    "design_weighted_confusion": weighted_confusion,
    "exact_transform_ci": exact_transform,
    "poststratified_rate": poststratified,
    "posterior_functionals": posterior,
    "cluster_mean": cluster_mean,
    "rogan_gladen": rogan_gladen_case,
    "adjusted_rate_ci": adjusted_rate_ci,
    "ppi_mean": ppi_mean_case,
}
