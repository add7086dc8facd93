"""A cursor that goes through a text by words and sentences, and the stretch that it marks.

Knows no screen: offsets count in the raw text. A word is what stands between white space; where a
script has no spaces between words, a character is one, and a run without a break is cut, so that
the cursor can stand in it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

Span = tuple[int, int]

_UNSPACED = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
"""Kana and ideographs."""

_LONGEST = 40
"""Characters of a word after which it is cut."""

_WORD = re.compile(rf"[{_UNSPACED}]|[^\s{_UNSPACED}]{{1,{_LONGEST}}}")


class SpanCursor:
    """Stands on a word; from the word where the start was set to this one everything is chosen."""

    def __init__(self, text: str, sentences: Callable[[str], Sequence[Span]]) -> None:
        """Stand on the first word.

        Args:
            text: the passage.
            sentences: finds its sentences; asked once, when the first is wanted.
        """
        self._text = text
        self._words = [match.span() for match in _WORD.finditer(text)]
        self._find_sentences = sentences
        self._sentences: Sequence[Span] | None = None
        self._at = 0
        self._start: int | None = None
        self._exact: Span | None = None
        """What the mouse chose, to the character."""

    @property
    def has_words(self) -> bool:
        """Whether there is anything to stand on."""
        return bool(self._words)

    @property
    def is_open(self) -> bool:
        """Whether a start is set, or something was chosen by the mouse."""
        return self._start is not None or self._exact is not None

    @property
    def place(self) -> int:
        """Where the word begins that the cursor stands on."""
        return self._words[self._at][0] if self._words else 0

    @property
    def chosen(self) -> Span:
        """From and to, white space at the ends left out; the cursor's word where nothing is set."""
        if self._exact is not None:
            return self._exact
        if not self._words:
            return (0, 0)
        other = self._at if self._start is None else self._start
        first, last = sorted((self._at, other))
        return self._words[first][0], self._words[last][1]

    def choose(self, start: int, end: int) -> None:
        """Choose a stretch to the character; one without a word is only a place to stand."""
        text = self._text[start:end]
        self._start = self._exact = None
        if text.strip():
            start += len(text) - len(text.lstrip())
            end -= len(text) - len(text.rstrip())
            self._exact = (start, end)
            self._start = self._word_at(start)
            self._at = self._word_at(end - 1)
        else:
            self._at = self._word_at(start)

    def set_start(self) -> None:
        """What is chosen begins with this word."""
        self._exact = None
        self._start = self._at

    def go(self, place: int) -> None:
        """To the word at a place."""
        self._to(self._word_at(place))

    def to_edge(self, side: int) -> None:
        """To the last word, or to the first where `side` is below 0."""
        self.go(len(self._text) if side > 0 else 0)

    def by_words(self, count: int) -> None:
        """So many words on, or back where it is below 0."""
        self._to(self._at + count)

    def sentence_on(self) -> None:
        """To the sentence's last word while something is being chosen, else to the next one."""
        ends = [end for _, end in self._found_sentences()]
        starts = [start for start, _ in self._found_sentences()]
        if self.is_open:
            here = self._words[self._at][1] if self._words else 0
            index = bisect_right(ends, here)
            place = ends[index] - 1 if index < len(ends) else len(self._text)
        else:
            index = bisect_right(starts, self.place)
            place = starts[index] if index < len(starts) else len(self._text)
        self.go(place)

    def sentence_back(self) -> None:
        """To the beginning of the sentence; from there to that of the one before."""
        starts = [start for start, _ in self._found_sentences()]
        index = bisect_left(starts, self.place) - 1
        self.go(starts[index] if index >= 0 else 0)

    def _to(self, word: int) -> None:
        self._exact = None
        self._at = min(max(0, word), max(0, len(self._words) - 1))

    def _word_at(self, place: int) -> int:
        """The word that holds a place, else the one before it."""
        return max(0, bisect_right(self._words, place, key=lambda word: word[0]) - 1)

    def _found_sentences(self) -> Sequence[Span]:
        if self._sentences is None:
            self._sentences = self._find_sentences(self._text)
        return self._sentences
