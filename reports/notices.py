"""What a reader must know before any figure: where the labels come from and what is not whole."""

import shlex

from reports.rendering.wording import counted
from reports.report import Report


def notices(report: Report) -> tuple[str, ...]:
    """The warnings of a report, the gravest first; empty where there is nothing to say."""
    return tuple(text for text in (*_integrity(report), *_labels(report), *_gaps(report)) if text)


def _integrity(report: Report) -> list[str]:
    found = []
    if not report.blindness.seal_intact:
        found.append(
            "THE SEAL IS BROKEN: verdicts changed after the sample was drawn, so these figures "
            "compare labels with verdicts that were not the ones sampled. See: crosssource check"
        )
    if not report.blindness.chain_intact:
        found.append(
            "THE LABEL HISTORY IS BROKEN: label events were changed after they were written. "
            "See: crosssource check"
        )
    return found


def _labels(report: Report) -> list[str]:
    found, people = [], report.people
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
    found += _adjudication(report)
    for name in people.disputed_only:
        found.append(
            f"{name} labelled nothing but items on which others differ, which bends the figures on "
            f"people; if they adjudicate, add: --adjudicator {shlex.quote(name)}"
        )
    if report.provenance.annotator is not None:
        found.append(f"Only the labels of {report.provenance.annotator} count here.")
    return found


def _adjudication(report: Report) -> list[str]:
    done = report.people.adjudication
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


def _gaps(report: Report) -> list[str]:
    found, sample = [], report.sample
    if sample.origin == "imported":
        found.append(
            "Imported sample: the labels decided which verdicts are in it, and the figures speak "
            "of these alone."
        )
    if sample.missing:
        verb = "has" if sample.missing == 1 else "have"
        found.append(
            f"{counted(sample.missing, 'citation')} {verb} no verdict (an error, a malformed "
            "answer) and count in no figure."
        )
    unlabelled = sample.drawn - sample.labelled
    if unlabelled and sample.labelled:
        found.append(
            f"Labelling is not finished: {unlabelled:,} of {sample.drawn:,} drawn verdicts have "
            "no label. The figures hold if labelling stopped at a random place."
        )
    return found
