"""The command `label`. Textual is imported only once the labelling begins."""

import sys
from typing import TYPE_CHECKING

import click

from corpus.console import say, workspace_option
from corpus.errors import InputError
from corpus.workspace import Workspace

if TYPE_CHECKING:
    from annotator.labelling.session import Summary


@click.command(
    epilog="Example: crosssource label --sample pilot --annotator ann (line by line: add --plain)",
)
@click.option("--sample", metavar="NAME", help="The sample (default: the only one there is).")
@click.option(
    "--annotator",
    metavar="NAME",
    envvar="CROSSSOURCE_ANNOTATOR",
    help="Your name, as it should stand beside your labels (asked for where it is absent).",
)
@click.option(
    "--plain",
    is_flag=True,
    help="Line by line, without a screen: screen readers, braille, pipes, any terminal.",
)
@click.option(
    "--tutorial",
    is_flag=True,
    help="Begin with five made-up items that teach keys and rubric; nothing of it is stored.",
)
@workspace_option
def label(
    workspace: Workspace, sample: str | None, annotator: str | None, plain: bool, tutorial: bool
) -> None:
    """Label a sample blind: does the cited passage support the claim?

    One item at a time, one key an outcome; nothing shows what the judge said. Every label is on
    disk before the next item appears. Quit whenever you like: the same command goes on where you
    stopped. With --plain the same is asked in plain lines on stdin and stdout, without cursor
    movement or colour; the answers are the same keys, or words, each followed by Enter.
    """
    if plain:
        from annotator.plain import session as plain_session

        ended = plain_session.label(
            workspace, sample, annotator or _asked_name(sys.stdin.isatty()), tutorial=tutorial
        )
    else:
        _refuse_without_terminal()
        annotator = annotator or _asked_name(True)
        from annotator.labelling import session

        ended = session.label(workspace, sample, annotator, tutorial=tutorial)
    _say_end(ended, plain)


def _refuse_without_terminal() -> None:
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise InputError(
            "The labelling app needs a terminal, and this is none; label line by line with: "
            "crosssource label --plain, or bring in labels made elsewhere with: "
            "crosssource import FILE --sample NAME"
        )


def _asked_name(is_terminal: bool) -> str:
    if not is_terminal:
        raise InputError(
            "Nobody is named, and the first line of a pipe is an answer; name yourself with: "
            "crosssource label --plain --annotator NAME"
        )
    name: str = click.prompt("Your name, as it should stand beside your labels", type=str, err=True)
    return name


def _say_end(ended: "Summary", plain: bool) -> None:
    if ended.done:
        from labels.at_best import at_best

        say(f"{at_best(ended.done, ended.total)}.")
    told = f"{ended.done:,} of {ended.total:,} labelled"
    if ended.done == ended.total:
        say(f"{told}; when everybody is done, run: crosssource report --sample {ended.sample}")
    else:
        say(
            f"{told}; go on with: crosssource label --sample {_word(ended.sample)} "
            f"--annotator {_word(ended.annotator)}{' --plain' if plain else ''}"
        )


def _word(text: str) -> str:
    """One word of a shell command."""
    import shlex

    return shlex.quote(text)
