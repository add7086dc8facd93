"""The demo's study with its passages as long as a new study's, each holding those it had.

The demo's own are a few sentences, so that people read ten of them in three minutes. Detectors of
damage and of copies need more text than that to tell by (docs/audit.md), and are measured on what
`crosssource init` sets.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import groupby
from math import ceil

from corpus.chunking import passages
from corpus.document import Passage
from corpus.settings import Chunking
from evaluator.study import shipped
from reports.auditing.evidence import AnswerText, CitedClaim, Study

_MARKER = re.compile(r"\[([a-z-]+:\d+)\]")


def with_longer_passages(study: Study) -> Study:
    """The demo's study, its citations, markers and corpus on passages of the default length."""
    longer = _longer()
    told = {
        one.answer.id: replace(one.answer, text=_renamed(one.answer.text, longer))
        for one in study.answers
    }
    citations = {one.uid: _moved(one, told[one.answer.id], longer) for one in study.citations}
    return replace(
        study,
        citations=tuple(citations.values()),
        answers=tuple(
            replace(
                one,
                answer=told[one.answer.id],
                claims={
                    claim: tuple(longer[cited].id for cited in ids)
                    for claim, ids in one.claims.items()
                },
            )
            for one in study.answers
        ),
        verdicts=tuple(
            replace(one, citation=citations[one.citation.uid]) for one in study.verdicts
        ),
        flags=tuple(replace(one, citation=citations[one.citation.uid]) for one in study.flags),
        corpus={passage.id: passage.text for passage in longer.values()},
    )


def _longer() -> dict[str, Passage]:
    """By the id of each of the demo's passages, the longer one that holds all of it."""
    longer: dict[str, Passage] = {}
    for document in shipped.corpus():
        index = 0
        cut = passages(document, shipped.PASSAGE_WORDS)
        for _, part in groupby(cut, key=lambda passage: passage.part):
            shorts = list(part)
            pieces = ceil(len(shorts) * shipped.PASSAGE_WORDS / Chunking().words)
            for piece in range(pieces):
                start, end = (at * len(shorts) // pieces for at in (piece, piece + 1))
                first, last = shorts[start], shorts[end - 1]
                text = document.text[first.start : last.end]
                whole = replace(first, index=index, end=last.end, text=text)
                longer |= dict.fromkeys((short.id for short in shorts[start:end]), whole)
                index += 1
    return longer


def _moved(one: CitedClaim, answer: AnswerText, longer: Mapping[str, Passage]) -> CitedClaim:
    passage = longer[one.cited]
    span = one.span and (
        len(_renamed(one.answer.text[: one.span[0]], longer)),
        len(_renamed(one.answer.text[: one.span[1]], longer)),
    )
    return replace(one, cited=passage.id, passage=passage.text, answer=answer, span=span)


def _renamed(text: str, longer: Mapping[str, Passage]) -> str:
    return _MARKER.sub(partial(_marker, longer), text)


def _marker(longer: Mapping[str, Passage], found: re.Match[str]) -> str:
    return f"[{longer[found[1]].id}]"
