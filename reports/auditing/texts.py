"""What several detectors ask of a text: words, edges, abbreviations, likeness."""

import re
from functools import lru_cache
from zlib import crc32

from corpus.answers.claim_sentences import says_something
from corpus.tokens import tokenise, words_of

ABBREVIATION = re.compile(
    r"(?:\b(?:v|vs|no|nos|mr|mrs|ms|dr|prof|st|inc|co|corp|ltd|id|art|sec|ch|pp?|ex|cf|al|ed|eds"
    r"|viz|ca|approx|jr|sr|hon|gov|gen|sen|rep|dept|div|dist|cir|app|ct|rptr|supp|stat|rev|reg"
    r"|fed|ann|cal|tex|fla|mass|pa|ill|wash|univ|assn|bros|et seq)"
    r"|\b(?:[A-Za-z]\.){1,4}[A-Za-z]"
    r"|\b\d+\s+[A-Z][a-z]{1,5})\.$",
    re.IGNORECASE,
)
"""A full stop at the end of a text that ends no sentence: `Vance v.`, `44 Tam.`, `U.S.`"""

_DANGLING = re.compile(
    r"\b(?:the|an?|of|and|or|but|nor|because|although|whereas|whose|its|their|my|our|than)$",
    re.IGNORECASE,
)
"""No statement ends with one of these; with a preposition or an auxiliary many do."""
_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def has_letter_or_digit(text: str) -> bool:
    """Whether it holds more than punctuation and blanks."""
    return any(map(str.isalnum, text))


def says_nothing(text: str) -> bool:
    """Whether no word of it says anything by itself: `, and`, `See also`."""
    return not says_something(text)


def words(text: str) -> list[str]:
    """Its words as they stand."""
    return _WORDS.findall(text)


def dangles(text: str) -> str:
    """The word at its end that cannot end a statement; empty where there is none."""
    found = _DANGLING.search(text.rstrip(" ,;:"))
    return found[0] if found else ""


def shown(text: str, most: int = 60) -> str:
    """Its beginning, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


@lru_cache(maxsize=100_000)
def content_words(text: str) -> frozenset[str]:
    """The stems of its content words, as the search sees them."""
    return frozenset(tokenise(text))


def share_of(claim: str, passage: str) -> float:
    """The share of the claim's content words that the passage holds; 0 for a claim without."""
    wanted = content_words(claim)
    return len(wanted & content_words(passage)) / len(wanted) if wanted else 0.0


@lru_cache(maxsize=20_000)
def shingles(text: str, size: int = 4) -> frozenset[int]:
    """Hashes of its runs of words, lower-cased."""
    found = words_of(text)
    rows = (" ".join(found[at : at + size]) for at in range(len(found) - size + 1))
    return frozenset(crc32(row.encode("utf-8", "surrogatepass")) for row in rows)
