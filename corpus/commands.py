"""`crosssource corpus …`: documents in, looking at them, searching, the quote check, integrity.

Libraries are imported inside the functions, so that `--help` costs nothing.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from corpus.amount import count, verb
from corpus.console import progress, put, say, workspace_option
from corpus.errors import ExitCode, InputError
from corpus.fetching.commands import fetch
from corpus.presenting import (
    document_page,
    one_line,
    passage_facts,
    passage_page,
    place,
    quote_facts,
    quote_line,
)
from corpus.workspace import Workspace

if TYPE_CHECKING:
    from corpus.document import Document
    from corpus.readers.source import SourceDocument
    from corpus.storage.library import Library

_json_option = click.option("--json", "as_json", is_flag=True, help="JSON on stdout, for a script.")


@click.group()
def corpus() -> None:
    """The documents that citations point into: add, look, search, check.

    \b
    Example: crosssource corpus add opinions/
    """


corpus.add_command(fetch)


@corpus.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH…")
@click.option(
    "--encoding", metavar="NAME", help="Of text files that are not UTF-8 and do not state theirs."
)
@_json_option
@workspace_option
def add(paths: tuple[Path, ...], encoding: str | None, as_json: bool, workspace: Workspace) -> None:
    """Read documents from files and folders and cut them into passages.

    Read are PDF, DOCX, HTML, Markdown and text files; cases of the Caselaw Access Project (a case,
    a volume zip, a folder of the site at any depth), opinions of CourtListener (JSON), and JSON
    Lines with `id` and `text`. What a file is, is seen by what it holds. All is added, or on any
    mistake nothing.

    \b
    Example: crosssource corpus add a2d-100.zip scotus/ brief.pdf
             crosssource corpus add old-notes/ --encoding windows-1252
    """
    from corpus import settings
    from corpus.storage.library import Library

    words = settings.load(workspace).chunking.words
    skipped: list[tuple[str, str]] = []
    notes: list[tuple[str, str]] = []
    library = Library(workspace)
    added = library.add(_read(paths, encoding, skipped, notes), words)
    _say_about("Passed over", skipped)
    _say_about("Note", notes)
    why = "its id is {}: another text has its name"
    _say_about("Note", [(one.source, why.format(one.document_id)) for one in added.renamed])
    if as_json:
        about = {
            "skipped": [{"path": p, "reason": r} for p, r in skipped],
            "notes": [{"path": p, "note": n} for p, n in notes],
            "other_cut": len(library.register().of_other_length(words)),
        }
        put(_json(asdict(added) | about))
        return
    already = f"; {count(added.already, 'document')} already there" if added.already else ""
    say(
        f"{count(added.documents, 'document')} added, "
        f"{count(added.passages, 'passage')} of about {words} words{already}."
    )
    say_other_cut(library, words)


@corpus.command("list")
@_json_option
@workspace_option
def list_documents(as_json: bool, workspace: Workspace) -> None:
    """List the documents: id, number of passages, title, source.

    \b
    Example: crosssource corpus list --json | jq -r .document_id
    """
    from corpus import settings
    from corpus.storage.library import Library

    library = Library(workspace)
    records = library.register().records
    for document in library.documents():
        record = records[document.id]
        if as_json:
            counts = {"passages": record.passages, "words": record.words}
            put(_json(asdict(record.provenance) | {"title": document.title} | counts))
        else:
            title = document.title.replace("\t", " ").replace("\n", " ")
            put(f"{document.id}\t{record.passages}\t{title}\t{record.provenance.source}")
    say(
        f"{count(len(records), 'document')}, "
        f"{count(sum(record.passages for record in records.values()), 'passage')}."
    )
    if not records:
        say("Add some with: crosssource corpus add PATH")
    say_other_cut(library, settings.load(workspace).chunking.words)


@corpus.command()
@click.argument("id_", metavar="ID")
@_json_option
@workspace_option
def show(id_: str, as_json: bool, workspace: Workspace) -> None:
    """Show a document, or a passage where ID is doc_id:chunk_index.

    \b
    Example: crosssource corpus show cap-8124836
             crosssource corpus show cap-8124836:3
    """
    from corpus.storage.library import Library

    library = Library(workspace)
    if ":" in id_:
        passage = library.passage(id_)
        put(_json(passage_facts(passage)) if as_json else passage_page(passage))
        return
    document = library.document(id_)
    record = library.register().records[id_]
    if as_json:
        facts = asdict(document) | {"provenance": asdict(record.provenance)}
        put(_json(facts | {"passages": record.passages}))
    else:
        put(document_page(document, record.provenance, record.passages))


@corpus.command()
@click.argument("query")
@click.option("-k", "k", type=click.IntRange(min=1), help="How many passages (default: settings).")
@click.option("--document", "document_id", metavar="ID", help="Search this document only.")
@click.option(
    "--within",
    multiple=True,
    metavar="NAME=VALUE",
    help="Search only documents whose metadata say so; several must all hold.",
)
@_json_option
@workspace_option
def search(
    query: str,
    k: int | None,
    document_id: str | None,
    within: tuple[str, ...],
    as_json: bool,
    workspace: Workspace,
) -> None:
    """Search the passages by words (BM25).

    \b
    Example: crosssource corpus search "duty of care of a carrier" -k 10
             crosssource corpus search "trial date" --within matter=M-00003
    """
    from corpus import restriction, settings
    from corpus.engines import index_of
    from corpus.storage.library import Library

    chosen = settings.load(workspace).retrieval
    library = Library(workspace)
    _refuse_empty(library, "search")
    if document_id is not None:
        library.passages_of(document_id)  # names a document that is not there
    only = _admitted(library, restriction.parse(within)) if within else None
    size = library.register().passages
    index = index_of(progress(library.passages(), "Indexing", size), size, chosen)
    hits = index.search(query, k or chosen.k, document_id, within=only)
    if as_json:
        rows = [{"rank": hit.rank, "score": hit.score} | passage_facts(hit.passage) for hit in hits]
        put(_json({"query": query, "engine": index.describe(), "hits": rows}))
        return
    for hit in hits:
        head = f"{hit.rank}. {place(hit.passage)}  {hit.score:.3f}"
        put(f"{head}\n   {one_line(hit.passage.text)}")
    say(f"{count(len(hits), 'passage')} by {index.describe()}.")


@corpus.command()
@click.argument("text")
@click.option("--document", "document_id", metavar="ID", help="Look in this document only.")
@_json_option
@workspace_option
def quote(text: str, document_id: str | None, as_json: bool, workspace: Workspace) -> None:
    """Find a quote character for character, and say what it took where it is not exact.

    Exits 1 where the quote is nowhere.

    \b
    Example: crosssource corpus quote "the duty of care" --document cap-8124836
    """
    from corpus.quoting.quotes import find_quote
    from corpus.storage.library import Library

    library = Library(workspace)
    _refuse_empty(library, "look in")
    documents: Iterable[Document] = library.documents()
    if document_id is not None:
        documents = [library.document(document_id)]
    found = find_quote(progress(documents, "Looking", len(library)), text)
    if as_json:
        places = [quote_facts(match, library.document(match.document_id)) for match in found]
        put(_json({"quote": text, "places": places}))
    else:
        for match in found:
            put(quote_line(match))
        say(f"{count(len(found), 'place')}." if found else "The quote is nowhere in the corpus.")
    if not found:
        click.get_current_context().exit(ExitCode.FAILED)


@corpus.command()
@_json_option
@workspace_option
def check(as_json: bool, workspace: Workspace) -> None:
    """Verify every hash, offset and id of the stored corpus; exits 1 where there is a fault.

    What was noted of a document when it was added is said again, and is no fault.

    \b
    Example: crosssource corpus check
    """
    from corpus import settings
    from corpus.storage.library import Library

    words = settings.load(workspace).chunking.words
    library = Library(workspace)
    found = library.check()
    notes = library.notes()
    if as_json:
        said = [{"document_id": identity, "note": note} for identity, note in notes]
        put(_json({"faults": found, "notes": said}))
    else:
        _say_about("Note", notes)
        for fault in found:
            put(fault)
        whole = "" if found else f"{count(len(library), 'document')} checked: "
        say(f"{whole}{count(len(found), 'fault') if found else 'no fault'}.")
    if not found:
        say_other_cut(library, words)
    else:
        click.get_current_context().exit(ExitCode.FAILED)


def _refuse_empty(library: "Library", to_do: str) -> None:
    if not len(library):
        raise InputError(
            f"The corpus is empty, so there is nothing to {to_do}; add documents with: crosssource "
            "corpus add PATH"
        )


def say_other_cut(library: "Library", words: int) -> None:
    """Say which documents are not cut as the settings have it: a change of them cuts nothing."""
    others = library.register().of_other_length(words)
    if others:
        lengths = ", ".join(f"{length}" for length in sorted({one.words for one in others}))
        say(
            f"{count(len(others), 'document')} {verb(len(others), 'is', 'are')} cut into passages "
            f"of about {lengths} words, and the settings say {words}; cut anew with: crosssource "
            "corpus rechunk"
        )


def _admitted(library: "Library", within: Mapping[str, str]) -> frozenset[str]:
    """The documents of a restricted search; `InputError` where there is none."""
    from corpus import restriction

    found = restriction.admitted(progress(library.documents(), "Choosing", len(library)), within)
    if not found:
        named = ", ".join(f"{name}={value}" for name, value in within.items())
        raise InputError(
            f"No document has {named} in its metadata; see what one has with: "
            "crosssource corpus show ID"
        )
    return found


def _read(
    paths: tuple[Path, ...],
    encoding: str | None,
    skipped: list[tuple[str, str]],
    notes: list[tuple[str, str]],
) -> "Iterator[SourceDocument]":
    """The documents of all paths, one after the other, with a progress bar over their bytes."""
    from corpus.readers.detect import read_all
    from corpus.readers.encodings import checked_name
    from corpus.readers.walk import size

    named = checked_name(encoding) if encoding else None

    def documents() -> "Iterator[SourceDocument]":
        for source in read_all(paths, lambda where, why: skipped.append((where, why)), named):
            notes.extend((source.source, note) for note in source.notes)
            yield source

    total = sum(size(path) for path in paths)
    return progress(documents(), "Adding", total, lambda source: source.size)


def _say_about(what: str, found: list[tuple[str, str]]) -> None:
    for source, words in found[:10]:
        say(f"{what}: {source} ({words}).")
    if len(found) > 10:
        say(f"{what}: {len(found) - 10} more; --json lists them all.")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
