"""`crosssource judges`: several judges of the same citations, on the screen or in files.

The statistics take seconds to import, so nothing of them is imported before the command runs.
"""

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import click

from corpus.console import put, workspace_option
from corpus.workspace import Workspace
from reports.options import level_option, seed_option
from reports.writing import formats_of, output_options, write_files

if TYPE_CHECKING:
    from reports.judges.comparison import JudgeComparison

FORMATS = ("terminal", "md", "json", "csv")

EXAMPLE = """\b
Examples:
  crosssource judges
  crosssource judges --sample pilot --judge gpt-4 --judge lexical
  crosssource judges --format json | jq .answer.headline
"""


@click.command(epilog=EXAMPLE)
@click.option(
    "--sample", "sample_name", metavar="NAME", help="Whose labels (default: the only sample)."
)
@click.option(
    "--judge",
    "names",
    multiple=True,
    metavar="NAME",
    help="Which judges, by name (all versions of it) or by the beginning of an id (default: all "
    "who judged the sample's citations).",
)
@output_options(FORMATS, "reports/<sample>-judges")
@click.option("--annotator", metavar="NAME", help="Count only this person's labels.")
@click.option(
    "--flips",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    metavar="N",
    help="How many citations on which two judges differ the terminal shows; files have them all.",
)
@level_option
@seed_option
@workspace_option
def judges(
    workspace: Workspace,
    sample_name: str | None,
    names: tuple[str, ...],
    formats: str,
    out: Path | None,
    annotator: str | None,
    flips: int,
    level: float,
    seed: int,
) -> None:
    """Say which of several judges is better, and where they differ.

    Any judges of the same citations: other models, versions of one, versions of a prompt. Labels
    that people gave once serve all of them, through the design of the sample they were given in.
    The terminal shows the answer; md, json and csv are written as files.
    """
    wanted = formats_of(formats, FORMATS)
    from labels.store import database, panel
    from reports.judges.comparison import compare_judges

    with database.opened(workspace) as connection:
        loaded = panel.load(connection, workspace, sample_name, names)
        numbers = range(len(loaded.judges))
        found = {
            (first, second): tuple(
                panel.flips(
                    connection,
                    loaded.calibration.sample,
                    loaded.judges[first].id,
                    loaded.judges[second].id,
                    flips if wanted == ["terminal"] else None,
                )
            )
            for first, second in combinations(numbers, 2)
        }
    made = compare_judges(loaded, found, annotator=annotator, level=level, seed=seed)
    if "terminal" in wanted:
        from reports.judges.page import page
        from reports.rendering.terminal import show_page

        show_page(page(made, full=False, flips=flips))
    if wanted == ["json"] and out is None:
        from reports.judges.files import json_text

        put(json_text(made).rstrip("\n"))
        return
    write_files(out or workspace.reports / f"{made.sample}-judges", _files(made, wanted))


def _files(made: "JudgeComparison", wanted: list[str]) -> dict[str, str]:
    """The text of each file by its name."""
    files = {}
    if "md" in wanted:
        from reports.judges.page import page
        from reports.rendering.markdown import markdown_of

        files["judges.md"] = markdown_of(page(made, full=True))
    if "json" in wanted:
        from reports.judges.files import json_text

        files["judges.json"] = json_text(made)
    if "csv" in wanted:
        from reports.judges.files import csv_files

        files |= csv_files(made)
    return files
