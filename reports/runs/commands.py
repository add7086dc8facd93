"""`crosssource compare`: two runs on the same questions, on the screen or in files.

The statistics take seconds to import, so nothing of them is imported before the command runs.
"""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from corpus.console import put, say, workspace_option
from corpus.errors import InputError
from corpus.workspace import Workspace
from reports.options import level_option, seed_option
from reports.writing import formats_of, output_options, write_files

if TYPE_CHECKING:
    from reports.runs.comparison import Comparison

FORMATS = ("terminal", "md", "json")

EXAMPLE = """\b
Examples:
  crosssource compare baseline strict
  crosssource compare baseline strict --judge lexical --format md,json
  crosssource compare baseline strict --format json | jq .answer.headline
"""


@click.command(epilog=EXAMPLE)
@click.argument("first", metavar="RUN")
@click.argument("second", metavar="RUN")
@click.option("--judge", metavar="NAME", help="Whose verdicts count (default: the only judge).")
@output_options(FORMATS, "reports/<run>-<run>")
@level_option
@seed_option
@workspace_option
def compare(
    workspace: Workspace,
    first: str,
    second: str,
    judge: str | None,
    formats: str,
    out: Path | None,
    level: float,
    seed: int,
) -> None:
    """Say in which figures one run is better than another.

    The runs are compared question by question, on the questions that both were asked. Differences
    are those of the second RUN less the first. The terminal shows the answer; md and json are
    written as files, json alone goes to the screen.
    """
    wanted = formats_of(formats, FORMATS)
    if first == second:
        raise InputError(f"{first!r} cannot be compared with itself; name two runs.")
    from labels.store import database
    from reports.runs import comparison
    from reports.runs.stored import other_grounds, scores_of

    names = (first, second)
    with database.opened(workspace) as connection:
        scores = scores_of(connection, names, judge)
        grounds = other_grounds(connection, names)
    for ground in grounds:
        say(
            f"Warning: the two runs were made over another {ground}; a difference between them may "
            "be that, and not the configuration."
        )
    made = comparison.compare(names, scores.first, scores.second, seed=seed, level=level)
    made = replace(made, bugs=scores.bugs)
    if "terminal" in wanted:
        from reports.compare import page
        from reports.rendering.terminal import show_page

        show_page(page(made))
    if wanted == ["json"] and out is None:
        from reports.compare_json import json_text

        put(json_text(made).rstrip("\n"))
        return
    write_files(out or workspace.reports / f"{first}-{second}", _files(made, wanted))


def _files(made: "Comparison", wanted: list[str]) -> dict[str, str]:
    """The text of each file by its name."""
    files = {}
    if "md" in wanted:
        from reports.compare import page
        from reports.rendering.markdown import markdown_of

        files["comparison.md"] = markdown_of(page(made))
    if "json" in wanted:
        from reports.compare_json import json_text

        files["comparison.json"] = json_text(made)
    return files
