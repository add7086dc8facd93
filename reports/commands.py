"""`crosssource report`: the figures of a sample, on the screen or in files.

The statistics and pandas take seconds to import, so nothing of them is imported before the command
runs, and what draws pictures only where a page is asked for.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from corpus.console import put, workspace_option
from corpus.workspace import Workspace
from reports.options import level_option, seed_option
from reports.writing import formats_of, output_options, write_files

if TYPE_CHECKING:
    from reports.report import Report

FORMATS = ("terminal", "md", "html", "json", "csv")

EXAMPLE = """\b
Examples:
  crosssource report
  crosssource report --format html
  crosssource report --sample first --format md,csv --out reports/first
  crosssource report --sample first --judge lexical
  crosssource report --sample first --no-adjudication
  crosssource report --format json | jq .agreement.weighted
"""


@click.command(epilog=EXAMPLE)
@click.option(
    "--sample", "sample_name", metavar="NAME", help="Which sample (default: the only one)."
)
@click.option(
    "--judge",
    metavar="NAME",
    help="Whose verdicts the labels are held against: any judge of the same citations (default: "
    "the one the sample was drawn by).",
)
@output_options(FORMATS, "reports/<sample>, or reports/<sample>-<judge>")
@click.option(
    "--unit",
    type=click.Choice(["citation", "claim"]),
    default="citation",
    show_default=True,
    help="What is counted. A claim is as good as its best citation; it needs a labelled census.",
)
@click.option("--annotator", metavar="NAME", help="Count only this person's labels.")
@click.option(
    "--adjudicator",
    metavar="NAME",
    help="Whose label decides the items on which people differ; for labels given in place of "
    "crosssource adjudicate.",
)
@click.option(
    "--no-adjudication",
    is_flag=True,
    help="Leave stored decisions out: where people differ, the item is undecided.",
)
@level_option
@seed_option
@workspace_option
def report(
    workspace: Workspace,
    sample_name: str | None,
    judge: str | None,
    formats: str,
    out: Path | None,
    unit: str,
    annotator: str | None,
    adjudicator: str | None,
    no_adjudication: bool,
    level: float,
    seed: int,
) -> None:
    """Say how far judge and people agree, and whether the judge can be trusted.

    Every figure is computed through the sample design: the labelled verdicts stand for those that
    were not labelled. The terminal shows the answer; md, html, json and csv are written as files.
    """
    wanted = formats_of(formats, FORMATS)
    from labels.store import calibration, database
    from reports.assemble import build
    from reports.decision import adjudicated_by, has_labelled, without_adjudications
    from reports.units import UnitKind

    with database.opened(workspace) as connection:
        loaded = calibration.load(connection, workspace, sample_name, judge)
        earlier = (
            calibration.load(connection, workspace, loaded.carried_from, judge)
            if loaded.carried_from
            else None
        )
    if no_adjudication:
        loaded = without_adjudications(loaded)
    if adjudicator is not None:
        loaded = adjudicated_by(loaded, adjudicator, annotator)
    made_of = partial(build, unit=UnitKind(unit), annotator=annotator, level=level, seed=seed)
    made = made_of(loaded)
    if earlier is not None and (annotator is None or has_labelled(earlier, annotator)):
        made = replace(made, before=made_of(earlier))
    if "terminal" in wanted:
        from reports.rendering.page import page
        from reports.rendering.terminal import show_page

        show_page(page(made, full=False))
    if wanted == ["json"] and out is None:
        from reports.rendering.json_report import json_text

        put(json_text(made).rstrip("\n"))
        return
    write_files(out or workspace.reports / _folder(made), _files(made, wanted))


def _folder(made: "Report") -> str:
    """The sample's name; with the judge's, where it is not the one the sample was drawn by."""
    if not made.sample.drawn_by:
        return made.sample.name
    from labels.naming import slug

    return f"{made.sample.name}-{slug(made.provenance.judge)}"


def _files(made: "Report", wanted: list[str]) -> dict[str, str]:
    """The text of each file by its name."""
    files = {}
    if "md" in wanted:
        from reports.rendering.markdown import markdown_of
        from reports.rendering.page import page

        files["report.md"] = markdown_of(page(made, full=True))
    if "html" in wanted:
        from reports.rendering.html.document import html_of

        files["report.html"] = html_of(made)
    if "json" in wanted:
        from reports.rendering.json_report import json_text

        files["report.json"] = json_text(made)
    if "csv" in wanted:
        from reports.rendering.csv_report import csv_files

        files |= csv_files(made)
    return files
