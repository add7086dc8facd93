"""`crosssource corpus synth`: a synthetic legal practice, with questions whose answers are known.

The front door puts it among the commands of `corpus`, which may not know of golden questions.
"""

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from corpus.console import put, say, workspace_option
from corpus.workspace import Workspace

if TYPE_CHECKING:
    from labels.synthetic.making import Made


@click.command()
@click.option(
    "--size",
    type=click.Choice(["small", "default"]),
    help="8 matters and 72 questions, or 50 and 50 (the default).",
)
@click.option("--matters", type=int, metavar="N", help="Client matters, 8 to 10,000.")
@click.option(
    "--passages", type=click.IntRange(min=1), metavar="N", help="At least so many passages."
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same seed, the same text."
)
@click.option("--mix", is_flag=True, help="Also where the corpus holds other documents.")
@click.option(
    "--questions",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Where golden.jsonl and isolation.jsonl go (default: the study).",
)
@click.option("--json", "as_json", is_flag=True, help="JSON on stdout, for a script.")
@workspace_option
def synth(
    size: str | None,
    matters: int | None,
    passages: int | None,
    seed: int,
    mix: bool,
    folder: Path | None,
    as_json: bool,
    workspace: Workspace,
) -> None:
    """Make a synthetic legal practice, and golden questions about it.

    Engagement letters, contracts and their near twins, invoices, letters, pleadings, deposition
    transcripts and statutes of a made-up state, all of it fiction and the same for the same seed.
    The questions go to golden.jsonl and say that a machine made them; searches that must stay
    within a matter go to isolation.jsonl. Nothing is overwritten.

    \b
    Example: crosssource corpus synth --size small
             crosssource corpus synth --passages 50000 --seed 7
    """
    from corpus import settings
    from labels.synthetic.making import make
    from labels.synthetic.sizes import Size, wanted

    words = settings.load(workspace).chunking.words
    plan = wanted(
        size=Size(size) if size else None,
        matters=matters,
        passages=passages,
        words=words,
        seed=seed,
    )
    folder = workspace.root if folder is None else folder
    made = make(workspace, plan, words, mix=mix, folder=folder)
    if as_json:
        put(json.dumps(_facts(made), ensure_ascii=False))
    else:
        _tell(made, plan.practice.matters, words)


def _tell(made: "Made", matters: int, words: int) -> None:
    from corpus.amount import count

    kinds = ", ".join(count(number, kind) for kind, number in made.documents.items())
    say(
        f"{count(sum(made.documents.values()), 'document')} on {count(matters, 'matter')}: {kinds}."
    )
    there = sum(made.documents.values()) - made.added
    already = f"; {count(there, 'document')} already there" if there else ""
    say(f"{count(made.passages, 'passage')} of about {words} words added{already}.")
    absent = sum(not one.answerable for one in made.questions)
    classes = ", ".join(f"{name} {number}" for name, number in _classes(made).items())
    say(
        f"{count(len(made.questions), 'golden question')} by a machine, {absent} of them without "
        f"an answer in the corpus: {classes}."
    )
    say(f"{count(made.checks, 'isolation check')}.")


def _facts(made: "Made") -> dict[str, object]:
    return {
        "documents": made.documents,
        "added": made.added,
        "passages": made.passages,
        "questions": _classes(made),
        "absent": sum(not one.answerable for one in made.questions),
        "isolation_checks": made.checks,
    }


def _classes(made: "Made") -> dict[str, int]:
    return dict(Counter(str(one.query_class) for one in made.questions))
