"""Where the words of one text stand in another: for the eye, never for a decision.

Words as the search sees them (`corpus.tokens`): stop words are passed over and `duties` is found
for `duty`. What has a digit in it, an amount or a docket number, must be the same to the letter.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from corpus.tokens import tokenise, word_spans

Span = tuple[int, int]

_BEFORE = 24
"""Characters of a snippet before its first word that was looked for."""


def shared_words(wanted: str, text: str) -> list[Span]:
    """Where the words of `wanted` stand in `text`, in order; offsets in characters."""
    stems = set(tokenise(wanted))
    exact = {wanted[start:end].casefold() for start, end in word_spans(wanted)}
    known: dict[str, bool] = {}

    def is_wanted(word: str) -> bool:
        if any(map(str.isdigit, word)):
            return word.casefold() in exact
        return not stems.isdisjoint(tokenise(word))

    def found() -> Iterator[Span]:
        for start, end in word_spans(text):
            word = text[start:end]
            if word not in known:
                known[word] = is_wanted(word)
            if known[word]:
                yield start, end

    return list(found()) if stems else []


def snippet(wanted: str, text: str, length: int) -> str:
    """The stretch of a text with the most words of `wanted`, in one line.

    Args:
        wanted: the words that were looked for.
        text: what they were looked for in.
        length: of the stretch, in characters.
    """
    spans = shared_words(wanted, text) if len(text) > length else []
    start = max(0, densest(spans, text, length - _BEFORE) - _BEFORE) if spans else 0
    if start:
        start = text.find(" ", start, start + _BEFORE) + 1 or start
    line = " ".join(text[start : start + length].split())
    return f"{'…' if start else ''}{line}{'…' if start + length < len(text) else ''}"


def densest(spans: Sequence[Span], text: str, length: int) -> int:
    """Where of the spans a stretch begins that tells most of the words that were looked for.

    A word tells less the more often it stands in the text, and what has a digit in it tells twice
    as much: so the passages of the synthetic practice show the stretch that answers a question
    in 88 % of cases within 200 characters; by the number of different words alone in 82 %.

    Args:
        spans: where words stand, in order; one at least.
        text: what they stand in.
        length: of the stretch, in characters.

    Returns:
        The first of equals.
    """
    words = [text[start:end].casefold() for start, end in spans]
    weights = {word: _told(word) / count for word, count in Counter(words).items()}
    best, most, last = spans[0][0], 0.0, 0
    for first, (start, _) in enumerate(spans):
        while last < len(spans) and spans[last][1] <= start + length:
            last += 1
        weight = sum(weights[word] for word in dict.fromkeys(words[first:last]))
        if weight > most:
            best, most = start, weight
    return best


def _told(word: str) -> int:
    return 2 if any(map(str.isdigit, word)) else 1
