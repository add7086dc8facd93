"""`crosssource sample pack` and `merge`: a sample labelled on another machine."""

from pathlib import Path

import click

from corpus.amount import count
from corpus.console import say, workspace_option
from corpus.workspace import Workspace


@click.command(epilog="Example: crosssource sample pack pilot --annotator bob --out bob.pack")
@click.argument("name")
@click.option("--annotator", metavar="WHO", required=True, help="Who will label it.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    required=True,
    help="The file to be made.",
)
@workspace_option
def pack(workspace: Workspace, name: str, annotator: str, out: Path) -> None:
    """Write a file in which WHO labels on another machine, with crosssource label --pack.

    It holds the rubric, and the items of the sample NAME that are open to WHO. What the judge said,
    who it is, runs, configurations, strata and other people's labels are not in it.
    """
    from labels.store import packing

    made = packing.pack(workspace, name, annotator, out)
    again = f", {made.again:,} of them twice" if made.again else ""
    say(f"Packed {count(made.items, 'item')} of the sample {made.sample!r}{again} into {out}.")
    say(f"{made.annotator} labels it anywhere with: crosssource label --pack {out.name}")
    say(f"When it is back: crosssource sample merge {out.name}")


@click.command(epilog="Example: crosssource sample merge bob.pack")
@click.argument("file", type=click.Path(path_type=Path))
@workspace_option
def merge(workspace: Workspace, file: Path) -> None:
    """Take in the labels of a pack: all that is new in FILE, or nothing.

    The file is verified first: that it was made here, its items, and its own chain of label events.
    A pack that is not finished can be merged, and merged again later.
    """
    from labels.store import database, merging

    with database.opened(workspace) as connection, database.transaction(connection):
        done = merging.merge(connection, file)
    if done.events:
        are = "1 label of {} is" if done.labels == 1 else f"{done.labels:,} labels of {{}} are"
        say(
            f"{are.format(done.annotator)} new in the sample {done.sample!r} "
            f"({done.events:,} label events; {done.already:,} had been merged before)."
        )
        say(f"Next: crosssource report --sample {done.sample}")
    elif not done.already:
        say(f"Nothing is labelled in {file} yet; label it with: crosssource label --pack {file}")
    else:
        say(f"Nothing is new in {file}: its {done.already:,} label events had been merged before.")
