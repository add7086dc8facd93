"""The human ceiling: how far people agree with each other, beside the judge's agreement with them.

No judge can be shown to be better than people agree: what it is held against is what people said.
The fair comparison is over the same verdicts, those that two people labelled: of every two people's
labels the share that agree, against the share of these labels that agree with the judge.
"""

from dataclasses import dataclass
from enum import StrEnum

from reports.estimation.figure import Figure
from reports.rendering.wording import counted, share_text
from reports.report import Report


class Place(StrEnum):
    """Where the judge's figure lies against the interval of people's."""

    BELOW = "below"
    WITHIN = "within"
    ABOVE = "above"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """People's agreement and the judge's, on the three levels."""

    people: Figure
    """Of two people's labels of a verdict, the share that agree; for the run where it can be said,
    else of the sample."""
    judge_on_same: Figure
    """Of the labels of the same verdicts the share that agree with the judge, for the run."""
    judge: Figure
    """The report's own figure, over every verdict with a decision."""
    place: Place | None
    """Of `judge_on_same`; None where either cannot be said of the run."""


def ceiling(report: Report) -> Ceiling | None:
    """The ceiling of a report; None where no two people gave an outcome to the same verdict."""
    people = report.people.together
    if people is None or people.agreement.raw.value is None:
        return None
    weighted, same = people.agreement.weighted, people.judge
    return Ceiling(
        people=weighted if weighted.value is not None else people.agreement.raw,
        judge_on_same=same,
        judge=report.agreement.support.weighted,
        place=_place(weighted, same),
    )


def _place(people: Figure, judge: Figure) -> Place | None:
    if people.low is None or people.high is None or judge.value is None:
        return None
    if judge.value < people.low:
        return Place.BELOW
    return Place.ABOVE if judge.value > people.high else Place.WITHIN


_MEANS = {
    Place.BELOW: "That is below the interval of people: they agree with each other more than the "
    "judge does with them.",
    Place.WITHIN: "That is within the interval of people: by these labels the judge cannot be told "
    "from one of them.",
    Place.ABOVE: "That is above what people agree on, and does not show the judge to be better "
    "than they are.",
}


def sentence(report: Report) -> str:
    """The ceiling in words; empty where there is none."""
    found = ceiling(report)
    if found is None:
        return ""
    of = "" if found.people.target == "run" else " of the sample"
    parts = [f"People agree with each other on {share_text(found.people, level=True)}{of}"]
    if found.judge.value is not None:
        parts.append(f"the judge agrees with people on {share_text(found.judge)}")
    text = f"{'; '.join(parts)}. No judge can be shown to be better than people agree."
    if found.place is not None:
        text += (
            f" On the same verdicts as they, the judge agrees with a person on "
            f"{share_text(found.judge_on_same)}. {_MEANS[found.place]}"
        )
    differ = report.undecided.differ
    if differ and found.judge.value is not None:
        unit = "claim" if report.unit == "claim" else "verdict"
        text += (
            f" The judge's figure over all verdicts leaves out the {counted(differ, unit)} on "
            "which people differ, which flatters it."
        )
    return text
