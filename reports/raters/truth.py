"""One rater, a judge say, held against what is taken for the truth.

The point figures are scikit-learn's; what it gives as 0 where it is 0 / 0 is undefined here. The
truth may be one rater's word, or what most of several raters said (`majority`).
"""

from dataclasses import dataclass

import numpy as np
from sklearn.metrics import confusion_matrix, matthews_corrcoef, precision_recall_fscore_support

from reports.estimation.arrays import IntArray
from reports.estimation.figure import Figure
from reports.raters.estimate import Basis
from reports.raters.ratings import MISSING, Ratings
from reports.raters.two import TwoRaters, two_raters


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassScores:
    """How the rater does on one category; each 0 to 1."""

    category: str
    truth: int
    """Items of the category."""
    said: int
    """Items to which the rater gave it."""
    precision: float | None
    """None where the rater never gave it."""
    recall: float | None
    """None where no item is of it."""
    f1: float | None
    """None where neither is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainstTruth:
    """All figures of one rater against the truth."""

    both: TwoRaters
    """Truth in the rows, the rater in the columns; `agreement` is the accuracy."""
    classes: tuple[ClassScores, ...]
    """Every category of the scale, in order."""
    macro_f1: float | None
    """The mean of the categories' F1, undefined ones left out; None where all are."""
    mcc: float | None
    """Matthews' correlation, -1 to 1; None where truth or rater has one category only."""

    @property
    def accuracy(self) -> Figure:
        """The share of items with the category of the truth."""
        return self.both.agreement


def against_truth(pair: Ratings, basis: Basis, *, ordered: bool) -> AgainstTruth:
    """The figures of a rater against the truth.

    Args:
        pair: the truth in the first column, the rater in the second; items without both are out.
    """
    classes = class_scores(pair)
    defined = [one.f1 for one in classes if one.f1 is not None]
    return AgainstTruth(
        both=two_raters(pair, basis, ordered=ordered),
        classes=classes,
        macro_f1=sum(defined) / len(defined) if defined else None,
        mcc=matthews(pair),
    )


def confusion(pair: Ratings) -> IntArray:
    """Items by truth (rows) and rater (columns), (q, q); an unused category is a row of zeros."""
    whole = pair.pair(0, 1)
    if not whole.times.sum():
        return whole.crossed
    matrix = confusion_matrix(
        whole.codes[:, 0],
        whole.codes[:, 1],
        labels=list(range(len(pair.categories))),
        sample_weight=whole.times.astype(np.float64),
    )
    return np.asarray(np.rint(matrix), dtype=np.int64)


def class_scores(pair: Ratings) -> tuple[ClassScores, ...]:
    """Precision, recall and F1 of every category."""
    table, whole = confusion(pair), pair.pair(0, 1)
    q = len(pair.categories)
    scores = np.full((3, q), np.nan)
    if whole.times.sum():
        scores = np.array(
            precision_recall_fscore_support(
                whole.codes[:, 0],
                whole.codes[:, 1],
                labels=list(range(q)),
                sample_weight=whole.times.astype(np.float64),
                zero_division=np.nan,
            )[:3]
        )
    found = []
    for k, category in enumerate(pair.categories):
        precision, recall, f1 = (None if np.isnan(x) else float(x) for x in scores[:, k])
        found.append(
            ClassScores(
                category=str(category),
                truth=int(table[k].sum()),
                said=int(table[:, k].sum()),
                precision=precision,
                recall=recall,
                f1=f1,
            )
        )
    return tuple(found)


def matthews(pair: Ratings) -> float | None:
    """Matthews' correlation, R_K for more than two categories (Gorodkin 2004); None for 0 / 0."""
    whole = pair.pair(0, 1)
    if any(len(np.unique(whole.codes[:, side])) < 2 for side in (0, 1)):
        return None
    return float(
        matthews_corrcoef(
            whole.codes[:, 0], whole.codes[:, 1], sample_weight=whole.times.astype(np.float64)
        )
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Majority:
    """What most raters said of each item."""

    codes: IntArray
    """(items,), `MISSING` where no category has more ratings than every other."""
    tied: int
    """Items with two or more categories in front: no majority is guessed."""
    unrated: int
    """Items without any rating."""


def majority(ratings: Ratings) -> Majority:
    """The most frequent category of each item; ties have none.

    Args:
        ratings: rows of one item each.
    """
    q = len(ratings.categories)
    counts = np.zeros((len(ratings.codes), q), dtype=np.int64)
    row, column = np.nonzero(ratings.codes >= 0)
    np.add.at(counts, (row, ratings.codes[row, column]), 1)
    most = counts.max(axis=1, initial=0)
    front = (counts == most[:, None]).sum(axis=1)
    decided = (most > 0) & (front == 1)
    codes = np.where(decided, counts.argmax(axis=1) if q else MISSING, MISSING)
    return Majority(
        codes=codes.astype(np.int64),
        tied=int(((most > 0) & (front > 1)).sum()),
        unrated=int((most == 0).sum()),
    )
