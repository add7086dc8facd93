"""A sample with its verdicts and its labels side by side: what a report is computed from.

Unblinded. The store fills these (`labels.store.calibration`), the reports read them, and nothing
of the labelling app can reach them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from labels.authorship import QuestionAuthors
from labels.grounds import ThenAndNow
from labels.label import Evidence
from labels.outcome import Choice, HarnessBug, Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Stratum:
    """A class of the frame from which verdicts were drawn at random, each with the same chance."""

    name: str
    """`unsupported`, or with further fields: `supported · run=strict`."""
    size: int
    """N_h: the verdicts of the frame in this stratum."""
    drawn: int
    """Verdicts drawn, whether labelled yet or not; `drawn == size` is a census."""

    @property
    def inclusion_probability(self) -> float:
        """drawn / size, 0 to 1."""
        return self.drawn / self.size


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanLabel:
    """What one person says of one item now, after all undoing."""

    annotator: str
    choice: Choice
    outcome: Outcome | None
    """None for `cannot_judge` and `harness_bug`."""
    bug: HarnessBug | None
    """Set where the choice is `harness_bug`."""
    note: str
    """Empty where there is none."""
    seconds: float | None
    """From the item's first sight to the label; None where it was not measured."""
    labelled_at: str
    """ISO time, UTC."""
    rubric: str
    """The version (hash) of the rubric in force."""
    source: str
    """`labeller`, `simulated`, or the file the label was imported from."""
    evidence: Evidence | None = None
    """What of the passage decides the item, with its offsets; None where nothing is marked."""
    found: str | None = None
    """The id of the passage that they found to support the claim; None where the category, if
    there is one, is their word for it."""
    highlighted: bool | None = None
    """True where the claim's words were highlighted for them; None where they were not."""
    adjudicates: bool = False
    """Whether it is the adjudicator's: it decides the item where people differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemAdjudication:
    """What an adjudicator decided of one item, over people's labels of it."""

    adjudicator: str
    choice: Choice
    outcome: Outcome | None
    """None for `cannot_judge` and `harness_bug`."""
    bug: HarnessBug | None
    """Set where the choice is `harness_bug`."""
    reason: str
    """Never empty. `as A says` means the first of `over`."""
    over: tuple[str, ...]
    """Whose labels it was made over, in the order in which they were shown: A, B, C …"""
    added: tuple[str, ...]
    """Who has labelled the item since, by name; the decision stands."""
    void: bool
    """Whether a label that it was made over was changed since: then it decides nothing."""
    decided_at: str
    """ISO time, UTC."""
    rubric: str
    """The version (hash) of the rubric in force."""
    tool_version: str

    @property
    def over_own(self) -> bool:
        """Whether one of the labels was the adjudicator's own."""
        return self.adjudicator in self.over


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationItem:
    """One drawn verdict with its texts and the labels of its item."""

    verdict_id: str
    item_id: str
    stratum: str
    run: str
    config: str
    """Empty where the run does not say."""
    case_id: str
    claim_id: str
    judged: Outcome
    judge_reason: str
    judge_evidence: str
    question: str
    answer: str
    claim: str
    citation: str
    """The passage id, empty where the source gave none."""
    passage: str
    importance: int | None
    labels: tuple[HumanLabel, ...]
    """At most one an annotator, by annotator's name."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Its value in each field by which the frame can be sliced."""
    adjudication: ItemAdjudication | None = None
    """The last decision on its item that was not taken back; it decides where labels do not."""


NO_VALUE = "(none)"
"""Of a verdict that has no value in a field that others have."""


class FrameCell(NamedTuple):
    """Verdicts of the frame that are alike in a field."""

    stratum: str
    value: str
    """Of the field."""
    judged: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameField:
    """A field by which the frame can be sliced: a column of the import, the configuration."""

    name: str
    cells: Mapping[FrameCell, int]
    """How many verdicts of the frame, drawn or not, lie in each cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """One person's two labels of one item, each given blind in the labelling app: in this sample
    where it was shown a second time, or in two samples."""

    annotator: str
    item_id: str
    first: Choice
    second: Choice
    first_outcome: Outcome | None
    """None for `cannot_judge` and `harness_bug`."""
    second_outcome: Outcome | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """Whether the verdicts are still those the sample was drawn from."""

    sha256: str
    """Of the frame's verdicts, as it was written when the sample was drawn."""
    intact: bool
    """Whether the verdicts in the database still give that hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """One sample, whole."""

    sample: str
    judge: str
    """The judge's name as its provenance gives it."""
    runs: tuple[str, ...]
    seed: int | None
    """None for a sample that came with an import."""
    origin: str
    """`drawn`, or `imported`: the labels decide which verdicts are in it."""
    drawn_at: str
    frame_size: int
    """N: the verdicts with a value in the frame; the sum of the strata's sizes."""
    missing: int
    """Verdicts of the frame's runs that have no value; in no denominator."""
    strata: tuple[Stratum, ...]
    items: tuple[CalibrationItem, ...]
    seal: Seal
    rubric: str
    """The version (hash) of the rubric now in force."""
    closed: bool
    chain_intact: bool
    """Whether the hash chains of label events and of decisions over them verify."""
    tool_versions: tuple[str, ...]
    """Every version that wrote a verdict, a label or a decision of this sample."""
    repeats: tuple[Repeat, ...] = ()
    """Second answers to items of this sample, here or in another one: they count nowhere else."""
    fields: tuple[FrameField, ...] = ()
    """What the frame can be sliced by; empty where the frame of an imported sample is unknown."""
    by: tuple[str, ...] = ()
    """The further fields that the strata were made of when the sample was drawn."""
    drawn_by: str = ""
    """The judge whose verdicts the sample was drawn by, where `judge` is another one: the strata
    are then cut by the verdicts of both. Empty otherwise."""
    unjudged: int = 0
    """Citations of the frame on which `judge` has no verdict, where it is another one: left out."""
    left_out: int = 0
    """Verdicts of these runs that an imported sample says nothing of: its labels decided which are
    in it, and no chance of theirs is known."""
    grounds: ThenAndNow | None = None
    """What the calibration stands on, then and now; None where nothing is known of it."""
    adjudications_left_out: int = 0
    """Items whose stored decision was taken out of `items`, at the reader's wish."""
    claim_sizes: Mapping[tuple[str, str, str], int] = field(default_factory=dict)
    """How many citations each (run, case_id, claim_id) has in its run, in the sample or not; a
    claim that is not in it has an unknown number."""
    confirmed: int = 0
    """Verdicts of the frame that are harness bugs, as the audit confirmed: they are in no stratum,
    as if they had never been in the frame (an estimate where the frame is not here)."""
    confirmed_drawn: int = 0
    """Those of them that were drawn; their labels are kept and stand in no item."""
    carried_from: str = ""
    """The sample whose labels followed to this one, of a mended run; empty: none."""
    carried: int = 0
    """Labels that followed: given in the other sample, on the same content."""
    revealed_at: str | None = None
    """When the verdicts were first shown to people; None where they were not."""
    authors: QuestionAuthors = field(default_factory=QuestionAuthors)
    """Who wrote the questions of the runs."""
    since_reveal: int = 0
    """Labels given since: they are no longer blind and stand in no item."""
