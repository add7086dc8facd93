"""How a text file writes its characters: stated, plain to see, guessed where the guess is safe.

In this order: a byte-order mark; the escapes of ISO 2022; UTF-8 (text that is valid UTF-8 by
accident does not occur); the encoding that the person named; the one that HTML states, where the
bytes bear it out; UTF-16 without a mark, by its zero bytes; Windows-1252 where all that it adds to
ASCII are the signs of print (“ ” ’ – — § ¶ …), as in files of older word processors (and the same
as Latin-1, which has no quotation marks); else what charset-normalizer finds, where no other
encoding makes as good a text. Where two do, the file is refused, and the sentence shows one word
in both, so that a person can tell at a glance.
"""

import codecs
import re
import unicodedata
from dataclasses import dataclass

from corpus.errors import InputError
from corpus.readers.scripts import encodings_of

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark begins it
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ESCAPES = ((b"\x1b$B", "iso2022_jp"), (b"\x1b$@", "iso2022_jp"), (b"\x1b$)C", "iso2022_kr"))
_WINDOWS = "windows-1252"
_MET = (
    _WINDOWS,
    "cp1252",
    "mac_roman",
    "cp1250",
    "cp1251",
    "cp850",
    "cp437",
    "shift_jis",
    "gb18030",
)
"""Old encodings, those that are met most first."""
_MOST_READINGS = 3
_SAMPLE = 64 * 2**10
_NOT_ASCII = re.compile(rb"[^\x00-\x7f]")
_STATED = re.compile(
    rb"""<(?:meta|\?xml)\b[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)""", re.I
)
_AROUND = 200
"""Bytes before and after one that is not ASCII, which make it a word in a sentence."""
_CLOSE_CHAOS = 0.02
_CLOSE_COHERENCE = 0.1
"""charset-normalizer's measures, both from 0 to 1: how much of a text is a mess, and how much of it
is like a language. Two texts as near as this are equally good."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text and how it was written."""

    text: str
    encoding: str
    """`utf-8`, `windows-1252` …"""
    is_guessed: bool
    """Whether neither the file nor the person said so, and it is not UTF-8 either."""

    def notes(self) -> tuple[str, ...]:
        """What a person must know of it: nothing of UTF-8."""
        if self.is_guessed:
            return (
                f"its characters were taken for {self.encoding}; if they are not, name their "
                "encoding with --encoding",
            )
        return () if self.encoding == "utf-8" else (f"its characters were read as {self.encoding}",)


def decode(data: bytes, where: str, named: str | None = None, stated: str | None = None) -> Decoded:
    """The text of a file, a byte-order mark taken off, line ends as they are.

    Args:
        data: the whole file.
        where: the file, as an error names it.
        named: the encoding that the person gave; None where they gave none.
        stated: the encoding that the file itself gives; None where it gives none.

    Raises:
        InputError: it cannot be told, or the bytes are not what was said.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Decoded(
                _strict(data[len(mark) :], encoding, where, "begins as"), encoding, False
            )
    if named is None and (escaped := _escaped(data)):
        return Decoded(_strict(data, escaped, where, "looks like"), escaped, True)
    has_zeros = data.count(0) > len(data) // 10
    # What is all ASCII may be what the person says it is: ISO-2022 has no other bytes.
    if not has_zeros and (named is None or _NOT_ASCII.search(data)):
        text = _lenient(data, "utf-8")
        if text is not None:
            return Decoded(text, "utf-8", False)
    if named:
        return Decoded(_strict(data, named, where, "was said to be"), named, False)
    if stated and (text := _lenient(data, stated)) is not None:
        return Decoded(text, stated, False)
    guessed = _sixteen(data, where) if has_zeros else _guessed(data, where)
    return Decoded(_strict(data, guessed, where, "looks like"), guessed, True)


def checked_name(name: str) -> str:
    """The encoding of that name, as Python spells it; `InputError` where it knows none."""
    try:
        codec = codecs.lookup(name)
        "a".encode(codec.name)
    except (LookupError, ValueError, TypeError):
        raise InputError(
            f"--encoding {name!r} is not known; name one such as windows-1252, utf-16-le, "
            "mac-roman or shift_jis."
        ) from None
    return _WINDOWS if codec.name == "cp1252" else codec.name


def stated_in(data: bytes) -> str | None:
    """The encoding that HTML gives in its head, as browsers take it; None where it gives none."""
    match = _STATED.search(data[:4096])
    try:
        name = codecs.lookup(match[1].decode("ascii")).name if match else None
    except LookupError:
        return None
    return _WINDOWS if name in ("iso8859-1", "cp1252", "ascii") else name


def _lenient(data: bytes, encoding: str) -> str | None:
    """The text; None where the bytes are not of that encoding."""
    try:
        return data.decode(encoding)
    except (UnicodeError, LookupError, ValueError, TypeError):
        return None


def _strict(data: bytes, encoding: str, where: str, says: str) -> str:
    try:
        return data.decode(encoding)
    except (UnicodeError, ValueError) as error:
        at = getattr(error, "start", 0)
        line = data.count(b"\n", 0, at) + 1
        raise InputError(
            f"{where}, line {line}: the file {says} {encoding}, but byte {data[at]:#04x} there is "
            "none of it; name the encoding with: --encoding"
        ) from error


def _escaped(data: bytes) -> str | None:
    """ISO 2022, all of whose bytes are ASCII: known by the escape that begins a word."""
    for escape, name in _ESCAPES:
        # An escape that no letter of the language follows is an escape, of a terminal perhaps.
        if escape in data and not (_lenient(data, name) or "").isascii():
            return name
    return None


def _sixteen(data: bytes, where: str) -> str:
    """UTF-16 or UTF-32 without a mark; a file with as many zeros that is neither is no text."""
    import charset_normalizer

    best = charset_normalizer.from_bytes(
        data[: _SAMPLE - _SAMPLE % 4],
        cp_isolation=["utf_16_le", "utf_16_be", "utf_32_le", "utf_32_be"],
    ).best()
    if best is None:
        raise InputError(
            f"{where} is a binary file or UTF-16 without a mark ({data.count(0)} zero bytes among "
            f"{len(data)}); if it is text, name its encoding, for example: --encoding utf-16-le"
        )
    return best.encoding.replace("_", "-")


def _guessed(data: bytes, where: str) -> str:
    sample = _sample(data)
    if _is_print(sample):
        return _WINDOWS
    import charset_normalizer

    found = list(charset_normalizer.from_bytes(sample))
    if not found:
        raise _unknown(data, where)
    best = min(found, key=lambda match: (match.chaos, -match.coherence))
    rivals = [
        match
        for match in found
        if str(match) != str(best)
        and match.chaos <= best.chaos + _CLOSE_CHAOS
        and match.coherence >= best.coherence - _CLOSE_COHERENCE
    ]
    names = [_usual(match.could_be_from_charset) for match in (best, *rivals)]
    if rivals or not best.coherence:
        in_one_script = encodings_of(sample)
        others = sorted((name for name in names if not name.startswith("utf")), key=_rarity)
        raise _undecided(data, where, [*in_one_script, _WINDOWS, *others])
    return names[0]


def _usual(names: list[str]) -> str:
    """Of encodings that read a file the same, the one that is met most."""
    usual = min(names, key=_rarity)
    return _WINDOWS if usual == "cp1252" else usual


def _rarity(name: str) -> int:
    return _MET.index(name) if name in _MET else len(_MET)


def _sample(data: bytes) -> bytes:
    """The places that hold more than ASCII: nothing else tells the encodings apart."""
    taken: list[bytes] = []
    length = end = 0
    for match in _NOT_ASCII.finditer(data):
        if match.start() < end:
            continue
        start = max(end, match.start() - _AROUND)
        end = match.end() + _AROUND
        taken.append(data[start:end])
        length += end - start
        if length >= _SAMPLE:
            break
    return b"".join(taken)


def _is_print(sample: bytes) -> bool:
    """Whether all that Windows-1252 adds here are signs of print, and none stands inside a word
    but an apostrophe or a dash."""
    try:
        text = sample.decode("cp1252")
    except UnicodeDecodeError:
        return False
    for at, sign in enumerate(text):
        if sign.isascii():
            continue
        if unicodedata.category(sign) not in _SIGNS or sign in _RARE:
            return False
        inside = text[at - 1 : at].isalpha() and text[at + 1 : at + 2].isalpha()
        if inside and sign not in "\u2019\u2013\u2014\u00ad":
            return False
    return True


_SIGNS = ("Pi", "Pf", "Ps", "Pd", "Po", "So", "Sc", "Sm", "Zs", "Cf", "No")
_RARE = frozenset(
    "\u00a4\u00a6\u2030\u2020\u2021\u00b8\u00af\u02c6\u02dc\u00a8\u00b4\u2039\u203a\u201a"
)
"""Signs that print seldom has: where one stands, another encoding is as likely."""


def _unknown(data: bytes, where: str) -> InputError:
    at = _first_strange(data)
    line = data.count(b"\n", 0, at) + 1
    return InputError(
        f"{where}, line {line}: byte {data[at]:#04x} is not UTF-8, and no other encoding makes a "
        "text of the file; if it is text, name its encoding, for example: --encoding windows-1252"
    )


def _undecided(data: bytes, where: str, likely: list[str]) -> InputError:
    """Shows the word that the likeliest encodings read differently."""
    at = _first_strange(data)
    line = data.count(b"\n", 0, at) + 1
    readings: dict[str, str] = {}
    for encoding in dict.fromkeys(likely):
        word = _word(data, at, encoding)
        if word and word not in readings.values():
            readings[encoding.replace("_", "-")] = word
    if not readings:
        return _unknown(data, where)
    best = list(readings.items())[:_MOST_READINGS]
    several = "several encodings" if len(best) > 1 else "another encoding, perhaps"
    shown = " or ".join(f"{word!r} ({name})" for name, word in best)
    return InputError(
        f"{where}, line {line}: byte {data[at]:#04x} is not UTF-8, and the file may be in "
        f"{several}: {shown}; name the right one, for example: --encoding {best[0][0]}"
    )


def _first_strange(data: bytes) -> int:
    """The first byte that is not UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _word(data: bytes, at: int, encoding: str) -> str | None:
    """The word round a byte, in an encoding, cut where it is long; None where it has no such
    bytes."""
    start = max(data.rfind(b" ", 0, at), data.rfind(b"\n", 0, at)) + 1
    ends = [end for end in (data.find(b" ", at), data.find(b"\n", at)) if end >= 0]
    word = data[max(start, at - 20) : min([*ends, at + 20])]
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(word)  # its end may be half a letter
    except (UnicodeError, LookupError):
        return None
    return text.strip() if text.strip().isprintable() else None
