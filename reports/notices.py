"""What a reader must know before any figure: where the labels come from and what is not whole."""

import shlex

from labels.outcome import Outcome, Support
from reports.adjudications import Adjudications
from reports.left_out_words import of_sample
from reports.people import People
from reports.rendering.wording import counted, draw_command, listing
from reports.report import Blindness, Report
from reports.stale_words import stale_sentence


def notices(report: Report) -> tuple[str, ...]:
    """The warnings of a report, the gravest first; empty where there is nothing to say."""
    found = [
        *integrity_notices(report.blindness),
        *_stale(report),
        *label_notices(report.people, report.provenance.annotator),
        *_gaps(report),
        *_other_judge(report),
    ]
    return tuple(text for text in found if text)


def integrity_notices(blindness: Blindness) -> list[str]:
    """Whether verdicts or labels were tampered with, or labels given with the verdicts known."""
    found = []
    if not blindness.seal_intact:
        found.append(
            "THE SEAL IS BROKEN: verdicts changed after the sample was drawn, so these figures "
            "compare labels with verdicts that were not the ones sampled. See: crosssource check"
        )
    if not blindness.chain_intact:
        found.append(
            "THE LABEL HISTORY IS BROKEN: label events, or decisions over them or of the audit, "
            "were changed after they were written. See: crosssource check"
        )
    if blindness.since_reveal:
        found.append(
            f"{counted(blindness.since_reveal, 'label')} given since {blindness.revealed_at}, when "
            "verdicts of these items were revealed, count nowhere here: they are not blind."
        )
    return found


def _stale(report: Report) -> list[str]:
    if report.stale is None:
        return []
    made = report.provenance
    return [
        stale_sentence(report.stale, sample=report.sample.name, runs=made.runs, judge=made.judge)
    ]


def label_notices(people: People, annotator: str | None) -> list[str]:
    """Where the labels come from, and whose alone count.

    Args:
        annotator: None for everybody's.
    """
    found = []
    if people.simulated:
        which = "" if people.simulated == people.labels else f" ({people.simulated:,} of them)"
        found.append(f"Simulated labels{which}: these figures show the demo, not people.")
    for one in people.imported:
        found.append(
            f"{counted(one.labels, 'label')} imported from {one.source}: whether they were made "
            "blind is not known."
        )
    if people.other_rubric:
        found.append(
            f"{counted(people.other_rubric, 'label')} made under another version of the rubric "
            "than the one in force."
        )
    found += _adjudication(people)
    found += _decisions(people.decisions)
    for name in people.disputed_only:
        found.append(
            f"{name} labelled nothing but items on which others differ, which bends the figures on "
            f"people; if they adjudicate, add: --adjudicator {shlex.quote(name)}"
        )
    if annotator is not None:
        found.append(f"Only the labels of {annotator} count here.")
    return found


def _adjudication(people: People) -> list[str]:
    done = people.adjudication
    if done is None:
        return []
    text = (
        f"Adjudicated: where labels differ, on {counted(done.differ, 'item')}, the label of "
        f"{done.name} decides ({done.decided:,} decided). All labels are kept"
    )
    if done.apart:
        return [f"{text}, and how far people agree is computed without {done.name}'s."]
    return [
        f"{text}; {done.name} labelled other items too, and is one of the people whose agreement "
        "is given."
    ]


def _decisions(done: Adjudications) -> list[str]:
    """What stored decisions do, and what is not as it should be with them."""
    found = []
    for one in done.by:
        found.append(f"Adjudicated: {one.name} decided {counted(one.items, 'item')}.")
        if one.labels:
            own = f", {one.over_own:,} of these decisions over a label of their own"
            found.append(
                f"{one.name} labelled {counted(one.labels, 'item')} of this sample too"
                f"{own if one.over_own else ''}."
            )
    if done.items:
        found.append(_decided_over(done))
    if done.void:
        are = "decision is" if done.void == 1 else "decisions are"
        found.append(
            f"{done.void:,} {are} void, because a label was changed afterwards: the item is "
            "undecided until crosssource adjudicate has asked again."
        )
    if done.left_out:
        found.append(
            f"The stored {'decision' if done.left_out == 1 else 'decisions'} on "
            f"{counted(done.left_out, 'item')} left out: labels alone count here."
        )
    return found


def _decided_over(done: Adjudications) -> str:
    over = [
        *([f"{done.differ:,} where people differ"] if done.differ else []),
        *([f"{done.cannot_judge:,} that nobody could judge"] if done.cannot_judge else []),
    ]
    text = f"Decided over labels: {listing(over)}"
    if done.unjudged:
        text += f"; {done.unjudged:,} of them the adjudicator could not judge either"
    if done.added_to:
        text += f"; {done.added_to:,} have a label that came after the decision"
    return f"{text}. All labels are kept, and how far people agree is computed without decisions."


def _gaps(report: Report) -> list[str]:
    found, sample = [], report.sample
    if sample.origin == "imported" and all(row.drawn == row.size for row in sample.strata):
        others = f" the {counted(sample.left_out, 'verdict')} of" if sample.left_out else ""
        found.append(
            "Imported sample: the labels decided which verdicts are in it, and the figures speak "
            f"of these alone, not of{others} its runs that nobody labelled."
        )
    elif sample.origin == "imported":
        found.append("Imported sample: how many verdicts it stands for is as its file says.")
    found += _without_category(report)
    found.append(of_sample(sample.confirmed, sample.confirmed_drawn))
    if sample.missing:
        has, counts = ("has", "counts") if sample.missing == 1 else ("have", "count")
        found.append(
            f"{counted(sample.missing, 'citation')} {has} no verdict (an error, a malformed "
            f"answer) and {counts} in no figure."
        )
    unlabelled = sample.drawn - sample.labelled
    if unlabelled and sample.labelled:
        has = "has" if unlabelled == 1 else "have"
        found.append(
            f"Labelling is not finished: {unlabelled:,} of {sample.drawn:,} drawn verdicts {has} "
            "no label. The figures hold if labelling stopped at a random place."
        )
    return found


def _without_category(report: Report) -> list[str]:
    """Where both say unsupported, and only one of them says how."""
    outcomes = [
        {one.decision.outcome, one.item.judged}
        for one in report.findings.all
        if one.decision.outcome is not None
        and one.decision.outcome.support is one.item.judged.support is Support.UNSUPPORTED
    ]
    n = sum(len(both) == 2 and Outcome.UNCATEGORISED in both for both in outcomes)
    if not n:
        return []
    return [
        f"Judge and people both say unsupported of {counted(n, 'citation')}, and only one of them "
        "says how: figures on outcomes and categories count that as a difference, which may be "
        "untrue."
    ]


def _other_judge(report: Report) -> list[str]:
    """What a sample of one judge's verdicts lacks for another one."""
    found, sample = [], report.sample
    if sample.drawn_by:
        found.append(
            f"The sample was drawn by the verdicts of {sample.drawn_by}. Its strata are cut once "
            f"more by those of {report.provenance.judge}, counted over the whole frame, so that "
            "the same labels serve both."
        )
    if sample.unjudged:
        have = "has" if sample.unjudged == 1 else "have"
        found.append(
            f"{counted(sample.unjudged, 'citation')} of the frame {have} no verdict of "
            f"{report.provenance.judge} and are left out."
        )
    empty = [row for row in sample.strata if not row.drawn]
    if sample.drawn_by and empty:
        command = draw_command(
            runs=report.provenance.runs,
            judge=report.provenance.judge,
            supported="60",
            by=sample.by,
            against=sample.drawn_by,
        )
        size = sum(row.size for row in empty)
        found.append(
            f"Nothing was drawn of {counted(size, 'citation')} "
            f"({', '.join(row.name for row in empty)}): figures that need them are undefined. A "
            f"sample of this judge's own verdicts has them: {command}"
        )
    return found
