"""What every command shares: the workspace option, a progress bar, where words and data go.

Words about the work go to stderr, data to stdout. The progress bar shows on a terminal only.
"""

import functools
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from corpus import workspace as workspaces
from corpus.visible import visible
from corpus.workspace import Workspace

T = TypeVar("T")


workspace_folder = click.option(
    "--workspace",
    type=click.Path(path_type=Path),
    default=None,
    metavar="DIR",
    help="The study's folder (default: found upward from here).",
)
"""`--workspace DIR` for a command that may do without a study; the function receives the folder."""


def workspace_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--workspace DIR` to a command; the function receives `workspace: Workspace`."""

    @workspace_folder
    @functools.wraps(function)
    def command(*args: Any, workspace: Path | None, **kwargs: Any) -> Any:
        return function(*args, workspace=workspace_of(workspace), **kwargs)

    return command


def workspace_of(folder: Path | None) -> Workspace:
    """The workspace in force, where a command was given this folder.

    Without one the root command's own `--workspace` holds, then the environment, then the search
    upward from the current directory.

    Raises:
        WorkspaceError: there is none.
    """
    return workspaces.find(folder or _of_root())


def say(words: str) -> None:
    """A line about the work, on stderr."""
    click.echo(on_terminal(words, sys.stderr.isatty()), err=True)


def put(data: str) -> None:
    """Data, on stdout: made visible on a terminal, verbatim in a pipe or a file."""
    # Without `color` click takes escape sequences out of a pipe; the text is data and stays whole.
    click.echo(on_terminal(data, sys.stdout.isatty()), color=True)


def on_terminal(text: str, terminal: bool) -> str:
    """The text as it may be written there."""
    return visible(text) if terminal else text


def progress(
    iterable: Iterable[T], label: str, total: int, weight: Callable[[T], int] = lambda _: 1
) -> Iterator[T]:
    """The same items; on a terminal, with a bar and an estimate of the time that is left.

    Args:
        iterable: what is worked through.
        label: what is being done.
        total: the sum of all weights.
        weight: how much of the work an item was (default: 1 each).
    """
    if not sys.stderr.isatty():
        yield from iterable
        return
    with click.progressbar(length=total, label=label, file=sys.stderr) as bar:
        for item in iterable:
            yield item
            bar.update(weight(item))


@contextmanager
def counted(label: str, total: int) -> Iterator[Callable[[int], object]]:
    """A function that hears how much more of the work is done; on a terminal it moves a bar.

    Args:
        label: what is being done.
        total: all of the work, in whatever unit the function hears.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with click.progressbar(length=total, label=label, file=sys.stderr) as bar:
        yield bar.update


def _of_root() -> Path | None:
    named = click.get_current_context().find_root().params.get("workspace")
    return Path(named) if named else None
