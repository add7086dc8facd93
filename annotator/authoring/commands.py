"""The command `golden author`. Textual is imported only once the work begins."""

import sys

import click

from corpus.console import say, workspace_option
from corpus.errors import InputError
from corpus.workspace import Workspace


@click.command()
@click.option(
    "--author",
    metavar="NAME",
    envvar="CROSSSOURCE_AUTHOR",
    help="Your name, as it should stand beside your questions (asked once, then remembered).",
)
@workspace_option
def author(workspace: Workspace, author: str | None) -> None:
    """Write golden questions against the passages that answer them, in the terminal.

    Search as you type or go through the documents, mark what answers the question, say what a
    right answer says. The app tells at which rank BM25 finds the passage, and which other
    questions are like yours. Whatever you write is kept as a draft at once.

    \b
    Example: crosssource golden author --author ann
    """
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise InputError(
            "The authoring app needs a terminal, and this is none; run crosssource golden author "
            "in one, or take in questions written elsewhere with: crosssource golden import FILE"
        )
    from annotator.authoring import session, who

    remembered = who.remembered()
    name = who.usable(author or remembered or _asked_name())
    if remembered is None:
        who.remember(name)
    ended = session.write(workspace, name)
    left = f" {ended.drafts:,} of your drafts are not saved yet." if ended.drafts else ""
    say(f"{ended.counts.words()}.{left} Check them with: crosssource golden check")


def _asked_name() -> str:
    name: str = click.prompt(
        "Your name, as it should stand beside your questions", type=str, err=True
    )
    return name
