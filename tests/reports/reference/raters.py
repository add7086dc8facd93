"""Adapters: the statistics of many raters.

One function a method, from a case to values by the case's names; each takes every shape of input
that makes sense for it: `table` (rows rater A), `units` and `ratings` (items x raters, null for
nothing), `counts` (items x categories), `a` and `b`, `y_true` and `y_pred`, `pass1` and `pass2`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from reports.raters.cohen import kappa
from reports.raters.estimate import Basis, Estimate
from reports.raters.fleiss import fleiss
from reports.raters.gwet import brennan_prediger, gwet, gwet_se, percent_agreement
from reports.raters.krippendorff import Level, alpha
from reports.raters.ratings import Ratings, ratings_of, ratings_of_table, tally_of_counts
from reports.raters.tally import Tally
from reports.raters.truth import class_scores, confusion, matthews
from reports.raters.two import share_agreed, two_raters
from reports.raters.weighting import Weighting
from tests.reports.reference.case import Adapter, Case, Values

PAIRS = (("a", "b"), ("y_true", "y_pred"), ("pass1", "pass2"), ("rater1", "rater2"))


def scale(case: Case) -> Sequence[Any] | None:
    """The categories in order, where the case gives them."""
    options = case.get("options", {})
    given = options.get("labels") or options.get("categories") or case["input"].get("labels")
    return list(given) if given else None


def ratings(case: Case) -> Ratings:
    """The ratings by rater."""
    given = case["input"]
    if "table" in given:
        return ratings_of_table(given["table"], scale(case))
    for first, second in PAIRS:
        if first in given:
            return ratings_of(list(zip(given[first], given[second], strict=True)), scale(case))
    return ratings_of(given.get("units") or given["ratings"], scale(case))


def tally(case: Case) -> Tally:
    """The ratings by category."""
    if "counts" in case["input"]:
        return tally_of_counts(case["input"]["counts"], scale(case))
    return ratings(case).tally


def basis(case: Case) -> Basis:
    return Basis(level=case.get("options", {}).get("level", 0.95), seed=1)


def weighting(case: Case) -> Weighting:
    named = case.get("options", {}).get("weights") or "nominal"
    return cast(Weighting, {"unweighted": "nominal", "identity": "nominal"}.get(named, named))


def _estimate(found: Estimate) -> dict[str, Any]:
    limits = found.normal
    return {
        "kappa": found.figure.value,
        "se": found.se,
        "low": limits.low if limits else None,
        "high": limits.high if limits else None,
    }


def percent_agreement_case(case: Case) -> Values:
    whole = tally(case)
    return {"agreement": whole.value(percent_agreement(whole, weighting(case)))}


def cohen_kappa(case: Case) -> Values:
    table = ratings(case).crossed
    return {
        **_estimate(kappa(table, weighting(case), basis(case))),
        "agreement": share_agreed(table, basis(case)).value,
    }


def gwet_ac(case: Case) -> Values:
    whole = tally(case)
    return {
        "coef": whole.value(gwet(whole, weighting(case))),
        "se": gwet_se(whole, weighting(case)),
        "agreement": whole.value(percent_agreement(whole, weighting(case))),
    }


def brennan_prediger_case(case: Case) -> Values:
    whole = tally(case)
    return {"coef": whole.value(brennan_prediger(whole, weighting(case)))}


def krippendorff_alpha(case: Case) -> Values:
    whole = tally(case)
    return {"alpha": whole.value(alpha(whole, Level(case["options"].get("level", "nominal"))))}


def fleiss_kappa(case: Case) -> Values:
    return {"kappa": fleiss(tally(case), basis(case)).value}


def mcc(case: Case) -> Values:
    return {"mcc": matthews(ratings(case))}


def confusion_matrix(case: Case) -> Values:
    return {"matrix": confusion(ratings(case)).tolist()}


def precision_recall_f1(case: Case) -> Values:
    pair = ratings(case)
    classes = class_scores(pair)
    defined = [one.f1 for one in classes if one.f1 is not None]
    return {
        "precision": [one.precision for one in classes],
        "recall": [one.recall for one in classes],
        "f1": [one.f1 for one in classes],
        "accuracy": share_agreed(pair.crossed, basis(case)).value,
        "macro_f1": sum(defined) / len(defined) if defined else None,
    }


def intra_rater(case: Case) -> Values:
    found = two_raters(ratings(case), basis(case), ordered=True)
    by_weight = {"nominal": found.kappa, "linear": found.linear, "quadratic": found.quadratic}
    chosen = by_weight[weighting(case)]
    assert chosen is not None
    return {
        "agreement": found.agreement.value,
        "low": found.agreement.low,
        "high": found.agreement.high,
        "kappa": chosen.figure.value,
        "se": chosen.se,
        "ac1": found.ac1.figure.value,
    }


METHODS: Mapping[str, Adapter] = {
    "percent_agreement": percent_agreement_case,
    "cohen_kappa": cohen_kappa,
    "cohen_kappa_ci": cohen_kappa,
    "weighted_kappa": cohen_kappa,
    "gwet_ac": gwet_ac,
    "brennan_prediger": brennan_prediger_case,
    "krippendorff_alpha": krippendorff_alpha,
    "fleiss_kappa": fleiss_kappa,
    "mcc": mcc,
    "confusion_matrix": confusion_matrix,
    "precision_recall_f1": precision_recall_f1,
    "intra_rater": intra_rater,
}
