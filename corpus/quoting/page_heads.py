"""What stands between the text of one page and of the next: heads and feet, the printer's words.

Those repeated from page to page (`repeated_lines`) are known by that; the running heads of slip
opinions by their form too, so that one alone is enough. After a form feed stand a few lines with a
page number and the case's name, or `Cite as:`, and a blank line; then, as a rule, a few short lines
that name the part (`Syllabus`, `Opinion of the Court`, `BREYER, J., dissenting`) and a blank line.
Other first lines of a page are text and stay.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import lru_cache

from corpus.quoting.repeated_lines import margins
from corpus.quoting.transcript import transcript_of

_BLOCK = re.compile(r"(?:[^\S\n\f]*\n)*((?:[^\S\n\f]*[^\s][^\n\f]*(?:\n|(?=\f)|\Z)){1,6})")
_BLANKS = re.compile(r"(?:[^\S\n\f]*\n)+|(?=\f)|\Z")
_PAGE_NUMBER = re.compile(r"^[^\S\n]*\d{1,4}(?=\s|$)|(?:^|\s)\d{1,4}[^\S\n]*$", re.MULTILINE)
_NUMBER_ALONE = re.compile(r"\s*[-–—]?\s*\d{1,4}\s*[-–—]?\s*")
_CASE = re.compile(r"Cite as:|\bv\.\s|\bIN RE\b|\bEX PARTE\b|\bMATTER OF\b")
_PART = re.compile(
    r"\bSyllabus\b|\bOpinion of\b|\bJJ?\.,|\bC\. ?J\.,|\bPER CURIAM\b|\bPer Curiam\b"
    r"|\bAppendix\b|\bStatement of\b|\bDecree\b"
)
_LONGEST_PART_LINE = 50


@lru_cache(maxsize=256)
def page_heads(text: str) -> tuple[tuple[int, int], ...]:
    """The stretches from the end of a page's own text to the first line of the next one's.

    Only those in which something is printed; in a transcript, whose lines tell what is text, only
    the heads of slip opinions.
    """
    if "\f" not in text:
        return ()
    return tuple(_between(text))


def without_heads(text: str, start: int, end: int) -> str:
    """A stretch of a text without the heads and feet that lie in it, a line feed for each."""
    heads = page_heads(text)
    pieces: list[str] = []
    for left, right in heads[bisect_left(heads, (start, start)) :]:
        if right > end:
            break
        pieces += (text[start:left], "\n")
        start = right
    return "".join((*pieces, text[start:end]))


def _between(text: str) -> Iterator[tuple[int, int]]:
    own = margins(text) if transcript_of(text) is None else None
    feeds = [match.start() for match in re.finditer("\f", text)]
    for number, feed in enumerate(feeds):
        start = own[number].end if own else feed
        end = max(own[number + 1].start if own else feed + 1, _head_end(text, feed + 1) or 0)
        if text[start:end].strip():
            yield start, end


def _head_end(text: str, start: int) -> int | None:
    head = _block(text, start, _is_head)
    if head is None:
        return None
    part = _block(text, head, _is_part)
    return head if part is None else part


def _block(text: str, start: int, is_wanted: Callable[[str], bool]) -> int | None:
    """Where the text after a wanted block begins; None where the next block is another."""
    block = _BLOCK.match(text, start)
    if block is None or not is_wanted(block[1]):
        return None
    blank = _BLANKS.match(text, block.end())
    return blank.end() if blank else None


def _is_head(block: str) -> bool:
    if _NUMBER_ALONE.fullmatch(block):
        return True
    return bool(_CASE.search(block) and _PAGE_NUMBER.search(block))


def _is_part(block: str) -> bool:
    short = all(len(line.strip()) <= _LONGEST_PART_LINE for line in block.splitlines())
    return short and bool(_PART.search(block))
