"""`crosssource gate`: may this run pass? Yes, no, or not enough evidence; for people and for CI.

The statistics take seconds to import, so nothing of them is imported before the command runs.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from corpus.amount import count
from corpus.console import put, say, workspace_option
from corpus.errors import InputError
from corpus.workspace import Workspace
from reports.gating.output_files import (
    FILE,
    CommandWithOutputFiles,
    OutputFiles,
    output_file_options,
)
from reports.options import seed_option

if TYPE_CHECKING:
    import sqlite3

    from corpus.settings import Gate
    from reports.gating.baseline import Baseline
    from reports.gating.candidate import Candidate
    from reports.gating.outcome import GateOutcome

EXAMPLE = """\b
Examples:
  crosssource gate --run baseline --freeze baseline.json
  crosssource gate --run strict --baseline baseline.json
  crosssource gate --run strict --junit gate.xml --markdown gate.md
  crosssource gate --run strict --json | jq -r .answer
"""


@click.command(cls=CommandWithOutputFiles, epilog=EXAMPLE)
@click.option("--run", "run", metavar="NAME", help="The candidate (default: the only run).")
@click.option("--judge", metavar="NAME", help="Whose verdicts count (default: the only judge).")
@click.option(
    "--sample",
    metavar="NAME",
    help="Whose labels count (default: the sample of this judge's verdicts).",
)
@click.option(
    "--baseline",
    "baseline_file",
    type=FILE,
    metavar="FILE",
    help="The frozen baseline that the candidate is held against.",
)
@click.option(
    "--freeze",
    type=FILE,
    metavar="FILE",
    help="Decide nothing: write the run, with its labels, as a baseline into FILE.",
)
@click.option("--force", is_flag=True, help="With --freeze: replace the file that is there.")
@click.option("--json", "as_json", is_flag=True, help="The outcome as JSON on stdout.")
@output_file_options
@seed_option
@workspace_option
def gate(
    workspace: Workspace,
    run: str | None,
    judge: str | None,
    sample: str | None,
    baseline_file: Path | None,
    freeze: Path | None,
    force: bool,
    as_json: bool,
    files: OutputFiles,
    seed: int,
) -> None:
    """Decide whether a run may pass, by the policy under [gate] in crosssource.toml.

    Three answers: passed (exit 0), failed, with each reason (exit 1), and not enough evidence, with
    how many labels or questions would decide (exit 3). What is missing is never a pass.

    A regression is a fall by more than the margin, 0.03 where the policy says nothing. Set it from
    measured noise: crosssource stability says how far the scores move when the same judge is asked
    again.
    """
    if freeze is not None:
        if baseline_file or as_json or files.junit or files.markdown:
            raise InputError(
                "--freeze decides nothing, so it goes with no --baseline, --json, --junit or "
                "--markdown; leave them out."
            )
        _freeze(workspace, run, judge, sample, freeze, force=force, seed=seed)
        return
    if force:
        raise InputError("--force goes with --freeze FILE only; leave it out.")
    _refuse_same_files(files.junit, files.markdown, baseline_file)
    outcome = _decide(workspace, run, judge, sample, baseline_file, seed=seed)
    files.write(outcome)
    if as_json:
        from reports.gating.document import json_text

        put(json_text(outcome).rstrip("\n"))
    else:
        from reports.gating.page import page
        from reports.rendering.terminal import show_page

        show_page(page(outcome))
    raise click.exceptions.Exit(outcome.answer.exit_code)


def _decide(
    workspace: Workspace,
    run: str | None,
    judge: str | None,
    sample: str | None,
    baseline_file: Path | None,
    *,
    seed: int,
) -> "GateOutcome":
    from labels.store import database
    from reports.gating import baseline as baselines
    from reports.gating import policy as policies
    from reports.gating.checks import decide
    from reports.gating.evidence import Labels, labels_of

    policy = policies.in_force(workspace)
    baseline = baselines.read(baseline_file) if baseline_file else None
    with database.opened(workspace) as connection:
        _refuse_damage(connection)
        candidate = _candidate(connection, workspace, run, judge, baseline)
        labels = Labels(None, "")
        if sample is not None or _asks_people(policy):
            labels = labels_of(
                connection, workspace, candidate, named=sample, baseline=baseline,
                level=policy.level, seed=seed,
            )  # fmt: skip
    return decide(policy, candidate, baseline, labels.found, labels.why, seed=seed)


def _refuse_same_files(*files: Path | None) -> None:
    named = [file.resolve() for file in files if file is not None]
    if len(set(named)) < len(named):
        raise InputError(
            "--junit, --markdown and --baseline name the same file; give each one of its own."
        )


def _refuse_damage(connection: "sqlite3.Connection") -> None:
    """Nothing passes on texts or verdicts that are not those that were stored."""
    from labels.store.integrity import content_faults

    for fault in content_faults(connection):
        raise InputError(f"The study is damaged: {fault} Run crosssource check.")


def _asks_people(policy: "Gate") -> bool:
    return bool(policy.false_supported or policy.agreement or policy.labels)


def _candidate(
    connection: "sqlite3.Connection",
    workspace: Workspace,
    run: str | None,
    judge: str | None,
    baseline: "Baseline | None",
) -> "Candidate":
    """The run, under the judge that is named, or the baseline's, or the only one."""
    from labels import golden, rubric
    from labels.store import lookup, repeated_verdicts, runs
    from reports.gating.candidate import load

    known = lookup.known_runs(connection, [run] if run else [])
    if len(known) > 1:
        raise InputError(f"Which run is the candidate? Name one with --run: {', '.join(known)}.")
    judges = {one.id: one for one in repeated_verdicts.judges_of(connection, known[0])}
    if judge is None and baseline is not None and baseline.judge.id in judges:
        judge = baseline.judge.id
    found = lookup.one_judge(connection, known, judge)
    asked = workspace.golden.is_file() and workspace.golden.stat().st_size
    if not asked and runs.settings_of(connection, known[0]) is not None:
        raise InputError(
            f"{workspace.golden} has no question, so nobody knows whether {known[0]!r} answered "
            "all that it was asked; put the file of that run back."
        )
    questions = {one.id for one in golden.load(workspace.golden)} if asked else set()
    version = rubric.in_force(workspace).version
    return load(connection, known[0], judges[found.id], version, questions)


def _freeze(
    workspace: Workspace,
    run: str | None,
    judge: str | None,
    sample: str | None,
    file: Path,
    *,
    force: bool,
    seed: int,
) -> None:
    from corpus import settings
    from labels.store import database
    from reports.gating import baseline as baselines
    from reports.gating.evidence import labels_of

    policy = settings.load(workspace).gate or settings.Gate()
    with database.opened(workspace) as connection:
        candidate = _candidate(connection, workspace, run, judge, None)
        labels = labels_of(
            connection, workspace, candidate, named=sample, baseline=None, level=policy.level,
            seed=seed,
        ).found  # fmt: skip
    if sample is None and labels is not None and not labels.labels:
        labels = None  # a sample that nobody has labelled says nothing
    frozen = baselines.freeze(candidate, labels)
    baselines.write(file, frozen, force=force)
    people = f"with the labels of {labels.sample!r}" if labels else "without labels"
    asked = count(len(frozen.questions), "question")
    say(f"Frozen: {candidate.run}, {asked}, {people}: {file}")
    say(f"Next: crosssource gate --run RUN --baseline {file}")
