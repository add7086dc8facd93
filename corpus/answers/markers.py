"""Citation markers of an answer: `[doc_id:chunk_index]`, in the shapes that models write.

A bracket is split at its separators, and each piece must be an id, a colon and an index (or a
range of indexes). What departs from that and still has one reading is repaired, and the repair is
named; what looks like a marker and has no such reading is reported with its offsets and dropped by
nobody. Round brackets are no markers. Nothing here raises, and the time is linear in the answer.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from corpus.answers.marker_items import Cited, Piece, Repair, Why, pieces_of

_BRACKET = re.compile(
    r"\\?[\[【［]((?:[^\[\]【】［］\n]|\n(?![^\S\n]*\n))+)[\]】］]"  # no blank line inside
)
_LINK = re.compile(r'\([^\s()]*(?:[^\S\n]+"[^"\n]*")?\)')
_DRESSINGS = (
    ("**", "**"),
    ("__", "__"),
    ("*", "*"),
    ("_", "_"),
    ("`", "`"),
    ("^", "^"),
    ("<sup>", "</sup>"),
    ("(", ")"),
    ("[", "]"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """One bracket with the passages that it cites."""

    start: int
    end: int
    """`answer[start:end]` is the bracket with its escapes, emphasis, link and round brackets."""
    cited: tuple[str, ...]
    """Passage ids in the order written, ranges expanded, each once; at least one."""
    duplicates: tuple[str, ...] = ()
    """Ids that the bracket holds more than once."""
    repairs: tuple[Repair, ...] = ()
    """What had to be read past; empty where the bracket is as it should be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnparsedBracket:
    """What looks like a marker, or like a piece of one, and cites nothing."""

    start: int
    end: int
    text: str
    """`answer[start:end]`."""
    why: Why


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedMarkers:
    """The brackets of an answer, in order."""

    markers: tuple[Marker, ...]
    unparsed: tuple[UnparsedBracket, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationFault:
    """An id, and the marker that cites it."""

    marker: Marker
    cited: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerCheck:
    """The ids of an answer that are at fault, each with its marker, in order."""

    unknown_citation: tuple[CitationFault, ...]
    """No such passage."""
    citation_not_retrieved: tuple[CitationFault, ...]
    """The passage exists, and was not among those the answer was written from."""
    duplicates: tuple[CitationFault, ...]
    """Cited more than once by one marker."""


def parse_markers(answer: str, documents: Collection[str] | None = None) -> ParsedMarkers:
    """Every marker of an answer, and every bracket that looks like one and is none.

    Args:
        answer: the generated text.
        documents: the ids of the documents there are. Where given, a repair counts only if it
            leads to one of them; None: if it reads like an id and not like an ordinary word.
    """
    markers: list[Marker] = []
    unparsed: list[UnparsedBracket] = []
    done = 0
    for bracket in _BRACKET.finditer(answer):
        content = bracket[1].removesuffix("\\")
        offset = bracket.start(1)
        pieces = pieces_of(content, documents)
        good = [piece.read for piece in pieces if isinstance(piece.read, Cited)]
        if good:
            start, done = _dressed(answer, bracket.start(), bracket.end(), done)
            markers.append(_marker(start, done, good))
        unparsed += _faults(answer, bracket.span(), offset, pieces, whole=not good)
    return ParsedMarkers(markers=tuple(markers), unparsed=tuple(unparsed))


def check(
    markers: Iterable[Marker], known: Collection[str], retrieved: Collection[str] | None = None
) -> MarkerCheck:
    """Which cited ids are unknown, not retrieved, or there twice.

    Args:
        markers: of one answer.
        known: every passage id of the corpus.
        retrieved: the passage ids the answer was written from; None where that is not recorded,
            and then nothing counts as not retrieved.
    """
    every = [CitationFault(marker=marker, cited=cited) for marker, cited in _citations(markers)]
    unknown = tuple(fault for fault in every if fault.cited not in known)
    elsewhere = tuple(
        fault
        for fault in every
        if retrieved is not None and fault.cited in known and fault.cited not in retrieved
    )
    doubled = tuple(fault for fault in every if fault.cited in fault.marker.duplicates)
    return MarkerCheck(
        unknown_citation=unknown, citation_not_retrieved=elsewhere, duplicates=doubled
    )


def _citations(markers: Iterable[Marker]) -> Iterator[tuple[Marker, str]]:
    for marker in markers:
        for cited in marker.cited:
            yield marker, cited


def _marker(start: int, end: int, good: list[Cited]) -> Marker:
    ids = [identity for read in good for identity in read.ids]
    once = tuple(dict.fromkeys(ids))
    left = list(ids)
    for identity in once:
        left.remove(identity)
    repairs = dict.fromkeys(repair for read in good for repair in read.repairs)
    return Marker(
        start=start,
        end=end,
        cited=once,
        duplicates=tuple(dict.fromkeys(left)),
        repairs=tuple(repairs),
    )


def _faults(
    answer: str, bracket: tuple[int, int], offset: int, pieces: list[Piece], *, whole: bool
) -> Iterator[UnparsedBracket]:
    """Each bad piece of a marker; of a bracket that is none, the whole bracket once."""
    for piece in pieces:
        if isinstance(piece.read, Why):
            start, end = bracket if whole else (offset + piece.start, offset + piece.end)
            yield UnparsedBracket(start=start, end=end, text=answer[start:end], why=piece.read)
            if whole:
                return


def _dressed(answer: str, start: int, end: int, floor: int) -> tuple[int, int]:
    """A bracket with what is wrapped closely round it; `floor`: the end of the marker before."""
    while True:
        link = _LINK.match(answer, end) if answer[end - 1 : end] == "]" else None
        if link and answer[end - 2 : end - 1] != "\\":
            end = link.end()
            continue
        for left, right in _DRESSINGS:
            begin = start - len(left)
            if begin >= floor and answer.startswith(left, begin) and answer.startswith(right, end):
                start, end = begin, end + len(right)
                break
        else:
            return start, end
