"""What the reporting commands share: which formats are asked for, and files into a folder."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from corpus.console import say
from corpus.errors import InputError
from corpus.files import cannot_write, write_together
from corpus.outputs import refuse_own


def output_options(
    formats: Sequence[str], where: str
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds `--format` and `--out` to a command, which receives `formats: str` and `out`.

    Args:
        formats: those that can be asked for.
        where: the folder in the study where files go by default, as people are told.
    """

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        out = click.option(
            "--out",
            type=click.Path(path_type=Path, file_okay=False),
            metavar="DIR",
            help=f"Where files go (default: {where} in the study's folder).",
        )
        chosen = click.option(
            "--format",
            "formats",
            default="terminal",
            show_default=True,
            metavar="LIST",
            help=f"One or more of {', '.join(formats)}, with commas between.",
        )
        return chosen(out(function))

    return add


def formats_of(text: str, known: Sequence[str]) -> list[str]:
    """The formats in a list with commas; `InputError` where one is not known, or there is none."""
    wanted = [part.strip() for part in text.split(",") if part.strip()]
    for one in wanted:
        if one not in known:
            raise InputError(f"--format {one}: not known; give {', '.join(known)}.")
    if not wanted:
        raise InputError(f"--format is empty; give {', '.join(known)}.")
    return wanted


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files, by name, all or none, into a folder made where it is missing; say each.

    An older report of the same names is replaced: it is made anew each time.

    Raises:
        InputError: the folder is one that the study lives on.
        StoreError: the folder cannot be made or written.
    """
    if not files:
        return
    refuse_own(folder / name for name in files)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(folder, error) from error
    write_together({folder / name: text for name, text in files.items()})
    for name in files:
        say(f"Written: {folder / name}")
