"""The judge class by class: precision, recall and F1 for each level of support and each failure."""

from dataclasses import dataclass

from labels.outcome import Outcome, Support
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Pair
from reports.estimation.measures import f1, precision, recall, specificity
from reports.estimation.scales import BINARY, OUTCOME, SUPPORT, Scale


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassFigures:
    """How the judge does on one class."""

    name: str
    precision: Pair
    """Of the verdicts to which the judge gives the class, the share people confirm."""
    recall: Pair
    """Of the verdicts to which people give the class, the share the judge finds: its TPR."""
    specificity: Pair
    """Of the verdicts to which people give another class, the share the judge does too: TNR."""
    f1: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeQuality:
    """All classes, on each scale."""

    tpr: Pair
    """Of what people call supported, the share the judge calls supported."""
    tnr: Pair
    """Of what people call partial or unsupported, the share the judge does not call supported."""
    flag_precision: Pair
    """Of what the judge calls partial or unsupported, the share people do not call supported."""
    supports: tuple[ClassFigures, ...]
    """supported, partial, unsupported."""
    categories: tuple[ClassFigures, ...]
    """The failures of an unsupported citation, `uncategorised` included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimators:
    """One estimator a scale."""

    binary: Estimator
    support: Estimator
    outcome: Estimator


def judge_quality(estimators: Estimators) -> JudgeQuality:
    """The figures of every class."""
    failures = [outcome for outcome in Outcome if outcome.support is Support.UNSUPPORTED]
    return JudgeQuality(
        tpr=estimators.binary.pair(recall(BINARY, 0)),
        tnr=estimators.binary.pair(recall(BINARY, 1)),
        flag_precision=estimators.binary.pair(precision(BINARY, 1)),
        supports=(
            # Against all the rest: on two levels as on three, and there it needs no more than TPR.
            _class(estimators.binary, BINARY, Support.SUPPORTED),
            _class(estimators.support, SUPPORT, Support.PARTIAL),
            _class(estimators.support, SUPPORT, Support.UNSUPPORTED),
        ),
        categories=tuple(_class(estimators.outcome, OUTCOME, name) for name in failures),
    )


def _class(estimator: Estimator, scale: Scale, name: str) -> ClassFigures:
    number = scale.classes.index(name)
    return ClassFigures(
        name=str(name),
        precision=estimator.pair(precision(scale, number)),
        recall=estimator.pair(recall(scale, number)),
        specificity=estimator.pair(specificity(scale, number)),
        f1=estimator.pair(f1(scale, number)),
    )
