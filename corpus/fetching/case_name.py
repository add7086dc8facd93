"""Whether two names are of one case: `Erie Railroad Co. v. Tompkins`, `ERIE RAILROAD COMPANY v. T…`

Reporters print a caption in full, people shorten it. Two names agree where, on each side of the
`v.`, at least half of the words of the shorter name are in the other; words that say nothing of who
it is (`Co.`, `et al.`) do not count. It stands beside the citation, which must agree too: it is
there to tell apart what shares a page, not to find a case.
"""

import re
import unicodedata

_VERSUS = re.compile(r"\bv(?:s|ersus)?\b\.?")
_BETWEEN_INITIALS = re.compile(r"(?<=\b\w)\.(?=\w\b)|['‘’]")
_MC = re.compile(r"\bm['‘’] ?(?=\w)")
_WORD = re.compile(r"\w+")
_EMPTY = frozenset(
    {
        *("a", "an", "and", "of", "on", "the", "s", "v"),
        *("al", "application", "et", "ex", "in", "matter", "parte", "re", "rel"),
        *("co", "company", "corp", "corporation", "inc", "incorporated", "llc", "ltd"),
    }
)
"""Words that say nothing of who it is."""


def agree(given: str, found: str) -> bool:
    """Whether `given`, the shorter name as a person wrote it, is the case called `found`."""
    ours, theirs = _sides(given), _sides(found)
    if len(theirs) < len(ours):
        theirs = [_words(found)] * len(ours)
    elif len(ours) < len(theirs):
        theirs = [_words(found)]
    return all(_half(a, b) for a, b in zip(ours, theirs, strict=True))


def _half(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    return bool(ours) and 2 * len(ours & theirs) >= len(ours)


def _sides(name: str) -> list[frozenset[str]]:
    """The words of each party; of the whole, where there are no two."""
    parties = [_words(side) for side in _VERSUS.split(_plain(name), maxsplit=1)]
    return parties if all(parties) else [_words(name)]


def _words(text: str) -> frozenset[str]:
    words = frozenset(_WORD.findall(_plain(text)))
    return (words - _EMPTY) or words


def _plain(text: str) -> str:
    """Lower case without accents; `M.L.B.` is one word, and `M'Culloch` is McCulloch."""
    apart = unicodedata.normalize("NFKD", text)
    letters = "".join(mark for mark in apart if not unicodedata.combining(mark))
    return _BETWEEN_INITIALS.sub("", _MC.sub("mc", letters.lower()))
