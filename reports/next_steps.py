"""What to do after a report: each step with its command where there is one."""

from reports.estimation.weighting import by_verdict, total
from reports.rendering.wording import counted, percent, share_text
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
            f"crosssource label --sample {sample.name} --annotator NAME"
        )
    undecided = report.undecided.differ + report.undecided.cannot_judge
    if undecided:
        steps.append(
            f"Settle the {counted(undecided, 'undecided item')} "
            f"({report.undecided.differ} where people differ, {report.undecided.cannot_judge} "
            "that nobody could judge): the figures may move within the ranges given for them."
        )
    steps.extend(_reading(report))
    if unsettled and not sample.census and not unlabelled and sample.origin == "drawn":
        steps.append(_draw_more(report))
    if not steps:
        steps.append("Keep this report with the run, and draw a new sample for the next one.")
    return tuple(steps)


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
    rows = by_verdict(report.sample.strata).get("supported", [])
    drawn, size = total(rows, "drawn"), total(rows, "size")
    wanted = min(size, max(4 * drawn, 60))
    amount = "all" if wanted >= size else str(wanted)
    return (
        f"To settle what is open, draw four times as many supported verdicts (now {drawn:,}), "
        f"which about halves the intervals: crosssource sample draw --supported {amount}"
    )
