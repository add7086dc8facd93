"""`crosssource import`: verdicts of other harnesses, and labels made elsewhere."""

from pathlib import Path

import click

from corpus.console import progress, say, workspace_option
from corpus.workspace import Workspace


@click.command(
    "import",
    epilog="Example: crosssource import results.jsonl --judge gpt-4 --map passage=context",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--run", metavar="NAME", help="Name of the run (default: the file's name).")
@click.option("--judge", metavar="NAME", help="The judge's name, where the file has no column.")
@click.option("--config", default="", metavar="NAME", help="The configuration, likewise.")
@click.option(
    "--map",
    "mapping",
    multiple=True,
    metavar="OURS=THEIRS",
    help="Which column of the file is ours; may be given several times.",
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
@workspace_option
def import_file(
    workspace: Workspace,
    file: Path,
    run: str | None,
    judge: str | None,
    config: str,
    mapping: tuple[str, ...],
    malformed: str,
    sample: str | None,
) -> None:
    """Take in verdicts from FILE (JSON Lines, a JSON list or CSV), all of them or none.

    \b
    One row is one verdict. Needed columns: claim, judge_label (or verdict, or judge), and
    passage, or citation with the id of a passage of the corpus. Further ones: case_id,
    claim_id, question, answer, judge_reason, judge_evidence, failure_type, judge, model,
    config, importance, stratum, inclusion_probability; every other short column can make
    strata. Rows with a human_label (or human, gold, label) become a sample of their own.
    """
    from corpus import settings
    from labels import rubric
    from labels.cited import lookup
    from labels.interchange.columns import parse_mapping
    from labels.naming import usable_name
    from labels.store import database

    own_words = settings.load(workspace).verdicts
    in_force = rubric.in_force(workspace)
    columns = parse_mapping(mapping)
    with database.opened(workspace) as connection:
        if sample is not None:
            from labels.label_import import import_labels
            from labels.store import standing

            name = standing.sample_name(connection, sample)
            with database.transaction(connection):
                labels = import_labels(
                    connection,
                    file,
                    name,
                    mapping=columns,
                    own_words=own_words,
                    rubric=in_force,
                    passages=lookup(workspace),
                )
            say(_labels_said(labels.labels, labels.already, labels.elsewhere, name))
            return

        from labels.interchange.verdict_rows import Reading, VerdictFile
        from labels.verdict_import import import_verdicts

        reading = Reading(
            run=usable_name("run", file.stem if run is None else run, "--run NAME"),
            judge=judge,
            config=config,
            malformed="missing" if malformed == "missing" else "refuse",
            mapping=columns,
            own_words=own_words,
        )
        source = VerdictFile(file, reading, lookup(workspace))
        with database.transaction(connection):
            rows = progress(source.rows(), "Importing", source.size)
            done = import_verdicts(connection, source, rows, file, reading.run, in_force)
    recorded = done.recorded
    say(
        f"Run {reading.run!r}: {recorded.verdicts:,} new verdicts over {recorded.citations:,} new "
        f"citations; {recorded.missing:,} have no value, {recorded.already:,} were there already."
    )
    if done.left_out:
        say(f"Not kept (long, or no single value): {', '.join(done.left_out)}.")
    if done.sample:
        say(f"{done.labels:,} human labels are in the sample {done.sample!r}.")
        say(f"Next: crosssource report --sample {done.sample}")
    else:
        say("Next: crosssource sample draw")


def _labels_said(new: int, already: int, elsewhere: int, sample: str) -> str:
    return (
        f"{new:,} labels are new in the sample {sample!r}; {already:,} were there already, and "
        f"{elsewhere:,} labelled rows are not in the sample."
    )
