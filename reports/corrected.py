"""What the judged rate is worth once people have been asked: the corrected rate.

The strata are the judge's verdicts, so the share of citations that people would call supported is
the post-stratified mean T_s. / N. That is what Rogan & Gladen's correction gives with weighted
sensitivity and specificity, and stratified prediction-powered inference with a judge that is
constant in a stratum. The correction changes the rate shown; no single verdict is altered.
"""

from dataclasses import dataclass

from labels.outcome import Support
from reports.estimation.design import Design
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Pair
from reports.estimation.measures import human_half, human_share
from reports.estimation.scales import SUPPORT
from reports.other_corrections import OtherCorrection, other_corrections


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelShare:
    """One level of support: what the judge says of the run, and what people would."""

    name: str
    judged: float | None
    """Share of the frame's verdicts, harness bugs included, as any other report prints it."""
    human: Pair
    """Estimated share, harness bugs left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """The judged rate of supported citations, and the corrected one."""

    shares: tuple[LevelShare, ...]
    """supported, partial, unsupported."""
    judged_half: float | None
    """The judged rate with a partial verdict counted as one half."""
    human_half: Pair
    """The corrected rate with a partial citation counted as one half."""
    others: tuple[OtherCorrection, ...]
    """The rate of supported citations by other methods, or why they cannot be used here."""

    @property
    def supported(self) -> LevelShare:
        """The rate of supported citations, partial ones not counted."""
        return self.shares[0]


def corrected(design: Design, estimator: Estimator, *, level: float) -> Corrected:
    """Judged and corrected rates, in this order, each with partial as 0 and as one half."""
    totals = design.judged_totals(SUPPORT)
    whole = float(totals.sum())
    judged = [float(total) / whole if whole else None for total in totals]
    half = None if judged[0] is None or judged[1] is None else judged[0] + judged[1] / 2
    return Corrected(
        shares=tuple(
            LevelShare(
                name=str(name),
                judged=judged[number],
                human=estimator.pair(human_share(SUPPORT, number)),
            )
            for number, name in enumerate(Support)
        ),
        judged_half=half,
        human_half=estimator.pair(human_half(SUPPORT)),
        others=other_corrections(design, level=level),
    )
