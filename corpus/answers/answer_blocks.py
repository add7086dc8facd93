"""The blocks of an answer: paragraphs, bullets, headings. No claim crosses from one to the next.

Answers are Markdown, more or less. Signs that begin a line (`- `, `1. `, `## `, `> `, `| `) are
outside the text of the line. A line break inside a paragraph is mere wrapping, unless the line
before it is too short to have been wrapped and the next one begins like a sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_SIGN = re.compile(
    r"[^\S\n]*(?:>[^\S\n]?)*[^\S\n]*"
    r"(?:(?P<heading>\#{1,6}(?=\s))"
    r"|(?P<bullet>[-*+•‣◦▪–](?=\s)(?:\s+\[[ xX]\](?=\s))?)"  # `- [x] ` too
    r"|(?P<number>\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)](?=\s))|(?P<row>\|))?[^\S\n]*"
)
_ALL_BOLD = re.compile(r"[^\S\n]*(\*\*|__)(?=\S)[^*_\n]*[^*_\n.!?]\1:?[^\S\n]*")
_UNDERLINE = re.compile(r"[^\S\n]*(?:=+|-{2,})\s*")
_ROW_RULE = re.compile(r"[^\S\n]*\|[-:|\s]*-{2}[-:|\s]*")
_FENCE = re.compile(r"[^\S\n]*(?:```|~~~)")
_LIST_OF_SOURCES = re.compile(
    r"\W*(?:sources|references|citations|authorities|bibliography|works cited)\W*:", re.IGNORECASE
)
_STOPPED = re.compile(r"[.!?:;][\"'”’)\]*_]*\s*\Z")
_WORD = re.compile(r"[^\W_]")
_LONGEST_BOLD_HEADING = 80
_WRAPPED = 60
"""A line shorter than this, in characters, was ended by its author."""


class BlockKind(StrEnum):
    """What a block is."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    """A bullet, a numbered item, a table row."""
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class Line:
    """A line without the signs that begin it and the white space that ends it."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring lines that are read as one text."""

    kind: BlockKind
    lines: tuple[Line, ...]

    @property
    def start(self) -> int:
        """Where its text begins."""
        return self.lines[0].start

    @property
    def end(self) -> int:
        """Where its text ends."""
        return self.lines[-1].end


def blocks_of(answer: str, masked: str) -> list[Block]:
    """The blocks of an answer, in order.

    Args:
        answer: the generated text.
        masked: the same with every marker overwritten by as many spaces.
    """
    return list(_blocks(_signed_lines(answer, masked)))


def breaks_off(masked: str, line: Line, following: Line) -> bool:
    """Whether a line break inside a paragraph surely ends a sentence."""
    text, after = masked[line.start : line.end], masked[following.start : following.end]
    first = after.lstrip(" \t\"'“‘([*_")[:1]
    if not first.isupper():
        return False
    is_marked = text.endswith(" ")  # a line ends with text or with a marker, never with a space
    return is_marked or text.rstrip().endswith(":") or len(text) < _WRAPPED


@dataclass(frozen=True, slots=True)
class _Signed:
    """A line, and what its first signs say: the kind it begins, or None: it goes on."""

    line: Line
    begins: BlockKind | None
    is_barrier: bool = False
    """A blank line, a rule, a fence: it belongs to no block."""


def _signed_lines(answer: str, masked: str) -> Iterator[_Signed]:
    spans = [match.span() for match in _LINE.finditer(answer)]
    stopped, in_list = True, False
    for number, (start, end) in enumerate(spans):
        following = answer[slice(*spans[number + 1])] if number + 1 < len(spans) else ""
        signed = _signed(answer, masked, start, end, following, stopped or in_list)
        yield signed
        text = masked[start:end]
        in_list = not signed.is_barrier and (signed.begins is BlockKind.ITEM or in_list)
        stopped = signed.is_barrier or bool(_STOPPED.search(text[-40:])) or text[-2:-1] == " "


def _signed(
    answer: str, masked: str, start: int, end: int, following: str, may_number: bool
) -> _Signed:
    sign = _SIGN.match(answer, start, end)
    first = sign.end() if sign else start
    if sign and sign["number"] and not may_number:
        first = sign.start("number")  # `Id. at` at the end of a line, `71. ` on the next
    text = answer[first:end].rstrip()
    line = Line(first, first + len(text))
    if not text or _FENCE.match(answer, start, end) or not _WORD.search(text):
        return _Signed(line, None, is_barrier=True)
    return _Signed(line, _begins(answer[start:end], line, sign, masked, following))


def _begins(
    raw: str, line: Line, sign: re.Match[str] | None, masked: str, following: str
) -> BlockKind | None:
    text = masked[line.start : line.end]
    if sign and sign["heading"]:
        return BlockKind.HEADING
    if sign and sign["row"]:
        return BlockKind.HEADING if _ROW_RULE.fullmatch(following) else BlockKind.ITEM
    if sign and (sign["bullet"] or (sign["number"] and line.start >= sign.end("number"))):
        return BlockKind.ITEM
    if len(text) <= _LONGEST_BOLD_HEADING and _ALL_BOLD.fullmatch(raw.rstrip("\r\n")):
        return BlockKind.HEADING
    if _UNDERLINE.fullmatch(following) and not _STOPPED.search(text[-40:]) and text[-1] != " ":
        return BlockKind.HEADING
    return BlockKind.PARAGRAPH if _LIST_OF_SOURCES.match(text) else None


def _blocks(lines: Iterator[_Signed]) -> Iterator[Block]:
    kind: BlockKind | None = None
    held: list[Line] = []
    for signed in lines:
        goes_on = signed.begins is None and kind not in (None, BlockKind.HEADING)
        if held and (signed.is_barrier or not goes_on):
            yield Block(kind or BlockKind.PARAGRAPH, tuple(held))
            kind, held = None, []
        if not signed.is_barrier:
            kind = kind or signed.begins or BlockKind.PARAGRAPH
            held.append(signed.line)
    if held:
        yield Block(kind or BlockKind.PARAGRAPH, tuple(held))
