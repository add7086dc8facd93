"""Running heads of slip opinions: the lines that a printer puts above the text of every page.

After a form feed stand a few lines with a page number and the case's name, or `Cite as:`, and a
blank line; then, as a rule, a few short lines that name the part (`Syllabus`, `Opinion of the
Court`, `BREYER, J., dissenting`) and a blank line. Other first lines of a page are text and stay.
"""

import re
from collections.abc import Callable, Iterator

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


def page_heads(text: str) -> Iterator[tuple[int, int]]:
    """The stretches from a form feed to the first line of the page's own text."""
    feed = text.find("\f")
    while feed >= 0:
        end = _head_end(text, feed + 1)
        if end is not None:
            yield feed, end
        feed = text.find("\f", feed + 1)


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
