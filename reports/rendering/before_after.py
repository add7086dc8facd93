"""A report of a mended run beside that of the run as it was: what the fix did to the figures."""

from collections.abc import Iterator

from labels.outcome import Outcome
from reports.rendering.figure_json import Json, figure_json
from reports.rendering.layout import Block, Section, Table, Text
from reports.rendering.wording import (
    OUTCOMES,
    UNDEFINED,
    counted,
    listing,
    number,
    percent,
    share_text,
)
from reports.report import Report


def before_after(report: Report) -> list[Section]:
    """The section; nothing where the report is of no mended run."""
    before = report.before
    if before is None:
        return []
    new = report.sample.drawn - report.sample.labelled
    blocks: list[Block] = [
        Text(
            text=f"{listing(list(report.provenance.runs))} beside "
            f"{listing(list(before.provenance.runs))}, of the sample {before.sample.name}: "
            f"{counted(report.carried, 'label')} followed to content that the fix left as it was; "
            f"{counted(new, 'item')} still to be labelled."
        ),
        Table(
            title="Before and after the fix",
            columns=("figure", "before", "after"),
            rows=tuple(_rows(before, report)),
        ),
    ]
    return [Section(title="Before and after", blocks=tuple(blocks))]


def before_json(report: Report) -> Json | None:
    """The figures as they were; null where the report is of no mended run."""
    before = report.before
    if before is None:
        return None
    return {
        "sample": before.sample.name,
        "runs": list(before.provenance.runs),
        "carried_labels": report.carried,
        "verdicts": before.sample.size,
        "judged": dict(before.judged),
        "judged_rate": before.corrected.supported.judged,
        "corrected": figure_json(before.corrected.supported.human.weighted, "rate"),
        "agreement": figure_json(before.agreement.support.weighted, "rate"),
        "harness_bugs": len(before.findings.bugs),
    }


def _rows(before: Report, after: Report) -> Iterator[tuple[str, ...]]:
    both = (before, after)
    yield "verdicts", *(f"{one.sample.size:,}" for one in both)
    for outcome in Outcome:
        counts = [one.judged[outcome] for one in both]
        if any(counts):
            yield f"judged {OUTCOMES[outcome]}", *map(number, counts)
    rates = [one.corrected.supported.judged for one in both]
    yield "supported, the judge says", *(UNDEFINED if r is None else percent(r) for r in rates)
    people = [one.corrected.supported.human.weighted for one in both]
    yield "supported, people would say", *map(share_text, people)
    yield "agreement, three levels", *(share_text(one.agreement.support.weighted) for one in both)
    yield "labelled harness bugs", *(f"{len(one.findings.bugs):,}" for one in both)
