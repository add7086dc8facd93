"""What every reader hands over: a document and where it came from; and what no reader lets pass.

A document is stored verbatim, so the only texts refused are those that cannot be stored or cut:
one without a word, and one with half a surrogate pair (which no UTF-8 file can hold).
"""

import os
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from corpus.document import Document
from corpus.errors import InputError

LARGEST_DOCUMENT = 64 * 2**20
"""Bytes: the bound on one file, one line of JSON Lines, one member of an archive. The longest
opinions have about 1 MB."""

LONGEST_ID = 200

_SURROGATE = re.compile("[\ud800-\udfff]")
_NOT_IN_MARKER = re.compile(r"[\[\]:,;\s]")
_NOT_IN_SLUG = re.compile(r"[^\w.-]+")


class NoTextError(InputError):
    """A document without text: refused where it was named, passed over (and said) in a folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceDocument:
    """A document as read, not yet stored."""

    document: Document
    source: str
    """The path it was read from, and the member of an archive behind `!`."""
    reader: str
    """`cap`, `courtlistener`, `jsonl`, `text`, `markdown`, `html`, `pdf`, `docx`."""
    licence: str | None = None
    """As the source states it; None where it does not."""
    size: int = 0
    """Bytes of the source that it took: the measure of progress."""
    encoding: str | None = None
    """How the source writes its characters; None where the format leaves no choice."""
    ids: tuple[str, ...] = ()
    """What it may be called, its own id first, where another text has that one; empty: the source
    states its id, and no other will do."""
    shares_name: bool = False
    """Whether another file that is read with it has its name."""
    notes: tuple[str, ...] = ()
    """What the person who adds it is told, each a clause: `pages 3 and 5 hold no text`."""


def shown(path: Path) -> str:
    """A path as text, also where its bytes are no UTF-8."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def checked_text(text: object, where: str, field: str) -> str:
    """A text that can be stored and has something in it.

    Raises:
        NoTextError: it is empty or white space.
        InputError: it is no text, or holds half a surrogate pair.
    """
    if not isinstance(text, str):
        raise InputError(f"{where}: field {field!r} must be text, not {kind(text)}; correct it.")
    if not text.strip():
        raise NoTextError(
            f"{where}: field {field!r} holds no text; leave the document out or fill it."
        )
    return whole(text, where, field)


def optional_text(value: object, where: str, field: str) -> str | None:
    """A text, or None where the source has null or nothing; a number is taken as it is written."""
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise InputError(f"{where}: field {field!r} must be text, not {kind(value)}; correct it.")
    return whole(str(value), where, field)


def whole(text: str, where: str, field: str) -> str:
    """The text itself; `InputError` where it holds half a surrogate pair."""
    half = _SURROGATE.search(text)
    if half:
        raise InputError(
            f"{where}: field {field!r} holds half a character (\\u{ord(half[0]):04x} at "
            f"character {half.start()}); write the whole surrogate pair or leave it out."
        )
    return text


def usable_id(value: object, where: str, prefix: str = "") -> str:
    """A document id that can stand in a marker `[doc_id:chunk_index]`.

    Raises:
        InputError: it is neither text nor a whole number, too long, or holds a character that
            a marker cannot hold.
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError(
            f"{where}: the id must be text or a whole number, not {kind(value)}; give it an id."
        )
    # str() refuses a number of more than 4,300 digits; it is refused here for its length.
    if isinstance(value, int) and value.bit_length() > 4 * LONGEST_ID:
        raise InputError(f"{where}: the id is a number of {_digits(value)} digits; shorten it.")
    identity = f"{prefix}{value}"
    if value == "" or len(identity) > LONGEST_ID:
        raise InputError(
            f"{where}: the id {_cut(identity)!r} has {len(identity) - len(prefix)} characters; "
            f"give it 1 to {LONGEST_ID - len(prefix)}."
        )
    if _NOT_IN_MARKER.search(identity) or not identity.isprintable():
        raise InputError(
            f"{where}: the id {_cut(identity)!r} cannot stand in a marker [doc_id:chunk_index]; "
            "leave out brackets, colons, commas, semicolons, white space and control characters."
        )
    return identity


def slug(stem: str, where: str) -> str:
    """A document id made of a file's name: lower case, `-` for what a marker cannot hold."""
    words = _NOT_IN_SLUG.sub("-", unicodedata.normalize("NFC", stem)).strip("-.").lower()
    if not words:
        raise InputError(f"{where}: the name holds no letter to make an id of; rename the file.")
    return usable_id(words, where)


def kind(value: object) -> str:
    """What a JSON value is, in words a person uses, and the value where it is short."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, str):
        return "text"
    return f"the number {_cut(repr(value))}"


def _digits(value: int) -> int:
    return round(value.bit_length() * 0.30103)


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
