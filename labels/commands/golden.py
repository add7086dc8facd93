"""`crosssource golden …`: the golden questions, for scripts. `author`, the app, joins this group.

Libraries are imported inside the functions, so that `--help` costs nothing.
"""

import json
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from corpus.amount import count, verb
from corpus.console import progress, put, say, workspace_option
from corpus.errors import ExitCode
from corpus.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from corpus.engines import Searcher
    from labels.collection.check import Checked
    from labels.collection.file import GoldenFile
    from labels.golden import GoldenQuestion

_json_option = click.option("--json", "as_json", is_flag=True, help="JSON on stdout, for a script.")
_STATUSES = ("active", "candidate", "retired")


@click.group()
def golden() -> None:
    """The golden questions: write, list, check, import, export.

    \b
    Example: crosssource golden author
    """


@golden.command("list")
@click.option("--status", type=click.Choice(_STATUSES), help="Only those; default: all.")
@click.option("--class", "query_class", metavar="NAME", help="Only those of a class.")
@_json_option
@workspace_option
def list_questions(
    workspace: Workspace, status: str | None, query_class: str | None, as_json: bool
) -> None:
    """List the questions, and count them by who wrote them.

    \b
    Example: crosssource golden list --status candidate
    """
    from labels import golden as questions

    found = questions.load_all(workspace.golden)
    for one in found:
        if status in (None, one.status) and query_class in (None, one.query_class):
            put(_json(questions.row_of(one)) if as_json else _line(one))
    say(f"{_counted(found)}.")
    if not found:
        say("Write one with: crosssource golden author")


@golden.command()
@click.option("--fix", is_flag=True, help="Write the passage ids and offsets that can be mended.")
@_json_option
@workspace_option
def check(workspace: Workspace, fix: bool, as_json: bool) -> None:
    """Check the questions against the corpus and each other; exits 1 where there is a fault.

    \b
    Faults: a document or passage that is not there, a quote that does not stand where it
    should, an id that another cut of the documents has made wrong (--fix writes the new one),
    two questions that are the same, an absent question that a passage may answer by now.
    Notes: near-duplicates, a question that copies its passage, an absent one without the
    searches that found nothing, a class too small to say much of.

    \b
    Example: crosssource golden check --fix
    """
    from corpus.storage.library import Library
    from labels.collection.check import check as checked_by
    from labels.collection.file import GoldenFile

    file = GoldenFile(workspace.golden)
    questions = file.all()
    index = cache(partial(_index, workspace))
    checked = checked_by(questions, Library(workspace), index)
    if fix and checked.mended:
        _mend(file, questions, checked)
        number = len(checked.mended)
        has = f"{count(number, 'question')} {verb(number, 'has', 'have')}"
        say(f"{has} the ids and places of now (of {len(questions):,}).")
        questions = file.all()
        checked = checked_by(questions, Library(workspace), index)
    _show(questions, checked, as_json=as_json)
    if checked.faults:
        click.get_current_context().exit(ExitCode.FAILED)


@golden.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--drafts",
    is_flag=True,
    help="They were drafted by a machine: no run asks them before a person has confirmed each.",
)
@click.option("--by", metavar="NAME", help="Who imports them (default: the login name).")
@workspace_option
def import_questions(workspace: Workspace, file: Path, drafts: bool, by: str | None) -> None:
    """Take in questions from FILE (JSON Lines, a JSON list or CSV), all of them or none.

    The columns are those of golden.jsonl; supports may be a list of passage ids. A question that
    is there already, the same in every field, is passed over; another one of its id is refused.

    \b
    Example: crosssource golden import drafted.jsonl --drafts
    """
    from corpus.stamp import author, now
    from corpus.storage.library import Library
    from labels.collection.file import GoldenFile
    from labels.collection.importing import read_questions, unknown_ones
    from labels.naming import slug

    golden_file = GoldenFile(workspace.golden)
    read = list(
        read_questions(
            file,
            Library(workspace),
            prefix=slug(file.stem),
            by=by or author(),
            at=now(),
            drafts=drafts,
        )
    )
    new = unknown_ones(read, golden_file.all())
    golden_file.add(*new)
    there = len(read) - len(new)
    already = f", {there:,} {verb(there, 'was', 'were')} there already" if there else ""
    say(f"{count(len(new), 'question')} taken in{already}. Now: {_counted(golden_file.all())}.")
    if drafts and new:
        say("A person opens and confirms each of them with: crosssource golden author")


@golden.command()
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Default: stdout.")
@click.option("--force", is_flag=True, help="Replace the file that is there.")
@click.option("--all", "everything", is_flag=True, help="The retired and unconfirmed ones too.")
@workspace_option
def export(workspace: Workspace, out: Path | None, force: bool, everything: bool) -> None:
    """Write the questions in force as JSON Lines, each with who wrote it.

    The study's own files are not written over, and another one only with --force.

    \b
    Example: crosssource golden export --out questions.jsonl
    """
    from corpus.files import write_atomically
    from corpus.outputs import refuse_taken
    from labels import golden as questions

    if out is not None:
        refuse_taken(out, replace=force)
    found = questions.load_all(workspace.golden) if everything else questions.load(workspace.golden)
    text = "".join(map(questions.line_of, found))
    if out is None:
        put(text.removesuffix("\n"))
    else:
        write_atomically(out, text)
    say(f"{count(len(found), 'question')} written: {_counted(found)}.")


def _line(question: "GoldenQuestion") -> str:
    from corpus.presenting import one_line

    kind = "" if question.answerable else ", absent"
    drafted = f" (drafted by {question.drafted_by})" if question.drafted_by else ""
    return (
        f"{one_line(question.id)}\t{question.status}{kind}\t{question.written_by}{drafted}\t"
        f"{one_line(question.query_class, 30)}\t{one_line(question.question)}"
    )


def _counted(questions: "Iterable[GoldenQuestion]") -> str:
    """How many there are, by who wrote them."""
    from labels.collection.counts import count as counts_of

    return counts_of(questions).words()


def _index(workspace: Workspace) -> "Searcher":
    """Of the whole corpus."""
    from corpus import settings
    from corpus.engines import index_of
    from corpus.storage.library import Library

    chosen = settings.load(workspace).retrieval
    library = Library(workspace)
    total = sum(record.passages for record in library.register().records.values())
    passages = progress(library.passages(), "Reading the corpus", total)
    return index_of(passages, total, chosen)


def _mend(file: "GoldenFile", questions: "tuple[GoldenQuestion, ...]", checked: "Checked") -> None:
    from corpus.stamp import author, now
    from labels.collection.changes import remapped

    by_id = {one.id: one for one in questions}
    changes = {
        id_: (by_id[id_], remapped(by_id[id_], supports, by=author(), at=now()))
        for id_, supports in checked.mended.items()
    }
    file.replace_all(changes)


def _show(questions: "tuple[GoldenQuestion, ...]", checked: "Checked", *, as_json: bool) -> None:
    from labels.collection import counts
    from labels.collection.check import balance

    if as_json:
        found = [
            {"kind": one.kind, "fault": one.is_fault, "question": one.question, "words": one.words}
            for one in checked.findings
        ]
        facts = {
            "findings": found,
            "mendable": sorted(checked.mended),
            "counts": counts.count(questions).facts(),
            "classes": balance(questions),
        }
        put(_json(facts))
        return
    for one in checked.findings:
        head = "fault" if one.is_fault else "note"
        put(f"{head}\t{one.kind}\t{one.question}\t{one.words}")
    for name, of in balance(questions).items():
        put(f"class\t{name or '(none)'}\t{of['answerable']}\t{of['absent']} absent")
    notes = len(checked.findings) - len(checked.faults)
    faults = count(len(checked.faults), "fault")
    say(f"{_counted(questions)}. {faults}, {count(notes, 'note')}.")
    if checked.mended:
        say(f"{len(checked.mended):,} can be mended with: crosssource golden check --fix")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
