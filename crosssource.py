"""The front door: one command for each job, loaded when it is called; errors to exit codes.

stdout is data; words about the work, and every error, go to stderr. Exit codes are those of
`corpus.errors.ExitCode`. This is the only file that may import all five packages.
"""

import importlib
import sys
from pathlib import Path

import click

from corpus.errors import CrossSourceError, ExitCode

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("demonstration:demo", "The whole path on a study that ships, offline."),
    "init": ("labels.commands.workspace:init", "Make a new study."),
    "corpus": ("corpus.commands:corpus", "Add, search and check the documents."),
    "import": ("labels.commands.importing:import_file", "Take in verdicts, or labels."),
    "sample": ("labels.commands.sample:sample", "Draw the verdicts to be labelled."),
    "label": ("annotator.commands:label", "Label a sample, blind, in the terminal."),
    "report": ("reports.commands:report", "How far judge and people agree."),
    "check": ("labels.commands.workspace:check", "Verify labels, seals, hashes, corpus."),
}
"""Each command: where it is, and its line in the overview, so that `--help` imports none."""


class LazyGroup(click.Group):
    """A group that imports a command when it is called, and lists them without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """In the order of the work, not of the alphabet."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command; None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The overview, from the table above."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


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
@click.version_option(package_name="crosssource")
def cli(workspace: Path | None) -> None:
    """Can I trust my LLM judge?

    CrossSource draws a sample of a judge's verdicts on citations, has people label them blind, and
    reports how far judge and people agree, computed through the sample design.
    """


def main() -> None:
    """Run the command line; the process ends with an `ExitCode`."""
    try:
        code = cli.main(prog_name="crosssource", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(ExitCode.USAGE)
    except CrossSourceError as error:
        from corpus.visible import visible

        click.echo(f"crosssource: {visible(str(error))}", err=True)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("crosssource: interrupted; what was done is kept.", err=True)
        sys.exit(ExitCode.INTERRUPTED)
    sys.exit(code if isinstance(code, int) else ExitCode.DONE)


if __name__ == "__main__":
    main()
