"""A sentence with its runs of markers, split into claims that are trimmed at their edges.

Each run covers the text since the run before it. Where nothing is said before the first run and
something behind the last (`[a:1] found X, while [b:2] found Y`), each covers the text behind it
instead. A run beside which nothing is said joins its neighbour.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.answers.claim_sentences import Run, Span, says_something

_LEADING = re.compile(r"(?:[\s,;:|)\]}.!?…—–]|-(?=\s))+")
_TRAILING = " ,;:|—–-([{"
_DANGLING = re.compile(
    r"[(\[{]\s*(?:(?:see|also|cf|e\.g|accord|citing|quoting|per|from)\b[.,]?\s*)*\Z", re.IGNORECASE
)
_TAIL = 80
"""How many characters at the end of a claim are looked at for what dangles there."""


@dataclass(frozen=True, slots=True)
class Share:
    """A stretch of a sentence, and the runs that cite for it."""

    span: Span
    runs: tuple[Run, ...]


def split(sentence: Span, runs: Sequence[Run], masked: str) -> list[Share]:
    """The claims of a sentence; none says nothing.

    Args:
        sentence: it says something.
        runs: those attached to it, in order; they may stand before, inside and after it.
        masked: the answer, markers overwritten by spaces.
    """
    if not runs:
        return [Share(sentence, ())]
    stretches = _stretches(sentence, runs)
    says = [says_something(masked[part.start : part.end]) for part in stretches]
    if not says[0] and says[-1]:
        return _behind(sentence, runs, stretches, says)
    return _before(sentence, runs, stretches, says)


def split_unmerged(sentence: Span, runs: Sequence[Run], masked: str) -> list[Share]:
    """A claim for every marker, whatever stands before it: the fault, on purpose."""
    shares: list[Share] = []
    position = sentence.start
    for run in runs:
        start = min(position, run.start)
        shares.append(Share(_blanks_off(masked, Span(start, run.start)), (run,)))
        position = run.end
    rest = Span(position, max(position, sentence.end))
    if says_something(masked[rest.start : rest.end]):
        shares.append(Share(rest, ()))
    return shares


def trimmed(masked: str, span: Span) -> Span:
    """A claim without the white space, markers, commas and open brackets at its edges."""
    span = _odd_stars(masked, _edges(masked, span))
    return _edges(masked, span)


def _edges(masked: str, span: Span) -> Span:
    lead = _LEADING.match(masked, span.start, span.end)
    start = lead.end() if lead else span.start
    end, before = span.end, -1
    while end != before:
        before = end
        tail = masked[max(start, end - _TAIL) : end]
        end -= len(tail)
        tail = tail.rstrip(_TRAILING).rstrip()
        dangling = _DANGLING.search(tail)
        end += dangling.start() if dangling else len(tail)
    return Span(start, end)


def _odd_stars(masked: str, span: Span) -> Span:
    """A span without the emphasis at its start, or its end, that has no partner inside it."""
    text = masked[span.start : span.end]
    if text.count("**") % 2 == 0:
        return span
    if text.startswith("**"):
        return Span(span.start + 2, span.end)
    return Span(span.start, span.end - 2 * text.endswith("**"))


def _stretches(sentence: Span, runs: Sequence[Run]) -> list[Span]:
    """Of the sentence, what stands before the first run, between runs, and behind the last."""
    starts = [sentence.start, *(run.end for run in runs)]
    ends = [*(run.start for run in runs), sentence.end]
    found = []
    for start, end in zip(starts, ends, strict=True):
        start = min(max(start, sentence.start), sentence.end)
        found.append(Span(start, max(start, min(end, sentence.end))))
    return found


def _before(
    sentence: Span, runs: Sequence[Run], stretches: list[Span], says: list[bool]
) -> list[Share]:
    shares: list[Share] = []
    waiting: list[Run] = []
    for run, stretch, is_said in zip(runs, stretches[:-1], says[:-1], strict=True):
        if is_said:
            start = stretch.start if shares else sentence.start
            shares.append(Share(Span(start, stretch.end), (*waiting, run)))
            waiting = []
        elif shares:
            shares[-1] = Share(shares[-1].span, (*shares[-1].runs, run))
        else:
            waiting.append(run)
    last = shares[-1]
    if says[-1]:
        shares[-1] = Share(Span(last.span.start, sentence.end), last.runs)
    return shares


def _behind(
    sentence: Span, runs: Sequence[Run], stretches: list[Span], says: list[bool]
) -> list[Share]:
    shares: list[Share] = []
    waiting: list[Run] = []
    for run, stretch, is_said in reversed(list(zip(runs, stretches[1:], says[1:], strict=True))):
        if is_said:
            shares.append(Share(stretch, (run, *waiting)))
            waiting = []
        else:
            waiting.insert(0, run)
    shares.reverse()
    first = shares[0]
    shares[0] = Share(Span(sentence.start, first.span.end), (*waiting, *first.runs))
    return shares


def _blanks_off(masked: str, span: Span) -> Span:
    text = masked[span.start : span.end]
    start = span.start + len(text) - len(text.lstrip())
    return Span(start, max(start, span.start + len(text.rstrip())))
