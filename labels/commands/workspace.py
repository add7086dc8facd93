"""`crosssource init` and `crosssource check`: a new study, and whether one is whole."""

from pathlib import Path

import click

from corpus.console import put, say, workspace_option
from corpus.errors import ExitCode
from corpus.workspace import Workspace


@click.command(epilog="Example: crosssource init my-study")
@click.argument("folder", type=click.Path(path_type=Path), default=".", metavar="[DIR]")
def init(folder: Path) -> None:
    """Make a new study in DIR (default: here).

    In a folder that is a study already, only what is missing is made; nothing is overwritten.
    """
    from labels.store.creating import create

    made = create(folder)
    if made:
        say(f"Made {', '.join(made)} in {folder}.")
        say("Next: crosssource corpus add PATH, or crosssource import FILE")
    else:
        say(f"{folder} is a complete study already; nothing was changed.")


@click.command(epilog="Example: crosssource check --json")
@click.option("--json", "as_json", is_flag=True, help="The faults as a JSON list on stdout.")
@workspace_option
def check(workspace: Workspace, as_json: bool) -> None:
    """Verify the study: label events and their chain, seals, hashes, the corpus.

    Exits 0 where all is whole and 1 where something is not.
    """
    import json

    from corpus.storage.library import Library
    from labels.store import database, integrity

    with database.opened(workspace) as connection:
        faults = integrity.faults(connection)
        counts = integrity.counts(connection)
    faults += Library(workspace).check()
    if as_json:
        put(json.dumps({"faults": faults, "counts": counts}, ensure_ascii=False, indent=2))
    elif faults:
        for fault in faults:
            put(fault)
    else:
        put("Whole: " + ", ".join(_counted(count, what) for what, count in counts.items()) + ".")
    if faults:
        raise click.exceptions.Exit(ExitCode.FAILED)


def _counted(count: int, what: str) -> str:
    """`1 run`, `2 runs`."""
    return f"{count:,} {what.removesuffix('s') if count == 1 else what}"
