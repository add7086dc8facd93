"""Every figure of a judge against people, by the name that files give it.

One list for whoever goes through all of them: the report's table of figures, the coverage study,
the property tests.
"""

from collections.abc import Mapping
from functools import cache

from labels.outcome import Outcome, Support
from reports import agreement as beyond_chance
from reports.estimation import measures
from reports.estimation.measures import Measure
from reports.estimation.scales import BINARY, OUTCOME, SUPPORT, Scale

FAILURES = tuple(outcome for outcome in Outcome if outcome.support is Support.UNSUPPORTED)
"""The outcomes that say why a citation is unsupported."""


@cache
def catalogue() -> Mapping[str, Measure]:
    """The figures in the order in which a report gives them."""
    return {
        "agreement": measures.agreement(SUPPORT),
        "agreement.binary": measures.agreement(BINARY),
        "agreement.outcome": measures.agreement(OUTCOME),
        "kappa": beyond_chance.kappa(SUPPORT, "nominal"),
        "kappa.linear": beyond_chance.kappa(SUPPORT, "linear"),
        "kappa.quadratic": beyond_chance.kappa(SUPPORT, "quadratic"),
        "kappa.binary": beyond_chance.kappa(BINARY, "nominal"),
        "kappa.outcome": beyond_chance.kappa(OUTCOME, "nominal"),
        "ac1": beyond_chance.ac(SUPPORT, "nominal"),
        "ac2.linear": beyond_chance.ac(SUPPORT, "linear"),
        "ac2.quadratic": beyond_chance.ac(SUPPORT, "quadratic"),
        "alpha": beyond_chance.alpha(SUPPORT, "ordinal"),
        "alpha.nominal": beyond_chance.alpha(SUPPORT, "nominal"),
        "mcc": beyond_chance.mcc(SUPPORT),
        "tpr": measures.recall(BINARY, 0),
        "tnr": measures.recall(BINARY, 1),
        "flag_precision": measures.precision(BINARY, 1),
        # Against all the rest, as TPR and TNR are; so that what is equal has equal intervals.
        **_of_class(BINARY, Support.SUPPORTED),
        **_of_class(SUPPORT, Support.PARTIAL),
        **_of_class(SUPPORT, Support.UNSUPPORTED),
        **{
            name: measure
            for outcome in FAILURES
            for name, measure in _of_class(OUTCOME, outcome).items()
        },
        **{
            f"corrected.{support}": measures.human_share(SUPPORT, number)
            for number, support in enumerate(Support)
        },
        "corrected.partial_as_half": measures.human_half(SUPPORT),
        "harness_bugs": measures.bug_share(SUPPORT),
    }


def _of_class(scale: Scale, name: str) -> dict[str, Measure]:
    number = scale.classes.index(name)
    return {
        f"precision.{name}": measures.precision(scale, number),
        f"recall.{name}": measures.recall(scale, number),
        f"specificity.{name}": measures.specificity(scale, number),
        f"f1.{name}": measures.f1(scale, number),
    }
