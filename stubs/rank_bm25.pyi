from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

class BM25Okapi:
    corpus_size: int
    avgdl: float
    average_idf: float
    doc_freqs: list[dict[str, int]]
    doc_len: list[int]
    idf: dict[str, float]
    def __init__(
        self,
        corpus: Sequence[Sequence[str]],
        *,
        k1: float = ...,
        b: float = ...,
        epsilon: float = ...,
    ) -> None: ...
    def get_scores(self, query: Sequence[str]) -> NDArray[np.float64]: ...
    def get_batch_scores(self, query: Sequence[str], doc_ids: Sequence[int]) -> list[float]: ...
