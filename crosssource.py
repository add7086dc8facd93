"""The front door: one command for each job, loaded when it is called; errors to exit codes.

stdout is data; words about the work, and every error, go to stderr; both are UTF-8 whatever the
locale. Exit codes are those of `corpus.errors.ExitCode`. This is the only file that may import all
five packages.
"""

import errno
import importlib
import os
import signal
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

import click

from corpus.console import workspace_option
from corpus.errors import CrossSourceError, ExitCode
from corpus.given import refuse_empty_options
from corpus.stamp import VERSION

if TYPE_CHECKING:
    from sqlite3 import Connection

    from annotator.simulated import Truth
    from corpus.workspace import Workspace
    from evaluator.study.shipped import Truth as ShippedTruth

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("crosssource:demo", "The whole path on a study that ships, offline."),
    "init": ("labels.commands.workspace:init", "Make a new study."),
    "corpus": ("corpus.commands:corpus", "Add, search and check the documents."),
    "golden": ("labels.commands.golden:golden", "Write and check the golden questions."),
    "retrieval": ("reports.retrieval.commands:retrieval", "Does the search find the answers?"),
    "run": ("evaluator.commands:run", "Answer the golden questions, judge, score."),
    "judge": ("evaluator.commands:judge", "Another judge on the citations of a run."),
    "doctor": ("labels.commands.doctor:doctor", "What a results file is, and what to do with it."),
    "import": ("labels.commands.importing:import_file", "Take in verdicts, or labels."),
    "sample": ("labels.commands.sample:sample", "Draw the verdicts to be labelled."),
    "plan": ("reports.planning.commands:plan", "How many labels are needed, and where."),
    "label": ("annotator.commands:label", "Label a sample, blind, in the terminal."),
    "adjudicate": ("annotator.commands:adjudicate", "Decide where people differ, blind."),
    "serve": ("annotator.serving.commands:serve", "Labelling and authoring in a browser, by link."),
    "report": ("reports.commands:report", "How far judge and people agree."),
    "judges": ("reports.judges.commands:judges", "Which of several judges is better, and in what."),
    "compare": ("reports.runs.commands:compare", "Which of two runs is better, and in what."),
    "raters": ("reports.raters.commands:raters", "How far the raters of any file agree."),
    "audit": ("reports.auditing.commands:audit", "Faults of the harness, found and decided on."),
    "rescore": ("evaluator.rescore_command:rescore", "Judge again what a fix has touched."),
    "gate": ("reports.gating.commands:gate", "May this run pass? For CI."),
    "stability": ("reports.stability.commands:stability", "Does a judge say the same again?"),
    "show": ("labels.commands.show:show", "The whole packet behind a verdict."),
    "export": ("reports.exporting.commands:export", "Labels, verdicts, the whole study to files."),
    "restore": ("labels.commands.restore:restore", "A study from the file of an export."),
    "check": ("labels.commands.workspace:check", "Verify labels, seals, hashes, corpus."),
}
"""Each command: where it is, and its line in the overview, so that `--help` imports none."""


WITHIN = {
    "corpus": ("labels.commands.synth:synth", "labels.commands.rechunk:rechunk"),
    "golden": ("annotator.authoring.commands:author",),
    "audit": ("crosssource:browse",),
}
"""Subcommands of a group that live in a room which the group's own may not enter."""


class LazyGroup(click.Group):
    """A group that imports a command when it is called, and lists them without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """In the order of the work, not of the alphabet."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command; None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command = _imported(COMMANDS[cmd_name][0])
        for place in WITHIN.get(cmd_name, ()):
            if isinstance(command, click.Group):
                command.add_command(_imported(place))
        refuse_empty_options(command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The overview, from the table above."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


def _imported(place: str) -> click.Command:
    """The command at `module:attribute`."""
    module, _, attribute = place.partition(":")
    command: click.Command = getattr(importlib.import_module(module), attribute)
    return command


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: crosssource demo",
)
@click.option(
    "--workspace",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The study's folder (default: found upward from here).",
)
@click.version_option(VERSION, prog_name="crosssource")
def cli(workspace: Path | None) -> None:
    """Can I trust my LLM judge?

    CrossSource draws a sample of a judge's verdicts on citations, has people label them blind, and
    reports how far judge and people agree, computed through the sample design.
    """


refuse_empty_options(cli)


@click.command(epilog="Example: crosssource demo --simulate")
@click.argument(
    "folder", type=click.Path(path_type=Path), default="crosssource-demo", metavar="[DIR]"
)
@click.option(
    "--simulate", is_flag=True, help="Label from the planted truth (always so without a terminal)."
)
@click.option("--annotator", metavar="NAME", help="Your name (default: the login name).")
def demo(folder: Path, simulate: bool, annotator: str | None) -> None:
    """The whole path on a study that ships, offline, in DIR.

    A fictional body of law, 25 questions answered under two configurations, faults of every kind
    planted among the citations, and a weak judge. You label a sample blind, then the report says
    what that judge is worth. Run again, it goes on where you stopped.
    """
    from corpus.console import say
    from corpus.stamp import author

    simulate = simulate or not all(s.isatty() for s in (sys.stdin, sys.stdout, sys.stderr))
    workspace, truth = _demo_study(folder)
    if simulate:
        from annotator.simulated import label_from_truth

        annotator = "simulated"
        done = label_from_truth(workspace, DEMO_SAMPLE, truth, annotator)
        say(f"Labelled {done} items from the planted truth: simulated, by nobody.")
        again = _command(folder)
    else:
        from annotator.labelling.session import label

        again = _command(folder, *(["--annotator", annotator] if annotator else []))
        ended = label(workspace, DEMO_SAMPLE, annotator or author())
        if not ended.progress.done:
            say(
                f"Nothing is labelled yet. Go on with: {again}, or see a report on simulated "
                f"labels with: {_command(folder, '--simulate')}"
            )
            return
        annotator = ended.annotator
        say(
            "The report below tells what the judge said. In a study of your own, whoever labels "
            "reads it once the sample is closed."
        )
    _demo_report(workspace, annotator)
    say(f"The study is in {folder}. Go on with: {again}")


def _command(folder: Path, *options: str) -> str:
    """The demo's command line, to be typed into a shell."""
    import shlex

    return shlex.join(["crosssource", "demo", str(folder), *options])


DEMO_SAMPLE = "demo"
DEMO_SUPPORTED = 25
DEMO_SEED = 31
"""Its draw holds what an average one would: of the verdicts that are wrongly `supported` it finds
one that nothing supports and one that is partial."""
DEMO_ORIGIN = "the study that ships with CrossSource"


def _demo_study(folder: Path) -> "tuple[Workspace, dict[str, Truth]]":
    """Make the demo's study, or find it; with the planted truth by item."""
    from corpus.console import say
    from corpus.files import write_atomically
    from corpus.readers.source import SourceDocument
    from corpus.storage.library import Library
    from corpus.workspace import Workspace
    from evaluator.study import run, shipped
    from labels.store import database, samples
    from labels.store.creating import create

    workspace = Workspace(folder)
    _refuse_other_study(workspace)
    create(folder, run.settings_text())
    Library(workspace).add(
        [
            SourceDocument(document=one, source=DEMO_ORIGIN, reader="demo", licence="MIT")
            for one in shipped.corpus()
        ],
        shipped.PASSAGE_WORDS,
    )
    write_atomically(workspace.golden, shipped.golden_text())
    planted = run.run_shipped(workspace)
    with database.opened(workspace) as connection, database.transaction(connection):
        if samples.exists(connection, DEMO_SAMPLE):
            say(f"Going on with the demo in {folder}.")
        else:
            _draw_demo_sample(connection, workspace)
    return workspace, {citation.item.id: _planted(one) for citation, one in planted}


def _draw_demo_sample(connection: "Connection", workspace: "Workspace") -> None:
    from evaluator.study import shipped
    from labels import rubric, sampling
    from labels.store import samples
    from labels.store.frame import load_frame

    frame = load_frame(connection, shipped.CONFIGURATIONS, "lexical")
    strata = sampling.draw(
        frame.verdicts, supported=DEMO_SUPPORTED, partial=None, by=[], seed=DEMO_SEED
    )
    new = samples.NewSample(name=DEMO_SAMPLE, origin="drawn", seed=DEMO_SEED, by=(), strata=strata)
    samples.create(connection, frame, new, rubric.in_force(workspace))


def _refuse_other_study(workspace: "Workspace") -> None:
    """Keep the demo out of a study with documents or runs of its own."""
    from corpus.errors import InputError
    from corpus.storage.library import Library
    from evaluator.study import shipped
    from labels.store import database

    documents = set(Library(workspace).register().records)
    runs: set[str] = set()
    if workspace.database.is_file():
        with database.opened(workspace) as connection:
            runs = {row["name"] for row in connection.execute("SELECT name FROM run")}
    ours = {document.id for document in shipped.corpus()}
    # An interrupted demo has a part of what ships, and nothing else.
    if documents - ours or runs - set(shipped.CONFIGURATIONS):
        raise InputError(
            f"{workspace.root} is a study of its own; give the demo a folder of its own, for "
            "example: crosssource demo crosssource-demo"
        )


def _planted(one: "ShippedTruth") -> "Truth":
    """The study's truth as a decision of the labelling app."""
    from annotator.simulated import Truth
    from labels.store.queue import Decision

    decision = Decision(choice=one.choice, category=one.category, bug=one.bug)
    return Truth(decision=decision, note=one.note)


def _demo_report(workspace: "Workspace", annotator: str) -> None:
    from labels.store import calibration, database
    from reports.assemble import build
    from reports.rendering.page import page
    from reports.rendering.terminal import show_page
    from reports.units import UnitKind

    with database.opened(workspace) as connection:
        loaded = calibration.load(connection, workspace, DEMO_SAMPLE)
    made = build(loaded, unit=UnitKind.CITATION, annotator=annotator, level=0.95, seed=1)
    show_page(page(made, full=False))


@click.command(epilog="Example: crosssource audit browse --by ann")
@click.option("--by", metavar="NAME", help="Who decides (default: the login name).")
@click.option("--run", "runs", multiple=True, metavar="NAME", help="Only findings of this run.")
@workspace_option
def browse(workspace: "Workspace", by: str | None, runs: tuple[str, ...]) -> None:
    """Go through the findings in the terminal, each with its whole packet, and decide on them.

    What the judge said of an item is not shown while a sample with it can be labelled. Of a closed
    sample it is, beside people's labels, and that is recorded as a reveal.
    """
    from annotator.auditing import session
    from annotator.auditing.findings import Findings, Found, Group
    from corpus.stamp import author
    from labels.store import database
    from labels.store.audits import AuditKind
    from reports.auditing.commands import audited

    with database.opened(workspace) as connection:
        found = audited(connection, workspace, runs=runs, figures=False)
    groups = [
        Group(
            signature=group.signature,
            detector=group.detector,
            severity=str(kind.detector.severity),
            what=group.what,
            looks_for=kind.detector.looks_for,
            distorts=kind.detector.distorts,
            example=kind.detector.example,
            findings=tuple(
                Found(
                    subject=one.subject,
                    where=one.spotted.where,
                    detail=one.spotted.detail,
                    items=one.spotted.items,
                    state=state,
                )
                for state, ones in (
                    (None, group.open),
                    (AuditKind.CONFIRMED, group.confirmed),
                    (AuditKind.DISMISSED, group.dismissed),
                )
                for one in ones
            ),
        )
        for kind in found.kinds
        for group in kind.groups
    ]
    findings = Findings(
        groups=tuple(groups), withheld=found.withheld, open_samples=found.open_samples
    )
    session.browse(workspace, findings, author() if by is None else by)


def main() -> None:
    """Run the command line; the process ends with an `ExitCode`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Data is UTF-8, not the locale's. Half a surrogate pair, which no encoding has, is
            # written as \udc80: in JSON that is the character itself.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        code = ExitCode.PIPE_CLOSED
        _discard_output()
    except OSError as error:
        # Files are spoken of where they are written; what is left is the output itself.
        if error.errno not in (errno.ENOSPC, errno.EIO) or error.filename is not None:
            raise
        code = ExitCode.USAGE
        with suppress(OSError):
            sys.stderr.write(
                f"crosssource: the output could not be written ({error.strerror}); send it to "
                "where there is space, and run the command again.\n"
            )
            sys.stderr.flush()
        _discard_output()
    sys.exit(code)


def _run() -> int:
    """Run the command line and say what went wrong; the exit code.

    Raises:
        BrokenPipeError: nobody reads the output any more.
    """
    stdout = sys.stdout
    try:
        code = cli.main(prog_name="crosssource", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return ExitCode.USAGE
    except CrossSourceError as error:
        from corpus.visible import visible

        click.echo(f"crosssource: {visible(str(error))}", err=True)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # pressed again, it changes nothing more
        click.echo(
            "crosssource: interrupted; nothing is half-written, and what was finished is kept.",
            err=True,
        )
        return ExitCode.INTERRUPTED
    except SystemExit as leaving:
        # click makes of a closed pipe an exit with 1, which is a fault found, and wraps stdout.
        if sys.stdout is not stdout:
            raise BrokenPipeError from leaving
        raise
    return code if isinstance(code, int) else ExitCode.DONE


def _discard_output() -> None:
    """Let what is still held for the closed pipe go nowhere: Python flushes it once more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None:
            os.dup2(nowhere, stream.fileno())


if __name__ == "__main__":
    main()
