"""A citation to a reporter, as lawyers write it, and the folder of the site that it points to.

    347 U.S. 483
    Brown v. Board of Education, 347 U.S. 483 (1954)
    Marbury v. Madison, 5 U.S. (1 Cranch) 137 (1803)

The site names a reporter's folder after its abbreviation: single letters and ordinals stand close
(`N.Y.2d` is `ny2d`), longer words are parted (`Cal. 2d` is `cal-2d`, `F. Supp.` is `f-supp`).
"""

import re
from dataclasses import dataclass

from corpus.errors import InputError

LONGEST = 500
"""Characters of a citation with its name."""

_CITATION = (
    r"(?P<volume>[1-9]\d{0,3})\s+(?P<reporter>[A-Z][A-Za-z0-9.'& ]*?)\s+"
    r"(?:\([^()]*\)\s+)?(?P<page>\d{1,5})"
)
_BEHIND = r"(?:,[^()]*)?\s*(?:\((?:[^()]*\s)?(?P<year>\d{4})\))?\.?"
_WRITTEN = re.compile(rf"(?:(?P<name>\S.*?),\s+)??{_CITATION}(?![\w.]){_BEHIND}", re.ASCII)
_WORD = re.compile(r"[A-Za-z0-9']+")
_CLOSE = re.compile(r"[A-Za-z]|\d+(?:d|st|nd|rd|th)", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Volume, reporter and first page."""

    volume: str
    reporter: str
    """As it was written: `U.S.`, `F. 2d`."""
    page: str

    @property
    def key(self) -> str:
        """The same for every way to write it: `347 us 483`."""
        reporter = re.sub(r"[^a-z0-9]", "", self.reporter.lower())
        return f"{self.volume} {reporter} {self.page}"

    @property
    def folder(self) -> str:
        """The reporter's folder on the site."""
        folder, close_before = "", False
        for word in _WORD.findall(self.reporter):
            close = _CLOSE.fullmatch(word) is not None
            folder += ("" if not folder or (close and close_before) else "-") + word
            close_before = close
        return folder.replace("'", "").lower()

    def __str__(self) -> str:
        return f"{self.volume} {self.reporter} {self.page}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A citation and what was written around it."""

    citation: Citation
    name: str | None
    """`Brown v. Board of Education`; None where only the citation was written."""
    year: str | None


def parse(text: str) -> Written:
    """A citation, with or without the case's name before it and the year behind it.

    Raises:
        InputError: it is none.
    """
    words = " ".join(text.split())
    found = _WRITTEN.fullmatch(words) if len(words) <= LONGEST else None
    if found is None:
        shown = words if len(words) <= 100 else words[:99] + "…"
        raise InputError(
            f"{shown!r} is no citation to a reporter; write volume, reporter and first page, "
            "for example: crosssource corpus fetch '347 U.S. 483'"
        )
    citation = Citation(
        volume=found["volume"], reporter=found["reporter"], page=str(int(found["page"]))
    )
    return Written(citation=citation, name=found["name"], year=found["year"])


def key_of(text: object) -> str | None:
    """The key of a citation that the site gives; None where it is not in this shape."""
    if not isinstance(text, str):
        return None
    try:
        return parse(text).citation.key
    except InputError:
        return None
