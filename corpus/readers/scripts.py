"""In which encodings some bytes are words of one script: Japanese, Korean, Cyrillic, Greek …

What charset-normalizer measures leaves the right one out where the text is short, and takes rare
signs for as good as common ones. Here each encoding is held against what is written in it: letters
of its own script, the common ones of it, few signs that no letter is, no word of two scripts. That
makes no guess; it makes sure that a person who is asked is shown the right reading among the first.
"""

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise

_STRAY = 0.05
"""What is neither letter nor punctuation of the script, as a share of all that is not ASCII."""
_FEWEST = 4
"""Letters that are not ASCII; fewer say nothing."""
_KANA = ("HIRAGANA", "KATAKANA")
_BLANKLESS = frozenset({"CJK", "HANGUL", *_KANA})
"""Written without blanks, or with Latin letters beside them: a word may hold both."""

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writing:
    encoding: str
    """What to name: it holds all that `strict` does."""
    strict: str
    """The set in which almost every text is; the signs that it lacks are rare ones."""
    scripts: tuple[str, ...]
    """First words of the names that Unicode gives the letters."""
    common: str = ""
    """The letters that most of a text is made of; empty: all of `typical`."""
    typical: tuple[str, ...] = ()
    share: float = 0.6
    """Of the common or typical letters among all that are not ASCII, at least."""


def _single(common: str, *encodings: str) -> tuple[_Writing, ...]:
    script = _script(common[0])
    return tuple(
        _Writing(encoding=name, strict=name, scripts=(script,), common=common) for name in encodings
    )


def _script(sign: str) -> str:
    return re.split("[ -]", unicodedata.name(sign, ""), maxsplit=1)[0]


def _east_asian(encoding: str, strict: str, typical: tuple[str, ...], share: float) -> _Writing:
    return _Writing(
        encoding=encoding,
        strict=strict,
        scripts=tuple({"CJK", *typical}),
        typical=typical,
        share=share,
    )


_WRITINGS = (
    _east_asian("shift_jis", "shift_jis", _KANA, 0.1),
    _east_asian("euc_jp", "euc_jp", _KANA, 0.1),
    _east_asian("cp949", "euc_kr", ("HANGUL",), 0.8),
    *_single("оеаинтсрвлкмдпу", "cp1251", "koi8_r", "iso8859_5", "cp866"),
    *_single("αοιετσνηυρπκμλςάίέό", "cp1253", "iso8859_7"),
    *_single("יולהאמרבתש", "cp1255"),
    *_single("اليمونترب", "cp1256"),
    _Writing(encoding="windows-1252", strict="cp1252", scripts=("LATIN",), typical=("LATIN",)),
    _east_asian("gb18030", "gb2312", ("CJK",), 0.95),
    _east_asian("big5", "big5", ("CJK",), 0.95),
    _east_asian("shift_jis", "shift_jis", ("CJK",), 0.95),
    _east_asian("euc_jp", "euc_jp", ("CJK",), 0.95),
)
"""Those first whose letters are no accident in other bytes."""


def encodings_of(sample: bytes) -> list[str]:
    """The encodings in which a sample is words of their script, the likeliest first."""
    found = [(share, writing) for writing in _WRITINGS if (share := _fit(writing, sample))]
    # Of those that are told by their common letters, the one that has most of them.
    single = sorted((one for one in found if one[1].common), key=lambda one: -one[0])
    ordered = iter(single)
    return [(next(ordered) if one[1].common else one)[1].encoding for one in found]


def _fit(writing: _Writing, sample: bytes) -> float | None:
    """The share of common or typical letters; None where it is no text of this writing."""
    text = sample.decode(writing.strict, "replace")
    foreign = [sign for sign in text if not sign.isascii()]
    letters = [sign for sign in foreign if sign.isalpha() and _script(sign) in writing.scripts]
    strays = sum(not _is_punctuation(sign) for sign in foreign) - len(letters)
    if writing.common:
        typical = sum(sign.lower() in writing.common for sign in letters)
    else:
        typical = sum(_script(sign) in writing.typical for sign in letters)
    fits = (
        len(letters) >= _FEWEST
        and strays <= _STRAY * len(foreign)
        and typical >= writing.share * len(letters)
        and not _has_odd_words(text)
    )
    return typical / len(letters) if fits else None


def _is_punctuation(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "PZ"


def _has_odd_words(text: str) -> bool:
    """Whether more than a few words are of two scripts or have a capital behind a small letter."""
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    return sum(map(_is_odd, words)) > _STRAY * len(words)


def _is_odd(word: str) -> bool:
    """Nothing is odd in what is written without blanks, and in Latin (`McÉwan`)."""
    foreign = {_script(sign) for sign in word if not sign.isascii()}
    if foreign & (_BLANKLESS | {"LATIN"}):
        return False
    return any(sign.isascii() for sign in word) or any(
        one.islower() and following.isupper() for one, following in pairwise(word)
    )
