"""Text of a file in pieces, none of them longer than what is held in memory at once.

A record, a line or a cell of more than `LARGEST_RECORD` characters is refused: a file of 1 GB is
read in a small part of that, and one that is a single line of 1 GB is a sentence, not a crash.
"""

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from corpus.errors import InputError, at_line

LARGEST_RECORD = 16 * 2**20
"""Characters of one record."""
MOST_PARTS = 2_000_000
"""Commas and opening brackets of one record. The values between them take many times the memory of
their text: five million empty lists, which are 16 MB, need half a gigabyte."""
_LARGE = 2**22
"""Characters below which no record can have too many parts to be held."""

_WIDE = {
    codecs.BOM_UTF32_LE: "UTF-32LE",
    codecs.BOM_UTF32_BE: "UTF-32BE",
    codecs.BOM_UTF16_LE: "UTF-16LE",
    codecs.BOM_UTF16_BE: "UTF-16BE",
}
"""Byte-order marks of the encodings that Windows programs write beside UTF-8, the longer first."""


def decoded_lines(stream: BinaryIO, file: str) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers from 1, line ends kept, a byte-order mark taken off.

    Raises:
        InputError: a line is too long, or not UTF-8; it names the line.
    """
    number = 0
    while line := stream.readline(LARGEST_RECORD + 1):
        number += 1
        if len(line) > LARGEST_RECORD:
            raise too_large(file, number)
        yield number, decoded(line, file, number)


def decoded(line: bytes, file: str, number: int) -> str:
    """One line's bytes as text; `InputError` names the line and the byte that is not UTF-8."""
    if number == 1:
        refuse_wide(line, file)
    try:
        return line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise not_utf8(file, number, line[error.start]) from error


def not_utf8(file: str, line: int, byte: int) -> InputError:
    """The sentence for a byte that is not UTF-8."""
    return at_line(
        file,
        line,
        f"byte {byte:#04x} is not UTF-8; convert the file first, for "
        "example: iconv -f WINDOWS-1252 -t UTF-8.",
    )


def refuse_wide(beginning: bytes, file: str) -> None:
    """Refuse UTF-16 and UTF-32 by their byte-order marks, and say how they are converted."""
    for mark, encoding in _WIDE.items():
        if beginning.startswith(mark):
            raise at_line(
                file,
                1,
                f"the text is {encoding}; convert the file first, for example: "
                f"iconv -f {encoding.removesuffix('LE').removesuffix('BE')} -t UTF-8.",
            )


def refuse_many(text: str, start: int, file: str, line: int) -> None:
    """Refuse JSON that would take far more memory than its text does, before it is read.

    Args:
        text: JSON, perhaps not to its end.
        start: where the value begins.
        file: as errors name it.
        line: of the place.
    """
    if len(text) - start < _LARGE:
        return
    if sum(text.count(mark, start) for mark in ",[{") > MOST_PARTS:
        raise at_line(
            file,
            line,
            f"the value that begins here has more than {MOST_PARTS:,} parts, the most that one "
            "record may have; split it.",
        )


def too_large(file: str, line: int, what: str = "the line") -> InputError:
    """The sentence for what is longer than a record may be."""
    return at_line(
        file,
        line,
        f"{what} has more than {LARGEST_RECORD // 2**20} MiB, the most that one record may have; "
        "split it, or leave out what is no text.",
    )
