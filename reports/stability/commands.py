"""`crosssource stability`: whether a judge says the same again, and the margin a gate needs.

The statistics take seconds to import, so nothing of them is imported before the command runs.
"""

import click

from corpus.console import put, say, workspace_option
from corpus.workspace import Workspace
from reports.options import level_option

EXAMPLE = """\b
Examples:
  crosssource judge baseline --judge lexical --repeats 3
  crosssource stability baseline
  crosssource stability baseline --judge gpt-4-0613 --json | jq .margin
"""


@click.command(epilog=EXAMPLE)
@click.argument("run", metavar="RUN")
@click.option(
    "--judge",
    "named",
    multiple=True,
    metavar="NAME",
    help="Whose repeats; given twice, two versions (default: the only judge asked again).",
)
@level_option
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON on stdout.")
@workspace_option
def stability(
    workspace: Workspace, run: str, named: tuple[str, ...], level: float, as_json: bool
) -> None:
    """Say whether a judge says the same of the citations of RUN when it is asked again.

    Reads what is stored: have the judge asked again with crosssource judge RUN --repeats N, or
    crosssource run --repeats N, which looks for support again too. Recorded verdicts of one judge
    in several files count as its repeats. From the spread of the scores follows the margin that
    crosssource gate needs, so that noise of the judge is no regression.
    """
    from corpus import settings
    from labels.store import database, lookup, repeated_verdicts
    from labels.store.counted_cases import left_out
    from reports.gating.policy import watched
    from reports.left_out_words import of_run
    from reports.runs.by_question import rates_by_question
    from reports.stability.measure import measure
    from reports.stability.repeats import chosen

    metrics = watched(settings.load(workspace).gate)
    with database.opened(workspace) as connection:
        lookup.known_runs(connection, [run])
        judges = chosen(run, repeated_verdicts.judges_of(connection, run), named)
        ids = [judge.id for judge in judges.judges]
        verdicts = repeated_verdicts.verdicts_of(connection, run, ids)
        scored = [rates_by_question(connection, run, one) for one in ids]
        bugs = left_out(connection, run, ids[0])
    if told := of_run(run, bugs):
        say(told)
    made = measure(run, judges, verdicts, scored, level=level)
    if as_json:
        from reports.stability.document import json_text

        put(json_text(made, metrics, level=level).rstrip("\n"))
        return
    from reports.rendering.terminal import show_page
    from reports.stability.page import page

    show_page(page(made, metrics, level=level))
