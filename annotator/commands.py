"""The commands `label` and `adjudicate`. Textual is imported only once the work begins."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from annotator.running import starting
from corpus.console import say, workspace_folder, workspace_of, workspace_option
from corpus.errors import InputError
from corpus.workspace import Workspace

if TYPE_CHECKING:
    from annotator.labelling.progress import Progress


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
    "--pack",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Label a file that was made with crosssource sample pack; it needs no study.",
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
@workspace_folder
def label(
    workspace: Path | None,
    sample: str | None,
    annotator: str | None,
    pack: Path | None,
    plain: bool,
    tutorial: bool,
) -> None:
    """Label a sample blind: does the cited passage support the claim?

    One item at a time, one key an outcome; nothing shows what the judge said. Every label is on
    disk before the next item appears. Quit whenever you like: the same command goes on where you
    stopped. With --plain the same is asked in plain lines on stdin and stdout, without cursor
    movement or colour; the answers are the same keys, or words, each followed by Enter.
    """
    if not plain:
        _refuse_without_terminal()
    if pack is not None:
        _label_pack(pack, sample, annotator, plain=plain, tutorial=tutorial)
    else:
        _label_sample(workspace, sample, annotator, plain=plain, tutorial=tutorial)


def _refuse_without_terminal() -> None:
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise InputError(
            "The labelling app needs a terminal, and this is none; label line by line with: "
            "crosssource label --plain, or bring in labels made elsewhere with: "
            "crosssource import FILE --sample NAME"
        )


def _label_sample(
    workspace: Path | None,
    sample: str | None,
    annotator: str | None,
    *,
    plain: bool,
    tutorial: bool,
) -> None:
    study = workspace_of(workspace)
    annotator = annotator or _asked_name(not plain or sys.stdin.isatty())
    if plain:
        from annotator.plain import session as plain_session

        ended = plain_session.label(study, sample, annotator, tutorial=tutorial)
    else:
        with starting():
            from annotator.labelling import session

            ended = session.label(study, sample, annotator, tutorial=tutorial)
    _say_end(
        ended.progress,
        f"when everybody is done, run: crosssource report --sample {_word(ended.sample)}",
        f"crosssource label --sample {_word(ended.sample)} "
        f"--annotator {_word(ended.annotator)}{' --plain' if plain else ''}",
    )


def _label_pack(
    pack: Path, sample: str | None, annotator: str | None, *, plain: bool, tutorial: bool
) -> None:
    if sample is not None:
        raise InputError(
            f"--sample {sample} and --pack {pack}: a pack holds one sample; leave out --sample."
        )
    if plain:
        from annotator.plain import session as plain_session

        ended = plain_session.label_pack(pack, annotator, tutorial=tutorial)
    else:
        with starting():
            from annotator.labelling import session

            ended = session.label_pack(pack, annotator, tutorial=tutorial)
    _say_end(
        ended.progress,
        f"send {pack} back to whoever made it, they run: crosssource sample merge "
        f"{_word(pack.name)}",
        f"crosssource label --pack {_word(str(pack))}{' --plain' if plain else ''}",
    )


def _asked_name(is_terminal: bool) -> str:
    if not is_terminal:
        raise InputError(
            "Nobody is named, and the first line of a pipe is an answer; name yourself with: "
            "crosssource label --plain --annotator NAME"
        )
    name: str = click.prompt("Your name, as it should stand beside your labels", type=str, err=True)
    return name


def _say_end(progress: "Progress", once_done: str, go_on: str) -> None:
    """Say what the labels can show, and what to run now."""
    if progress.done:
        say(f"{progress.at_best()}.")
    told = f"{progress.done:,} of {progress.total:,} labelled"
    say(f"{told}; go on with: {go_on}" if progress.left else f"{told}; {once_done}")


@click.command(
    epilog="Example: crosssource adjudicate --sample pilot --adjudicator carla",
)
@click.option("--sample", metavar="NAME", help="The sample (default: the only one there is).")
@click.option(
    "--adjudicator",
    metavar="NAME",
    envvar="CROSSSOURCE_ADJUDICATOR",
    help="Your name, as it should stand beside your decisions (asked for where it is absent).",
)
@click.option(
    "--also-labelled",
    is_flag=True,
    help="I labelled in this sample and decide over labels of my own; the report says so.",
)
@workspace_option
def adjudicate(
    workspace: Workspace, sample: str | None, adjudicator: str | None, also_labelled: bool
) -> None:
    """Decide the items on which people differ, and those that nobody could judge.

    One item at a time with what people say of it, without their names and without what the judge
    said. A decision needs a reason, and is on disk before the next item appears. Where people
    differ, and only there, it decides in the report; where one of the labels changes afterwards it
    is void, and the item comes again.
    """
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise InputError(
            "Adjudicating needs a terminal, and this is none; run crosssource adjudicate in one, "
            "or have the labels of one person decide with: crosssource report --adjudicator NAME"
        )
    if adjudicator is None:
        adjudicator = click.prompt(
            "Your name, as it should stand beside your decisions", type=str, err=True
        )
    with starting():
        from annotator.adjudicating import session

        ended = session.adjudicate(workspace, sample, adjudicator, also_labelled=also_labelled)
    report = f"crosssource report --sample {_word(ended.sample)}"
    told = f"{ended.done:,} of {ended.total:,} open items decided"
    if not ended.total:
        say(
            f"Nothing to adjudicate: people differ on no item of the sample {ended.sample!r}, and "
            f"none was beyond judging; see: {report}"
        )
    elif ended.done == ended.total:
        say(f"{told}; the report counts them: {report}")
    else:
        say(
            f"{told}; go on with: crosssource adjudicate --sample {_word(ended.sample)} "
            f"--adjudicator {_word(ended.adjudicator)}{' --also-labelled' if also_labelled else ''}"
        )


def _word(text: str) -> str:
    """One word of a shell command."""
    import shlex

    return shlex.quote(text)
