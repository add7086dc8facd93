"""Claims: for each citation marker the stretch of the answer that it is attached to.

A claim is a sentence; two runs of markers in one sentence split it, each covering the text before
it (or behind it, where the sentence begins with a marker). `[a:1], [a:2]` is one run and has one
claim. **A claim always says something**: between consecutive markers stands only punctuation, and
a harness that took that for a claim would have a judge fail it: a fault of the evaluation that
looks like a fault of the answer. `merge_adjacent=False` brings that fault back, for its audit.

Sentences without a marker are claims too, since completeness counts them; headings are not.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.answers.answer_blocks import BlockKind, blocks_of
from corpus.answers.claim_attachment import attached_sentences, mere_markers
from corpus.answers.claim_sentences import Run, Span
from corpus.answers.claim_splitting import Share, split, split_unmerged, trimmed
from corpus.answers.markers import Marker, ParsedMarkers, UnparsedBracket, parse_markers

_QUOTE_SIGNS = re.compile(r"\n(?:[^\S\n]*>)+")
_CLOSING = re.compile(r"[,.;:!?)\]]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSpan:
    """A stretch of an answer that says something."""

    start: int
    end: int
    """`answer[start:end]` is the claim verbatim; markers at its edges are outside."""
    text: str
    """The claim to be read: markers inside it taken out, white space single."""
    cited: tuple[str, ...]
    """The passage ids cited for it, in order, each once; empty where it is uncited."""
    markers: tuple[Marker, ...]
    """Where they are cited."""

    @property
    def is_cited(self) -> bool:
        """Whether it has a marker."""
        return bool(self.markers)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerClaims:
    """The claims of an answer, in order, none overlapping the next."""

    claims: tuple[ClaimSpan, ...]
    unattached: tuple[Marker, ...]
    """Markers beside which nothing is said, a list of sources, say."""
    unparsed: tuple[UnparsedBracket, ...]
    """What looks like a marker and is none."""


def claim_spans(
    answer: str, parsed: ParsedMarkers | None = None, *, merge_adjacent: bool = True
) -> AnswerClaims:
    """The claims of an answer with the passages cited for each.

    Args:
        answer: the generated text.
        parsed: its markers, where they were parsed already (with the ids of the documents, say).
        merge_adjacent: False gives every marker a claim of its own, so that the second of two
            consecutive ones gets mere punctuation, or nothing. It is there to reproduce a known
            fault of evaluation harnesses, and for nothing else.
    """
    if parsed is None:
        parsed = parse_markers(answer)
    masked = _masked(answer, parsed)
    sentences = attached_sentences(masked, blocks_of(answer, masked), parsed, merge=merge_adjacent)
    divide = split if merge_adjacent else split_unmerged
    shares = [
        share
        for sentence in sentences
        if sentence.runs or sentence.kind is not BlockKind.HEADING
        for share in divide(sentence.span, sentence.runs, masked)
    ]
    claims = [_claim(answer, masked, share, trim=merge_adjacent) for share in shares]
    return AnswerClaims(
        claims=tuple(claims),
        unattached=tuple(mere_markers(parsed.markers, sentences)),
        unparsed=parsed.unparsed,
    )


def _claim(answer: str, masked: str, share: Share, *, trim: bool) -> ClaimSpan:
    span = trimmed(masked, share.span) if trim else share.span
    markers = tuple(marker for run in share.runs for marker in run.markers)
    return ClaimSpan(
        start=span.start,
        end=span.end,
        text=_text(answer, span, share.runs),
        cited=tuple(dict.fromkeys(cited for marker in markers for cited in marker.cited)),
        markers=markers,
    )


def _text(answer: str, span: Span, runs: Sequence[Run]) -> str:
    """The claim without the runs inside it, white space single."""
    made = ""
    position = span.start
    for run in runs:
        if span.start <= run.start < span.end:
            made = _joined(made, answer[position : run.start])
            position = min(run.end, span.end)
    whole = _joined(made, answer[position : span.end])
    return " ".join(_QUOTE_SIGNS.sub(" ", whole).split())


def _joined(before: str, after: str) -> str:
    if _CLOSING.match(after.lstrip()):
        return before.rstrip() + after.lstrip()
    return f"{before} {after}"


def _masked(answer: str, parsed: ParsedMarkers) -> str:
    """The answer with its brackets overwritten by as many spaces."""
    pieces: list[str] = []
    done = 0
    for bracket in _brackets(parsed):
        start = max(done, bracket.start)
        if start < bracket.end:
            pieces += (answer[done:start], " " * (bracket.end - start))
            done = bracket.end
    return "".join((*pieces, answer[done:]))


def _brackets(parsed: ParsedMarkers) -> list[Marker | UnparsedBracket]:
    return sorted((*parsed.markers, *parsed.unparsed), key=lambda bracket: bracket.start)
