"""Both engines and the measures on BEIR SciFact, against the figures that are published."""

from pathlib import Path

import pytest

from corpus.fast_retrieval import FastIndex
from corpus.retrieval import Index
from reports.retrieval.measures import scores
from tests import scifact


@pytest.mark.shared
def test_both_engines_rank_alike_and_reach_the_published_figures(shared_data: Path) -> None:
    collection = scifact.read(shared_data / "scifact")
    reference = Index(collection.passages, k1=0.9, b=0.4)
    fast = FastIndex(collection.passages, k1=0.9, b=0.4)
    found = {id_: fast.search(query, 100) for id_, query in collection.queries.items()}
    # The reference takes 20 ms a query and more: every sixth one.
    for id_, query in list(collection.queries.items())[::6]:
        assert reference.search(query, 100) == found[id_]
    ranked = {id_: [hit.passage.id for hit in hits] for id_, hits in found.items()}
    got = scores(collection.grades, ranked, (100,)).values()
    assert len(got) == 300
    assert sum(one.ndcg for one in got) / 300 == pytest.approx(0.6780, abs=0.005)
    assert sum(one.share[100] for one in got) / 300 == pytest.approx(0.9287, abs=0.005)
