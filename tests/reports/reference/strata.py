"""The strata of a case as cells, and the figures that cases ask of them."""

from collections.abc import Mapping, Sequence

import numpy as np

from reports import agreement
from reports.estimation import measures
from reports.estimation.design import Cells
from reports.estimation.measures import Measure
from reports.estimation.scales import BINARY, SUPPORT, Scale
from tests.reports.reference.case import Case


def scale_of(case: Case) -> Scale:
    """Two classes, or three."""
    return BINARY if len(case["options"]["labels"]) == 2 else SUPPORT


def cells_of(strata: Sequence[Case], scale: Scale) -> Cells:
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


def measures_of(scale: Scale) -> Mapping[str, Measure]:
    """The figures by the names of the cases; the positive class is `unsupported`, the last."""
    bad = len(scale) - 1
    return {
        "agreement": measures.agreement(scale),
        "precision": measures.precision(scale, bad),
        "recall": measures.recall(scale, bad),
        "specificity": measures.specificity(scale, bad),
        "f1": measures.f1(scale, bad),
        "kappa": agreement.kappa(scale, "nominal"),
        "mcc": agreement.mcc(scale),
        "ac1": agreement.ac(scale, "nominal"),
        "human_rate": measures.human_share(scale, bad),
    }
