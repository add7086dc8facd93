"""`crosssource doctor`: what a results file is, before anything is made of it."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from corpus.console import put, say
from corpus.errors import ExitCode
from corpus.visible import visible

if TYPE_CHECKING:
    from labels.interchange.diagnosis import Diagnosis

_SECTIONS = {
    "holds": "It holds",
    "calibrate": "What can be calibrated",
    "missing": "What is missing",
    "broken": "What looks broken",
}


@click.command(epilog="Example: crosssource doctor results.json")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="As JSON on stdout.")
def doctor(file: Path, as_json: bool) -> None:
    """Say what the results file FILE is and holds, and the command to run next.

    Which harness wrote it, how many records and verdicts it has, what of it can be calibrated, what
    is missing and what looks broken. Nothing is stored, and no study is needed. Exits 0 where
    something can be calibrated, 1 where nothing can (whatever is wrong in the file), 2 where there
    is no file that can be opened.
    """
    from labels.interchange.diagnosis import diagnose

    made = diagnose(file)
    if as_json:
        put(json.dumps(asdict(made), ensure_ascii=False, indent=2))
    else:
        put(visible("\n".join(_page(made))))
    if not made.is_usable:
        raise click.exceptions.Exit(ExitCode.FAILED)
    if not as_json:
        say("Nothing was stored.")


def _page(made: "Diagnosis") -> list[str]:
    lines = [made.what]
    for name, heading in _SECTIONS.items():
        sentences = getattr(made, name)
        if sentences or name == "calibrate":
            lines += ["", f"{heading}:"]
            lines += [f"  {sentence}" for sentence in sentences or ["Nothing."]]
    if made.next:
        lines += ["", "Next:", *(f"  {command}" for command in made.next)]
    return lines
