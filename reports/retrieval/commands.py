"""`crosssource retrieval`: does the search find the passages that answer the golden questions?

It reads the corpus and the questions, and never a model. Everything heavy is imported when the
command runs.
"""

import click

from corpus.console import put, workspace_option
from corpus.errors import ExitCode, InputError
from corpus.workspace import Workspace
from reports.options import level_option

EXAMPLE = """\b
Examples:
  crosssource retrieval
  crosssource retrieval -k 1,5,20 --missed
  crosssource retrieval --only twin,paraphrase --missed
  crosssource retrieval --least 98% --least invoice_number=100%
  crosssource retrieval --chunk 200,350,500 --tokeniser stemmed,plain -k 5
  crosssource retrieval --json | jq .arrangements[0].by_class
"""


@click.command(epilog=EXAMPLE)
@click.option(
    "-k",
    "--k",
    "ks",
    multiple=True,
    metavar="LIST",
    help="Among how many passages an answer counts as found (default: 1,3,5,10 and the settings').",
)
@click.option(
    "--chunk",
    "chunks",
    multiple=True,
    metavar="LIST",
    help="Cut the documents anew, in memory, into passages of so many words (default: as stored).",
)
@click.option(
    "--tokeniser",
    "tokenisers",
    multiple=True,
    metavar="LIST",
    default=("stemmed",),
    show_default=True,
    help="How text is taken into words: stemmed, unstemmed, every-word, split-numbers, plain; all.",
)
@click.option("--only", multiple=True, metavar="CLASS", help="Questions of this class alone.")
@click.option(
    "--missed", is_flag=True, help="List the questions that were missed, and what was found."
)
@click.option(
    "--least",
    "goals",
    multiple=True,
    metavar="[CLASS=]SHARE",
    help="Exit with 1 where fewer are found among the first k, as in 98% or twin=90%.",
)
@level_option
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON, on stdout.")
@workspace_option
def retrieval(
    workspace: Workspace,
    ks: tuple[str, ...],
    chunks: tuple[str, ...],
    tokenisers: tuple[str, ...],
    only: tuple[str, ...],
    missed: bool,
    goals: tuple[str, ...],
    level: float,
    as_json: bool,
) -> None:
    """Say how often the search finds the passages that answer the golden questions.

    By query class, with intervals; questions by people and by machines are told apart, and those
    without an answer are left out. Isolation checks are made as well. Several chunk sizes or
    tokenisers are put side by side. Exits 1 where an isolation check or --least fails.
    """
    from corpus import settings
    from reports.retrieval import asking
    from reports.retrieval.building import Wanted, build

    wanted = Wanted(
        ks=asking.numbers("-k", ks, least=1, most=1000),
        words=asking.numbers("--chunk", chunks, least=20, most=5000),
        tokenisers=asking.tokenisers(tokenisers),
        only=tuple(asking.listed("--only", only)),
        least=asking.goals(goals),
        level=level,
    )
    if missed and len(wanted.words) * len(wanted.tokenisers) > 1:
        raise InputError(
            "--missed lists what one search misses; give one --chunk, one --tokeniser."
        )
    made = build(workspace, settings.load(workspace), wanted)
    if as_json:
        from reports.retrieval.retrieval_json import json_text

        put(json_text(made))
    else:
        from reports.rendering.terminal import show_page
        from reports.retrieval.page import page

        show_page(page(made, missed=missed))
    if made.fails:
        click.get_current_context().exit(ExitCode.FAILED)
