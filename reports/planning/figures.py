"""The figures that can be planned for, under the names that `report.json` gives them."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from corpus.errors import InputError
from labels.outcome import Support
from reports import agreement as beyond_chance
from reports.estimation import measures
from reports.estimation.measures import Measure
from reports.estimation.scales import BINARY, SUPPORT

ALIASES = {
    "precision": "precision.supported",
    "recall": "tnr",
    "corrected": "corrected.supported",
}
"""Short names: what people usually mean by the word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedFigure:
    """One figure."""

    name: str
    """As in `report.json`; `miss-rate` is 1 - `precision.supported`."""
    words: str
    """In plain words, within a sentence."""
    measure: Measure
    share: bool
    """Whether it is a share, 0 to 1; a coefficient otherwise, -1 to 1."""


def figure_named(name: str) -> PlannedFigure:
    """The figure of a name or alias.

    Raises:
        InputError: there is none.
    """
    known = figures()
    found = known.get(ALIASES.get(name, name))
    if found is None:
        raise InputError(f"--figure {name}: not known; give {', '.join([*ALIASES, *known])}.")
    return found


@cache
def figures() -> dict[str, PlannedFigure]:
    """All of them by name."""
    every = [
        _share("agreement", "agreement", measures.agreement(SUPPORT)),
        _share("agreement.binary", "agreement on supported or not", measures.agreement(BINARY)),
        _share(
            "miss-rate",
            "the miss rate (the share of supported verdicts that people do not confirm)",
            miss_rate(),
        ),
        _share(
            "tnr",
            "recall, the share of bad citations that are flagged,",
            measures.recall(BINARY, 1),
        ),
        _share(
            "tpr",
            "the share of good citations that are called supported,",
            measures.recall(BINARY, 0),
        ),
        _share("flag_precision", "the precision of flags", measures.precision(BINARY, 1)),
    ]
    for number, level in enumerate(Support):
        every += [
            _share(
                f"precision.{level}",
                f'the precision of "{level}"',
                measures.precision(SUPPORT, number),
            ),
            _share(f"recall.{level}", f'the recall of "{level}"', measures.recall(SUPPORT, number)),
            _share(
                f"specificity.{level}",
                f'the specificity of "{level}"',
                measures.specificity(SUPPORT, number),
            ),
            _share(f"f1.{level}", f'F1 of "{level}"', measures.f1(SUPPORT, number)),
            _share(
                f"corrected.{level}",
                f'the corrected rate of "{level}"',
                measures.human_share(SUPPORT, number),
            ),
        ]
    every += [
        _share(
            "corrected.partial_as_half",
            "the corrected rate, partial as one half,",
            measures.human_half(SUPPORT),
        ),
        _coefficient("kappa", "kappa", beyond_chance.kappa(SUPPORT, "nominal")),
        _coefficient("kappa.linear", "linear kappa", beyond_chance.kappa(SUPPORT, "linear")),
        _coefficient(
            "kappa.quadratic", "quadratic kappa", beyond_chance.kappa(SUPPORT, "quadratic")
        ),
        _coefficient(
            "kappa.binary", "kappa on supported or not", beyond_chance.kappa(BINARY, "nominal")
        ),
        _coefficient("ac1", "AC1", beyond_chance.ac(SUPPORT, "nominal")),
        _coefficient("ac2.linear", "linear AC2", beyond_chance.ac(SUPPORT, "linear")),
        _coefficient("ac2.quadratic", "quadratic AC2", beyond_chance.ac(SUPPORT, "quadratic")),
        _coefficient("alpha", "alpha", beyond_chance.alpha(SUPPORT, "ordinal")),
        _coefficient("alpha.nominal", "nominal alpha", beyond_chance.alpha(SUPPORT, "nominal")),
        _coefficient("mcc", "Matthews' correlation", beyond_chance.mcc(SUPPORT)),
    ]
    return {one.name: one for one in every}


def miss_rate() -> Measure:
    """T_bad,s / N_s: of the verdicts `supported`, the share that people do not confirm. 0 to 1."""
    supported = np.array([True, False])
    return measures.share(
        BINARY,
        of=np.outer([True, True], supported),
        having=np.outer([False, True], supported),
        undefined='The judge called no decided verdict "supported".',
    )


def _share(name: str, words: str, measure: Measure) -> PlannedFigure:
    return PlannedFigure(name=name, words=words, measure=measure, share=True)


def _coefficient(name: str, words: str, measure: Measure) -> PlannedFigure:
    return PlannedFigure(name=name, words=words, measure=measure, share=False)
