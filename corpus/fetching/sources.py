"""What is to be fetched: the opinions that ship, a person's own file, or citations as written.

A file is JSON, a list of objects `citation, name, place, decided, court, area` (only `citation` is
needed), or text with a citation a line (`Brown v. Board of Education, 347 U.S. 483 (1954)`; a line
that begins with `#` is a note). `place` is where the case lies on the site, `us/347/0483`; with the
number behind it, `us/347/0483-02`, it is that one of the cases which begin on the page.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from corpus.errors import InputError, at_line
from corpus.fetching.citation import Citation, parse
from corpus.files import read_utf8
from corpus.readers.source import kind, shown

PAGE_DIGITS = 4
"""Of a page in the name of a case file."""

_PLACE = r"^[a-z0-9]+(-[a-z0-9]+)*/[0-9a-z]+(-[0-9a-z]+)*/[0-9]{4,6}(-[0-9]{2,3})?$"
_ISO = r"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"

_SHAPES = {
    "name": "a name of 1 to 500 characters",
    "place": "reporter's folder, volume and page on the site, such as us/347/0483",
    "decided": "a day, a month or a year, such as 1954-05-17, 1954-05 or 1954",
}
_KINDS = {"list_type": "it holds no list of sources"}


class Row(BaseModel):
    """An entry of a file of sources."""

    model_config = ConfigDict(extra="forbid", strict=True)

    citation: str
    name: str | None = Field(default=None, min_length=1, max_length=500)
    place: str | None = Field(default=None, pattern=_PLACE)
    decided: str | None = Field(default=None, pattern=_ISO)
    court: str | None = None
    area: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One opinion to be fetched."""

    citation: Citation
    name: str | None
    """None: not checked, and the citation must belong to one case only."""
    reporter: str
    """The reporter's folder on the site, `us`."""
    volume: str
    file: str
    """The page that the case file is named after, `0483`; with a number, `0483-02`, the file."""
    is_placed: bool = False
    """Whether the place was given; else it follows from the citation."""
    decided: str | None = None
    """ISO date, or the year alone."""
    court: str | None = None
    area: str | None = None
    """The area of law, `torts`."""

    @property
    def place(self) -> str:
        """Where it lies on the site, `us/347/0483`."""
        return f"{self.reporter}/{self.volume}/{self.file}"

    @property
    def is_one_file(self) -> bool:
        """Whether its place is a case file, and not all those of a page."""
        return "-" in self.file

    @property
    def label(self) -> str:
        """Name and citation, as far as they are known."""
        return f"{self.name}, {self.citation}" if self.name else str(self.citation)


def shipped() -> list[Source]:
    """The 22 opinions that come with the program."""
    text = resources.files("corpus.fetching").joinpath("sources.json").read_text("utf-8")
    return _from_json(text, "sources.json")


def read(path: Path) -> list[Source]:
    """The sources of a person's own file.

    Raises:
        InputError: it cannot be read, or an entry is not what a source is.
    """
    where, text = shown(path), read_utf8(path)
    begins = text.lstrip()[:1]
    found = _from_json(text, where) if begins in ("[", "{") else list(_from_lines(text, where))
    if not found:
        raise InputError(f"{where} names no opinions; write a citation a line: 347 U.S. 483")
    return found


def written(text: str) -> Source:
    """The source that a citation names; `InputError` where it is no citation."""
    said = parse(text)
    return Source(
        citation=said.citation,
        name=said.name,
        reporter=said.citation.folder,
        volume=said.citation.volume,
        file=said.citation.page.zfill(PAGE_DIGITS),
        decided=said.year,
    )


def once_each(sources: Iterable[Source]) -> list[Source]:
    """The same sources in order, each case once."""
    seen = {(one.citation.key, one.place, one.name): one for one in sources}
    return list(seen.values())


def of_areas(sources: list[Source], areas: tuple[str, ...]) -> list[Source]:
    """Those of the named areas of law, all where none is named.

    Raises:
        InputError: no source is of that area; names those there are.
    """
    known = sorted({source.area.lower() for source in sources if source.area})
    for area in areas:
        if area.lower() not in known:
            raise InputError(
                f"No opinion is of the area {area!r}; there are: {', '.join(known) or 'none'}."
            )
    wanted = {area.lower() for area in areas}
    return [one for one in sources if not wanted or (one.area or "").lower() in wanted]


def _from_json(text: str, where: str) -> list[Source]:
    try:
        rows = TypeAdapter(list[Row]).validate_json(text)
    except ValidationError as error:
        raise InputError(
            f"{where}, {_fault(error)}; a source is an object such as "
            '{"citation": "347 U.S. 483", "name": "Brown v. Board of Education"}.'
        ) from error
    return [_source(row, f"{where}, entry {number}") for number, row in enumerate(rows, start=1)]


def _fault(error: ValidationError) -> str:
    """The first fault of a file in words, with the entry and the value."""
    first = error.errors(include_url=False, include_context=False)[0]
    entry, field = (*first["loc"], None, None)[:2]
    if not isinstance(entry, int):
        return f"the file: {_KINDS.get(first['type'], first['msg'].lower())}"
    at = f"entry {entry + 1}"
    if field is None:
        return f"{at}: {kind(first['input'])} is no object"
    if first["type"] == "missing":
        return f"{at}: field {field!r} is missing"
    if first["type"] == "extra_forbidden":
        return f"{at}: there is no field {field!r} (there are {', '.join(Row.model_fields)})"
    if first["type"] == "string_type":
        return f"{at}: field {field!r} must be text, not {kind(first['input'])}"
    shape = _SHAPES.get(str(field), "text that can be stored")
    return f"{at}: {field} {_cut(first['input'])} must be {shape}"


def _cut(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:59]}…"


def _source(row: Row, where: str) -> Source:
    try:
        citation = parse(row.citation).citation
    except InputError as error:
        raise InputError(f"{where}: {error}") from error
    page = citation.page.zfill(PAGE_DIGITS)
    place = row.place or f"{citation.folder}/{citation.volume}/{page}"
    reporter, volume, file = place.split("/")
    is_there = (reporter, volume) == (citation.folder, citation.volume)
    if reporter == citation.folder and not (is_there and _page(file) == _page(page)):
        raise InputError(
            f"{where}: the place {place!r} is not where the citation {citation} is "
            f"({citation.folder}/{citation.volume}/{page}); correct one of them, or leave the "
            "place out."
        )
    return Source(
        citation=citation,
        name=row.name,
        reporter=reporter,
        volume=volume,
        file=file,
        is_placed=row.place is not None,
        decided=row.decided,
        court=row.court,
        area=row.area,
    )


def _page(file: str) -> int:
    return int(file.partition("-")[0])


def _from_lines(text: str, where: str) -> Iterable[Source]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                yield written(line)
            except InputError as error:
                raise at_line(where, number, str(error)) from error
