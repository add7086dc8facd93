"""`crosssource corpus rechunk`: the documents cut anew, and what of the study points into them.

The front door puts it among the commands of `corpus`, which may not know of golden questions.
"""

import json
from typing import TYPE_CHECKING

import click

from corpus.amount import count, verb
from corpus.console import progress, put, say, workspace_option
from corpus.workspace import Workspace

if TYPE_CHECKING:
    from labels.collection.rechunking import Followed


@click.command()
@click.option("--dry-run", is_flag=True, help="Say what would be cut anew, and change nothing.")
@click.option("--json", "as_json", is_flag=True, help="JSON on stdout, for a script.")
@workspace_option
def rechunk(workspace: Workspace, dry_run: bool, as_json: bool) -> None:
    """Cut the documents anew, into passages of as many words as the settings say.

    To be used after a change of [chunking] words in crosssource.toml: documents keep the passages
    that they were added with. All documents are cut or, on any error or a kill, none. The golden
    questions keep their places in the documents and name other passages: crosssource golden check
    --fix writes these. Runs, verdicts, samples and labels are not touched: each keeps the texts
    that it was made of.

    \b
    Example: crosssource corpus rechunk
    """
    from corpus import settings
    from corpus.storage.library import Library
    from labels.collection.rechunking import anchor, followed

    words = settings.load(workspace).chunking.words
    library = Library(workspace)
    register = library.register()
    others = len(register.of_other_length(words))
    facts = {"words": words, "documents": others, "passages_before": register.passages}
    if not others or dry_run:
        _say_unchanged(facts, as_json=as_json)
        return
    runs = _runs(workspace)
    anchored = anchor(workspace, library)
    done = library.recut(words, lambda rows: progress(rows, "Cutting", len(register.records)))
    questions = followed(workspace, library)
    if as_json:
        about = {"anchored": anchored, "questions": questions.facts(), "runs": runs}
        put(json.dumps(facts | {"passages": done.after} | about))
        return
    say(
        f"{count(done.documents, 'document')} cut anew: {count(done.after, 'passage')} of about "
        f"{words} words, where there were {done.before:,}."
    )
    _tell(questions, anchored)
    if runs:
        say(
            f"{count(runs, 'run')} of before, with verdicts, samples and labels, "
            f"{verb(runs, 'keeps its', 'keep their')} own texts; a run to come is of other "
            "passages."
        )


def _say_unchanged(facts: dict[str, int], *, as_json: bool) -> None:
    if as_json:
        put(json.dumps(facts | {"passages": facts["passages_before"]}))
    elif facts["documents"]:
        say(
            f"{count(facts['documents'], 'document')} would be cut into passages of about "
            f"{facts['words']} words; nothing was changed."
        )
    else:
        say(f"Nothing to do: every passage is of about {facts['words']} words already.")


def _runs(workspace: Workspace) -> int:
    from labels.store import database

    if not workspace.database.is_file():
        return 0
    with database.opened(workspace) as connection:
        return int(connection.execute("SELECT count(*) FROM run").fetchone()[0])


def _tell(questions: "Followed", anchored: int) -> None:
    """What a person has to do now."""
    if anchored:
        say(
            f"{count(anchored, 'golden question')} named whole passages by id alone; their places "
            "were written down before the cut."
        )
    if questions.moved:
        say(
            f"{count(questions.moved, 'golden question')} {verb(questions.moved, 'names', 'name')} "
            "passages that have other ids now; write them with: crosssource golden check --fix"
        )
    if questions.broken:
        say(
            f"{count(questions.broken, 'golden question')} "
            f"{verb(questions.broken, 'needs', 'need')} a person: see which, and why, with: "
            "crosssource golden check"
        )
    if questions.isolation:
        say(
            f"{count(questions.isolation, 'isolation check')} "
            f"{verb(questions.isolation, 'names', 'name')} passages by id alone, which may be "
            "other texts now; look at them in isolation.jsonl."
        )
