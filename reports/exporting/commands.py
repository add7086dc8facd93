"""`crosssource export`: labels, verdicts, calibration data and whole studies, for other tools.

Everything goes to stdout, or with `--out` to a file that is whole or absent.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from corpus.amount import count
from corpus.console import put, say, workspace_option
from corpus.files import write_atomically
from corpus.outputs import refuse_taken
from corpus.workspace import Workspace
from reports.exporting.tables import csv_lines, json_lines

if TYPE_CHECKING:
    from labels.calibration import Calibration

EXAMPLE = """\b
Examples:
  crosssource export labels --out labels.jsonl
  crosssource export calibration --out calibration.csv
  crosssource export everything --out study.jsonl
"""

Lines = Iterable[str]


@click.group(epilog=EXAMPLE)
def export() -> None:
    """Write labels, verdicts, scores or the whole study for other tools.

    What is written can be read back: labels with import --sample, verdicts with import, everything
    with restore.

    Not for whoever labels a sample that is open: what the judge said stands in verdicts,
    calibration, scores, judgy and everything, what people said in labels, calibration, judgy,
    scout and everything.
    """


def _file_options(function: Callable[..., Any]) -> Callable[..., Any]:
    out = click.option(
        "--out",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Where to (default: stdout).",
    )
    force = click.option("--force", is_flag=True, help="Replace the file that is there.")
    return out(force(function))


sample_option = click.option(
    "--sample", metavar="NAME", help="Which sample (default: the only one)."
)
judge_option = click.option(
    "--judge", metavar="NAME", help="Whose verdicts (default: the one the sample was drawn by)."
)
run_option = click.option(
    "--run", "runs", multiple=True, metavar="NAME", help="Only this run; may be given repeatedly."
)


def _write(lines: Lines, out: Path | None, force: bool) -> None:
    if out is None:
        for line in lines:
            put(line.rstrip("\n"))
        return
    refuse_taken(out, replace=force)
    write_atomically(out, lines)
    say(f"Written: {out}")


def _loaded(workspace: Workspace, sample: str | None, judge: str | None = None) -> "Calibration":
    from labels.store import calibration, database

    with database.opened(workspace) as connection:
        loaded = calibration.load(connection, workspace, sample, judge)
    if loaded.confirmed_drawn:
        left_out = count(loaded.confirmed_drawn, "drawn verdict")
        say(f"{left_out} left out: confirmed harness bugs are no verdicts.")
    return loaded


@export.command(epilog="Example: crosssource export labels --sample pilot --out labels.jsonl")
@sample_option
@_file_options
@workspace_option
def labels(workspace: Workspace, sample: str | None, out: Path | None, force: bool) -> None:
    """Each person's label of each item, as JSON Lines; nothing tells what the judge said.

    Taken in elsewhere with: crosssource import FILE --sample NAME. Not for whoever labels a sample
    that is open: it tells what other people said.
    """
    from labels.interchange.label_export import label_rows
    from labels.store import database, standing

    with database.opened(workspace) as connection:
        name = standing.sample_name(connection, sample)
        _write(json_lines(label_rows(connection, name)), out, force)


@export.command(epilog="Example: crosssource export verdicts --run baseline --out verdicts.jsonl")
@run_option
@click.option("--judge", metavar="NAME", help="Only this judge's (default: everybody's).")
@_file_options
@workspace_option
def verdicts(
    workspace: Workspace, runs: tuple[str, ...], judge: str | None, out: Path | None, force: bool
) -> None:
    """Verdicts with their claims and passages, as JSON Lines; a missing one has no judge_label.

    Taken in elsewhere with: crosssource import FILE --malformed missing. Not for whoever labels a
    sample that is open.
    """
    from labels.interchange.verdict_export import verdict_rows
    from labels.store import database, lookup

    with database.opened(workspace) as connection:
        names = lookup.known_runs(connection, runs)
        judge_id = lookup.one_judge(connection, names, judge).id if judge is not None else None
        _write(json_lines(verdict_rows(connection, names, judge_id)), out, force)


@export.command(epilog="Example: crosssource export calibration --out calibration.csv")
@sample_option
@judge_option
@_file_options
@workspace_option
def calibration(
    workspace: Workspace, sample: str | None, judge: str | None, out: Path | None, force: bool
) -> None:
    """What people decided beside what the judge said, one drawn verdict a row, as CSV.

    The chances with which each was drawn stand in it: without them a stratified sample's figures
    are biased. Not for whoever labels a sample that is open.
    """
    from reports.exporting.calibration_rows import CALIBRATION, calibration_rows

    rows = calibration_rows(_loaded(workspace, sample, judge))
    _write(csv_lines(rows, CALIBRATION), out, force)


@export.command(epilog="Example: crosssource export judgy --out judgy.json")
@sample_option
@judge_option
@_file_options
@workspace_option
def judgy(
    workspace: Workspace, sample: str | None, judge: str | None, out: Path | None, force: bool
) -> None:
    """The three lists that the Python package judgy takes, as JSON.

    Only of verdicts that were drawn with equal chances; of any other sample its answer would be
    biased, so it is refused. Not for whoever labels a sample that is open.
    """
    import json

    from reports.exporting.judgy import arrays

    _write([json.dumps(arrays(_loaded(workspace, sample, judge))) + "\n"], out, force)


@export.command(epilog="Example: crosssource export scout --out validation.csv")
@sample_option
@_file_options
@workspace_option
def scout(workspace: Workspace, sample: str | None, out: Path | None, force: bool) -> None:
    """A validation set for Inspect Scout, as CSV: does all that an answer cites hold up?

    Answers of which the labels do not tell are left out. Not for whoever labels a sample that is
    open: it tells what people said.
    """
    from labels.store import cases, database
    from reports.exporting.scout import COLUMNS, run_of, validation_rows

    loaded = _loaded(workspace, sample)
    with database.opened(workspace) as connection:
        cited = cases.citations_of_cases(connection, run_of(loaded))
    _write(csv_lines(validation_rows(loaded, cited), COLUMNS), out, force)


@export.command(epilog="Example: crosssource export scores --run baseline --out scores.jsonl")
@run_option
@click.option("--judge", metavar="NAME", help="By whose verdicts (default: the only judge).")
@_file_options
@workspace_option
def scores(
    workspace: Workspace, runs: tuple[str, ...], judge: str | None, out: Path | None, force: bool
) -> None:
    """Every score of every answer, one a line, as JSON Lines; an undefined one says why.

    Not for whoever labels a sample that is open: an answer with one citation has its verdict for a
    score, and so has what moves between a run and the one that mends it.
    """
    from labels.store import cases, database, lookup
    from reports.exporting.scores import score_records

    with database.opened(workspace) as connection:
        names = lookup.known_runs(connection, runs)
        judge_id = lookup.one_judge(connection, names, judge).id
        held = [one for name in names for one in cases.load_scores(connection, name, judge_id)]
    _write(json_lines(score_records(held)), out, force)


@export.command(epilog="Example: crosssource export everything --out study.jsonl")
@_file_options
@workspace_option
def everything(workspace: Workspace, out: Path | None, force: bool) -> None:
    """The whole study as JSON Lines: database, settings, rubric, questions, corpus.

    crosssource restore makes an equal study of it. Not for whoever labels a sample that is open.
    """
    from labels.store.dump import dump

    _write(dump(workspace), out, force)
