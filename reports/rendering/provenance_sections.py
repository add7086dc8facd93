"""Where a report comes from, and how its intervals are made: the last sections of a page."""

from reports.rendering.layout import Listed, Section, Text
from reports.rendering.wording import METHOD_LEGENDS, METHODS, counted, level_text
from reports.report import Report


def provenance(report: Report) -> Section:
    """People, sample, seal, history, rubric, judge and tool."""
    made, blind = report.provenance, report.blindness
    points = []
    for one in report.people.annotators:
        pace = "" if one.median_seconds is None else f", {one.median_seconds:.0f} s each (median)"
        extra = (
            f"; {one.cannot_judge} cannot judge, {counted(one.harness_bugs, 'harness bug')}"
            if one.cannot_judge or one.harness_bugs
            else ""
        )
        points.append(("people", f"{one.name}: {counted(one.labels, 'label')}{pace}{extra}"))
    for who in report.people.decisions.by:
        points.append(("adjudicator", f"{who.name}: {counted(who.items, 'item')} decided"))
    seed = "none (imported)" if report.sample.seed is None else str(report.sample.seed)
    points += [
        (
            "sample",
            f"{report.sample.origin} {report.sample.drawn_at}, seed {seed}, "
            f"{'closed' if report.sample.closed else 'open'}",
        ),
        (
            "seal",
            f"{blind.sealed_sha256[:16]}…, "
            + ("no verdict changed since the draw" if blind.seal_intact else "BROKEN"),
        ),
        (
            "history",
            "the chain of label and decision hashes "
            + ("verifies" if blind.chain_intact else "is BROKEN"),
        ),
        (
            "verdicts",
            f"first revealed at {blind.revealed_at}, here or in a sample of the same items"
            if blind.revealed_at
            else "never revealed to annotators by sample reveal",
        ),
        (
            "rubric",
            f"{made.rubric[:16]} in force; {counted(report.people.other_rubric, 'label')} under "
            "another",
        ),
        ("judge", made.judge),
        ("runs", ", ".join(made.runs)),
        ("made", f"{made.generated_at} by crosssource {made.tool_version}, seed {made.seed}"),
    ]
    return Section(title="Where this comes from", blocks=(Listed(points=tuple(points)),))


def methods(report: Report) -> Section:
    """A line for each kind of interval in the report."""
    level = level_text(report.provenance.level)
    used = {one.pair.weighted.method for one in report.figures}
    used |= {one.corrected.method for one in report.configurations.differences}
    used |= {one.rate.method for one in report.corrected.others}
    points = tuple(
        (METHODS[method], text) for method, text in METHOD_LEGENDS.items() if method in used
    )
    first = Text(
        text=f"All are at {level} and speak of this run, but for those said to be for new verdicts."
    )
    return Section(title="How the intervals are made", blocks=(first, Listed(points=points)))
