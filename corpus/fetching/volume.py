"""The cases of a volume as the site lists them, and the one that a citation means.

A citation may belong to several cases: short orders share a page. It means a case only where one
case of the volume has it, with the name and the year that were given; else it is refused, and those
that have it are named. What cannot be an entry (a file name that leaves the folder, a case without
an id) is no entry.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from corpus.errors import InputError
from corpus.fetching.case_name import agree
from corpus.fetching.citation import key_of
from corpus.fetching.sources import Source

MOST_NAMED = 5
SHARES_CITATION = "other cases of the volume have its citation"
SHARES_NAME = "other cases of the volume have its citation and its name"
"""Notes of a case that its citation, or its citation and name, do not tell from others: the corpus
may hold one of them, and does not know by that which one is meant."""

_FILE = re.compile(r"[0-9A-Za-z]+(-[0-9A-Za-z]+)+", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A case as it names itself: in the list of its volume, or in its own file."""

    id: int | str
    names: tuple[str, ...]
    """The short name, then the full one; without those that are missing."""
    citations: frozenset[str]
    """Their keys."""
    decided: str
    """As the site has it: `1954-05-17`, `1803-02`; empty where it has none."""

    def unlike(self, source: Source) -> str | None:
        """What of its name and year is not what the source says; None where these agree."""
        if source.name and not any(agree(source.name, name) for name in self.names):
            return f"is {self.name!r}, not {source.name!r}"
        if source.decided and self.decided and source.decided[:4] != self.decided[:4]:
            return f"was decided {self.decided!r}, not {source.decided}"
        return None

    @property
    def name(self) -> str:
        """The first of its names."""
        return self.names[0] if self.names else "a case without a name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A case of a volume and its file."""

    case: Listed
    file: str
    """`0483-01`."""

    @property
    def page(self) -> str:
        """The page that its file is named after, `0483`."""
        return self.file.rpartition("-")[0]


def entries(listing: object) -> list[Entry]:
    """The cases that `CasesMetadata.json` lists."""
    rows = listing if isinstance(listing, list) else []
    read = ((listed(row), row["file_name"]) for row in rows if _has_file(row))
    return [Entry(case=case, file=file) for case, file in read if case is not None]


def listed(row: dict[str, Any]) -> Listed | None:
    """What a case says of itself; None where it has no id."""
    identity = row.get("id")
    if isinstance(identity, bool) or not isinstance(identity, int | str):
        return None
    given = row.get("citations")
    cites = given if isinstance(given, list) else []
    keys = (key_of(cite.get("cite")) for cite in cites if isinstance(cite, dict))
    names = (row.get(field) for field in ("name_abbreviation", "name"))
    decided = row.get("decision_date")
    return Listed(
        id=identity,
        names=tuple(name for name in names if isinstance(name, str) and name.strip()),
        citations=frozenset(key for key in keys if key),
        decided=decided if isinstance(decided, str) else "",
    )


def the_case(source: Source, found: Iterable[Entry]) -> Entry:
    """The entry that a source means.

    Raises:
        InputError: none has the citation, those that have it are other cases, or several fit.
    """
    on_page = [entry for entry in found if source.citation.key in entry.case.citations]
    where = ""
    if source.is_one_file:
        on_page = [entry for entry in on_page if entry.file == source.file]
        where = f" in a case file {source.file}"
    elif source.is_placed:
        on_page = [entry for entry in on_page if entry.page == source.file]
        where = f" on the page {source.file}, as its place says"
    if not on_page:
        raise InputError(
            f"no case of volume {source.volume} ({source.reporter!r}) has the citation "
            f"{source.citation}{where}; look whether it is the first page of the opinion"
        )
    fit = [entry for entry in on_page if entry.case.unlike(source) is None]
    if not fit:
        unlike = [f"{entry.file} {entry.case.unlike(source)}" for entry in on_page]
        raise InputError(f"another case has this citation ({_some(unlike)}); correct the source")
    if len(fit) > 1:
        raise _ambiguous(source, fit)
    return fit[0]


def shared(case: Entry, source: Source, found: Iterable[Entry]) -> str | None:
    """What other cases of the volume have of a case, as a note; None where its citation is its own.

    Args:
        case: the one that the source means.
        source: by its citation, and its place where others have that too.
        found: the cases of the volume.
    """
    key = source.citation.key
    others = [one for one in found if one != case and key in one.case.citations]
    if any(agree(case.case.name, name) for other in others for name in other.case.names):
        return SHARES_NAME
    return SHARES_CITATION if others else None


def _ambiguous(source: Source, fit: list[Entry]) -> InputError:
    """Names the cases, and what would tell them apart."""
    names = {entry.case.name for entry in fit}
    years = {entry.case.decided[:4] for entry in fit}
    remedies = []
    if not source.name and len(names) > 1:
        remedies.append("give the name too")
    if not source.decided and len(years) > 1:
        remedies.append("give the year too")
    place = f"{source.reporter}/{source.volume}/{fit[0].file}"
    remedies.append(f'give in a file of sources its place, for example "place": "{place}"')
    has_days = len(names) < len(fit)
    named = [
        f"{entry.file} is {entry.case.name!r}"
        + (f" of {entry.case.decided}" if has_days and entry.case.decided else "")
        for entry in fit
    ]
    same = "this citation and this name" if source.name else "this citation"
    return InputError(f"{len(fit)} cases have {same} ({_some(named)}); {', or '.join(remedies)}")


def _some(said: list[str]) -> str:
    more = [f"and {len(said) - MOST_NAMED} more"] if len(said) > MOST_NAMED else []
    return "; ".join(said[:MOST_NAMED] + more)


def _has_file(row: object) -> bool:
    """Whether an entry names a file that lies in the volume's folder."""
    if not isinstance(row, dict):
        return False
    file = row.get("file_name")
    return isinstance(file, str) and len(file) <= 40 and _FILE.fullmatch(file) is not None
