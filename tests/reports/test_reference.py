"""The figures against a file of reference cases that other programs computed.

`STATS_REFERENCE` names the file (default: the one beside the checkout). A method that the product
does not have is skipped by its name, so that the skips are the list of what is still to come.
"""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reports import agreement
from reports.estimation import intervals, measures, multiplicity
from reports.estimation.arrays import FloatArray, IntArray
from reports.estimation.design import Cells
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Figure
from reports.estimation.intervals import Share
from reports.estimation.measures import Measure
from reports.estimation.predictive import Predictive, unlabelled
from reports.estimation.scales import BINARY, SUPPORT, Scale
from reports.runs import binary
from reports.runs.binary import PairedCounts
from reports.runs.estimate import Clusters

REPOSITORY = Path(__file__).parents[2]
FILE = Path(
    os.environ.get("STATS_REFERENCE", REPOSITORY.parent / "shared" / "stats_reference.json")
)

Case = Mapping[str, Any]
Values = Mapping[str, Any]


def scale_of(q: int) -> Scale:
    """A scale of q classes, for tables of any size."""
    names = tuple(map(str, range(q)))
    return Scale(name="test", classes=names, class_of=tuple(range(q)))


def table_of(given: Case, labels: list[Any] | None = None) -> IntArray:
    """Human (rater A) rows, judge (rater B) columns."""
    if "table" in given:
        return np.array(given["table"])
    if "units" in given:
        first, second = zip(*given["units"], strict=True)
    else:
        keys = ("a", "b") if "a" in given else ("y_true", "y_pred")
        first, second = (given[key] for key in keys)
    order = labels or sorted({*first, *second})
    table = np.zeros((len(order), len(order)), dtype=np.int64)
    for a, b in zip(first, second, strict=True):
        table[order.index(a), order.index(b)] += 1
    return table


def census(table: IntArray) -> Estimator:
    """Every verdict of the table labelled: one stratum, w = 1."""
    q = len(table)
    counts = np.zeros((1, q + 1, q), dtype=np.int64)
    counts[0, :q] = table
    return Estimator(
        Cells(
            scale=scale_of(q),
            names=("all",),
            families=("all",),
            sizes=np.array([table.sum()]),
            counts=counts,
            possible=np.ones((1, q), dtype=bool),
            undecided=np.zeros((1, q), dtype=np.int64),
        ),
        level=0.95,
        seed=1,
    )


def stratified(strata: list[Case], scale: Scale, *, level: float = 0.95) -> Estimator:
    """An estimator of the strata of a case, with the exact limits that other programs give."""
    return Estimator(cells(strata, scale), level=level, seed=1, equal_tails=True)


def cells(strata: list[Case], scale: Scale) -> Cells:
    """`cells` are keyed judge|human; `human` ones belong to the stratum's judge class."""
    q = len(scale)
    names = [*(["supported", "unsupported"] if q == 2 else ["supported", "partial", "unsupported"])]
    counts = np.zeros((len(strata), q + 1, q), dtype=np.int64)
    for h, stratum in enumerate(strata):
        pairs = stratum.get("cells") or {
            f"{stratum['judge']}|{human}": n for human, n in stratum["human"].items()
        }
        for key, n in pairs.items():
            judge, human = key.split("|")
            counts[h, names.index(human), names.index(judge)] = n
    possible = counts.sum(axis=1) > 0
    families = tuple(
        names[int(np.argmax(row))] if row.sum() == 1 else f"mixed {h}"
        for h, row in enumerate(possible)
    )
    return Cells(
        scale=scale,
        names=tuple(str(h) for h in range(len(strata))),
        families=families,
        sizes=np.array([stratum["N"] for stratum in strata]),
        counts=counts,
        possible=possible,
        undecided=np.zeros((len(strata), q), dtype=np.int64),
    )


def _binary_or_three(case: Case) -> Scale:
    return BINARY if len(case["options"]["labels"]) == 2 else SUPPORT


def percent_agreement(case: Case) -> dict[str, Any]:
    table = table_of(case["input"])
    measure = measures.agreement(scale_of(len(table)))
    return {"agreement": census(table).weighted(measure).value}


def kappa(case: Case) -> Values:
    options = case["options"]
    table = table_of(case["input"], options.get("labels"))
    measure = agreement.kappa(scale_of(len(table)), options.get("weights", "nominal"))
    return percent_agreement({"input": {"table": table}}) | {
        "kappa": census(table).weighted(measure).value
    }


def gwet(case: Case) -> Values:
    if "table" not in case["input"] or case["options"].get("weights"):
        pytest.skip("AC1 of more than two raters, AC2: not in the product yet")
    table = table_of(case["input"])
    return {"coef": census(table).weighted(agreement.ac(scale_of(len(table)), "nominal")).value}


def alpha(case: Case) -> Values:
    units = case["input"]["units"]
    classes = {value for unit in units for value in unit}
    if any(len(unit) != 2 for unit in units) or None in classes:
        pytest.skip("alpha of more than two raters or with gaps: not in the product yet")
    if len(classes) != 2:
        pytest.skip("nominal alpha of more than two classes: not in the product yet")
    table = table_of(case["input"])
    return {"alpha": census(table).weighted(agreement.alpha(scale_of(2), "nominal")).value}


def mcc(case: Case) -> Values:
    table = table_of(case["input"])
    return {"mcc": census(table).weighted(agreement.mcc(scale_of(len(table)))).value}


def precision_recall_f1(case: Case) -> Values:
    labels = case["options"].get("labels") or ["supported", "partial", "unsupported"]
    table = table_of(case["input"], labels)
    scale, estimator = scale_of(len(labels)), census(table)

    def each(make: Callable[[Scale, int], Measure]) -> list[float | None]:
        return [estimator.weighted(make(scale, k)).value for k in range(len(labels))]

    return {
        "precision": each(measures.precision),
        "recall": each(measures.recall),
        "f1": each(measures.f1),
        "accuracy": estimator.weighted(measures.agreement(scale)).value,
    }


def proportion_ci(case: Case) -> Values:
    options = case["options"]
    if options["method"] != "wilson":
        pytest.skip(f"the {options['method']} interval: not in the product yet")
    found = intervals.wilson(case["input"]["count"], case["input"]["nobs"], level=options["level"])
    return {"low": found.low, "high": found.high}


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
    scale = _binary_or_three(case)
    strata = case["input"]["strata"]
    estimator = stratified(strata, scale)
    bad = len(scale) - 1
    by_name = {
        "agreement": measures.agreement(scale),
        "precision": measures.precision(scale, bad),
        "recall": measures.recall(scale, bad),
        "f1": measures.f1(scale, bad),
        "kappa": agreement.kappa(scale, "nominal"),
        "mcc": agreement.mcc(scale),
        "ac1": agreement.ac(scale, "nominal"),
        "human_rate": measures.human_share(scale, bad),
    }
    pairs = {name: estimator.pair(measure) for name, measure in by_name.items()}
    values: dict[str, Any] = {name: pair.weighted.value for name, pair in pairs.items()}
    values |= {f"raw_{name}": pairs[name].raw.value for name in ("agreement", "recall", "kappa")}
    others = np.arange(len(scale)) != bad
    specificity = measures.share(
        scale,
        of=np.outer(others, np.ones(len(scale), dtype=bool)),
        having=np.outer(others, others),
        undefined="",
    )
    totals = cells(strata, scale).totals[:-1]
    return values | {
        "specificity": estimator.weighted(specificity).value,
        "totals": totals.T.tolist(),
        "judge_rate": totals[:, bad].sum() / totals.sum(),
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
    totals = predicted(cells(case["input"]["strata"], SUPPORT))
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


def paired_counts(case: Case) -> PairedCounts:
    (both, first), (second, neither) = case["input"]["table"]
    return PairedCounts(both=both, first_only=first, second_only=second, neither=neither)


def mcnemar(case: Case) -> Values:
    return {"exact_p": binary.mcnemar(paired_counts(case))}


def paired_difference_ci(case: Case) -> Values:
    level = case["options"]["level"]
    found = binary.paired_difference_ci(paired_counts(case), level=level)
    return {"difference": found.value, "low": found.low, "high": found.high}


def holm(case: Case) -> Values:
    return {"adjusted": list(multiplicity.holm(case["input"]["p"]))}


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


METHODS: Mapping[str, Callable[[Case], Values]] = {
    "percent_agreement": percent_agreement,
    "cohen_kappa": kappa,
    "cohen_kappa_ci": kappa,
    "weighted_kappa": kappa,
    "gwet_ac": gwet,
    "krippendorff_alpha": alpha,
    "mcc": mcc,
    "precision_recall_f1": precision_recall_f1,
    "proportion_ci": proportion_ci,
    "finite_population_ci": finite_population_ci,
    "korn_graubard_random_part": korn_graubard,
    "design_weighted_confusion": weighted_confusion,
    "exact_transform_ci": exact_transform,
    "poststratified_rate": poststratified,
    "posterior_functionals": posterior,
    "mcnemar": mcnemar,
    "paired_difference_ci": paired_difference_ci,
    "holm": holm,
    "cluster_mean": cluster_mean,
}

NOT_COMPUTED = {"se", "low", "high", "chi2", "chi2_cc", "chi2_p"}
"""Keys of some cases that no report shows: linearised standard errors are for planning only, and
McNemar's test is the exact one."""


def cases() -> list[Any]:
    """The cases of the file; none where there is no file."""
    if not FILE.is_file():
        return [pytest.param(None, id="absent")]
    return [pytest.param(case, id=case["id"]) for case in json.loads(FILE.read_text("utf-8"))]


@pytest.mark.shared
@pytest.mark.parametrize("case", cases())
def test_case(case: Case | None) -> None:
    if case is None:
        pytest.skip(f"{FILE.name} is not beside this checkout")
    if case["method"] not in METHODS:
        pytest.skip(f"{case['method']}: not in the product yet")
    found = METHODS[case["method"]](case)
    tolerance = case["tolerance"]
    for key, expected in case["expected"].items():
        if key not in found:
            assert key in NOT_COMPUTED or key.endswith("_se"), f"{key} is not computed"
            continue
        near = tolerance.get(key, tolerance.get("default", 1e-6))
        if key == "totals" or key == "matrix":
            assert np.allclose(found[key], expected, rtol=0, atol=near), key
        else:
            assert found[key] == pytest.approx(expected, abs=near), key
