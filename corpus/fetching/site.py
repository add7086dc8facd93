"""The static site: which case file a source means, and the case, verified as it arrives.

What arrives must be the case that its volume lists there, with the citation, the name and the year
of the source. What is not as expected and does not make it another case is a note, and is kept with
the document: another day of the same year, a text that has not the hash that the case states.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from corpus.errors import InputError
from corpus.fetching.sources import Source
from corpus.fetching.volume import Entry, Listed, entries, listed, shared, the_case
from corpus.fetching.web import AbsentError, Web
from corpus.readers import cap
from corpus.readers.source import SourceDocument


class UnusableError(InputError):
    """The site sends what cannot be taken: nothing is wrong with what was asked for."""


class Site:
    """The site behind a client; a volume's list is asked for once."""

    def __init__(self, web: Web) -> None:
        self._web = web
        self._volumes: dict[str, list[Entry]] = {}

    def case(self, source: Source) -> SourceDocument:
        """The case of a source; its `source` is the address, its notes what is not as expected.

        Raises:
            InputError: it is not there or not to be told from others; `UnusableError` where what
                the site sends is not what it lists.
            ServiceError: the server failed.
        """
        entry = the_case(source, self._volume(source))
        path = f"{source.reporter}/{source.volume}/cases/{entry.file}.json"
        url = f"{self._web.address}/{path}"
        try:
            data = self._web.json(path)
        except AbsentError as error:
            raise UnusableError(
                f"the volume lists it as {entry.file}, but there is no such file at {url}; fetch "
                f"the volume, {self._web.address}/{source.reporter}/{source.volume}.zip, and add "
                "it with: crosssource corpus add"
            ) from error
        document = verified(data, source, entry, url)
        note = shared(entry, source, self._volume(source))
        return replace(document, notes=(*document.notes, note)) if note else document

    def _volume(self, source: Source) -> list[Entry]:
        path = f"{source.reporter}/{source.volume}"
        if path not in self._volumes:
            try:
                listing = self._web.json(f"{path}/CasesMetadata.json")
            except AbsentError as error:
                raise self._absent(source) from error
            self._volumes[path] = entries(listing)
        if not self._volumes[path]:
            raise UnusableError(f"the list of {self._web.address}/{path} names no cases")
        return self._volumes[path]

    def _absent(self, source: Source) -> InputError:
        """Whether it is the volume that is not there, or the whole reporter."""
        try:
            self._web.json(f"{source.reporter}/ReporterMetadata.json")
        except AbsentError:
            return InputError(
                f"{self._web.host} has no reporter {source.reporter!r}; look for its name in "
                f"{self._web.address}/ReportersMetadata.json, and give it in a file of sources as "
                '"place"'
            )
        return InputError(
            f"{self._web.host} has no volume {source.volume} of {source.reporter!r}; what it has "
            f"is in {self._web.address}/{source.reporter}/VolumesMetadata.json"
        )


def verified(data: Any, source: Source, entry: Entry, url: str) -> SourceDocument:
    """What arrived, as a document.

    Raises:
        UnusableError: it is no case, or not this one.
    """
    if not isinstance(data, dict) or not cap.is_case(data):
        raise UnusableError(f"{url} holds no case (field 'casebody' is missing); nothing was taken")
    case = listed(data)
    if case is None or case.id != entry.case.id:
        has = case.id if case else None
        raise UnusableError(
            f"{url} holds the case with id {has!r}, not {entry.case.id!r} as the volume lists it"
        )
    has_it = source.citation.key in case.citations
    unlike = case.unlike(source) if has_it else f"does not have the citation {source.citation}"
    if unlike:
        raise UnusableError(f"the case that arrived from {url} {unlike}; nothing was taken")
    try:
        document = cap.case(data, url)
    except InputError as error:
        raise UnusableError(str(error)) from error
    return replace(document, notes=(*_other_day(case, source), *document.notes))


def _other_day(case: Listed, source: Source) -> Iterator[str]:
    said, found = source.decided or "", case.decided
    if not (said.startswith(found) or found.startswith(said)):
        yield f"the case says it was decided {found!r}, the source {said}"
