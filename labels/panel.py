"""Several judges on the citations of one sample's frame, and what people said of those drawn.

Unblinded. A sample is drawn by the verdicts of one judge, the drawing judge; what others say of the
same citations is counted here for every citation of the frame, drawn or not, so that labels made
once serve all of them. The store fills these (`labels.store.panel`), the reports read them, and
nothing of the labelling app can reach them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from labels.calibration import Calibration, HumanLabel, ItemAdjudication
from labels.outcome import Outcome, Support


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelJudge:
    """A judge with verdicts on the frame."""

    id: str
    name: str
    label: str
    """The name; with the first letters of the id where another judge here has the same name."""
    provenance: Mapping[str, str]
    drawing: bool
    """Whether the sample was drawn by this judge's verdicts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """The citations of one stratum of which every judge says the same."""

    stratum: str
    """Of the sample: by the drawing judge's verdict, and by what else the draw was divided."""
    said: tuple[Support | None, ...]
    """By judge, in the panel's order; None where a judge has no verdict."""
    size: int
    """Citations of the frame, 1 or more; counted, so it is known exactly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelItem:
    """One drawn citation with what every judge and every person says of it."""

    citation_id: str
    item_id: str
    stratum: str
    said: tuple[Outcome | None, ...]
    """By judge, in the panel's order; None where a judge has no verdict."""
    labels: tuple[HumanLabel, ...]
    """At most one an annotator, by annotator's name."""
    adjudication: ItemAdjudication | None = None
    """The last decision on its item that was not taken back; it decides where labels do not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A sample under several judges."""

    calibration: Calibration
    """Of the drawing judge, whole."""
    judges: tuple[PanelJudge, ...]
    """The drawing judge first where it is among them, then by name and id."""
    patterns: tuple[Pattern, ...]
    """Of the whole frame; their sizes add up to it."""
    items: tuple[PanelItem, ...]
    """Every drawn citation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """A citation of the frame of which two judges do not say the same."""

    citation_id: str
    item_id: str
    run: str
    case_id: str
    claim_id: str
    claim: str
    citation: str
    """The passage id, empty where the source gave none."""
    first: Outcome
    second: Outcome


def part_name(support: Support, stratum: str) -> str:
    """What a part of a stratum is called where a sample is cut by another judge's verdicts.

    The verdict of the judge at hand comes first, as in every stratum's name.
    """
    return f"{support} · drawn as {stratum}"
