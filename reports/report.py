"""The report as values: everything that any rendering shows, and nothing of how it looks.

`report.json` is this, key by key; its shape is an interface.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from labels.authorship import QuestionAuthors
from labels.outcome import Outcome
from reports.classes import JudgeQuality
from reports.configurations import Configurations
from reports.confusion import Confusion
from reports.corrected import Corrected
from reports.estimation.figure import Figure, Pair
from reports.findings import Findings
from reports.people import People
from reports.slices import SliceField
from reports.staleness import Staleness
from reports.units import UnitKind


@dataclass(frozen=True, slots=True, kw_only=True)
class StratumRow:
    """One stratum with what became of its verdicts, in units of the report."""

    name: str
    size: int
    """N_h."""
    drawn: int
    labelled: int
    """Drawn ones that somebody has labelled: decided, harness bugs and undecided."""
    decided: int
    """n_h: with a decision, harness bugs included."""
    undecided: int
    harness_bugs: int
    weight: float | None
    """N_h / n_h; None where nothing is decided."""

    @property
    def with_outcome(self) -> int:
        """Decided ones that count in the figures: harness bugs left out."""
        return self.decided - self.harness_bugs

    @property
    def unlabelled(self) -> int:
        """Drawn and not labelled yet."""
        return self.drawn - self.labelled


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What was drawn from what."""

    name: str
    origin: str
    """`drawn` or `imported`."""
    seed: int | None
    """Of the draw; None for an imported sample."""
    drawn_at: str
    frame_size: int
    """N verdicts with a value, always counted by citation."""
    missing: int
    """Verdicts without a value: in no figure."""
    by: tuple[str, ...]
    """The further fields that the strata were made of."""
    drawn_by: str
    """The judge whose verdicts were drawn, where the report is of another one; empty otherwise."""
    unjudged: int
    """Citations of the frame that the other judge has not judged: left out."""
    confirmed: int
    """Verdicts that the audit confirmed as harness bugs: left out of frame, strata and figures."""
    confirmed_drawn: int
    """Those of them that were drawn."""
    left_out: int
    """Verdicts of the runs that nobody chose labels from by known chances: an imported sample says
    nothing of them."""
    closed: bool
    strata: tuple[StratumRow, ...]
    self_weighting: bool
    """Whether every label stands for equally many verdicts, so that raw figures equal weighted."""

    @property
    def size(self) -> int:
        """N, in units of the report."""
        return sum(row.size for row in self.strata)

    @property
    def drawn(self) -> int:
        """All that was drawn."""
        return sum(row.drawn for row in self.strata)

    @property
    def labelled(self) -> int:
        """All that somebody has labelled."""
        return sum(row.labelled for row in self.strata)

    @property
    def decided(self) -> int:
        """All with a decision, harness bugs included."""
        return sum(row.decided for row in self.strata)

    @property
    def with_outcome(self) -> int:
        """All that count in the figures; where it is 0 nothing can be said of the judge."""
        return sum(row.with_outcome for row in self.strata)

    @property
    def census(self) -> bool:
        """Whether every verdict of the frame has a decision."""
        return bool(self.strata) and all(row.decided == row.size for row in self.strata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided:
    """Labelled items without a decision, by why."""

    differ: int
    cannot_judge: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Plain agreement, on three levels, on two, and on outcomes."""

    support: Pair
    """supported / partial / unsupported: the headline."""
    binary: Pair
    """supported or not."""
    outcome: Pair
    """With the failure category."""
    at_least: Figure
    """The one-sided lower limit of `support` at the report's level, as its value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappas:
    """Cohen's kappa. Linear weights match a scoring of 1, 1/2 and 0."""

    nominal: Pair
    linear: Pair
    quadratic: Pair
    binary: Pair
    outcome: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Gwet:
    """Gwet's coefficients: AC1, and AC2 with the weights of kappa."""

    nominal: Pair
    linear: Pair
    quadratic: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Alphas:
    """Krippendorff's alpha of judge and people, on the three levels."""

    ordinal: Pair
    nominal: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Blindness:
    """What shows that labels were given without knowledge of the verdicts."""

    sealed_sha256: str
    seal_intact: bool
    chain_intact: bool
    revealed_at: str | None = None
    """When the verdicts were first shown to people; None where they were not."""
    since_reveal: int = 0
    """Labels given since, which count nowhere in this report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What made this report, and of what."""

    tool_version: str
    tool_versions: tuple[str, ...]
    """Of every verdict and label in it."""
    judge: str
    runs: tuple[str, ...]
    rubric: str
    """The version in force."""
    annotator: str | None
    """Whose labels alone count; None for everybody's."""
    seed: int
    """Of the predictive draws."""
    level: float
    generated_at: str


class Named(NamedTuple):
    """A figure with the name that files give it: `precision.supported`."""

    name: str
    pair: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything."""

    unit: UnitKind
    sample: Sample
    authors: QuestionAuthors
    """Who wrote the questions of the runs."""
    undecided: Undecided
    agreement: Agreement
    kappa: Kappas
    ac: Gwet
    alpha: Alphas
    mcc: Pair
    support: Confusion
    outcome: Confusion
    judge: JudgeQuality
    corrected: Corrected
    bug_share: Pair
    """The share of harness bugs among the frame's verdicts."""
    slices: tuple[SliceField, ...]
    """Empty where claims are counted, or an imported sample's frame is not known."""
    configurations: Configurations
    findings: Findings
    people: People
    blindness: Blindness
    provenance: Provenance
    stale: Staleness | None
    """What changed since the verdicts were given; None where nothing is known to have."""
    judged: Mapping[Outcome, float]
    """How many verdicts of the frame the judge gave each outcome; from what was drawn where a
    stratum holds several."""
    carried: int
    """Labels that followed from the sample of the run that this one mends."""
    before: "Report | None" = None
    """The report of that sample; None where this one mends no run."""

    @property
    def figures(self) -> tuple[Named, ...]:
        """Every figure by its name, in the order in which a report gives them."""
        named = [
            Named("agreement", self.agreement.support),
            Named("agreement.binary", self.agreement.binary),
            Named("agreement.outcome", self.agreement.outcome),
            Named("kappa", self.kappa.nominal),
            Named("kappa.linear", self.kappa.linear),
            Named("kappa.quadratic", self.kappa.quadratic),
            Named("kappa.binary", self.kappa.binary),
            Named("kappa.outcome", self.kappa.outcome),
            Named("ac1", self.ac.nominal),
            Named("ac2.linear", self.ac.linear),
            Named("ac2.quadratic", self.ac.quadratic),
            Named("alpha", self.alpha.ordinal),
            Named("alpha.nominal", self.alpha.nominal),
            Named("mcc", self.mcc),
            Named("tpr", self.judge.tpr),
            Named("tnr", self.judge.tnr),
            Named("flag_precision", self.judge.flag_precision),
        ]
        for one in (*self.judge.supports, *self.judge.categories):
            named += [
                Named(f"precision.{one.name}", one.precision),
                Named(f"recall.{one.name}", one.recall),
                Named(f"specificity.{one.name}", one.specificity),
                Named(f"f1.{one.name}", one.f1),
            ]
        named += [Named(f"corrected.{one.name}", one.human) for one in self.corrected.shares]
        named += [
            Named("corrected.partial_as_half", self.corrected.human_half),
            Named("harness_bugs", self.bug_share),
        ]
        return tuple(named)
