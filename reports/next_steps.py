"""What to do after a report: each step with its command where there is one."""

import shlex

from reports.decision import State
from reports.estimation.weighting import by_verdict, total
from reports.rendering.wording import counted, draw_command, percent, share_text
from reports.report import Report


def next_steps(report: Report, *, unsettled: bool) -> tuple[str, ...]:
    """The steps, the most urgent first; at least one.

    Args:
        unsettled: whether more labels could change the answer.
    """
    sample = report.sample
    steps = []
    if not (report.blindness.seal_intact and report.blindness.chain_intact):
        steps.append("Do not use these figures before you know what changed: crosssource check")
    unlabelled = sample.drawn - sample.labelled
    if unlabelled:
        steps.append(
            f"Label the {counted(unlabelled, 'drawn verdict')} still without a label: "
            f"crosssource label --sample {shlex.quote(sample.name)} --annotator NAME"
        )
    steps.extend(_settling(report))
    steps.extend(_reading(report))
    drawable = not sample.census and not unlabelled and sample.origin == "drawn"
    if unsettled and drawable and sample.with_outcome:
        steps.append(_draw_more(report))
    if not steps:
        steps.append("Keep this report with the run, and draw a new sample for the next one.")
    return tuple(steps)


def _settling(report: Report) -> list[str]:
    """What the undecided items do to the figures; items, each once, whatever is counted."""
    states = {one.item.item_id: one.decision.state for one in report.findings.all}
    differ = sum(state is State.DIFFER for state in states.values())
    cannot = sum(state is State.CANNOT_JUDGE for state in states.values())
    if not differ + cannot:
        return []
    if not report.sample.with_outcome:
        effect = "without an outcome there is no figure."
    elif any(one.pair.weighted.undecided for one in report.figures):
        effect = "the figures may move within the ranges given for them."
    else:
        effect = "no figure here depends on them."
    how = ""
    if differ and report.people.adjudication is None:
        how = " With --adjudicator NAME the label of that person decides where people differ."
    return [
        f"Settle the {counted(differ + cannot, 'undecided item')} ({differ:,} where people differ, "
        f"{cannot:,} that nobody could judge): {effect}{how}"
    ]


def _reading(report: Report) -> list[str]:
    steps = []
    false = report.findings.unsupported_as_supported + report.findings.partial_as_supported
    if false:
        steps.append(
            f"Read the {counted(len(false), 'citation')} that the judge called supported and "
            "people did not; they are listed below."
        )
    if report.findings.bugs:
        steps.append(
            f"Mend what made the {counted(len(report.findings.bugs), 'harness bug')} listed below, "
            "then judge those items again."
        )
    rate = report.corrected.supported
    if (
        rate.human.weighted.value is not None
        and rate.judged is not None
        and not report.sample.census
    ):
        steps.append(
            f"Quote the corrected rate, not the judge's: people would call "
            f"{share_text(rate.human.weighted)} supported, the judge says {percent(rate.judged)}."
        )
    return steps


def _draw_more(report: Report) -> str:
    """A larger sample: labels stay with the sample they were given in, so it starts from none."""
    rows = by_verdict(report.sample.strata).get("supported", [])
    drawn, size = total(rows, "drawn"), total(rows, "size")
    wanted = min(size, max(4 * drawn, 60))
    whole = wanted >= size
    command = draw_command(
        runs=report.provenance.runs,
        judge=report.provenance.judge,
        supported="all" if whole else str(wanted),
        partial="all",
    )
    gain = (
        "leaves nothing to chance"
        if whole
        else f"of {wanted:,} supported verdicts (this one has {drawn:,}) has intervals about "
        f"{_shorter(wanted, drawn)}"
    )
    kind = "A sample of everything" if whole else "A new sample"
    return f"To settle what is open: {command}. {kind} {gain}; it starts without labels."


def _shorter(wanted: int, drawn: int) -> str:
    """How wide an interval is with more labels: by the root of their number."""
    if not drawn:
        return "as wide as that many labels allow"
    return f"{100 * (drawn / wanted) ** 0.5:.0f} % as wide"
