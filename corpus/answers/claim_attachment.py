"""Which sentence of an answer each run of markers belongs to.

A run inside a sentence belongs to it. One between two sentences belongs to the one before it
(`So it is. [a:1]`), unless it begins its line (`[a:1] So it is.`) or its block puts every marker
before its sentence. A paragraph of markers alone belongs to the last sentence of the paragraph
above it. Markers under a heading, in bullets without words and behind `Sources:` belong to none.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus.answers.answer_blocks import Block, BlockKind
from corpus.answers.claim_sentences import Run, Span, runs_of, says_something, sentences_of
from corpus.answers.markers import Marker, ParsedMarkers

_WORD = re.compile(r"[^\W_]")


@dataclass(slots=True)
class Sentence:
    """A sentence that says something, and the runs attached to it, in order."""

    span: Span
    kind: BlockKind
    runs: list[Run]


def attached_sentences(
    masked: str, blocks: Iterable[Block], parsed: ParsedMarkers, *, merge: bool
) -> list[Sentence]:
    """The sentences of an answer, in order, each with its runs of markers.

    Args:
        masked: the answer, markers overwritten by spaces.
        blocks: its blocks, in order.
        parsed: its markers.
        merge: whether consecutive markers are one run.
    """
    sentences: list[Sentence] = []
    marker_starts = [marker.start for marker in parsed.markers]
    other_starts = [bracket.start for bracket in parsed.unparsed]
    above: Sentence | None = None
    for block in blocks:
        markers = parsed.markers[_inside(marker_starts, block)]
        runs = runs_of(markers, masked, merge=merge)
        gaps = [
            *(Span(run.start, run.end) for run in runs),
            *(
                Span(other.start, other.end)
                for other in parsed.unparsed[_inside(other_starts, block)]
            ),
        ]
        spans = sentences_of(block, masked, sorted(gaps, key=lambda gap: gap.start))
        found = [Sentence(span, block.kind, []) for span in spans]
        if found:
            _attach(runs, found, masked)
        elif above is not None and _is_blank(block, masked):
            above.runs += runs
        sentences += found
        above = found[-1] if found and block.kind is BlockKind.PARAGRAPH else None
    return sentences


def mere_markers(markers: Sequence[Marker], sentences: Iterable[Sentence]) -> list[Marker]:
    """The markers that are attached to no sentence, in order."""
    starts = {
        marker.start for sentence in sentences for run in sentence.runs for marker in run.markers
    }
    return [marker for marker in markers if marker.start not in starts]


def _inside(starts: Sequence[int], block: Block) -> slice:
    return slice(bisect_left(starts, block.start), bisect_left(starts, block.end))


def _is_blank(block: Block, masked: str) -> bool:
    text = masked[block.start : block.end]
    return block.kind is BlockKind.PARAGRAPH and not _WORD.search(text)


def _attach(runs: Sequence[Run], found: Sequence[Sentence], masked: str) -> None:
    starts = [sentence.span.start for sentence in found]
    is_prefixed = bool(runs) and _is_prefixed(runs, found, masked)
    for run in runs:
        at = bisect_right(starts, run.start) - 1
        is_between = at + 1 < len(found) and (at < 0 or run.start >= found[at].span.end)
        if is_between and (at < 0 or is_prefixed or _leads(run, found[at + 1], masked)):
            at += 1
        found[at].runs.append(run)


def _is_prefixed(runs: Sequence[Run], found: Sequence[Sentence], masked: str) -> bool:
    """Whether a block puts markers first: `[a:1] So it is. [a:2] And so is that.`"""
    is_first = runs[0].start < found[0].span.start
    return is_first and says_something(masked[runs[-1].end : found[-1].span.end])


def _leads(run: Run, following: Sentence, masked: str) -> bool:
    """Whether a run begins its line, and the next sentence goes on in that line."""
    line = masked.rfind("\n", 0, run.start) + 1
    return (
        not _WORD.search(masked, line, run.start)
        and "\n" not in (masked[run.end : following.span.start])
    )
