from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

_Labels: TypeAlias = NDArray[Any] | Sequence[Any]
_Weights: TypeAlias = NDArray[np.float64] | Sequence[float] | None

def accuracy_score(
    y_true: _Labels, y_pred: _Labels, *, normalize: bool = ..., sample_weight: _Weights = ...
) -> float: ...
def cohen_kappa_score(
    y1: _Labels,
    y2: _Labels,
    *,
    labels: _Labels | None = ...,
    weights: Literal["linear", "quadratic"] | None = ...,
    sample_weight: _Weights = ...,
) -> float: ...
def confusion_matrix(
    y_true: _Labels,
    y_pred: _Labels,
    *,
    labels: _Labels | None = ...,
    sample_weight: _Weights = ...,
) -> NDArray[Any]: ...
def f1_score(
    y_true: _Labels,
    y_pred: _Labels,
    *,
    labels: _Labels | None = ...,
    average: str | None = ...,
    sample_weight: _Weights = ...,
    zero_division: float | str = ...,
) -> Any: ...
def matthews_corrcoef(
    y_true: _Labels, y_pred: _Labels, *, sample_weight: _Weights = ...
) -> float: ...
def precision_recall_fscore_support(
    y_true: _Labels,
    y_pred: _Labels,
    *,
    labels: _Labels | None = ...,
    average: str | None = ...,
    sample_weight: _Weights = ...,
    zero_division: float | str = ...,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[Any]]: ...
