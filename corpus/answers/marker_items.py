"""What stands between the brackets of a marker: pieces, each a citation, a fault, or mere text.

    a:1            a passage            a:1-3          three passages of one document
    doc a:1        a word before it     a: 1  a:1.     space, stop       (repaired)
    a:1, 2         the document goes on                                  (repaired)
    a:3-1          reversed             a:1-999        huge              (faults)
    1              a number alone       harrow-v-x     no index          (faults)

Ids hold no brackets, colons, commas, semicolons or white space: the corpus gives no others.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

LONGEST_RANGE = 50

_ID = r"[^\s,;:\[\]]+"
_DASH = r"[-\u2010-\u2015\u2212]"
_RANGE = rf"(?:\s*{_DASH}\s*(?:(?P<again>{_ID})\s*:\s*)?(?P<last>[0-9]{{1,9}}))?"
_WORD = r"(?:doc(?:ument)?s?|sources?|passages?|chunks?|cit(?:e[ds]?|ing|ations?)|see(?:\s+also)?"
_WORD += r"|cf\.?|refs?\.?|references?|ids?)"
_ITEM = re.compile(
    rf"(?:(?P<word>{_WORD}):?\s+)?(?P<document>{_ID})(?P<colon>\s*:\s*)(?P<first>[0-9]{{1,9}})"
    rf"{_RANGE}(?P<stop>\s*\.)?",
    re.IGNORECASE,
)
_INDEX = re.compile(rf"(?P<first>[0-9]{{1,9}}){_RANGE}(?P<stop>\s*\.)?")
_SEPARATOR = re.compile(
    r"(?P<usual>[,;](?:\s*(?:and|&)\s+)?)"
    rf"|(?<=\S)\s+(?:and|&|\|)\s+|(?<=[0-9])\|(?=\S)|(?<=[0-9])\s+(?={_ID}:[0-9])"
)
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_LETTER = re.compile(r"[^\W\d_]")
_COLON_AND_DIGIT = re.compile(r"[^\W_]\s{0,3}:\s{0,3}[0-9]")
_NUMBER = re.compile(
    rf"\^?(?:{_WORD}(?:\s*#)?)?\s*[0-9]{{1,4}}(?:\s*{_DASH}\s*[0-9]{{1,4}})?", re.I
)
_SLUG = re.compile(rf"(?:{_WORD}:?\s+)?(?P<document>{_ID})", re.I)
_PLAIN = str.maketrans("：，；、．", ":,;,.")
_NOUNS = (
    "answer art article chapter chunk cite claim count doc docs document emphasis ex example "
    "exhibit fig figure fn footnote held holding id ids item line lines no note number page para "
    "paragraph part passage question ratio ref reference rule score sec section see source step "
    "table time title vol"
)
_ORDINARY = frozenset(_NOUNS.split())
"""What stands before a colon and a number in prose: `[Note: 3]`."""


class Repair(StrEnum):
    """What was read past to find a citation."""

    WORD_BEFORE = "word before the id"
    """`[doc a:1]`, `[Source: a:1]`."""
    SPACE_AT_COLON = "space at the colon"
    """`[a: 1]`."""
    STOP_AFTER = "stop after the index"
    """`[a:1.]`."""
    DOCUMENT_LEFT_OUT = "document left out"
    """`[a:1, 2]`: the second is of the same document."""
    DOCUMENT_REPEATED = "document repeated in a range"
    """`[a:1-a:3]`."""
    SEPARATOR = "another separator"
    """`[a:1 and b:2]`, `[a:1 b:2]`, `[a:1 | b:2]`."""
    FULL_WIDTH = "full-width punctuation"
    """`[a：1，b：2]`."""
    LEADING_ZERO = "leading zero"
    """`[a:01]`: passages are numbered without."""


class Why(StrEnum):
    """Why what looks like a marker cites nothing."""

    NUMBER = "number alone"
    """`[1]`, `[2, 3]`, `[doc 4]`: a footnote, perhaps; no passage id."""
    NO_INDEX = "no index"
    """`[harrow-v-tidewater]`: a document and no passage of it."""
    REVERSED_RANGE = "reversed range"
    """`[a:3-1]`."""
    HUGE_RANGE = "huge range"
    """More than 50 passages."""
    SHAPE = "unknown shape"
    """A colon and a number, or the neighbour of a citation, and neither is one."""


@dataclass(frozen=True, slots=True)
class Cited:
    """The passages of one piece."""

    ids: tuple[str, ...]
    document: str
    repairs: tuple[Repair, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece between two separators, by its offsets in the bracket's content."""

    start: int
    end: int
    read: Cited | Why | None
    """None: it does not even look like a citation."""


def pieces_of(content: str, documents: Collection[str] | None) -> list[Piece]:
    """The content of a bracket, piece by piece; `documents` as in `parse_markers`."""
    plain = content.translate(_PLAIN)
    widened = (Repair.FULL_WIDTH,) if plain != content else ()
    pieces: list[Piece] = []
    document: str | None = None
    for start, end, separated in _split(plain):
        read = _read(plain[start:end], document, documents, widened + separated)
        document = read.document if isinstance(read, Cited) else document
        pieces.append(Piece(start, end, read))
    if document is not None:
        return [Piece(p.start, p.end, p.read or Why.SHAPE) for p in pieces]
    if any(piece.read is None for piece in pieces):  # `[Smith, 2019]` is prose
        return [piece for piece in pieces if piece.read is not Why.NUMBER]
    return pieces


def _split(text: str) -> Iterator[tuple[int, int, tuple[Repair, ...]]]:
    """The pieces that are not blank, each with the repair if the separator before is unusual."""
    start, repair = 0, False
    for separator in (*_SEPARATOR.finditer(text), None):
        piece = text[start : separator.start() if separator else len(text)]
        if piece.strip():
            first = start + len(piece) - len(piece.lstrip())
            yield first, start + len(piece.rstrip()), (Repair.SEPARATOR,) * repair
        if separator:
            start, repair = separator.end(), not separator["usual"]


def _read(
    text: str,
    document: str | None,
    documents: Collection[str] | None,
    before: tuple[Repair, ...],
) -> Cited | Why | None:
    item = _ITEM.fullmatch(text)
    if item is not None and _LETTER_OR_DIGIT.search(item["document"]):
        repairs = before + tuple(_repairs(item))
        if _is_clear(item, repairs, documents):
            return _cited(item, item["document"], repairs)
        return Why.SHAPE
    index = _INDEX.fullmatch(text)
    if index is not None and document is not None and not index["again"]:
        stop = (Repair.STOP_AFTER,) if index["stop"] else ()
        return _cited(index, document, (*before, Repair.DOCUMENT_LEFT_OUT, *stop))
    return _look(text, documents)


def _repairs(item: re.Match[str]) -> Iterator[Repair]:
    if item["word"]:
        yield Repair.WORD_BEFORE
    if item["colon"] != ":":
        yield Repair.SPACE_AT_COLON
    if item["again"]:
        yield Repair.DOCUMENT_REPEATED
    if item["stop"]:
        yield Repair.STOP_AFTER


def _is_clear(
    item: re.Match[str], repairs: tuple[Repair, ...], documents: Collection[str] | None
) -> bool:
    """Whether a repaired piece has one reading; one that needed none is always clear."""
    if item["again"] and item["again"] != item["document"]:
        return False
    if not repairs:
        return True
    if documents is not None:
        return item["document"] in documents
    if Repair.SPACE_AT_COLON not in repairs:
        return True
    return item["document"].lower() not in _ORDINARY and bool(_LETTER.search(item["document"]))


def _cited(item: re.Match[str], document: str, repairs: tuple[Repair, ...]) -> Cited | Why:
    numbers = [number for number in (item["first"], item["last"]) if number]
    first, last = int(numbers[0]), int(numbers[-1])
    if last < first:
        return Why.REVERSED_RANGE
    if last - first >= LONGEST_RANGE:
        return Why.HUGE_RANGE
    if any(len(number) > 1 and number.startswith("0") for number in numbers):
        repairs = (*repairs, Repair.LEADING_ZERO)
    ids = tuple(f"{document}:{index}" for index in range(first, last + 1))
    return Cited(ids, document, repairs)


def _look(text: str, documents: Collection[str] | None) -> Why | None:
    if _NUMBER.fullmatch(text):
        return Why.NUMBER
    slug = _SLUG.fullmatch(text)
    if slug and _is_document(slug["document"], documents):
        return Why.NO_INDEX
    return Why.SHAPE if _COLON_AND_DIGIT.search(text) else None


def _is_document(word: str, documents: Collection[str] | None) -> bool:
    if documents is not None:
        return word in documents
    return word.count("-") + word.count("_") >= 2 and bool(_LETTER_OR_DIGIT.search(word))
