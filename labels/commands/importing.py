"""`crosssource import`: verdicts of other harnesses, and labels made elsewhere."""

import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from corpus.console import progress, say, workspace_folder, workspace_of
from corpus.errors import InputError, WorkspaceError
from corpus.visible import visible
from corpus.workspace import Workspace
from labels.commands.new_study import study_for

if TYPE_CHECKING:
    from labels.interchange.harnesses.harness_rows import HarnessFile
    from labels.interchange.verdict_rows import Reading, VerdictFile
    from labels.verdict_import import Imported

FORMATS = (
    "promptfoo",
    "promptfoo-csv",
    "inspect",
    "deepeval",
    "ragas-annotations",
    "ragas",
    "langfuse",
    "langsmith",
    "phoenix",
    "ragchecker",
    "alce",
    "trec",
)
"""The names of the registry, said here so that `--help` imports none of the readers."""
GENERIC = "rows"
HIGHER_IS = ("better", "worse")
REJECTED = ("same", "other", "none")
"""What a person holds who rejected a verdict and left its value as it was."""

EXAMPLE = """\b
Examples:
  crosssource import results.json --into study --draw
  crosssource import log.eval --metric model_graded_fact
  crosssource import results.jsonl --judge gpt-4 --map passage=context
"""


@click.command("import", epilog=EXAMPLE)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--run", metavar="NAME", help="Name of the run (default: the file's name).")
@click.option(
    "--format",
    "format_name",
    type=click.Choice([GENERIC, *FORMATS]),
    help="What the file is (default: found out from what is in it).",
)
@click.option("--metric", metavar="NAME", help="Which metric is the verdict, where there are more.")
@click.option(
    "--threshold",
    type=float,
    metavar="SCORE",
    help="From which score on a claim counts as supported.",
)
@click.option(
    "--higher-is",
    type=click.Choice(HIGHER_IS),
    help="What a high score says, where the metric's name does not tell it, or tells it wrongly.",
)
@click.option(
    "--rejected",
    type=click.Choice(REJECTED),
    help="A verdict that people rejected and left as it was: what they hold (asked for where it "
    "occurs).",
)
@click.option(
    "--judge", metavar="NAME", help="The judge's name (default: the file's, or the metric)."
)
@click.option("--config", default="", metavar="NAME", help="The configuration, likewise.")
@click.option(
    "--map",
    "mapping",
    multiple=True,
    metavar="OURS=THEIRS",
    help="Which column or field of the file is ours; may be given several times.",
)
@click.option(
    "--malformed",
    type=click.Choice(["refuse", "missing"]),
    default="refuse",
    show_default=True,
    help="A verdict outside the scale: refuse the file, or take it as a missing verdict (and a "
    "verdict with an unknown failure_type without it).",
)
@click.option(
    "--sample",
    metavar="NAME",
    help="Take only the human labels, for the items of this drawn sample.",
)
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The study's folder, made where there is none.",
)
@click.option(
    "--draw",
    is_flag=True,
    help="Draw a sample of the new verdicts, to be labelled next; how many there are of each kind "
    "is then not told.",
)
@workspace_folder
def import_file(
    workspace: Path | None,
    file: Path,
    into: Path | None,
    sample: str | None,
    mapping: tuple[str, ...],
    **options: Any,
) -> None:
    """Take in verdicts from FILE, all of them or none.

    \b
    FILE is what a harness wrote (promptfoo, Inspect, DeepEval, ragas, Langfuse, LangSmith,
    Phoenix, RAGChecker, ALCE, TREC sheets: see docs/importing.md), or JSON Lines, a JSON list,
    CSV or a workbook with one verdict a row. Of such rows the needed columns are:
    claim, judge_label (or verdict, or judge), and passage, or citation with the id of a passage
    of the corpus. Further ones: case_id, claim_id, question, answer, judge_reason,
    judge_evidence, failure_type, judge, model, config, importance, stratum,
    inclusion_probability; every other short column can make strata. Rows with a human_label (or
    human, gold, label) become a sample of their own. What a file holds: crosssource doctor FILE
    """
    from labels.interchange.columns import parse_mapping

    columns = parse_mapping(mapping)
    with study_for(workspace, into, f"crosssource import {shlex.quote(str(file))}") as study:
        if sample is None:
            after = _import_verdicts(study, file, columns, **options)
        else:
            after = _import_labels(study, file, sample, columns)
    if after:
        say(f"Next: {after}")


def _import_labels(study: Workspace, file: Path, sample: str, columns: Mapping[str, str]) -> str:
    """Take in the labels for a drawn sample; nothing is to be done next."""
    from corpus import settings
    from corpus.amount import being
    from labels import rubric
    from labels.cited import lookup
    from labels.label_import import import_labels, others
    from labels.store import database, standing

    _refuse_results(file)
    own_words = settings.load(study).verdicts
    in_force = rubric.in_force(study)
    with database.opened(study) as connection:
        name = standing.sample_name(connection, sample)
        with database.transaction(connection):
            done = import_labels(
                connection,
                file,
                name,
                mapping=columns,
                own_words=own_words,
                rubric=in_force,
                passages=lookup(study),
            )
    say(
        f"{being(done.labels, 'label')} new in the sample {name!r}; {done.already:,} "
        f"{'was' if done.already == 1 else 'were'} there already, and "
        f"{being(done.elsewhere, 'labelled row')} not in the sample."
    )
    if done.contradicting:
        say(f"Of the rows not in the sample, {others(done.contradicting)}.")
    return ""


def _refuse_results(file: Path) -> None:
    """Labels for a drawn sample come in rows: those in a harness's results are on its verdicts."""
    from corpus.readers.source import shown
    from labels.interchange import opening
    from labels.interchange.harnesses import registry
    from labels.interchange.opening import SHEETS

    beginning = opening.look(file)
    found = registry.recognised(beginning)
    if found is not None and beginning.kind not in SHEETS:
        raise InputError(
            f"{shown(file)} is {found.title}: the labels in it are on its own verdicts, and come "
            "with them; import it without --sample, or give the labels as rows."
        )


def _import_verdicts(
    study: Workspace,
    file: Path,
    columns: Mapping[str, str],
    *,
    run: str | None,
    judge: str | None,
    config: str,
    malformed: str,
    draw: bool,
    **how: Any,
) -> str:
    """Take in the verdicts; the command that comes next."""
    from corpus import settings
    from labels import rubric
    from labels.commands.drawing import draw_sample, drawn_before
    from labels.interchange.harnesses.harness_rows import HarnessFile
    from labels.interchange.verdict_rows import Reading
    from labels.naming import usable_name
    from labels.store import database, standing, verdicts
    from labels.verdict_import import import_verdicts

    reading = Reading(
        run=usable_name("run", file.stem if run is None else run, "--run NAME"),
        judge=judge,
        config=config,
        malformed="missing" if malformed == "missing" else "refuse",
        mapping=columns,
        own_words=settings.load(study).verdicts,
    )
    in_force = rubric.in_force(study)
    source = _opened(study, file, reading, **how)
    with database.opened(study) as connection, database.transaction(connection):
        if isinstance(source, HarnessFile):
            source.knows(verdicts.judges_of(connection, reading.run))
        rows = progress(source.rows(), "Importing", source.size)
        done = import_verdicts(connection, source, rows, file, reading.run, in_force)
        again = drawn_before(connection, reading.run, done) if draw else None
        drawn = again or (
            draw_sample(connection, study, reading.run, done, in_force) if draw else None
        )
        is_closed = drawn is not None and standing.is_closed(connection, drawn)
    for line in _said(source, reading.run, done, split=not draw):
        say(visible(line))
    if again:
        state = ", and is closed" if is_closed else ""
        say(f"Nothing new to draw from: the sample {again!r} was drawn of these verdicts{state}.")
    elif drawn is not None:
        say(f"Drew the sample {drawn!r}: every verdict that is not supported, a few that are.")
    return _next(study, done, drawn, is_closed=is_closed)


def _opened(
    study: Workspace,
    file: Path,
    reading: "Reading",
    *,
    format_name: str | None,
    **asked_for: Any,
) -> "HarnessFile | VerdictFile":
    """The file by the format that is named or found; its beginning decides."""
    from corpus.readers.source import shown
    from labels.cited import lookup
    from labels.interchange import opening
    from labels.interchange.columns import MissingColumnError
    from labels.interchange.harnesses import registry
    from labels.interchange.harnesses.choice import OpenRejectsError
    from labels.interchange.harnesses.harness_rows import HarnessFile, asked_of
    from labels.interchange.verdict_rows import VerdictFile

    beginning = opening.look(file)
    if format_name in (None, GENERIC):
        found = None if format_name else registry.recognised(beginning)
    else:
        found = registry.named(format_name, beginning, shown(file))
    if found is None:
        _refuse_options(**asked_for)
        registry.refuse_unknown(beginning, shown(file))
        try:
            return VerdictFile(file, reading, lookup(study))
        except MissingColumnError as error:
            # Perhaps it is what a harness wrote, in a way that nobody knows here.
            told = str(error).removesuffix(".")
            command = shlex.join(["crosssource", "doctor", str(file)])
            raise InputError(f"{told}, or see what is known of it with: {command}") from error
    asked = asked_of(**asked_for, reading=reading)
    try:
        return HarnessFile(file, found, beginning, reading, asked)
    except OpenRejectsError as error:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise
        say(str(error))
        answer = click.prompt("They hold", type=click.Choice(REJECTED), err=True)
        asked = asked_of(**asked_for | {"rejected": answer}, reading=reading)
        return HarnessFile(file, found, beginning, reading, asked)


def _refuse_options(**options: object) -> None:
    for name, value in options.items():
        if value is not None:
            raise InputError(
                f"--{name.replace('_', '-')} {value}: the file is read as rows with one verdict "
                "each, which have no metrics; leave it out, or say what the file is with --format."
            )


def _said(
    source: "HarnessFile | VerdictFile", run: str, done: "Imported", *, split: bool
) -> Iterator[str]:
    from corpus.amount import being, count
    from labels.interchange.harnesses import telling
    from labels.interchange.harnesses.harness_rows import HarnessFile

    recorded = done.recorded
    if isinstance(source, HarnessFile):
        yield from telling.imported(source.survey, source.choice, split=split)
        if not split:
            yield (
                "How many of each kind there are: crosssource doctor FILE, for whoever does not "
                "label them."
            )
        elif source.choice.threshold is not None:
            yield telling.placed(source.placed, source.choice.threshold)
        if source.repeats:
            one = source.repeats == 1
            yield (
                f"{being(source.repeats, 'verdict')} on {'an item' if one else 'items'} judged "
                f"before: {'it is kept as a repeat' if one else 'they are kept as repeats'} "
                "(crosssource stability)."
            )
        if source.on_repeats:
            yield (
                f"{count(source.on_repeats, 'label')} on such repeats not kept: an item has one."
            )
        if source.on_nothing:
            yield f"{count(source.on_nothing, 'label')} without a verdict beside it not kept."
    yield (
        f"Run {run!r}: {count(recorded.verdicts, 'new verdict')} over "
        f"{count(recorded.citations, 'new citation')}; {recorded.missing:,} "
        f"{'has' if recorded.missing == 1 else 'have'} no value, {recorded.already:,} "
        f"{'was' if recorded.already == 1 else 'were'} there already."
    )
    if done.left_out:
        yield f"Not kept (long, or no single value): {', '.join(done.left_out)}."
    if done.sample:
        were = "was" if done.labels_already == 1 else "were"
        yield (
            f"{being(done.labels, 'human label')} new in the sample {done.sample!r}; "
            f"{done.labels_already:,} {were} there already."
        )


def _next(study: Workspace, done: "Imported", drawn: str | None, *, is_closed: bool) -> str:
    if drawn is not None and is_closed:
        words = ["report", "--sample", drawn]
    elif drawn is not None:
        words = ["label", "--sample", drawn, "--annotator", "YOUR-NAME"]
    elif done.sample:
        words = ["report", "--sample", done.sample]
    else:
        words = ["sample", "draw"]
    if not _is_here(study):
        words += ["--workspace", str(study.root)]
    return shlex.join(["crosssource", *words])


def _is_here(study: Workspace) -> bool:
    """Whether a command finds the study without being told."""
    try:
        return workspace_of(None) == study
    except WorkspaceError:
        return False
