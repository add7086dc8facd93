"""`crosssource sample carry`: labels follow a run that was mended."""

import click

from corpus.amount import count, verb
from corpus.console import say, workspace_option
from corpus.workspace import Workspace


@click.command(epilog="Example: crosssource sample carry pilot --run baseline-rescored")
@click.argument("sample_name", metavar="SAMPLE")
@click.option(
    "--run",
    "runs",
    multiple=True,
    required=True,
    metavar="NAME",
    help="A run that crosssource rescore made of one of the sample's; may be given more than once.",
)
@click.option("--name", metavar="NAME", help="Of the new sample (default: SAMPLE-rescored).")
@click.option(
    "--without-missing",
    is_flag=True,
    help="Leave out what the judge gave no verdict on, instead of refusing.",
)
@workspace_option
def carry(
    workspace: Workspace,
    sample_name: str,
    runs: tuple[str, ...],
    name: str | None,
    without_missing: bool,
) -> None:
    """Carry the labels of SAMPLE over to the mended run; what the fix changed comes back to people.

    A label follows where question, claim and passage are the same, and the rubric is the one in
    force. What the fix changed is drawn at the rates of SAMPLE, which keeps all it has. A run whose
    rescore is not finished is refused.
    """
    from labels import rubric
    from labels.store import carrying, database, lookup, standing

    with database.opened(workspace) as connection, database.transaction(connection):
        old = standing.sample_name(connection, sample_name)
        lookup.known_runs(connection, runs)
        done = carrying.carry(
            connection,
            old,
            runs,
            name or f"{old}-rescored",
            rubric.in_force(workspace),
            without_missing=without_missing,
        )
    say(
        f"The sample {done.sample!r} has {count(done.items, 'item')}; "
        f"{count(done.labels, 'label')} of {old!r} followed, {count(done.to_label, 'item')} "
        f"{verb(done.to_label, 'is', 'are')} to be labelled."
    )
    if done.unjudged:
        say(
            f"{count(done.unjudged, 'citation')} that the fix changed "
            f"{verb(done.unjudged, 'has', 'have')} no verdict: in no stratum, and nobody labels "
            f"{verb(done.unjudged, 'it', 'them')}."
        )
    if done.other_rubric:
        say(
            f"{count(done.other_rubric, 'label')} {verb(done.other_rubric, 'was', 'were')} given "
            "under another rubric, and did not follow."
        )
    if done.adjudications:
        say("Decisions of adjudicators did not follow: crosssource adjudicate asks again.")
    if done.to_label:
        say(f"Next: crosssource label --sample {done.sample} --annotator YOUR-NAME")
    say(f"Then: crosssource report --sample {done.sample} (it shows before and after)")
