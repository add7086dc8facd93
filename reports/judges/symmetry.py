"""Whether two judges, or two versions of one, give the levels of the scale alike; without labels.

Over all citations that both judged. Symmetry asks whether as many went from one level to another as
came back (Bowker 1948); homogeneity whether the levels are as frequent as before (Stuart 1955;
Maxwell 1970). Only citations that changed level bear on either. The tests take the citations for a
random sample of citations like these: a run's own differences are counted, not tested.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import chi2  # type: ignore[import-untyped]
from statsmodels.stats.contingency_tables import SquareTable, mcnemar

from reports.estimation.arrays import IntArray
from reports.runs.binary import PairedCounts

NOTHING_MOVED = "No citation changed its level, so there is nothing to test."
APART = (
    "The levels fall into groups between which nothing moved, so the margins cannot all be tested "
    "at once."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChiSquare:
    """A test by the chi-square distribution."""

    statistic: float | None
    """0 or more; None where it is undefined."""
    df: int
    """Degrees of freedom."""
    p: float | None
    why: str = ""
    """Why it is undefined; empty otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Symmetry:
    """Both tests of a square table."""

    bowker: ChiSquare
    stuart_maxwell: ChiSquare


def symmetry_tests(table: Sequence[Sequence[int]]) -> Symmetry:
    """Bowker's test of symmetry and the Stuart-Maxwell test of equal margins.

    Bowker: sum over i < j of (n_ij - n_ji)^2 / (n_ij + n_ji), q (q - 1) / 2 degrees of freedom; a
    pair of empty cells adds nothing, and where nothing moved it is 0 with p = 1. Stuart-Maxwell:
    d' V^-1 d with d the differences of the margins but one, q - 1 degrees of freedom; undefined
    where V has no inverse. No cell is corrected for being 0. For two classes both are McNemar's
    chi-square.

    Args:
        table: square, one judge's class by row, the other's by column; empty where nothing moved.
    """
    counts = np.asarray(table, dtype=np.int64).reshape(len(table), len(table))
    df = len(counts) * (len(counts) - 1) // 2
    if counts.sum() == np.trace(counts):
        return Symmetry(
            bowker=ChiSquare(statistic=0.0, df=df, p=1.0),
            stuart_maxwell=ChiSquare(
                statistic=None, df=max(0, len(counts) - 1), p=None, why=NOTHING_MOVED
            ),
        )
    square = SquareTable(counts, shift_zeros=False)
    found = square.symmetry()
    return Symmetry(
        bowker=_chi_square(float(found.statistic), df),
        stuart_maxwell=_homogeneity(counts, square),
    )


def moving(table: Sequence[Sequence[int]]) -> list[list[int]]:
    """The table of the classes between which something moved: the others bear on no test, and
    count as degrees of freedom if they are left in."""
    counts = np.asarray(table, dtype=np.int64)
    off = counts - np.diag(np.diag(counts))
    kept = np.flatnonzero(off.sum(axis=0) + off.sum(axis=1))
    found: list[list[int]] = counts[np.ix_(kept, kept)].tolist()
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class McNemarChiSquare:
    """McNemar's test by its approximation, for whoever compares with another program."""

    plain: ChiSquare
    """(b - c)^2 / (b + c)."""
    corrected: ChiSquare
    """(|b - c| - 1)^2 / (b + c), Edwards 1948."""


def mcnemar_chi_square(counts: PairedCounts) -> McNemarChiSquare:
    """The chi-square forms of McNemar's test; undefined where nothing is discordant.

    What is shown is the exact test (`reports.runs.binary.mcnemar`): this one needs some 25
    discordant pairs to be near it.
    """
    if counts.discordant == 0:
        nothing = ChiSquare(statistic=None, df=1, p=None, why="Nothing is discordant.")
        return McNemarChiSquare(plain=nothing, corrected=nothing)
    table = [[counts.both, counts.first_only], [counts.second_only, counts.neither]]
    plain, corrected = (
        mcnemar(table, exact=False, correction=correction) for correction in (False, True)
    )
    return McNemarChiSquare(
        plain=_chi_square(float(plain.statistic), 1),
        corrected=_chi_square(float(corrected.statistic), 1),
    )


def _homogeneity(counts: IntArray, square: SquareTable) -> ChiSquare:
    covariance = np.diag(counts.sum(axis=0) + counts.sum(axis=1)) - counts - counts.T
    df = len(counts) - 1
    if np.linalg.matrix_rank(covariance) < df:
        return ChiSquare(statistic=None, df=df, p=None, why=APART)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a singular matrix was ruled out above
        return _chi_square(float(square.homogeneity().statistic), df)


def _chi_square(statistic: float, df: int) -> ChiSquare:
    return ChiSquare(statistic=statistic, df=df, p=float(chi2.sf(statistic, df)))
