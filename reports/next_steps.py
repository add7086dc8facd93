"""What to do after a report: each step with its command where there is one."""

import shlex
from collections.abc import Mapping

from corpus.errors import InputError
from reports.decision import State
from reports.estimation.weighting import by_verdict, total
from reports.findings import Finding
from reports.planning.figures import figure_named
from reports.planning.settling import Settling, counts_of, settling
from reports.planning.words import expected_text
from reports.rendering.wording import counted, draw_command, listing, percent, share_text
from reports.report import Report


def next_steps(
    report: Report, *, unsettled: Mapping[str, str], mark: float, least: int
) -> tuple[str, ...]:
    """The steps, the most urgent first; at least one.

    Args:
        unsettled: the uses of the judge that more labels could settle, each with its figure.
        mark: the share on one side of which an interval must lie for a use to be settled.
        least: labels that must be behind it.
    """
    sample = report.sample
    steps = []
    if not (report.blindness.seal_intact and report.blindness.chain_intact):
        steps.append("Do not use these figures before you know what changed: crosssource check")
    unlabelled = sample.drawn - sample.labelled
    if unlabelled:
        steps.append(_labelling(report, unlabelled))
    if sample.left_out:
        command = draw_command(
            runs=report.provenance.runs,
            judge=report.provenance.judge,
            supported="60",
            partial="all",
        )
        steps.append(
            f"Draw a sample whose chances are known, of all verdicts of these runs: {command}. "
            "Where the file knows how its rows were chosen, import it with the columns stratum and "
            "inclusion_probability instead."
        )
    steps.extend(_settling(report))
    steps.extend(_reading(report))
    drawable = not sample.census and not unlabelled and sample.origin == "drawn"
    if unsettled and drawable and sample.with_outcome:
        steps.extend(_draw_more(report, unsettled, mark=mark, least=least))
    if not steps:
        steps.append("Keep this report with the run, and draw a new sample for the next one.")
    return tuple(steps)


def _labelling(report: Report, unlabelled: int) -> str:
    """What becomes of the drawn verdicts without a label."""
    name = shlex.quote(report.sample.name)
    if report.blindness.revealed_at is not None:
        made = report.provenance
        return (
            f"The {counted(unlabelled, 'drawn verdict')} without a label can have no blind one any "
            "more, since the verdicts were revealed; for more labels draw another sample: "
            f"{draw_command(runs=made.runs, judge=made.judge, supported='60')}"
        )
    command = f"crosssource label --sample {name} --annotator NAME"
    if report.sample.closed:
        command = f"crosssource sample reopen {name}, then {command}"
    return f"Label the {counted(unlabelled, 'drawn verdict')} still without a label: {command}"


def _settling(report: Report) -> list[str]:
    """What the undecided items do to the figures; items, each once, whatever is counted."""
    states = {
        one.item.item_id: one.decision.state
        for one in report.findings.all
        if not _left_open_knowingly(one)
    }
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
    return [
        f"Settle the {counted(differ + cannot, 'undecided item')} ({differ:,} where people differ, "
        f"{cannot:,} that nobody could judge): {effect} Have them "
        f"adjudicated: {_adjudicate(report)}"
    ]


def _left_open_knowingly(one: Finding) -> bool:
    """Whether the adjudicator has said already that nobody can judge it."""
    return one.decision.adjudicated and one.item.adjudication is not None


def _adjudicate(report: Report) -> str:
    """The command; a closed sample takes no decision before it is opened again."""
    sample = shlex.quote(report.sample.name)
    command = f"crosssource adjudicate --sample {sample} --adjudicator NAME"
    if report.sample.closed:
        return f"crosssource sample reopen {sample}, then {command}"
    return command


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
            "then judge again what that touches: crosssource rescore RUN (crosssource audit finds "
            "others like them)."
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


def _draw_more(
    report: Report, unsettled: Mapping[str, str], *, mark: float, least: int
) -> list[str]:
    """A larger sample for each use that one can settle, the smallest first."""
    drawn, size = (
        total(by_verdict(report.sample.strata).get("supported", []), field)
        for field in ("drawn", "size")
    )
    try:
        cells = counts_of(report)
        found = {
            use: settling(
                cells,
                figure_named(figure),
                above=drawn,
                mark=mark,
                least=least,
                level=report.provenance.level,
            )
            for use, figure in unsettled.items()
        }
    except InputError:  # strata that mix verdicts, or one without an outcome
        return []
    by_labels: dict[int, dict[str, Settling]] = {}
    for use, one in found.items():
        if one.labels is not None:
            by_labels.setdefault(one.labels, {})[use] = one
    steps = [
        _larger(report, labels, by_labels[labels], drawn=drawn, size=size)
        for labels in sorted(by_labels)
    ]
    never = [f"{use} ({one.why})" for use, one in found.items() if one.labels is None]
    if never:
        steps.append(f"No further label settles whether to trust it {listing(never, last='or')}.")
    return steps


def _larger(
    report: Report, labels: int, uses: Mapping[str, Settling], *, drawn: int, size: int
) -> str:
    """Labels stay with the sample that they were given in, so a new one starts from none."""
    command = draw_command(
        runs=report.provenance.runs,
        judge=report.provenance.judge,
        supported="all" if labels >= size else str(labels),
        partial="all",
        by=report.sample.by,
        against=report.sample.drawn_by,
    )
    aim = f"To settle whether to trust it {listing(list(uses), last='or')}: {command}."
    if labels >= size:
        return (
            f"{aim} Only a sample of everything does, as things stand; it leaves nothing to "
            "chance, and starts without labels."
        )
    expected = listing(
        [
            expected_text(one.low, one.high, share=True)
            for one in uses.values()
            if one.low is not None and one.high is not None
        ]
    )
    return (
        f"{aim} A new sample of {labels:,} supported verdicts, {labels - drawn:,} more than this "
        f"one, settles it four times in five if the rates stay as they are (expected interval "
        f"{expected}); it starts without labels."
    )
