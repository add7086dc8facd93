"""How well one question's ranking fares: trec_eval's measures, by ir-measures.

trec_eval orders a ranking by its scores alone, in 32 bits, and ties by the names of the passages.
The ranking is ours and final, so it is handed over with its ranks for scores.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

DEPTH = 100
"""Passages that are looked at for the rank of an answer; beyond, it counts as not found."""

GAIN_DEPTH = 10
"""Passages that nDCG looks at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """Of one question."""

    any: Mapping[int, bool]
    """By k: whether a passage that answers is among the first k (trec_eval's success_k)."""
    share: Mapping[int, float]
    """By k: of the passages that answer, the share among the first k (trec_eval's recall_k)."""
    reciprocal_rank: float
    """1 / rank of the first that answers; 0 where none is among the first `DEPTH`."""
    ndcg: float
    """nDCG of the first `GAIN_DEPTH`: sum of grade / log2(rank + 1), over the greatest possible."""


def scores(
    wanted: dict[str, dict[str, int]], found: Mapping[str, Sequence[str]], ks: Sequence[int]
) -> dict[str, Scores]:
    """The scores of each question.

    Args:
        wanted: by question, the ids of the passages that answer with their grades, 1 or more.
        found: by question, ids as they were ranked, best first; one that comes again is left out.
            A question that is absent found nothing.
        ks: each 1 or more.
    """
    import ir_measures
    from ir_measures import RR, R, Success, nDCG

    run = {id_: _with_scores(found.get(id_, ())) for id_ in wanted}
    measures = [RR, nDCG @ GAIN_DEPTH, *(R @ k for k in ks), *(Success @ k for k in ks)]
    values: dict[str, dict[str, float]] = {id_: {} for id_ in wanted}
    for metric in ir_measures.iter_calc(measures, wanted, run):
        values[metric.query_id][str(metric.measure)] = metric.value
    return {
        id_: Scores(
            any={k: got[f"Success@{k}"] > 0 for k in ks},
            share={k: got[f"R@{k}"] for k in ks},
            # A ranking may reach further than `DEPTH`, for the sake of a great k.
            reciprocal_rank=got["RR"] if got["RR"] > 1 / (DEPTH + 1) else 0.0,
            ndcg=got[f"nDCG@{GAIN_DEPTH}"],
        )
        for id_, got in values.items()
    }


def _with_scores(ranked: Sequence[str]) -> dict[str, float]:
    """Falling scores by id, in the order of the ranking."""
    return {id_: float(-rank) for rank, id_ in enumerate(dict.fromkeys(ranked))}
