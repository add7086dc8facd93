"""What people's labels say of the judge, as the gate needs it: from a sample, or from a baseline.

It is plain values, so that a baseline file can carry it to where the labels are not.
"""

from collections.abc import Callable, Iterable

from pydantic import BaseModel, ConfigDict, Field

from labels.calibration import Calibration
from labels.outcome import Support
from reports.assemble import build
from reports.decision import State
from reports.estimation.figure import Figure
from reports.estimation.intervals import Share
from reports.gating.projection import BadShare
from reports.notices import notices
from reports.rendering.wording import counted
from reports.report import Report
from reports.units import Unit, UnitKind, count


class _Value(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, strict=True)


class OpenStratum(_Value):
    """A stratum that is not labelled whole."""

    bad: int = Field(ge=0)
    labels: int = Field(ge=0)
    size: int = Field(ge=0)


class Measured(_Value):
    """A share with its interval, and the counts of bad verdicts behind it."""

    value: float | None = Field(ge=0, le=1)
    low: float | None = Field(ge=0, le=1)
    high: float | None = Field(ge=0, le=1)
    n: int = Field(ge=0)
    why: str
    """Why it is undefined; empty otherwise."""
    undecided: int = Field(ge=0)
    """Undecided items that bear on it."""
    down: float = Field(ge=0, le=1)
    """How far it falls with the undecided items settled so that it is least."""
    up: float = Field(ge=0, le=1)
    """How far it rises likewise."""
    known_bad: int = Field(ge=0)
    total: int = Field(ge=0)
    open: list[OpenStratum]

    @property
    def ends(self) -> tuple[float, float] | None:
        """The limits with room for the undecided items, which nobody left out at random: whatever
        they turn out to be. None where there is no interval."""
        if self.low is None or self.high is None:
            return None
        return max(0.0, self.low - self.down), min(1.0, self.high + self.up)

    @property
    def bad(self) -> BadShare:
        """The counts, for telling how many labels would decide."""
        shares = (Share(count=one.bad, n=one.labels, size=one.size) for one in self.open)
        return BadShare(known=self.known_bad, total=self.total, open=tuple(shares))


class Calibrated(_Value):
    """One judge, held against people."""

    sample: str
    judge_id: str
    runs: list[str]
    """Whose verdicts were labelled."""
    rubric: str
    """The version in force."""
    level: float = Field(gt=0, lt=1)
    labels: int = Field(ge=0)
    """With an outcome."""
    frame: int = Field(ge=0)
    """Verdicts that could be labelled."""
    unlabelled: int = Field(ge=0)
    """Drawn, and not labelled yet."""
    undecided: int = Field(ge=0)
    """Labelled without a decision."""
    agreement: Measured
    """On the level of support."""
    false_supported: Measured
    """Of what the judge calls supported, what people do not."""
    faults: list[str]
    """Sentences, why nothing can be decided by these labels; empty where something can."""
    notes: list[str]


def calibrated(calibration: Calibration, judge_id: str, *, level: float, seed: int) -> Calibrated:
    """The judge of a sample.

    Args:
        calibration: the sample.
        judge_id: of the judge whose verdicts it was drawn from.
        level: of the intervals.
        seed: of predictive draws.
    """
    report = build(calibration, unit=UnitKind.CITATION, annotator=None, level=level, seed=seed)
    units = count(calibration, UnitKind.CITATION, None).units
    sizes = {stratum.name: stratum.size for stratum in calibration.strata}
    return Calibrated(
        sample=calibration.sample,
        judge_id=judge_id,
        runs=list(calibration.runs),
        rubric=calibration.rubric,
        level=level,
        labels=report.sample.with_outcome,
        frame=report.sample.frame_size,
        unlabelled=report.sample.drawn - report.sample.labelled,
        undecided=report.undecided.differ + report.undecided.cannot_judge,
        agreement=_measured(
            report.agreement.support.weighted, _bad_share(units, sizes, _everything)
        ),
        false_supported=_measured(
            report.judge.supports[0].precision.weighted.taken_from(1),
            _bad_share(units, sizes, _called_supported),
        ),
        faults=_faults(report),
        notes=list(notices(report)),
    )


def _faults(report: Report) -> list[str]:
    """Why labels say nothing of these verdicts under this rubric."""
    found = []
    if not report.blindness.seal_intact:
        found.append(
            "The seal of the sample is broken: verdicts changed after it was drawn. "
            "See: crosssource check"
        )
    if not report.blindness.chain_intact:
        found.append(
            "The label history is broken: label events, or decisions over them or of the audit, "
            "changed after they were written. See: crosssource check"
        )
    unlabelled = report.sample.drawn - report.sample.labelled
    if unlabelled and report.sample.labelled:
        found.append(
            f"{counted(unlabelled, 'drawn verdict')} still without a label, and what is left for "
            "later may be what is hard: label them too."
        )
    if report.sample.left_out:
        found.append(
            f"The sample {report.sample.name!r} was imported, and how its labels were chosen is "
            f"not known: they say nothing of the other "
            f"{counted(report.sample.left_out, 'verdict')} of its runs; draw a sample with: "
            "crosssource sample draw"
        )
    if report.people.other_rubric:
        found.append(
            f"{counted(report.people.other_rubric, 'label')} made under another version of the "
            "rubric than the one in force: label again under this one, or put that one back."
        )
    return found


def _measured(figure: Figure, bad: BadShare) -> Measured:
    value, swing = figure.value, figure.undecided
    down = up = 0.0
    if value is not None and swing is not None:
        down, up = max(0.0, value - swing.low), max(0.0, swing.high - value)
    return Measured(
        value=value,
        low=figure.low,
        high=figure.high,
        n=figure.n,
        why=figure.why,
        undecided=swing.items if swing else 0,
        down=down,
        up=up,
        known_bad=bad.known,
        total=bad.total,
        open=[OpenStratum(bad=one.count, labels=one.n, size=one.size) for one in bad.open],
    )


def _everything(_: Unit) -> bool:
    return True


def _called_supported(unit: Unit) -> bool:
    return unit.judged.support is Support.SUPPORTED


def _bad_share(
    units: Iterable[Unit], sizes: dict[str, int], counts: Callable[[Unit], bool]
) -> BadShare:
    """Verdicts on whose level judge and people differ, of those that count.

    A stratum that holds other verdicts too, and harness bugs, are taken out in proportion.
    """
    by_stratum: dict[str, list[Unit]] = {name: [] for name in sizes}
    for unit in units:
        by_stratum[unit.stratum].append(unit)
    known, total, shares = 0, 0, []
    for name, drawn in by_stratum.items():
        mine = [unit for unit in drawn if counts(unit)]
        if not mine:
            continue
        size = round(sizes[name] * len(mine) / len(drawn))
        labelled = [unit for unit in mine if unit.decision.state is State.DECIDED]
        bugs = sum(unit.decision.state is State.HARNESS_BUG for unit in mine)
        bad = sum(_differ(unit) for unit in labelled)
        if len(labelled) + bugs >= size:
            known, total = known + bad, total + len(labelled)
            continue
        # Bugs are in no figure: the rest of the stratum holds them at the rate seen.
        whole = size * len(labelled) // (len(labelled) + bugs) if labelled else size - bugs
        size = max(whole, len(labelled) + 1)
        shares.append(Share(count=bad, n=len(labelled), size=size))
        total += size
    return BadShare(known=known, total=total, open=tuple(shares))


def _differ(unit: Unit) -> bool:
    outcome = unit.decision.outcome
    return outcome is not None and outcome.support is not unit.judged.support
