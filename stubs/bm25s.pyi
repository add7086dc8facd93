from typing import Any

from numpy import float64
from numpy.typing import NDArray

class BM25:
    k1: float
    b: float
    scores: dict[str, Any]
    nonoccurrence_array: NDArray[float64] | None
    def __init__(
        self,
        k1: float = ...,
        b: float = ...,
        *,
        method: str = ...,
        dtype: str = ...,
        backend: str = ...,
    ) -> None: ...
    def index(self, corpus: object, *, create_empty_token: bool, show_progress: bool) -> None: ...
    def get_scores_from_ids(self, query_tokens_ids: list[int]) -> NDArray[float64]: ...
