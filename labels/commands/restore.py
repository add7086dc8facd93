"""`crosssource restore`: a study from the one file that `export everything` wrote."""

import shlex
from pathlib import Path

import click

from corpus.console import say
from corpus.readers.source import shown


@click.command(epilog="Example: crosssource restore study.jsonl copy")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def restore(file: Path, folder: Path) -> None:
    """Make an equal study in DIR from FILE, which crosssource export everything wrote.

    All of it comes back or nothing does. DIR must be absent or empty: nothing is overwritten.
    """
    from labels.store.dump import left_behind
    from labels.store.dump import restore as restored

    counts = restored(file, folder)
    if left := left_behind(folder):
        say(
            f"A restore that was killed left {', '.join(map(shown, left))} behind; where none is "
            f"under way, take it away: rm -r {shlex.join(map(str, left))}"
        )
    say(f"Restored {counts.rows:,} rows and {counts.files:,} files to {folder}.")
    say(f"Verify it with: crosssource --workspace {folder} check")
