"""`crosssource corpus fetch`: opinions from the Caselaw Access Project into the corpus."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from corpus.amount import count
from corpus.console import progress, put, say, workspace_option
from corpus.workspace import Workspace

if TYPE_CHECKING:
    from corpus.fetching.held import Held
    from corpus.fetching.run import Outcome
    from corpus.fetching.sources import Source
    from corpus.settings import Fetching
    from corpus.storage.library import Library

MANY = 10_000
"""Documents whose reading takes more than a second or two."""

_COLUMNS = ("status", "citation", "name", "decided", "court", "area", "place")


@click.command()
@click.argument("citations", nargs=-1, metavar="[CITATION]…")
@click.option(
    "--sources",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Your own list: JSON, or a citation a line.",
)
@click.option(
    "--area", "areas", multiple=True, metavar="AREA", help="Only this area of law; repeatable."
)
@click.option("--dry-run", is_flag=True, help="Say what would be fetched; ask nothing.")
@click.option(
    "--address",
    envvar="CROSSSOURCE_FETCH_ADDRESS",
    metavar="URL",
    help="A mirror of the site (default: settings).",
)
@click.option("--allow-http", is_flag=True, help="Take an address that is not https.")
@click.option("--json", "as_json", is_flag=True, help="JSON on stdout, for a script.")
@workspace_option
def fetch(
    citations: tuple[str, ...],
    sources: Path | None,
    areas: tuple[str, ...],
    dry_run: bool,
    address: str | None,
    allow_http: bool,
    as_json: bool,
    workspace: Workspace,
) -> None:
    """Fetch opinions from the Caselaw Access Project (public domain, CC0).

    Without a CITATION or a file, the 22 opinions that the program knows (or the list that the
    settings name): constitutional law, civil procedure, employment, torts, contracts, consumer
    protection. Each is verified as it arrives, and is in the corpus before the next is asked for:
    a fetch that was stopped goes on where it was, and what is there is not fetched again. Exits 4
    where the site failed, and 2 where an opinion was refused.

    \b
    Example: crosssource corpus fetch --area torts
             crosssource corpus fetch "Brown v. Board of Education, 347 U.S. 483 (1954)"
    """
    from corpus import settings
    from corpus.fetching import held
    from corpus.fetching.address import checked
    from corpus.storage.library import Library

    chosen = settings.load(workspace)
    how = chosen.fetch.model_copy(
        update={"address": checked(address or chosen.fetch.address, allow_http=allow_http)}
    )
    wanted = _wanted(workspace, how, citations, sources, areas)
    library = Library(workspace)
    cases = held.cases(library)
    if len(library) > MANY:
        cases = progress(cases, "Looking at what is there", len(library))
    there = held.Held(cases)
    if dry_run:
        _show_plan(wanted, there, how, as_json)
    else:
        _go(library, there, wanted, how, chosen.chunking.words, as_json)


def _wanted(
    workspace: Workspace,
    how: "Fetching",
    citations: tuple[str, ...],
    file: Path | None,
    areas: tuple[str, ...],
) -> "list[Source]":
    """Citations and file where there are any, else the settings' list, else what ships."""
    from corpus.fetching import sources

    found = [sources.written(citation) for citation in citations]
    if file is not None:
        found += sources.read(file)
    elif not citations:
        found = sources.read(workspace.root / how.sources) if how.sources else sources.shipped()
    return sources.of_areas(sources.once_each(found), areas)


def _show_plan(wanted: "list[Source]", there: "Held", how: "Fetching", as_json: bool) -> None:
    from corpus.fetching.reporting import planned

    rows = [planned(source, there) for source in wanted]
    for row in rows:
        if as_json:
            put(json.dumps(row, ensure_ascii=False))
        else:
            put("\t".join(" ".join((row[name] or "").split()) for name in _COLUMNS))
    missing = [row for row in rows if row["document_id"] is None]
    volumes = {str(row["place"]).rpartition("/")[0] for row in missing}
    requests = len(missing) + len(volumes)
    say(
        f"{len(missing)} of {count(len(rows), 'opinion')} to fetch from {how.address}: "
        f"{count(requests, 'request')}, {requests * how.pause:.0f} s or more."
    )


def _go(
    library: "Library",
    there: "Held",
    wanted: "list[Source]",
    how: "Fetching",
    words: int,
    as_json: bool,
) -> None:
    """Fetch, then say what became of each; ends with an error where one is not in the corpus."""
    from corpus.fetching import reporting

    if any(there.find(source) is None for source in wanted):
        library.add([], words)  # a corpus that cannot be written refuses before anything is asked
    outcomes = list(
        progress(_outcomes(library, there, wanted, how, words), "Fetching", len(wanted))
    )
    if as_json:
        rows = [reporting.outcome_facts(outcome) for outcome in outcomes]
        put(json.dumps({"address": how.address, "sources": rows}, ensure_ascii=False))
    reporting.say_outcomes(outcomes)
    error = reporting.fault(outcomes, how.address)
    if error:
        raise error


def _outcomes(
    library: "Library", there: "Held", wanted: "list[Source]", how: "Fetching", words: int
) -> "Iterator[Outcome]":
    from corpus.fetching import run
    from corpus.fetching.site import Site
    from corpus.fetching.web import Web

    with Web(
        how.address, pause=how.pause, timeout=how.timeout, attempts=how.attempts, notice=_notice
    ) as web:
        yield from run.fetch(library, there, wanted, Site(web), words)


def _notice(words: str) -> None:
    """On a line of its own, below the bar."""
    say(f"\n{words}" if sys.stderr.isatty() else words)
