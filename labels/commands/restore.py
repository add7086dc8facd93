"""`crosssource restore`: a study from the one file that `export everything` wrote."""

from pathlib import Path

import click

from corpus.console import say


@click.command(epilog="Example: crosssource restore study.jsonl copy")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def restore(file: Path, folder: Path) -> None:
    """Make an equal study in DIR from FILE, which crosssource export everything wrote.

    All of it comes back or nothing does. DIR must be absent or empty: nothing is overwritten.
    """
    from labels.store.dump import restore as restored

    counts = restored(file, folder)
    say(f"Restored {counts.rows:,} rows and {counts.files:,} files to {folder}.")
    say(f"Verify it with: crosssource --workspace {folder} check")
