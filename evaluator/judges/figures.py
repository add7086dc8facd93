"""Numbers in a text, in one spelling: `$17,200`, `17200` and `17,200.00` are the same figure.

Cardinals and ordinals in words from two to ninety-nine are read too (`forty-three`, `the
twenty-sixth day`, `26th`), because courts write them so. "One" and "first" are left out: they are
mostly pronouns and adverbs. Larger words ("hundred") stay words.
"""

import re

_UNITS = {
    word: value
    for value, words in enumerate(
        (
            "two second",
            "three third",
            "four fourth",
            "five fifth",
            "six sixth",
            "seven seventh",
            "eight eighth",
            "nine ninth",
            "ten tenth",
            "eleven eleventh",
            "twelve twelfth",
            "thirteen thirteenth",
            "fourteen fourteenth",
            "fifteen fifteenth",
            "sixteen sixteenth",
            "seventeen seventeenth",
            "eighteen eighteenth",
            "nineteen nineteenth",
        ),
        start=2,
    )
    for word in words.split()
}
_TENS = {
    word: value * 10
    for value, words in enumerate(
        (
            "twenty twentieth",
            "thirty thirtieth",
            "forty fortieth",
            "fifty fiftieth",
            "sixty sixtieth",
            "seventy seventieth",
            "eighty eightieth",
            "ninety ninetieth",
        ),
        start=2,
    )
    for word in words.split()
}
_LAST = {"one": 1, "first": 1, **{word: value for word, value in _UNITS.items() if value < 10}}
_FIGURE = re.compile(
    r"(?<![\w.])(?P<digits>[0-9][0-9,]*(?:\.[0-9]+)?)(?:st|nd|rd|th)?(?!\w)"
    rf"|\b(?P<tens>{'|'.join(_TENS)})(?:[- ](?P<last>{'|'.join(_LAST)}))?\b"
    rf"|\b(?P<unit>{'|'.join(_UNITS)})\b",
    re.IGNORECASE,
)


def figures(text: str) -> list[str]:
    """The numbers of a text in order, each once, without separators or trailing zeros."""
    return list(dict.fromkeys(_plain(match) for match in _FIGURE.finditer(text)))


def _plain(match: re.Match[str]) -> str:
    if digits := match["digits"]:
        whole, point, rest = digits.replace(",", "").partition(".")
        rest = rest.rstrip("0")
        return f"{whole.lstrip('0') or '0'}{point if rest else ''}{rest}"
    if tens := match["tens"]:
        last = match["last"]
        return str(_TENS[tens.lower()] + (_LAST[last.lower()] if last else 0))
    return str(_UNITS[match["unit"].lower()])
