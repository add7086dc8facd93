"""Files that hold no rows whatever is done with them: told from their beginning, with a way out.

Left to the reader of CSV, which takes any text, such a file has strange columns and an advice that
does not help.
"""

import json
import re

from corpus.errors import InputError
from corpus.readers.source import kind

_MAGIC = {
    b"PAR1": (
        "a Parquet file",
        "write it as rows first, in pandas: to_json(PATH, orient='records')",
    ),
    b"\x1f\x8b": ("packed with gzip", "unpack it first, with: gunzip"),
    b"%PDF": ("a PDF", "give the results that it was made from"),
    b"SQLite format 3": ("an SQLite database", "export its rows as CSV or JSON Lines"),
}
"""How kinds of files begin in which results are found as well."""
_LOOKED_AT = 4096
"""Bytes."""
_CONTROLS = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1b")
_MOST_CONTROLS = 0.05
"""Of the bytes: a text has a stray one at most, random bytes have a tenth."""
_MARKUP = re.compile(rb"<(?:!doctype|!--|\?xml|html|head|body)\b|<!--", re.IGNORECASE)
_GIVE = "give results as JSON, JSON Lines, CSV or a workbook"


def refuse(head: bytes, file: str) -> None:
    """Refuse a file that is no text, a web page, or one JSON value that is no record.

    Args:
        head: the beginning of the file, perhaps all of it.
        file: as errors name it.

    Raises:
        InputError: it is; the sentence says what it is, and what to give.
    """
    for magic, (what, way_out) in _MAGIC.items():
        if head.startswith(magic):
            raise InputError(f"{file} is {what}; {way_out}.")
    looked_at = head[:_LOOKED_AT]
    controls = sum(byte in _CONTROLS for byte in looked_at)
    if controls > _MOST_CONTROLS * len(looked_at):
        raise InputError(
            f"{file} is no text: {controls:,} of its first {len(looked_at):,} bytes are control "
            f"characters; {_GIVE}."
        )
    begins = looked_at.removeprefix(b"\xef\xbb\xbf").lstrip()
    if _MARKUP.match(begins):
        raise InputError(
            f"{file} is a web page or XML, perhaps saved in the place of a download; {_GIVE}."
        )
    if begins and begins[:1] not in b"[{" and len(head) < _LOOKED_AT:
        _refuse_value(begins, file)


def _refuse_value(text: bytes, file: str) -> None:
    try:
        value = json.loads(text)
    except ValueError:
        return
    raise InputError(f"{file} holds {kind(value)} and no record; {_GIVE}.")
