"""The golden questions asked of one index, and the figures of each group of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corpus.console import progress
from corpus.engines import Searcher
from corpus.tokenisers import Tokeniser
from labels.golden import GoldenQuestion
from reports.retrieval.cut import Cut
from reports.retrieval.figures import Arrangement, Asked, Group, Measured
from reports.retrieval.measures import DEPTH, scores
from reports.retrieval.rates import mean_of_questions, share_of_questions
from reports.retrieval.spans import Span

BEST = 3
"""Passages kept of what was found, to be shown where the answer was missed."""

WRITERS = ("human", "machine")
"""Said of every set of questions, though there be none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """What is asked, and where its answers stand."""

    asked: Sequence[GoldenQuestion]
    spans: Mapping[str, Sequence[Span]]
    """Of the supports, by question."""


def measure(
    questions: Questions,
    cut: Cut,
    tokeniser: Tokeniser,
    index: Searcher,
    ks: Sequence[int],
    level: float,
) -> Measured:
    """Ask every question of one index.

    Args:
        questions: with an answer each.
        cut: the passages that the index is of.
        tokeniser: of the index.
        index: what is searched.
        ks: ascending, each 1 or more.
        level: of the intervals.

    Raises:
        InputError: a support is in no passage.
    """
    holders = cut.holders(questions.spans)
    rows = _ask(questions.asked, holders.passages, index, ks)
    return Measured(
        arrangement=Arrangement(
            words=cut.words,
            stored=cut.stored,
            tokeniser=tokeniser,
            passages=len(cut.passages),
            engine=index.describe(),
            cut_in_two=holders.cut_in_two,
        ),
        asked=rows,
        whole=_group(None, rows, ks, level),
        classes=tuple(
            _group(name, [row for row in rows if row.question.query_class == name], ks, level)
            for name in dict.fromkeys(row.question.query_class for row in rows)
        ),
        writers=tuple(
            _group(name, [row for row in rows if row.question.written_by == name], ks, level)
            for name in dict.fromkeys((*WRITERS, *(row.question.written_by for row in rows)))
        ),
    )


def _ask(
    asked: Sequence[GoldenQuestion],
    answers: Mapping[str, frozenset[str]],
    index: Searcher,
    ks: Sequence[int],
) -> tuple[Asked, ...]:
    depth = max(DEPTH, *ks)
    searching = progress(asked, "Searching", len(asked))
    hits = {one.id: index.search(one.question, depth) for one in searching}
    found = {id_: [hit.passage.id for hit in of] for id_, of in hits.items()}
    graded = {id_: dict.fromkeys(ids, 1) for id_, ids in answers.items()}
    scored = scores(graded, found, ks)
    return tuple(
        Asked(
            question=one,
            answers=answers[one.id],
            rank=_rank(found[one.id][:DEPTH], answers[one.id]),
            best=tuple(hits[one.id][:BEST]),
            scores=scored[one.id],
        )
        for one in asked
    )


def _rank(found: Sequence[str], answers: frozenset[str]) -> int | None:
    return next((rank for rank, id_ in enumerate(found, start=1) if id_ in answers), None)


def _group(name: str | None, rows: Sequence[Asked], ks: Sequence[int], level: float) -> Group:
    found = {k: [row.scores.any[k] for row in rows] for k in ks}
    return Group(
        name=name,
        questions=len(rows),
        hits={k: sum(yes) for k, yes in found.items()},
        found={k: share_of_questions(yes, level=level) for k, yes in found.items()},
        share={
            k: mean_of_questions([row.scores.share[k] for row in rows], level=level) for k in ks
        },
        mrr=mean_of_questions([row.scores.reciprocal_rank for row in rows], level=level),
        ndcg=mean_of_questions([row.scores.ndcg for row in rows], level=level),
    )
